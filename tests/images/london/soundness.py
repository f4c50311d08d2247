"""What a picture of Guilds of London has to be."""

from __future__ import annotations

from images import Picture
from tests.images import soundness

_MOST_BYTES = 150_000
"""More than other games' pictures: a town of 28 tiles, or a hand of all kinds of cards."""


def assert_sound(picture: Picture) -> None:
    """A palette PNG of the house's width, nothing cut, described."""
    soundness.assert_sound(picture, _MOST_BYTES)
