"""Every table that the suite plays: game x number of players x options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.games import Box
from bot.sessions.table.table import AnyGame
from engine.game import Options

MOST_COMBINATIONS = 16


@dataclass(frozen=True)
class Seating:
    """A game that could be played."""

    box: Box
    seats: int
    options: Options

    @property
    def game(self) -> AnyGame:
        """The game."""
        return self.box.game

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Every seat, and the public."""
        return (*range(self.seats), None)

    def __str__(self) -> str:
        default = type(self.options)()
        changed = [
            f"{name}={value}" for name, value in self.options if value != getattr(default, name)
        ]
        return "-".join([self.game.name, f"{self.seats}p", *changed])


def values(field: FieldInfo) -> list[Any]:
    """The values of an option that are worth trying; its default first."""
    found: list[Any]
    if field.annotation is bool:
        found = [False, True]
    elif get_origin(field.annotation) is Literal:
        found = list(get_args(field.annotation))
    else:
        found = [bound.ge for bound in field.metadata if isinstance(bound, Ge)]
        found += [bound.le for bound in field.metadata if isinstance(bound, Le)]
    return [field.default, *(value for value in found if value != field.default)]


def combinations(game: AnyGame) -> list[Options]:
    """All combinations of options; of many options each alone and all together."""
    fields = {name: values(field) for name, field in game.Options.model_fields.items()}
    every = [dict(zip(fields, chosen, strict=True)) for chosen in product(*fields.values())]
    if len(every) > MOST_COMBINATIONS:
        alone = [{name: value} for name, found in fields.items() for value in found[1:]]
        every = [{}, *alone, {name: found[-1] for name, found in fields.items()}]
    return [game.Options(**chosen) for chosen in every]


def seatings_of(box: Box) -> Iterator[Seating]:
    """Every table of a game."""
    for seats, options in product(box.game.seats, combinations(box.game)):
        yield Seating(box, seats, options)
