"""The switches of La Cité corrompue, and the rules to read as they hold with them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.parts.values import Options
from engine.text import Text, text


class CorrompueOptions(Options):
    """The switches of La Cité corrompue."""

    four_player_deal: Literal["cult", "seven"] = Field(
        "cult",
        description="with four players: two Culte cards join the deck, 8 cards each; or 7 each",
    )


def rules(seats: int, options: CorrompueOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    deal = f"4.{options.four_player_deal}" if seats == 4 else str(seats)
    cards = text("corrompue.rules.cards", deal=text(f"corrompue.rules.deal.{deal}"))
    return text("game.corrompue.rules"), cards, text("corrompue.rules.count")
