"""Words as data: the engine names what is to be said, bot/ says it in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """A dataclass whose fields the type checker lets nobody set; equal and hashed by them."""
    # `dataclass(frozen=True)` would see to it at runtime too, for four times the time: each of its
    # fields is set by a call, and a choice makes a dozen values.
    return dataclass(slots=True, unsafe_hash=True)(kind)


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
