"""An open table of this game."""

from __future__ import annotations

from images.guildes.guilds import arms, card
from images.guildes.parts import sheet
from images.guildes.theme import THEME
from images.lobby import CARD, opened
from images.pictures import OpenTable, Picture
from images.words import Words


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [card(guild, *CARD) for guild in arms()]
    return opened(table, words, sheet, THEME, cards)
