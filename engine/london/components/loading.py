"""The box as data: the files of this folder or of another, checked against the vocabulary.

`load` names the file, the entry and the reason of whatever it refuses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
    model_validator,
)

from engine.london.components.steps import CardStep, MarkerStep, RewardStep, all_steps, counts_of
from engine.london.components.vocabulary import Colour, known_count, parse_condition

Source = Literal["seed", "web", "stand-in"]

CARDS: Final = 105
SHIPPED: Final = Path(__file__).parent


class ComponentError(ValueError):
    """A component file that doesn't fit; the message says which file, which entry and why."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    source: Source
    known: Mapping[str, Source] = {}

    @model_validator(mode="after")
    def _known_names_fields(self) -> _Entry:
        for name in self.known:
            if name not in type(self).model_fields:
                raise ValueError(f"'known' names {name!r}, which is no field")
        return self


def _distinct(colours: tuple[Colour, ...]) -> tuple[Colour, ...]:
    if len(set(colours)) != len(colours):
        raise ValueError("a colour stands twice")
    return colours


OneOrTwo = Annotated[
    tuple[Colour, ...], Field(min_length=1, max_length=2), AfterValidator(_distinct)
]
Four = Annotated[tuple[Colour, ...], Field(min_length=4, max_length=4), AfterValidator(_distinct)]
Condition = Annotated[str, AfterValidator(lambda words: parse_condition(words) and words)]
Count = Annotated[str, AfterValidator(known_count)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=24)]

FewParts: Final = Field(max_length=6)
"""Every set of parts is a way to take a reward."""
Reward = Annotated[tuple[RewardStep, ...], FewParts]


class _Tile(_Entry):
    id: Id
    name: str
    colours: tuple[Colour, ...]
    threshold: int = Field(ge=2)
    first: Reward
    second: Reward = ()
    bonus: Reward = ()
    text: str = ""


class Guild(_Tile):
    """A guild tile; `number` is its priority, 1 the oldest."""

    number: PositiveInt
    colours: OneOrTwo


class Building(_Tile):
    """A special building; `permanent` works for the owner of the master on it."""

    colours: Four
    permanent: Literal["hand_limit_8", "tie_anywhere"] | None = None


class Side(_Entry):
    """A side of the plantation tile."""

    id: Literal["ulster", "virginia"]
    name: str
    left: tuple[MarkerStep, ...]
    left_return: NonNegativeInt
    right: tuple[MarkerStep, ...]
    right_return: NonNegativeInt


class Marker(_Entry):
    """A kind of second-place marker."""

    id: Id
    count: PositiveInt
    reward: Annotated[tuple[MarkerStep, ...], FewParts]


class Cost(BaseModel):
    """What is paid for an effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    cards: int = Field(0, ge=0, le=2)
    pawns: NonNegativeInt = 0
    pawns_from: Literal["plantation"] | None = None


class Card(_Entry):
    """A kind of action card; `code` is the number printed on it."""

    code: PositiveInt
    name: str
    colours: OneOrTwo
    copies: PositiveInt
    cost: Cost
    needs: Condition | tuple[Condition, ...] = ()
    effect: tuple[CardStep, ...]
    text: str = ""


class ScoreLine(BaseModel):
    """A line of a mayor's card: `vp` per count, `vp` if a condition holds, or a table."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    vp: NonNegativeInt | None = None
    per: Count | None = None
    max: NonNegativeInt | None = None
    when: Condition | tuple[Condition, ...] | None = Field(None, alias="if")
    by: Count | None = None
    table: tuple[NonNegativeInt, ...] = ()

    @model_validator(mode="after")
    def _is_one_of_three_kinds(self) -> ScoreLine:
        shapes = ({"vp", "per"}, {"vp", "per", "max"}, {"vp", "when"}, {"by", "table"})
        empty = self.when == () or (self.by is not None and not self.table)
        if self.model_fields_set not in shapes or empty:
            raise ValueError("a score line is {vp, per, max}, {vp, if} or {by, table}")
        return self


class Mayor(_Entry):
    """A mayor's card."""

    id: Id
    name: str
    score: tuple[ScoreLine, ...] = Field(min_length=1)
    text: str = ""


class Components(BaseModel):
    """The whole box."""

    model_config = ConfigDict(frozen=True)

    guilds: tuple[Guild, ...]
    """By priority."""
    buildings: tuple[Building, ...]
    sides: tuple[Side, ...]
    markers: tuple[Marker, ...]
    cards: tuple[Card, ...]
    mayors: tuple[Mayor, ...]


E = TypeVar("E", bound=_Entry)


@lru_cache(maxsize=4)
def load(directory: Path = SHIPPED) -> Components:
    """The components of a folder; raises ComponentError for what doesn't fit."""
    guilds = _read(directory, "tiles.toml", "tile", Guild)
    buildings = _read(directory, "buildings.toml", "building", Building)
    sides = _read(directory, "plantation.toml", "side", Side)
    markers = _read(directory, "second_place.toml", "marker", Marker)
    cards = _read(directory, "action_cards.toml", "card", Card)
    mayors = _read(directory, "mayor_cards.toml", "mayor", Mayor)
    _expect(
        "tiles.toml", "numbers 1 to 40", sorted(guild.number for guild in guilds), [*range(1, 41)]
    )
    _expect("buildings.toml", "buildings", len(buildings), 5)
    for name in ("church", "gog-magog"):  # the layout names them
        found = [building.id for building in buildings].count(name)
        _expect("buildings.toml", f"{name!r} among the ids", found, 1)
    _expect("plantation.toml", "sides", len(sides), 2)
    _expect("second_place.toml", "markers", sum(marker.count for marker in markers), 30)
    _expect("action_cards.toml", "cards", sum(card.copies for card in cards), CARDS)
    _expect("mayor_cards.toml", "mayor's cards", len(mayors), 21)
    _unique(
        "tiles.toml and buildings.toml", [(tile.id, tile.name) for tile in (*guilds, *buildings)]
    )
    _unique("plantation.toml", [(side.id, side.name) for side in sides])
    _unique("second_place.toml", [(marker.id, marker.id) for marker in markers])
    _unique("action_cards.toml", [(str(card.code), card.name) for card in cards])
    _unique("mayor_cards.toml", [(mayor.id, mayor.name) for mayor in mayors])
    return Components(
        guilds=tuple(sorted(guilds, key=lambda guild: guild.number)),
        buildings=buildings,
        sides=sides,
        markers=markers,
        cards=cards,
        mayors=mayors,
    )


def _read(directory: Path, file: str, table: str, kind: type[E]) -> tuple[E, ...]:
    try:
        tables = tomllib.loads((directory / file).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ComponentError(f"{file}: {error}") from error
    if set(tables) != {table} or not isinstance(tables[table], list):
        raise ComponentError(f"{file}: only [[{table}]] entries expected")
    entries = []
    for number, raw in enumerate(tables[table], start=1):
        name = _title(raw, number)
        try:
            entry = kind.model_validate(raw)
        except ValidationError as error:
            raise ComponentError(f"{file}: {name}: {'; '.join(_reasons(error))}") from error
        _check_counts(file, name, entry)
        entries.append(entry)
    return tuple(entries)


def _title(raw: object, number: int) -> str:
    if not isinstance(raw, dict):
        return f"entry {number}"
    named = raw.get("id", raw.get("code"))
    return f"entry {number}" if named is None else f"entry {number} ({named})"


def _reasons(error: ValidationError) -> Iterator[str]:
    for fault in error.errors():
        where = ".".join(str(part) for part in fault["loc"])
        yield f"{where}: {fault['msg']}" if where else fault["msg"]


def _check_counts(file: str, name: str, entry: _Entry) -> None:
    """What happened in the turn is only counted by action cards."""
    if isinstance(entry, Card):
        return
    if isinstance(entry, Mayor):
        counts = [line.per or line.by or "" for line in entry.score]
        for line in entry.score:
            counts += counts_of(line.when or ())
    else:
        lists = [
            getattr(entry, field)
            for field in ("first", "second", "bonus", "left", "right", "reward")
            if hasattr(entry, field)
        ]
        counts = [count for steps in lists for step in all_steps(steps) for count in step.counts()]
    for count in counts:
        if count.startswith("turn:"):
            raise ComponentError(f"{file}: {name}: {count!r} counts on action cards only")


def _expect(file: str, what: str, found: object, expected: object) -> None:
    if found != expected:
        raise ComponentError(f"{file}: {what}: {expected} expected, {found} found")


def _unique(file: str, names: Sequence[tuple[str, str]]) -> None:
    for column in (0, 1):
        values = [name[column] for name in names]
        for value in values:
            if values.count(value) > 1:
                raise ComponentError(f"{file}: {value!r} stands twice")
