"""An open table of this game."""

from __future__ import annotations

from PIL import Image

from images import heraldry
from images.cache import cached
from images.lobby import CARD, opened
from images.london.emblems import emblems, symbol
from images.london.page import sheet
from images.london.theme import THEME
from images.pictures import OpenTable, Picture
from images.words import Words


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [_tile(colour) for colour in emblems().colours]
    return opened(table, words, sheet, THEME, cards)


@cached
def _tile(colour: str) -> Image.Image:
    """A card of one colour with its symbol."""
    sprite = heraldry.blank(*CARD, emblems().colours[colour].colour).copy()
    sign = symbol(colour, round(CARD[0] * 0.74))
    at = ((CARD[0] - sign.width) // 2, (CARD[1] - sign.height) // 2)
    sprite.alpha_composite(sign, at)
    return sprite
