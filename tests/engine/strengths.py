"""How strong computers are, as tournaments have found it.

`python -m engine tournament GAME --seats N --json tests/engine/strengths.json` enters what it
finds; `python -m tests.engine.strengths --write` puts the table of it into docs/strengths.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bot.languages import Languages
from engine.bots import STRENGTHS
from engine.text import text

KEPT: Final = Path(__file__).with_name("strengths.json")
DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "strengths.md"
BEGIN, END = "<!-- strengths -->\n", "<!-- end of strengths -->\n"
HEAD: Final = (
    "| game | players | normal among easy | hard among normal | chance"
    " | points of easy, normal, hard | a hard one's choice |\n|---|---|---|---|---|---|---|\n"
)

Record = Mapping[str, Any]


def records() -> list[Record]:
    """All that is kept."""
    found: list[Record] = json.loads(KEPT.read_text("utf-8"))
    return found


def table(found: Sequence[Record]) -> str:
    """The document's table, a line each."""
    return HEAD + "".join(f"| {' | '.join(cells(record))} |\n" for record in found)


def cells(record: Record) -> list[str]:
    """A table's line; where there are parties, of pairs against pairs."""
    words = Languages.load().words("en")
    name = words(text(f"game.{record['game']}.name"))
    variants = [f"{option} {value}".lower() for option, value in record["options"].items()]
    paired = any(match["paired"] for match in record["matches"])
    won = {match["challenger"]: match for match in record["matches"] if match["paired"] == paired}
    points = [str(rating["points"]) for rating in record["ratings"]]
    ((what, many),) = record["thinking"].items()
    return [
        ", ".join([name, *variants]),
        f"{record['seats']}{', pairs' if paired else ''}",
        *(share(won.get(strength)) for strength in STRENGTHS[1:]),
        f"{next(iter(won.values()))['chance']:.0%}".replace("%", " %"),
        ", ".join(points),
        f"{many:g} {'s' if what == 'seconds' else what}",
    ]


def share(match: Record | None) -> str:
    """What was won, with its interval and the number of games."""
    if match is None:
        return ""
    low, high = match["interval"]
    between = f"{100 * low:.0f} to {100 * high:.0f}"
    return f"{100 * match['share']:.0f} % ({between}; {match['games']} games)"


def written(document: str, found: Sequence[Record]) -> str:
    """The document with the table of these."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table(found) + END + after


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8"), records()), "utf-8")
