"""The switches of La Cité corrompue."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.values import Options


class CorrompueOptions(Options):
    """The switches of La Cité corrompue."""

    four_player_deal: Literal["cult", "seven"] = Field(
        "cult",
        description="with four players: two Culte cards join the deck, 8 cards each; or 7 each",
    )
