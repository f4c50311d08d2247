"""An open table: the lid of the game's box, and a banner for every seat that there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from images.furniture.heraldry import back
from images.furniture.ornaments import TAIL, banner
from images.furniture.people import GAP
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.colour import Colour
from images.paint.indexed import LIGHT, Indexed
from images.paint.layout import Box
from images.paint.theme import CREAM, GOLD, GOLD_LIGHT, INK, INK_SOFT, Style, Theme
from images.pictures import OpenTable, Picture, Place
from images.words import Words

CARD = (92, 132)
"""A card on the lid, where up to eleven lie side by side."""

_LID = 188
_LEAST = 8
_SPACE = 22
_ROD = 14
_NAMED = 126
_NOTE = 76
_FOOT = 46
_NAMED_IN = Style("strong", (38, 36, 34, 32, 30), CREAM)
_EDGE = 11
"""From a banner's edge, whose rim is 8 px wide, to what is written on it."""
_NOTED = Style("text", (32, 30))
_SIDE = Style("strong", (32, 30))


def opened(
    table: OpenTable,
    words: Words,
    sheet: Callable[[int, Words], tuple[Indexed, Box]],
    theme: Theme,
    cards: Sequence[Image.Image],
    cloths: Sequence[Colour] = (),
) -> Picture:
    """The picture, on a game's `sheet`; `cards`: what lies in the box; `cloths`: by party."""
    canvas, box = sheet(_height(table), words)
    _lid(canvas, box.top(_LID), theme, cards)
    room = box.below(_LID + _SPACE)
    for place, lane in zip(table.places, room.columns(len(table.places), GAP), strict=True):
        cloth = None if place.party is None else dict(enumerate(cloths)).get(place.party)
        canvas.place(_banner((lane.w, lane.h), theme, place, cloth), lane.x, lane.y)
    return canvas.picture(table.said, LIGHT)


def _height(table: OpenTable) -> int:
    sides = any(place.side for place in table.places)
    return _LID + _SPACE + _ROD + _NAMED + _NOTE + sides * _FOOT + TAIL + 8


def _lid(canvas: Canvas, box: Box, theme: Theme, cards: Sequence[Image.Image]) -> None:
    """What lies in the box; where that is little, between cards face down."""
    canvas.fill(box, theme.cover.dark)
    canvas.fill(box.inset(3), GOLD)
    canvas.fill(box.inset(6), theme.cover.base)
    deck = [back(*CARD, theme)] * max(0, (_LEAST + 1 - len(cards)) // 2)
    laid = [*deck, *cards, *deck]
    for card, place in zip(laid, box.inset(16, 0).columns(len(laid)), strict=True):
        canvas.put_middle(card, place)


@cached
def _banner(size: tuple[int, int], theme: Theme, place: Place, cloth: Colour | None) -> Drawn:
    taken = bool(place.name) and not place.kept
    ground = cloth if taken else theme.lane
    canvas = Canvas(banner(*size, theme, ground, lit=taken).copy())
    room = Box(_EDGE, _ROD, size[0] - 2 * _EDGE, size[1] - _ROD - TAIL - 4)
    note = _NOTED.tinted(GOLD_LIGHT if taken else INK_SOFT)
    if not place.name:
        canvas.write(room, place.note, note, "center", 2)
        return canvas.drawn()
    canvas.write(room.top(_NAMED), place.name, _inked(_NAMED_IN, taken), "center", 4, free=True)
    canvas.write(room.below(_NAMED).top(_NOTE), place.note, note, "center", 2)
    if place.side:
        side = room.below(_NAMED + _NOTE)
        canvas.write(side, place.side, _inked(_SIDE, taken), "center")
    return canvas.drawn()


def _inked(style: Style, taken: bool) -> Style:  # noqa: FBT001 - inner step
    return style.tinted(CREAM if taken else INK)
