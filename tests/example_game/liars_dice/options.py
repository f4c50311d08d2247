"""The variants of liar's dice."""

from __future__ import annotations

from pydantic import Field

from engine.game import Options
from liars_dice.components import DICE, LEAST_DICE


class LiarsDiceOptions(Options):
    """The variants of liar's dice."""

    wild_ones: bool = Field(False, description="ones count as every face")
    dice: int = Field(DICE, ge=LEAST_DICE, le=DICE, description="dice of each player")
