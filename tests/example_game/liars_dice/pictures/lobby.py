"""An open table: the dice, and who sits."""

from __future__ import annotations

from images.furniture.lobby import CARD, opened
from images.pictures import OpenTable, Picture
from images.words import Words
from liars_dice.pictures.dice import die
from liars_dice.pictures.parts import sheet
from liars_dice.pictures.theme import THEME


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with its dice, and who sits."""
    dice = [die(face, CARD[0], THEME.cover.base) for face in range(1, 7)]
    return opened(table, words, sheet, THEME, dice)
