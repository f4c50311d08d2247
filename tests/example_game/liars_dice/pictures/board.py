"""The board: the bid that stands, everybody's cups, and the last call with its dice."""

from __future__ import annotations

from engine.text import text
from images.furniture import sheets
from images.furniture.sheets import HEAD
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.pictures import Picture
from images.words import Words
from liars_dice.pictures import parts
from liars_dice.pictures.spoken import board_alt
from liars_dice.view import LiarsDiceView


def board(view: LiarsDiceView, words: Words) -> Picture:
    """What lies open on the table."""
    cups, call = parts.cups_height(view, words), parts.call_height(view)
    running = 0 if view.outcome is not None else parts.BID
    canvas, box = parts.sheet(HEAD + running + cups + call, words)
    _situation(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if running:
        parts.bid(canvas, box, view, words)
        box = box.below(running)
    parts.cups(canvas, box, view, words)
    parts.call(canvas, box.below(cups), view, words)
    return canvas.picture(board_alt(view, words))


def _situation(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> None:
    """Where the game stands; below, which ones count."""
    below = words(text("liars_dice.picture.say.wild_ones")) if view.options.wild_ones else ""
    sheets.said(canvas, box, words(view.headline), below)
