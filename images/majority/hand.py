"""The hand: the cards to choose from, what goes with them, and the viewer's standing."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority.view import CardView, MajorityView
from engine.text import Text, text
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.majority import parts, turn
from images.majority.cards import HEIGHT, face
from images.majority.kept import draw_kept, kept_beside, kept_height
from images.majority.own import OWN, own
from images.majority.spoken import hand_alt
from images.ornaments import MARGIN
from images.pictures import Picture
from images.sheets import HEAD, TITLE, section
from images.words import Words

_CARD = 206
"""Width of a large card; five of them fill a row."""

_GAP = 16
_ACROSS = 5
_NOTE = 44


def hand(view: MajorityView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    key, choice = ("pack", view.pack) if view.pack else ("hand", view.hand)
    note = _last_card(view)
    large = TITLE + HEIGHT + _GAP if choice else 0
    beside = kept_beside(view, theme.WIDTH - 2 * MARGIN - len(choice) * (_CARD + _GAP))
    kept = 0 if beside else kept_height(view)
    laid = turn.laid_height(view)
    below = _NOTE if note else 0
    canvas, box = parts.sheet(HEAD + laid + large + below + kept + TITLE + OWN)
    _question(canvas, parts.head(canvas, box, view, words), view, words)
    box = box.below(HEAD)
    if laid:
        turn.laid(canvas, box, view, words)
        box = box.below(laid)
    if choice:
        heading = words(text(f"majority.picture.section.{key}", n=len(choice)))
        section(canvas, box.left(len(choice) * (_CARD + _GAP) - _GAP) if beside else box, heading)
        _choice(canvas, box.below(TITLE), words, choice)
        if beside:
            draw_kept(canvas, box.past(len(choice) * (_CARD + _GAP)), view, words)
        box = box.below(large)
    if note:
        canvas.write(box.top(_NOTE - 12), words(note), theme.NOTE)
        box = box.below(_NOTE)
    if kept:
        draw_kept(canvas, box, view, words)
        box = box.below(kept)
    section(canvas, box, words(text("majority.picture.section.own")))
    own(canvas, box.below(TITLE).top(OWN), view, words)
    return canvas.picture(hand_alt(view, words))


def _last_card(view: MajorityView) -> Text | None:
    """What becomes of the card that is left over."""
    if view.pack or len(view.hand) < 2:
        return None
    last = view.round == view.rounds
    return text(f"majority.picture.left_over.{'end' if last else 'next'}")


def _question(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """What is asked, large; where the game stands, below."""
    soft = theme.BODY.tinted(theme.INK_SOFT)
    if view.prompt is None:
        canvas.write(box.top(66), words(view.headline), theme.HEADLINE, lines=2)
    else:
        ask = words(view.prompt.ask)
        canvas.write(box.top(66), ask, theme.HEADLINE, lines=2, free=True)
        canvas.write(box.below(66), words(view.headline), soft)


def _choice(canvas: Canvas, box: Box, words: Words, cards: Sequence[CardView]) -> None:
    """Large cards in one row."""
    across = max(_ACROSS, len(cards))
    width = (box.w - (across - 1) * _GAP) // across
    for index, card in enumerate(cards):
        canvas.place(face(card, words, width), box.x + index * (width + _GAP), box.y)
