"""The hand: what may be chosen now, what was kept, and the viewer's own tableau."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.guildes import parts
from images.guildes.guilds import arms, card, shield
from images.guildes.spoken import hand_alt, travel
from images.guildes.standing import effective, leaders, viewer
from images.layout import Box
from images.ornaments import MARGIN, crown, plate, seal
from images.pictures import Picture
from images.sketch import Sketch, stamped
from images.theme import Style
from images.vector import stencil
from images.words import Words

_GAP = 16
_LARGE = (206, 244)
_SMALL = (84, 108)
_TITLE = 52
_KEPT = 150
_OWN_ROW = 70
_CARD_NAME = Style("heading", (32, 30, 28, 26, 24, 22))
_SMALL_NAME = Style("text", (24, 22))


def hand(view: GuildesView, words: Words) -> Picture:
    """What one seat holds and may choose from."""
    choice = view.pack or view.hand
    kept = view.hand if view.pack else ()
    rows = ceil(len(choice) / 6) if len(choice) <= 6 else 2
    height = parts.HEAD + 2 * MARGIN - 8
    height += _TITLE + rows * (_LARGE[1] + _GAP) if choice else 0
    height += _TITLE + _KEPT if kept else 0
    height += _TITLE + 2 * _OWN_ROW
    canvas, box = parts.sheet(height)
    ask = words(view.prompt.ask) if view.prompt else travel(view, words)
    parts.head(canvas, box.top(parts.HEAD), view, words, ask)
    box = box.below(parts.HEAD)
    if choice:
        key = "pack" if view.pack else "hand"
        _section(canvas, box.top(_TITLE), words, key, len(choice))
        cards = box.below(_TITLE).top(rows * (_LARGE[1] + _GAP))
        _choice(canvas, cards, view, words, choice)
        box = box.below(_TITLE + cards.h)
    if kept:
        _section(canvas, box.top(_TITLE), words, "kept", len(kept))
        _kept(canvas, box.below(_TITLE).top(_KEPT), words, kept)
        box = box.below(_TITLE + _KEPT)
    _section(canvas, box.top(_TITLE), words, "own", 0)
    _own(canvas, box.below(_TITLE), view, words)
    return canvas.picture(hand_alt(view, words))


def _section(canvas: Canvas, box: Box, words: Words, key: str, count: int) -> None:
    title = words(text(f"guildes.picture.section.{key}", n=count))
    canvas.write(box.top(box.h - 6), title, theme.HEADING.tinted(theme.RUBRIC))
    canvas.fill(Box(box.x, box.bottom - 6, box.w, 1), theme.PARCHMENT_LINE)


def _choice(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, cards: Sequence[str]
) -> None:
    """Large cards, the chosen ones framed in gold and sealed."""
    chosen = _chosen(view)
    each = len(cards) if len(cards) <= 5 else 6 if len(cards) == 6 else ceil(len(cards) / 2)
    width = min(_LARGE[0], (box.w - (each - 1) * _GAP) // each)
    for index, name in enumerate(cards):
        row, column = divmod(index, each)
        x = box.x + column * (width + _GAP)
        place = Box(x, box.y + row * (_LARGE[1] + _GAP), width, _LARGE[1])
        marked = chosen[name] > 0
        chosen[name] -= marked
        _large(canvas, place, view, words, name, chosen=bool(marked))


def _chosen(view: GuildesView) -> Counter[str]:
    """Guilds of the cards picked so far."""
    if view.prompt is None or view.prompt.answered is None:
        return Counter()
    picked = [o.card for o in view.prompt.options if o.id in view.prompt.answered and o.card]
    return Counter(card.removeprefix("guild:") for card in picked)


def _large(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, name: str, *, chosen: bool
) -> None:
    row = next(row for row in view.guilds if row.guild == name)
    canvas.put(_face(name, box.w, box.h, chosen=chosen), box.x, box.y)
    label = Box(box.x + 10, box.bottom - 88, box.w - 20, 40)
    canvas.write(label, words(text(f"guildes.guild.{name}")), _CARD_NAME, "center")
    worth = Box(box.x + 14, box.bottom - 50, box.w - 28, 38)
    parts.worth(canvas, worth, view, words, row)
    if chosen:
        canvas.put(seal(64, "chosen"), box.right - 52, box.y - 10)


@lru_cache(maxsize=64)
def _face(name: str, width: int, height: int, *, chosen: bool) -> Image.Image:
    """A card: the guild's colour and emblem above, room for words below."""
    one = arms()[name]
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK if chosen else theme.INK, 14)
    if chosen:
        sketch.box(box.inset(1), theme.GOLD, 13)
        sketch.box(box.inset(6), theme.INK, 9)
    edge = 7 if chosen else 2
    sketch.box(box.inset(edge), theme.CREAM, 12 if not chosen else 8)
    field = Box(edge + 5, edge + 5, width - 2 * edge - 10, height - 92 - edge - 5)
    sketch.box(field, one.colour, 7)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    inner = min(field.h - 28, field.w - 40)
    mask = stencil(one.emblem, inner, one.turn)
    x, y = field.middle
    stamped(sprite, mask, one.ink, x - inner // 2, y - inner // 2)
    return sprite


def _kept(canvas: Canvas, box: Box, words: Words, cards: Sequence[str]) -> None:
    """Small cards by guild, each with its name and number."""
    groups = Counter(cards)
    slots = box.columns(max(7, len(groups)), 6)
    for (name, count), slot in zip(groups.items(), slots, strict=False):
        x = slot.x + (slot.w - _SMALL[0]) // 2
        for index in reversed(range(min(count, 3))):
            canvas.put(card(name, *_SMALL), x + index * 7, slot.y + 2 + index * 3)
        if count > 1:
            canvas.put(parts.count_badge(count), x + _SMALL[0] - 20, slot.y - 6)
        label = Box(slot.x, slot.y + _SMALL[1] + 6, slot.w, 32)
        canvas.write(label, words(text(f"guildes.guild.{name}")), _SMALL_NAME, "center")


def _own(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Own cards by guild beside the most that another player has."""
    slots = [slot for line in box.top(2 * _OWN_ROW).rows(2) for slot in line.columns(6, 10)]
    for row, slot in zip(view.guilds, slots, strict=False):
        _standing(canvas, slot, view, words, row)


def _standing(canvas: Canvas, box: Box, view: GuildesView, words: Words, row: GuildRow) -> None:
    seat = viewer(view)
    own = effective(view, seat, row.guild)
    others = max(effective(view, s, row.guild) for s in range(view.seats) if s != seat)
    leading = leaders(view, row)
    canvas.put(shield(row.guild, 54), box.x, box.y + 8)
    rest = box.past(62).top(box.h - 4)
    canvas.write(rest.top(32), words(text(f"guildes.guild.{row.guild}")), _SMALL_NAME)
    line = rest.below(32)
    if seat in leading:
        whole = len(leading) == 1
        canvas.put(plate(66, 32, whole=whole), line.x, line.y)
        canvas.put(crown(22, whole=whole), line.x + 7, line.y + 5)
        canvas.write(Box(line.x + 32, line.y, 28, 32), str(own), _NUMBER, "center")
    else:
        canvas.write(Box(line.x, line.y, 66, 32), str(own), _NUMBER, "center")
    canvas.write(Box(line.x + 72, line.y, 40, 32), f"/ {others}", theme.NOTE)


_NUMBER = Style("strong", (28, 26))
