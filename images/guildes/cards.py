"""Guild cards with words on them: large ones to choose from, small ones in piles."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from images import theme
from images.canvas import Canvas, Drawn
from images.guildes.guilds import arms, card
from images.layout import Box
from images.ornaments import medal
from images.sketch import Sketch, stamped
from images.theme import Style
from images.vector import stencil

CHOICE = (206, 250)
"""A large card; narrower where six lie side by side."""

_PILE = (132, 148)
_SMALL = (84, 108)
_FOOT = 92
_NAME = Style("heading", (32, 30, 28, 26, 24, 22))
_SMALL_NAME = Style("text", (24, 22))
_NOW = Style("strong", (26, 24, 22), theme.CREAM)
_LATER = Style("text", (26, 24, 22), theme.INK_SOFT)


@lru_cache(maxsize=64)
def face(
    guild: str,
    name: str,
    worth: tuple[str, ...],
    counting: int,
    width: int,
    chosen: bool,  # noqa: FBT001 - lru_cache is quickest by position
) -> Drawn:
    """A large card; the votes of the ranks that count in this ballot are filled."""
    canvas = Canvas(_blank(guild, width, chosen))
    label = Box(12, CHOICE[1] - _FOOT, width - 24, 42)
    canvas.write(label, name, _NAME, "center")
    chips = Box(14, CHOICE[1] - 48, width - 28, 34)
    if len(worth) == 1:
        canvas.put(_chip(chips.w, chips.h, filled=True), chips.x, chips.y)
        canvas.write(chips, worth[0], _NOW, "center")
        return canvas.drawn()
    chip = min(44, (chips.w - 6 * (len(worth) - 1)) // len(worth))
    row = len(worth) * (chip + 6) - 6
    for rank, value in enumerate(worth):
        place = Box(chips.middle[0] - row // 2 + rank * (chip + 6), chips.y, chip, chips.h)
        filled = rank < counting
        canvas.put(_chip(chip, chips.h, filled=filled), place.x, place.y)
        canvas.write(place, value, _NOW if filled else _LATER, "center")
    return canvas.drawn()


@lru_cache(maxsize=64)
def pile(guild: str, name: str, count: int) -> Drawn:
    """A small pile of one guild's cards, its number and name."""
    canvas = Canvas(Image.new("RGB", _PILE, theme.PARCHMENT))
    shown = min(count, 3)
    x = (_PILE[0] - _SMALL[0]) // 2 - 3 * (shown - 1)
    for index in reversed(range(shown)):
        canvas.put(card(guild, *_SMALL), x + index * 6, 2 + index * 2)
    if count > 1:
        canvas.put(medal(42, f"×{count}", "now"), x + _SMALL[0] - 14, 0)
    canvas.write(Box(0, _PILE[1] - 32, _PILE[0], 32), name, _SMALL_NAME, "center")
    return canvas.drawn()


def _blank(guild: str, width: int, chosen: bool) -> Image.Image:  # noqa: FBT001 - inner step
    """Colour and emblem above, room for words below."""
    one = arms()[guild]
    height = CHOICE[1]
    sketch = Sketch(width, height, theme.PARCHMENT)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK if chosen else theme.INK, 14)
    if chosen:
        sketch.box(box.inset(1), theme.GOLD, 13)
        sketch.box(box.inset(6), theme.INK, 9)
    edge = 7 if chosen else 2
    sketch.box(box.inset(edge), theme.CREAM, 8 if chosen else 12)
    field = Box(edge + 5, edge + 5, width - 2 * edge - 10, height - _FOOT - edge - 5)
    sketch.box(field, one.colour, 7)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    inner = min(field.h - 26, field.w - 40)
    x, y = field.middle
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, x - inner // 2, y - inner // 2)
    return sprite


@lru_cache(maxsize=32)
def _chip(width: int, height: int, *, filled: bool) -> Image.Image:
    """Ground for one rank's votes."""
    sketch = Sketch(width, height, theme.CREAM)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK if filled else theme.PARCHMENT_LINE, 8)
    if not filled:
        sketch.box(box.inset(2), theme.CREAM, 6)
    return sketch.done()
