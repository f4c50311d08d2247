"""The switches of The Majority, and the rules to read as they hold with them."""

from __future__ import annotations

from pydantic import Field

from engine.parts.values import Options
from engine.text import Text, text


class MajorityOptions(Options):
    """The switches of The Majority."""

    first_edition_spy: bool = Field(False, description="a 3 also works when it was bribed")
    stolen_assassin_acts: bool = Field(True, description="a 2 also works when it was bribed")


def spy_acts(options: MajorityOptions) -> Text:
    """Which 3 takes the token."""
    return text(f"majority.rules.acts.{'unkilled' if options.first_edition_spy else 'untouched'}")


def rules(seats: int, options: MajorityOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    acting = {"assassin": options.stolen_assassin_acts, "spy": options.first_edition_spy}
    bribed = "_and_".join(card for card, acts in acting.items() if acts) or "neither"
    return (
        text("game.majority.rules", spy=spy_acts(options)),
        text(f"majority.rules.players.{seats}"),
        text("majority.rules.totals", bribed=text(f"majority.rules.bribed.{bribed}")),
    )
