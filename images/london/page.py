"""The page of every picture of Guilds of London."""

from __future__ import annotations

from collections.abc import Iterable

from images import sheets
from images.indexed import Indexed
from images.layout import Box
from images.london.emblems import ramps
from images.palette import palette
from images.pictures import Picture


def sheet(height: int) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    return sheets.sheet(height, palette(ramps()))


def finished(canvas: Indexed, alt: Iterable[str]) -> Picture:
    """The picture, packed tightly: it holds much, and is large."""
    return canvas.picture(alt, "small")
