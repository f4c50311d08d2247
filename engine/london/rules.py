"""The rules to read: in short, then what holds for this number of players."""

from __future__ import annotations

from engine.london.options import LondonOptions
from engine.london.table.rounds import GREY, ROUNDS
from engine.text import Text, text


def rules(seats: int, options: LondonOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    growth = ", ".join(map(str, range(GREY[seats], ROUNDS[seats] + 1, GREY[seats])))
    side = text(f"london.rules.side.{options.plantation_side}")
    return (
        text("game.london.rules"),
        text(f"london.rules.set_up.{seats}", rounds=ROUNDS[seats], growth=growth, side=side),
        text("london.rules.turn"),
        text("london.rules.activation"),
        text("london.rules.vote"),
    )
