"""Whole games as readable text, to see at a glance what a change to the rules changes.

`python -m tests.conformance.golden --write` writes the files anew; read the difference.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from bot.testing.playing import Playthrough, playthrough
from bot.testing.seatings import Seating
from engine.game import Event, Prompt
from engine.text import Seat, Text
from tests.boxes import BOXES

FOLDER: Final = Path(__file__).with_name("golden")
VIEWS: Final = 14
"""How often a view is shown: the public's and each seat's by turns."""


def golden_tables() -> Iterator[tuple[Seating, int]]:
    """Two games of each kind with their seeds: few players as the box says, and the rest."""
    for box in BOXES:
        game = box.game
        plain = game.Options()
        flipped = {field: True for field, value in plain if value is False}
        yield Seating(box, min(game.seats), plain), 1
        yield Seating(box, max(game.seats), game.Options(**flipped)), 2


def path(table: Seating) -> Path:
    """The file of a golden game."""
    return FOLDER / f"{table}.txt"


def rendered(table: Seating, seed: int) -> str:
    """The whole game as text."""
    return "\n".join(lines(playthrough(table, seed))) + "\n"


def lines(through: Playthrough) -> Iterator[str]:
    """A game: its setting, its choices with what was told, now and then a view."""
    table = through.table
    yield f"{table}, seed {through.seed}"
    yield ""
    yield from map(event, table.game.opening(through.start))
    stride = max(1, len(through.played) // VIEWS)
    viewers = cycle((None, *range(table.seats)))
    state, known = through.start, set[str]()
    for number, played in enumerate(through.played):
        if number % stride == 0:
            yield from ("", *news(table.game.view(state, next(viewers)), known), "")
        prompt = table.game.prompts(state)[played.seat]
        yield f"{number + 1}. {asked(prompt)}: {' '.join(played.picks) or '(nothing)'}"
        yield from (f"    {event(told)}" for told in played.events)
        state = played.state
    yield from ("", *news(table.game.view(state, None), known))


def asked(prompt: Prompt) -> str:
    """A question with its options; an earlier answer in brackets."""
    options = " ".join(option.id for option in prompt.options)
    number = "" if prompt.least == prompt.most == 1 else f" {prompt.least}-{prompt.most} of"
    earlier = "" if prompt.answered is None else f" [{' '.join(prompt.answered)}]"
    return f"seat {prompt.seat} {words(prompt.ask)}{number} ({options}){earlier}"


def event(told: Event) -> str:
    """What was told, and to whom if not to everyone."""
    mark = "== " if told.chapter else ""
    listener = "" if told.seat is None else f" (to seat {told.seat} alone)"
    detail = " (in detail)" if told.detail else ""
    return f"{mark}{words(told.text)}{listener}{detail}"


def words(text: Text) -> str:
    """A text as its key and arguments."""
    args = ", ".join(f"{name}={shown(value)}" for name, value in text.args.items())
    return f"{text.key}({args})" if args else text.key


def shown(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Text):
        return words(value)
    if isinstance(value, Seat):
        return f"seat {value.number}"
    if isinstance(value, BaseModel):
        value = dict(value)
    if isinstance(value, Mapping):
        parts = [f"{name}: {shown(part)}" for name, part in value.items() if part != 0]
        return "{" + ", ".join(parts) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


def news(view: BaseModel, known: set[str]) -> list[str]:
    """A view, a line a field; only lines that the view shown before didn't have."""
    found = list(fields(view))
    fresh = [line for line in found if line not in known]
    known.clear()
    known.update(found)
    return fresh


def fields(view: BaseModel) -> Iterator[str]:
    """A view, a line a field; of lists of its parts a line each."""
    for name, value in view:
        if isinstance(value, tuple) and value and is_part(value[0]):
            parts = (
                part
                if isinstance(part, BaseModel)
                else {one: getattr(part, one) for one in part.__slots__}
                for part in value
            )
            yield from (f"  {name} {number}: {shown(part)}" for number, part in enumerate(parts))
        else:
            yield f"  {name}: {shown(value)}"


def is_part(value: object) -> bool:
    """Whether it is a part of a view, with fields of its own."""
    return isinstance(value, BaseModel) or (is_dataclass(value) and not isinstance(value, Text))


def main() -> None:
    """Write the golden games anew."""
    parser = argparse.ArgumentParser(description="Golden games as text")
    parser.add_argument("--write", action="store_true", required=True)
    parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for table, seed in golden_tables():
        path(table).write_text(rendered(table, seed), encoding="utf-8")


if __name__ == "__main__":
    main()
