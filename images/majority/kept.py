"""What goes with the cards to choose from: those kept in this draft, or those exchanged."""

from __future__ import annotations

from engine.majority.view import MajorityView
from engine.text import Seat, text
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.majority.council import small
from images.majority.theme import THEME
from images.ornaments import plate
from images.sheets import TITLE, section
from images.viewed import viewer
from images.words import Words

_GAP = 16
_CARD = (78, 104)
_GIVEN = (64, 88)
_SLIP = 108
_NARROWEST = 200
_NARROWEST_SLIP, _WIDEST_SLIP = 380, 430


def kept_height(view: MajorityView) -> int:
    """Room for them in a row of their own."""
    if view.pack and view.hand:
        return TITLE + _CARD[1] + _GAP
    return _SLIP + _GAP if _exchanged(view) else 0


def kept_beside(view: MajorityView, width: int) -> bool:
    """Whether there are any, and `width` px beside the large cards are enough."""
    if view.pack and view.hand:
        return width >= max(_NARROWEST, len(view.hand) * (_CARD[0] + _GAP) - _GAP)
    return bool(view.hand and _exchanged(view)) and width >= _NARROWEST_SLIP


def draw_kept(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """Small cards under a title, or slips with what was given and received."""
    if view.pack:
        section(canvas, box, THEME, words(text("majority.picture.section.kept", n=len(view.hand))))
        for index, card in enumerate(view.hand):
            x = box.x + index * (_CARD[0] + _GAP)
            canvas.put(small(card.id, *_CARD), x, box.y + TITLE)
        return
    narrow = box.w < 2 * _NARROWEST_SLIP
    stack = box.below(TITLE).left(min(box.w, _WIDEST_SLIP)).top(2 * _SLIP + _GAP)
    room = stack if narrow else box.top(_SLIP)
    slips = room.rows(2, _GAP) if narrow else room.columns(2, _GAP)
    for (key, name), slip in zip(_exchanged(view), slips, strict=False):
        canvas.put(plate(slip.w, slip.h, theme.CREAM), slip.x, slip.y)
        canvas.put(small(name, *_GIVEN), slip.x + 12, slip.y + 10)
        partner = Seat((viewer(view) + 2) % view.seats)
        said = words(text(f"majority.picture.{key}", partner=partner))
        canvas.write(slip.past(88).left(slip.w - 100), said, theme.BODY, lines=3, free=True)


def _exchanged(view: MajorityView) -> tuple[tuple[str, str], ...]:
    """What was given and received, as long as such a card may still be in hand."""
    cards = (("given", view.given), ("received", view.received))
    return tuple((key, card) for key, card in cards if card is not None)
