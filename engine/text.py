"""Words as data: the engine names what is to be said, bot/ says it in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """A dataclass whose fields the type checker lets nobody set; equal and hashed by them."""
    # `dataclass(frozen=True)` would see to it at runtime too, for four times the time: each of its
    # fields is set by a call, and a choice makes a dozen values.
    return by_fields(dataclass(slots=True, eq=False, repr=False)(kind))


def by_fields(kind: type[T]) -> type[T]:
    """Have a dataclass's values be equal, hashed and shown by their fields."""
    # `dataclass` would compile the same for each class anew, which makes a tenth of a start.
    all_fields = fields(kind)  # type: ignore[arg-type]  # a decorator's word isn't seen here
    of = attrgetter("__class__", *(one.name for one in all_fields if one.compare))
    shown = [one.name for one in all_fields if one.repr]

    def equal(self: T, other: object) -> bool:
        return of(self) == of(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: T) -> int:
        return hash(of(self))

    def told(self: T) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({values})"

    for name, method in (("__eq__", equal), ("__hash__", hashed), ("__repr__", told)):
        setattr(kind, name, method)
    return kind


@frozen
class Seat:
    """A player named in a text; shown by that player's name."""

    number: int


@frozen
class Text:
    """A key of the language files with its arguments; made with `text`.

    An argument called ``n`` chooses between singular and plural. A tuple of texts is
    shown as a list ("Artisans, Nobles and Milice"), a `Seat` as the player's name.

    >>> text("corrompue.card.noblesse", value=9)
    Text(key='corrompue.card.noblesse', args={'value': 9})
    >>> text("example.wins", player=Seat(2)).args["player"]
    Seat(number=2)
    """

    key: str
    args: Mapping[str, Argument] = field(default_factory=dict)


Argument: TypeAlias = int | str | Seat | Text | tuple[Text, ...] | tuple[Seat, ...]


def alike(said: Iterable[Text]) -> tuple[Text, ...]:
    """Each once, in their order; of several alike how many.

    >>> nobles = text("guildes.guild.nobles")
    >>> alike([nobles, nobles])
    (Text(key='list.alike', args={'count': 2, 'thing': Text(key='guildes.guild.nobles', args={})}),)
    """
    every = tuple(said)
    if len(every) < 2:
        return every
    found = [one for at, one in enumerate(every) if one not in every[:at]]
    return tuple(
        one if (count := every.count(one)) == 1 else text("list.alike", count=count, thing=one)
        for one in found
    )


def text(key: str, /, **args: Argument) -> Text:
    """`Text` with its arguments by name."""
    return Text(key, args)
