"""A trick as it lies: who played what, who is to play, who takes it."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.corrompue.view import CorrompueView, PlayView
from engine.text import Seat, text
from images.corrompue.factions import card, shield
from images.corrompue.parts import colours
from images.corrompue.theme import THEME
from images.furniture.heraldry import empty
from images.furniture.ornaments import crown, plate, quill
from images.furniture.sheets import TITLE, section
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn, has_room_beside
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.theme import Style
from images.words import Words

_GAP = 10
_LARGE = (104, 148)
_LARGE_SLOT = 176
_SMALL = (68, 96)
_SMALL_SLOT = 120
_WHO = Style("strong", (32, 30, 28, 27))
_TAG = Style("text", (30, 28, 27), theme.INK_SOFT)
_TAKES = Style("strong", (30, 28, 27), THEME.rubric)

Slot = tuple[int, PlayView | None, str]
"""A seat, the card it has played, and "takes", "nothing", "next", "leads", "later" or ""."""


def trick_height(*, large: bool) -> int:
    """Room that the trick takes."""
    return TITLE + (_LARGE_SLOT if large else _SMALL_SLOT) + 18


def trick(canvas: Canvas, box: Box, view: CorrompueView, words: Words, *, large: bool) -> None:
    """The trick in the order of play, what is asked above."""
    if view.asked is None:
        said = words(text("corrompue.picture.trick"))
    else:
        asked = text(f"corrompue.faction.{view.asked}")
        said = words(text("corrompue.picture.trick_asked", faction=asked))
    sign = None if view.asked is None else shield(view.asked, 36)
    section(canvas, box.past(50 if sign else 0), THEME, said)
    if sign:
        # Where the page begins with it, it keeps off the corner of the frame.
        canvas.put(sign, box.x + 8, box.y + 5)
        canvas.fill(Box(box.x, box.y + TITLE - 10, 50, 2), THEME.line)
    _slots(canvas, box.below(TITLE), _now(view), words, large=large)


def last_height(view: CorrompueView) -> int:
    """Room that the last trick takes; 0 before the first one is finished."""
    return 0 if view.last_trick is None else trick_height(large=False)


def last(canvas: Canvas, box: Box, view: CorrompueView, words: Words) -> None:
    """The last trick and who took it."""
    found = view.last_trick
    if found is None:
        return
    key = "last" if found.taker == found.winner else "last_named"
    said = words(text(f"corrompue.picture.{key}", player=Seat(found.taker)))
    section(canvas, box, THEME, said, free=True)
    slots = [
        (play.seat, play, "took" if play.seat == found.taker else _worth(play))
        for play in found.plays
    ]
    _slots(canvas, box.below(TITLE), slots, words, large=False)


def _now(view: CorrompueView) -> list[Slot]:
    """Every seat in the order of play."""
    found: list[Slot] = [
        (play.seat, play, "takes" if play.seat == view.winning else _worth(play))
        for play in view.plays
    ]
    for step in range(len(view.plays), view.seats):
        seat = (view.leader + step) % view.seats
        state = "later"
        if step == len(view.plays) and view.phase == "trick":
            state = "next" if step else "leads"
        found.append((seat, None, state))
    return found


def _worth(play: PlayView) -> str:
    return "" if play.counts else "nothing"


def _slots(canvas: Canvas, box: Box, slots: Sequence[Slot], words: Words, *, large: bool) -> None:
    height = _LARGE_SLOT if large else _SMALL_SLOT
    for (seat, play, state), slot in zip(
        slots, box.top(height).columns(len(slots), _GAP), strict=True
    ):
        said = words(text(f"corrompue.picture.slot.{state}")) if state else ""
        name = None if play is None else play.id
        drawn = _slot((slot.w, slot.h), words.name(seat), name, (state, said))
        canvas.place(drawn, slot.x, slot.y)


@cached
def _slot(size: tuple[int, int], who: str, name: str | None, state: tuple[str, str]) -> Drawn:
    """One player's part of a trick: the card or its place, name, and what it does."""
    width, height = size
    kind, said = state
    lit = kind in {"takes", "took", "next", "leads"}
    ground = theme.GOLD_LIGHT if kind in {"takes", "took"} else theme.CREAM
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    canvas.put(plate(width, height, ground), 0, 0)
    large = height >= _LARGE_SLOT
    shape = _LARGE if large else _SMALL
    place = Box(12, (height - shape[1]) // 2, *shape)
    if name is not None:
        canvas.put(card(name, *shape, grey=kind == "nothing"), place.x, place.y)
    else:
        canvas.put(empty(*shape, THEME, ground), place.x, place.y)
        if lit:
            canvas.put_middle(quill(shape[0] // 2, theme.INK), place)
    rest = Box(place.right + 12, 8, width - place.right - 20, height - 14)
    foot = (74 if large else 40) if said else 0
    style = _WHO if name is not None or lit else _WHO.tinted(theme.INK_SOFT)
    canvas.write(rest.top(rest.h - foot), who, style, lines=3 if large else 2, free=True)
    if said:
        sign = crown(26, THEME.rubric) if kind in {"takes", "took"} else None
        line = rest.below(rest.h - foot)
        style = _TAKES if lit else _TAG
        # Where there is no room beside the crown, the words stand below it.
        if sign and not has_room_beside(sign, said, style, line.w):
            canvas.put(sign, line.x, line.y + 2)
            line, sign = line.below(sign.height + 4), None
        canvas.write(line, said, style, lines=2 if large else 1, sign=sign)
    return flat(canvas.drawn(), colours())
