"""The hand: what is asked, the viewer's own dice, the bid, and how many dice the others have."""

from __future__ import annotations

from engine.text import text
from images.furniture import sheets
from images.furniture.sheets import HEAD, TITLE, section
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import viewer
from images.words import Words
from liars_dice.pictures import parts
from liars_dice.pictures.dice import die
from liars_dice.pictures.spoken import hand_alt
from liars_dice.pictures.theme import THEME
from liars_dice.view import LiarsDiceView

_DIE = 150
_GAP = 24
_OWN = TITLE + _DIE + 26
_OUT = Style("heading", (40, 36, 32), theme.INK_SOFT)


def hand(view: LiarsDiceView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    held = view.dice[viewer(view)]
    running = 0 if view.outcome is not None else parts.BID
    canvas, box = parts.sheet(HEAD + _OWN + running + parts.cups_height(view, words), words)
    _question(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    section(canvas, box, THEME, words(text("liars_dice.picture.own", n=held)))
    own = box.below(TITLE).top(_DIE + 10)
    for number, face in enumerate(view.hand):
        x = own.x + number * (_DIE + _GAP)
        canvas.put(die(face, _DIE, THEME.paper), x, own.y + 4)
    if not held:
        canvas.write(own, words(text("liars_dice.picture.say.out")), _OUT)
    box = box.below(_OWN)
    if running:
        parts.bid(canvas, box, view, words)
        box = box.below(running)
    parts.cups(canvas, box, view, words)
    return canvas.picture(hand_alt(view, words))


def _question(canvas: Canvas, box: Box, view: LiarsDiceView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    if view.prompt is None:
        sheets.said(canvas, box, words(view.headline))
    else:
        sheets.said(canvas, box, words(view.prompt.ask), words(view.headline))
