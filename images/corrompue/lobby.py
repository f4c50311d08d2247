"""An open table of this game."""

from __future__ import annotations

from images.corrompue.factions import arms, plain
from images.corrompue.parts import sheet
from images.corrompue.theme import THEME
from images.lobby import CARD, opened
from images.pictures import OpenTable, Picture
from images.words import Words


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [plain(faction, *CARD) for faction in arms()]
    return opened(table, words, sheet, THEME, cards)
