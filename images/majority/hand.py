"""The hand: the cards to choose from, what goes with them, and the viewer's standing.

What is asked and where the game stands is said by the message around it, and not here again.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority.view import CardView, MajorityView
from engine.text import Text, text
from images import legend, theme
from images.canvas import Canvas
from images.indexed import LIGHT
from images.layout import Box
from images.majority import effects, parts, turn
from images.majority.cards import HEIGHT, face
from images.majority.kept import draw_kept, kept_beside, kept_height
from images.majority.own import OWN, own
from images.majority.spoken import hand_alt
from images.majority.theme import THEME
from images.pictures import Picture
from images.sheets import CONTENT, TITLE, section
from images.viewed import viewer
from images.words import Words

_GAP = 14
_ACROSS = 5
"""So many large cards fill a row; more are narrower."""

_NOTE = 44


def hand(view: MajorityView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    viewer(view)  # the public's view has no hand
    key, choice = ("pack", view.pack) if view.pack else ("hand", view.hand)
    note = _last_card(view)
    does = effects.rows(choice, words)
    large = TITLE + HEIGHT + _GAP if choice else 0
    taken = len(choice) * (_width(choice) + _GAP)
    beside = kept_beside(view, CONTENT - taken)
    kept = 0 if beside else kept_height(view)
    laid = turn.laid_height(view)
    below = effects.height(does) + (_NOTE if note else 0)
    entries = parts.entries(view, words) if parts.won(view) else ()
    foot = (TITLE + OWN if parts.won(view) else 0) + legend.height(entries, CONTENT)
    canvas, box = parts.sheet(laid + large + below + kept + foot, words)
    if laid:
        turn.laid(canvas, box, view, words)
        box = box.below(laid)
    if choice:
        heading = words(text(f"majority.picture.section.{key}", n=len(choice)))
        section(canvas, box.left(taken - _GAP) if beside else box, THEME, heading)
        _choice(canvas, box.below(TITLE), words, choice)
        if beside:
            draw_kept(canvas, box.past(taken), view, words)
        box = box.below(large)
    effects.draw(canvas, box, does)
    if note:
        line = box.below(effects.height(does)).top(_NOTE - 8)
        canvas.write(line, words(note), theme.BODY.tinted(theme.INK_SOFT))
    box = box.below(below)
    if kept:
        draw_kept(canvas, box, view, words)
        box = box.below(kept)
    if parts.won(view):
        section(canvas, box, THEME, words(text("majority.picture.section.own")))
        own(canvas, box.below(TITLE).top(OWN), view, words)
        legend.draw(canvas, box.below(TITLE + OWN), entries, THEME)
    return canvas.picture(hand_alt(view, words), LIGHT)


def _last_card(view: MajorityView) -> Text | None:
    """What becomes of the card that is left over."""
    if view.pack or len(view.hand) < 2:
        return None
    last = view.round == view.rounds
    return text(f"majority.picture.left_over.{'end' if last else 'next'}")


def _width(cards: Sequence[CardView]) -> int:
    """Of a large card."""
    across = max(_ACROSS, len(cards))
    return (CONTENT - (across - 1) * _GAP) // across


def _choice(canvas: Canvas, box: Box, words: Words, cards: Sequence[CardView]) -> None:
    """Large cards in one row."""
    width = _width(cards)
    for index, card in enumerate(cards):
        canvas.place(face(card, words, width), box.x + index * (width + _GAP), box.y)
