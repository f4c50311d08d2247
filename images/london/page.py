"""The page of every picture of Guilds of London."""

from __future__ import annotations

from engine.text import text
from images import sheets
from images.indexed import Indexed
from images.layout import Box
from images.london.emblems import sixteen
from images.london.theme import THEME
from images.words import Words


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    title = words(text("london.picture.title"))
    return sheets.sheet(height, sixteen(), THEME, title)
