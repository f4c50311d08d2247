"""The box as data (components.toml), checked, and as the small ints of the core.

A card is the number of its guild, 0 to 10 in the order of the table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, NonNegativeInt, PositiveInt, model_validator

from engine.parts.packs import heap

Source = Literal["publisher", "inferred", "stand-in"]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Votes(_Strict):
    """Votes of one rank, and who says so."""

    value: NonNegativeInt
    source: Source


class Guild(_Strict):
    """A guild: its copies and its votes, 1st rank first; `per_card`: votes for each card."""

    id: str
    name_source: Source
    copies: PositiveInt
    votes: tuple[Votes, ...]
    per_card: bool = False

    @model_validator(mode="after")
    def _first_value_is_the_number_of_copies(self) -> Guild:
        values = [rank.value for rank in self.votes]
        if self.per_card:
            if len(values) != 1:
                raise ValueError(f"{self.id}: one number of votes per card expected")
        elif not 2 <= len(values) <= 4 or values != sorted(values, reverse=True):
            raise ValueError(f"{self.id}: two to four ranks expected, each worth no more")
        elif values[0] != self.copies:
            raise ValueError(f"{self.id}: the 1st rank's votes are also the number of copies")
        return self


class Dealing(_Strict):
    """What changes with the number of players."""

    seats: PositiveInt
    removed: Mapping[str, int]
    dealt: PositiveInt
    laid: PositiveInt
    laps_one_or_two: tuple[Literal[1, 2], ...]
    source: Source

    @model_validator(mode="after")
    def _everyone_can_lay(self) -> Dealing:
        if sum(self.laps_one_or_two) != self.laid or self.laid >= self.dealt:
            raise ValueError(f"{self.seats} players: {self.laid} of {self.dealt} cards to lay")
        return self


class EventCard(_Strict):
    """An event card; packs travel where its arrow points."""

    id: str
    arrow: Literal["left", "right"]
    source: Source


class Trick(_Strict):
    """A dirty trick; `guild` where it is a mark (+1 or -1)."""

    id: str
    letter: str
    guild: str | None = None
    source: Source


class Components(_Strict):
    """components.toml; refuses a box that doesn't add up."""

    guilds: tuple[Guild, ...]
    dealings: tuple[Dealing, ...]
    events: tuple[EventCard, ...]
    tricks: tuple[Trick, ...]

    @model_validator(mode="after")
    def _adds_up(self) -> Components:
        copies = {guild.id: guild.copies for guild in self.guilds}
        if len(copies) != 11 or sum(copies.values()) != 110:
            raise ValueError("eleven guilds and 110 cards expected")
        if [guild.id for guild in self.guilds if guild.per_card] != [self.guilds[-1].id]:
            raise ValueError("the guild that scores per card comes last, alone")
        if len({event.id for event in self.events}) != 6:
            raise ValueError("six events expected")
        if "".join(trick.letter for trick in self.tricks) != "ABCDEFGHI":
            raise ValueError("nine tricks expected, in letter order")
        if any(trick.guild not in copies for trick in self.tricks if trick.guild):
            raise ValueError("a mark names a guild that isn't there")
        for dealing in self.dealings:
            if any(number > copies[guild] for guild, number in dealing.removed.items()):
                raise ValueError(f"{dealing.seats} players: more cards removed than there are")
            if 3 * dealing.seats * dealing.dealt > 110 - sum(dealing.removed.values()):
                raise ValueError(f"{dealing.seats} players: not enough cards for three ballots")
        return self


BOX: Final = Components.model_validate(
    tomllib.loads(files(__package__).joinpath("components.toml").read_text("utf-8"))
)
DEALINGS: Final = {dealing.seats: dealing for dealing in BOX.dealings}

NONE: Final = -1
"""No guild, no event, no seat, no move."""

GUILDS: Final = tuple(guild.id for guild in BOX.guilds)
NUMBER_OF: Final = {guild: number for number, guild in enumerate(GUILDS)}
MILICE: Final = len(GUILDS) - 1
WIDTH: Final = len(GUILDS)
"""Seat s has `laid[s * WIDTH + g]` cards of guild g before it."""
RANKS: Final = tuple(tuple(rank.value for rank in guild.votes) for guild in BOX.guilds)

EVENTS: Final = tuple(event.id for event in BOX.events)
ARROW: Final = tuple(event.arrow for event in BOX.events)
ONE_CARD_LESS, TIES_IGNORED, IN_TURN, REDISTRIBUTED, ONE_OR_TWO, FACE_DOWN = map(
    EVENTS.index,
    ("one_card_less", "ties_ignored", "in_turn", "redistribution", "one_or_two", "face_down"),
)
TRICKS: Final = tuple(trick.id for trick in BOX.tricks)
PROTECTION, EXCHANGE, SACRIFICE, SALVAGE, SECOND_THOUGHTS = map(
    TRICKS.index, ("protection", "exchange", "sacrifice", "salvage", "second_thoughts")
)
MARKED: Final = tuple(NUMBER_OF[trick.guild] if trick.guild else -1 for trick in BOX.tricks)
"""The guild of each trick that is a mark, -1 for the others."""


def copies(seats: int) -> tuple[int, ...]:
    """How many cards of each guild are in a game of so many players."""
    removed = DEALINGS[seats].removed
    return tuple(guild.copies - removed.get(guild.id, 0) for guild in BOX.guilds)


def guilds_in_play(seats: int) -> tuple[int, ...]:
    """The guilds that have a card in the game."""
    return tuple(guild for guild, number in enumerate(copies(seats)) if number)


def tricks_in_play(seats: int) -> list[int]:
    """With three players there is no mark for the Alchimistes, who aren't in the game."""
    missing = {TRICKS.index("mark_alchimistes")} if seats == 3 else set()
    return [trick for trick in range(len(TRICKS)) if trick not in missing]


def _laps(seats: int, event: int) -> tuple[int, ...]:
    dealing = DEALINGS[seats]
    if event == ONE_OR_TWO:
        return dealing.laps_one_or_two
    return (1,) * (dealing.laid - (event == ONE_CARD_LESS))


LAPS: Final = {
    (seats, event): _laps(seats, event)
    for seats in DEALINGS
    for event in (NONE, *range(len(EVENTS)))
}
"""How many cards everyone lays in each lap, by number of players and event whose text applies."""
DEALT: Final = {seats: dealing.dealt for seats, dealing in DEALINGS.items()}
CARDS: Final = {seats: tuple(heap(copies(seats))) for seats in DEALINGS}
"""Every card in a game of so many players, as its guild."""
IN_PLAY: Final = {seats: guilds_in_play(seats) for seats in DEALINGS}
WAY: Final = {"left": 1, "right": -1}
"""From a seat to the one that its pack goes to."""
GIVERS: Final = {
    direction: {seats: tuple((seat - way) % seats for seat in range(seats)) for seats in DEALINGS}
    for direction, way in WAY.items()
}
"""Whose pack comes to each seat."""
