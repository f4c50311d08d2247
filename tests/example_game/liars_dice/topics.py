"""What a player of liar's dice may ask about."""

from __future__ import annotations

from engine.game import Topic
from engine.text import text
from liars_dice.options import LiarsDiceOptions


def topics(options: LiarsDiceOptions) -> tuple[Topic, ...]:
    """Bids, calls, and wild ones where they are played."""
    names = ("bid", "call", "wild_ones") if options.wild_ones else ("bid", "call")
    return tuple(
        Topic(name, text(f"liars_dice.topic.{name}"), (text(f"liars_dice.topic.{name}.rule"),))
        for name in names
    )
