"""The players below the town: a banner each with their liveryman, and what they have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.london.view import LondonView, PlayerView
from engine.text import text
from images import theme, waiting
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.lettering import block_height, fit
from images.london.emblems import icon
from images.london.pawns import liveryman
from images.london.rewards import second
from images.london.signs import turn
from images.london.theme import THEME
from images.ornaments import TAIL, banner, medal, quill, seal
from images.people import GAP
from images.sheets import CONTENT
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

LANE = 222
KEY = 72
"""Height of a line that tells whose liverymen are whose."""

_ROD = 20
_BADGE = (66, 96)
_SIDE = 94
_LINES = 4
_ROLE_LINE = 32
_FOOT = 40
_UPPER = 70
_ACROSS = 3
_NAME = Style("strong", (34, 32, 30, 28, 26), theme.CREAM)
_ROLE = Style("text", (26,), theme.GOLD_LIGHT)
_STATUS = Style("text", (28, 26), theme.CREAM)
_SCORE = Style("heading", (54, 48, 44), theme.INK)
_CALLED = Style("strong", (32, 30, 28, 26))
_STAT = Style("strong", (32, 30))
_NONE = Style("text", (32, 30), theme.INK_SOFT)

STATS = ("guildhall", "pawn", "plantation", "master", "neutral", "card", "mayor", "second")


def stats(player: PlayerView) -> tuple[int, ...]:
    """In the order of STATS."""
    return (
        player.guildhall,
        player.supply,
        player.plantation,
        player.masters,
        player.neutrals,
        player.hand,
        player.mayors,
        len(player.markers),
    )


def height(view: LondonView, words: Words) -> int:
    """Of the banners and what everybody has."""
    return _banners(view, words) + LANE


def _banners(view: LondonView, words: Words) -> int:
    """As high as the longest name and what sets seats apart demand."""
    width = Box(0, 0, CONTENT, 0).columns(view.seats, GAP)[-1].w - _SIDE - 8
    named = max(
        _name_height(words.name(seat), width) + _role_height(words.role(seat), width)
        for seat in range(view.seats)
    )
    return max(_ROD + _BADGE[1] + 8, _ROD + named + _FOOT) + TAIL


def _role_height(role: str | None, width: int) -> int:
    if not role:
        return 0
    return _ROLE_LINE * len(fit(role, _ROLE.setting, width, 200, 2).lines)


def _name_height(name: str, width: int) -> int:
    fitted = fit(name, _NAME.setting, width, 200, _LINES)
    return block_height(_NAME.face, fitted.size, len(fitted.lines)) + fitted.size // 2


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """Everyone, by seat."""
    order = view.live if view.phase in ("activation", "growth", "over") else view.order
    banners = _banners(view, words)
    for seat, lane in enumerate(box.columns(view.seats, GAP)):
        canvas.fill(lane.below(20).top(box.h - 20), THEME.lane)
        sign, lit = waiting.status(view, words, seat), seat in waiting.waited_for(view, words)
        name_banner(canvas, lane.top(banners), words, seat, sign, lit=lit)
        player = view.players[seat]
        place = str(order.index(seat) + 1)
        score = words(text("london.step.vp", n=player.score))
        drawn = _possessions(lane.w, score, place, view.on_turn == seat, stats(player))
        canvas.place(drawn, lane.x, lane.y + banners)


def name_banner(canvas: Canvas, box: Box, words: Words, seat: int, sign: str, *, lit: bool) -> None:
    """A player's banner; `sign` as in people.player."""
    said = words(text(f"picture.status.{sign}")) if sign.isalpha() else ""
    drawn = _banner((box.w, box.h), seat, (words.name(seat), words.role(seat)), (sign, said), lit)
    canvas.place(drawn, box.x, box.y)


@lru_cache(maxsize=48)
def _banner(
    size: tuple[int, int],
    seat: int,
    name: tuple[str, str | None],
    sign: tuple[str, str],
    lit: bool,  # noqa: FBT001 - lru_cache is quickest by position
) -> Drawn:
    width, height = size
    canvas = Canvas(banner(width, height, THEME, lit=lit).copy())
    canvas.put(_badge(seat), 14, 20)
    room = Box(_SIDE, 12, width - _SIDE - 8, height - 12 - TAIL - 2)
    called, role = name
    mark, said = sign
    foot = _FOOT if said or mark else 0
    middle = _role_height(role, room.w)
    upper = room.top(room.h - foot - middle)
    canvas.write(upper, called, _NAME, lines=_LINES, free=True)
    if role:
        canvas.write(room.below(room.h - foot - middle).top(middle), role, _ROLE, lines=2)
    if said:
        drawn = seal(32, "chosen") if mark == "chosen" else quill(26, theme.GOLD_LIGHT)
        canvas.write(room.below(room.h - foot), said, _STATUS, sign=drawn)
    elif mark:
        canvas.put(medal(40, mark, "now"), room.x, room.bottom - 40)
    return canvas.drawn()


@lru_cache(maxsize=8)
def _badge(seat: int) -> Image.Image:
    """The seat's liveryman on a light field, so that the darkest shows as well."""
    sketch = Sketch(*_BADGE)
    box = Box(0, 0, *_BADGE)
    sketch.box(box, theme.GOLD, 10)
    sketch.box(box.inset(2), theme.CREAM, 8)
    sprite = sketch.done()
    figure = liveryman(seat, 52, 70)
    sprite.paste(figure, (7, 16), figure)
    return sprite


@lru_cache(maxsize=32)
def _possessions(
    width: int,
    score: str,
    place: str,
    on_turn: bool,  # noqa: FBT001 - lru_cache is quickest by position
    numbers: tuple[int, ...],
) -> Drawn:
    """Place in the order and score; below, eight numbers."""
    canvas = Canvas(Image.new("RGB", (width, LANE), THEME.lane))
    box = Box(0, 0, width, LANE)
    canvas.put(turn(54, place, now=on_turn), 12, 9)
    canvas.write(box.top(_UPPER).past(74).left(width - 82), score, _SCORE, "center")
    canvas.fill(Box(8, _UPPER, width - 16, 1), THEME.line)
    lines = box.below(_UPPER + 4).top(LANE - _UPPER - 10).rows(3)
    cells = [cell for line in lines for cell in line.inset(6, 0).columns(_ACROSS)]
    _numbers(canvas, cells, numbers)
    return canvas.drawn()


def key(canvas: Canvas, box: Box, words: Words, seats: int) -> None:
    """Everyone's liveryman and name."""
    for seat, cell in enumerate(box.columns(seats, GAP)):
        canvas.put(liveryman(seat, 48, box.h - 6), cell.x, cell.y + 3)
        canvas.write(cell.past(58), words.name(seat), _CALLED, lines=2, free=True)


def summary(canvas: Canvas, box: Box, seat: int, score: str, numbers: tuple[int, ...]) -> None:
    """One player's liveryman, score and numbers in a line."""
    canvas.put(liveryman(seat, 50, box.h - 4), box.x + 2, box.y + 2)
    canvas.write(box.past(56).left(170), score, _SCORE.tinted(THEME.rubric), "center")
    _numbers(canvas, box.past(236).columns(len(STATS)), numbers)


def _numbers(canvas: Canvas, cells: Sequence[Box], numbers: tuple[int, ...]) -> None:
    for name, number, cell in zip(STATS, numbers, cells, strict=False):
        style = _STAT if number else _NONE
        sprite = second("", 34) if name == "second" else icon(name, 38)
        x = cell.x + max(0, (cell.w - 80) // 2)
        canvas.put(sprite, x, cell.y + (cell.h - sprite.height) // 2)
        canvas.write(Box(x + 46, cell.y, cell.right - x - 46, cell.h), str(number), style)
