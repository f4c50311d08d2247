"""The cards as data (components.toml), checked, and as the small ints of the core.

A card is ``faction * 10 + value - 1``; a set of cards is an int with those bits.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, model_validator

from engine.corrompue.options import CorrompueOptions

Source = Literal["rules", "ruling", "stand-in"]
WIDTH: Final = 10
NOBLESSE, PAYSAN, MILICE, CULTE = range(4)
NO_FACTION: Final = -1


class Card(NamedTuple):
    """A card: `faction` "noblesse", "paysan", "milice" or "culte"; `value` from 1."""

    faction: str
    value: int


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FactionRow(_Strict):
    """How many cards, of which values, and how many tokens a faction has."""

    id: str
    cards: int
    cards_source: Source
    values: str
    values_source: Source
    tokens: int
    tokens_source: Source

    @model_validator(mode="after")
    def _one_card_a_value(self) -> FactionRow:
        if self.values != f"1 to {self.cards}" or not 0 < self.cards <= WIDTH:
            raise ValueError(f"{self.id}: {self.cards} cards of the values {self.values}")
        return self


class DealRow(_Strict):
    """What one number of players is dealt."""

    name: str
    seats: int
    hand: int
    culte: int
    source: Source


class EndRow(_Strict):
    """Tokens of one faction that end the game."""

    tokens: int
    source: Source


class Components(_Strict):
    """components.toml; refuses deals that the cards can't fill."""

    factions: tuple[FactionRow, FactionRow, FactionRow, FactionRow]
    deals: tuple[DealRow, ...]
    end: EndRow

    @model_validator(mode="after")
    def _adds_up(self) -> Components:
        if [row.id for row in self.factions] != ["noblesse", "paysan", "milice", "culte"]:
            raise ValueError("the factions are noblesse, paysan, milice and culte, in this order")
        deck = sum(row.cards for row in self.factions[:CULTE])
        for deal in self.deals:
            if not deal.seats * deal.hand <= deck + deal.culte:
                raise ValueError(f"{deal.name}: {deal.hand} cards for each of {deal.seats}")
        return self


COMPONENTS: Final = Components.model_validate(
    tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))
)
FACTIONS: Final = tuple(row.id for row in COMPONENTS.factions)
FACTION_CARDS: Final = tuple(
    ((1 << row.cards) - 1) << faction * WIDTH for faction, row in enumerate(COMPONENTS.factions)
)
"""Every card of each faction, as a set."""
_OF_ONE: Final = (1 << WIDTH) - 1
_TO_PAYSAN, _TO_MILICE, _TO_CULTE = (faction * WIDTH for faction in (PAYSAN, MILICE, CULTE))
_MEMBERS: Final = tuple(
    tuple(
        tuple(faction * WIDTH + bit for bit in range(row.cards) if cards >> bit & 1)
        for cards in range(1 << row.cards)
    )
    for faction, row in enumerate(COMPONENTS.factions)
)
"""For each faction, the cards of every set of its cards."""
SEATS: Final = tuple(sorted({deal.seats for deal in COMPONENTS.deals}))


def deal_of(seats: int, options: CorrompueOptions) -> DealRow:
    """The deal of this number of players."""
    return next(
        deal
        for deal in COMPONENTS.deals
        if deal.seats == seats and (seats < 4 or deal.name == options.four_player_deal)
    )


def cards_in(cards: int) -> tuple[int, ...]:
    """The cards of a set, in rising order."""
    noblesse, paysan, milice, culte = _MEMBERS
    return (
        noblesse[cards & _OF_ONE]
        + paysan[cards >> _TO_PAYSAN & _OF_ONE]
        + milice[cards >> _TO_MILICE & _OF_ONE]
        + culte[cards >> _TO_CULTE]
    )


ALL: Final = cards_in(sum(FACTION_CARDS))
FACTION: Final = tuple(card // WIDTH for card in range(ALL[-1] + 1))
VALUE: Final = tuple(card % WIDTH + 1 for card in range(ALL[-1] + 1))
IDS: Final = tuple(
    f"{FACTIONS[faction]}:{value}" for faction, value in zip(FACTION, VALUE, strict=True)
)
CARD_OF_ID: Final = {name: card for card, name in enumerate(IDS)}
ALONE: Final = tuple(1 << card for card in range(ALL[-1] + 1))
"""Each card as a set of one."""


def set_of(cards: Iterable[int]) -> int:
    """Different cards as a set."""
    return sum(map(ALONE.__getitem__, cards))
