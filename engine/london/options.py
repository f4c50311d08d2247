"""The switches of Guilds of London, and the rules to read as they hold with them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from engine.london.table.rounds import GREY, ROUNDS
from engine.parts.values import Options
from engine.text import Text, text

PlantationSide: TypeAlias = Literal["random", "ulster", "virginia"]


class LondonOptions(Options):
    """The switches of Guilds of London."""

    plantation_side: PlantationSide = Field(
        "random", description="which side of the plantation tile is used"
    )


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
