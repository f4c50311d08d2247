"""The way of a press through the code: files, functions and calls until all messages are true."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType

from rich.console import Console
from rich.table import Table

from bot.testing.house import house
from bot.testing.picking import pick_anything
from tests.bench.layers import LAYERS, ROOT, layer_of

OURS = tuple(f"{ROOT / folder}/" for folder in ("bot", "cogs", "engine", "images"))
NOT_OURS = tuple(f"{ROOT / 'bot' / folder}/" for folder in ("local", "testing"))
GOALS = {"committed": (25, 100), "answered": (45, 350), "every message true": (60, 1_300)}
"""Files and calls, at most."""
MILESTONES = {
    ("bot/sessions/sessions.py", "_written"): "committed",
    ("bot/delivery/calling/edits.py", "in_time"): "answered",
}


@dataclass
class Way:
    """What was passed so far, and how much of it at each milestone; the event loop's thread.

    `rig`: who presses and waits until all is quiet. Its own calls are no part of the way.
    """

    rig: asyncio.Task[object] | None = None
    calls: int = 0
    code: set[CodeType] = field(default_factory=set)
    begun: set[FrameType] = field(default_factory=set)
    layers: Counter[str] = field(default_factory=Counter)
    passed: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    spent: dict[str, Counter[str]] = field(default_factory=dict)

    def note(self, frame: FrameType, event: str, result: object) -> None:
        """Told by the interpreter of each call and return."""
        code = frame.f_code
        if not code.co_filename.startswith(OURS) or code.co_filename.startswith(NOT_OURS):
            return
        if asyncio.current_task() is self.rig:
            return
        if event == "call" and frame not in self.begun:  # else a coroutine goes on
            self.begun.add(frame)
            self.calls += 1
            self.layers[layer_of(code.co_filename)] += 1
            self.code.add(code)
        elif event == "return" and result is not None:
            place = Path(code.co_filename).relative_to(ROOT).as_posix(), code.co_name
            if place in MILESTONES:
                self.reached(MILESTONES[place])

    def reached(self, milestone: str) -> None:
        """Note what it took; the first time counts."""
        files = len({code.co_filename for code in self.code})
        self.spent.setdefault(milestone, self.layers.copy())
        self.passed.setdefault(milestone, (files, len(self.code), self.calls))


@contextmanager
def traced() -> Iterator[Way]:
    """The way of what is done meanwhile."""
    way = Way(asyncio.current_task())
    sys.setprofile(way.note)
    try:
        yield way
    finally:
        sys.setprofile(None)


async def _way(database: Path) -> Way:
    """Of the second choice of four in a game of Guildes, hands and board up to date before."""
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", "Dmitri")
        await party.play_on()
        first, second, *_ = await party.awaited()
        await pick_anything(first, party.hand(first), lambda options: options[0])
        await hall.quiet()
        with traced() as way:
            await pick_anything(second, party.hand(second), lambda options: options[0])
            await hall.quiet()
            way.reached("every message true")
    return way


def run(console: Console) -> None:
    """Print the way of a press."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        way = asyncio.run(_way(Path(folder) / "way.sqlite3"))
    table = Table("until", "files", "functions", "calls", "target", title="The way of a press")
    for milestone, (most_files, most_calls) in GOALS.items():
        files, functions, calls = way.passed[milestone]
        met = "met" if files <= most_files and calls <= most_calls else "[bold red]missed[/]"
        target = f"{most_files} files, {most_calls} calls: {met}"
        table.add_row(milestone, str(files), str(functions), str(calls), target)
    console.print(table)
    layers = Table("layer", *GOALS, title="Its calls by layer")
    for layer in (*LAYERS, "elsewhere"):
        layers.add_row(layer, *(str(way.spent[milestone][layer]) for milestone in GOALS))
    console.print(layers)


if __name__ == "__main__":
    run(Console())
