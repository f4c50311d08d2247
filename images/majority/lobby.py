"""An open table of this game."""

from __future__ import annotations

from images.lobby import CARD, opened
from images.majority.council import CLOTHS, small
from images.majority.parts import sheet
from images.majority.theme import THEME
from images.pictures import OpenTable, Picture
from images.words import Words

_CARDS = ("red:0", "blue:2", "yellow:3", "red:5", "blue:6", "yellow:7", "red:9", "blue:10")
"""What every power looks like, the colours in turn."""


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [small(card, *CARD) for card in _CARDS]
    return opened(table, words, sheet, THEME, cards, CLOTHS)
