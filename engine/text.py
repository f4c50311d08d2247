"""Words as data: the engine names what is to be said, bot/ says it in a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from engine.frozen import frozen


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


def text(key: str, /, **args: Argument) -> Text:
    """`Text` with its arguments by name."""
    return Text(key, args)
