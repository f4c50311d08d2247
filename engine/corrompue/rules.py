"""The rules to read: in short, then what holds for this number of players and these options."""

from __future__ import annotations

from engine.corrompue.options import CorrompueOptions
from engine.text import Text, text


def rules(seats: int, options: CorrompueOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    deal = f"4.{options.four_player_deal}" if seats == 4 else str(seats)
    cards = text("corrompue.rules.cards", deal=text(f"corrompue.rules.deal.{deal}"))
    return text("game.corrompue.rules"), cards, text("corrompue.rules.count")
