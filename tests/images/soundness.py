"""What every picture of every game has to be, and the readers that strain it most."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from PIL import Image

from bot.testing.names import LONGEST_NAMES
from images import Picture
from images.paint.indexed import HEAVY
from images.paint.theme import WIDTH
from images.words import LONGEST
from tests.images.speech import Speech

LANGUAGES = ("en", "fr")


def longest(language: str, seats: int) -> Speech:
    """Everyone has the longest name and is a computer."""
    return Speech(language, LONGEST_NAMES, range(seats))


def scripts(language: str, seats: int) -> Speech:
    """Emoji, from right to left, CJK, accents: everyone is a computer."""
    return Speech(language, LONGEST_NAMES[2:] + LONGEST_NAMES[:2], range(seats))


def assert_sound(picture: Picture, most_bytes: int = HEAVY) -> None:
    """A palette PNG of the house's width and weight, nothing cut, described."""
    image = Image.open(BytesIO(picture.png))
    image.load()
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height) == (WIDTH, picture.height)
    assert len(picture.png) <= most_bytes
    assert picture.cut == ()
    assert 0 < len(picture.alt) <= LONGEST


def phases_of(played: Iterable[tuple[int, Any]]) -> list[Any]:
    """Of the views of a whole game the first and the last of every phase that asks somebody."""
    first: dict[str, Any] = {}
    last: dict[str, Any] = {}
    for seat, view in played:
        if seat >= 0:
            first.setdefault(view.phase, view)
            last[view.phase] = view
    return [*first.values(), *last.values()]
