"""The rules to read: in short, then what holds for this number of players and these options."""

from __future__ import annotations

from engine.majority.options import MajorityOptions
from engine.text import Text, text


def rules(seats: int, options: MajorityOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    acting = {"assassin": options.stolen_assassin_acts, "spy": options.first_edition_spy}
    bribed = "_and_".join(card for card, acts in acting.items() if acts) or "neither"
    return (
        text("game.majority.rules"),
        text(f"majority.rules.players.{seats}"),
        text("majority.rules.totals", bribed=text(f"majority.rules.bribed.{bribed}")),
    )
