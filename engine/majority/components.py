"""The cards as data (components.toml), checked, and as the small ints of the core.

A card kind is ``colour * 8 + rank``: three colours of eight ranks, ranks by rising power.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, model_validator

Effect = Literal["bribe", "assassination", "spy", "betrayal"]
RANKS: Final = 8
DECK_SIZES: Final = {3: 54, 4: 72}


class Card(NamedTuple):
    """A council member: `colour` "red", "blue" or "yellow"; `power` 0 to 10."""

    colour: str
    power: int


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Literal["rules", "ruling", "stand-in"]


class CardRow(_Strict):
    """One rank of each colour: how many copies, how many leave with three players."""

    power: int
    copies: int
    removed_with_3: int
    effect: Effect | None = None


class RoundRow(_Strict):
    """How many rounds, and the cards dealt to everyone in the first and in later ones."""

    count: int
    first_deal: int
    later_deal: int


class PayRow(_Strict):
    """Gold of the highest total; what a total is divided by for the second-highest."""

    first: int
    divisor: int


class Components(BaseModel):
    """components.toml; refuses a table whose cards don't fill the rounds exactly."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    colours: tuple[str, str, str]
    cards: tuple[CardRow, ...]
    rounds: RoundRow
    pay: PayRow

    @model_validator(mode="after")
    def _adds_up(self) -> Components:
        powers = [row.power for row in self.cards]
        if len(powers) != RANKS or powers != sorted(set(powers)):
            raise ValueError(f"{RANKS} ranks of rising power expected, not {powers}")
        for seats, size in DECK_SIZES.items():
            dealt = seats * (
                self.rounds.first_deal + (self.rounds.count - 1) * self.rounds.later_deal
            )
            if not len(deck_of(self, seats)) == dealt == size:
                raise ValueError(f"{seats} players: the deck has to be {size} cards, all dealt")
        return self


def deck_of(components: Components, seats: int) -> list[int]:
    """Every card of a game, as kinds in rising order."""
    return [
        colour * RANKS + rank
        for colour in range(len(components.colours))
        for rank, row in enumerate(components.cards)
        for _ in range(row.copies - (row.removed_with_3 if seats == 3 else 0))
    ]


COMPONENTS: Final = Components.model_validate(
    tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))
)
COLOURS: Final = COMPONENTS.colours
KINDS: Final = range(len(COLOURS) * RANKS)
CARDS: Final = tuple(
    Card(COLOURS[kind // RANKS], COMPONENTS.cards[kind % RANKS].power) for kind in KINDS
)
COLOUR: Final = tuple(kind // RANKS for kind in KINDS)
POWER: Final = tuple(card.power for card in CARDS)
EFFECT: Final = tuple(COMPONENTS.cards[kind % RANKS].effect for kind in KINDS)
IDS: Final = tuple(f"{card.colour}:{card.power}" for card in CARDS)
KIND_OF_ID: Final = {name: kind for kind, name in enumerate(IDS)}
KIND_OF_CARD: Final = {card: kind for kind, card in enumerate(CARDS)}


def turns(number: int) -> int:
    """Cards that everyone plays in this round, the first of them being 1."""
    rounds = COMPONENTS.rounds
    return (rounds.first_deal if number == 1 else rounds.later_deal + 1) - 1


def partner(seat: int) -> int:
    """The seat opposite, with four players."""
    return (seat + 2) % 4
