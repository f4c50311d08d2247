"""The players below the town: a banner each with their liveryman, and what they have."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.london.view import LondonView, PlayerView
from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.london.emblems import icon
from images.london.pawns import liveryman
from images.london.rewards import second
from images.ornaments import TAIL, banner, medal, quill, seal
from images.people import GAP
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

BANNER = 144
LANE = 152
HEIGHT = BANNER + LANE
KEY = 62
"""Height of a line that tells whose liverymen are whose."""
_NAME = Style("strong", (30, 28, 26, 24, 22), theme.CREAM)
_ROLE = Style("text", (22,), theme.GOLD_LIGHT)
_STATUS = Style("text", (24, 22), theme.CREAM)
_SCORE = Style("heading", (48, 44, 40), theme.INK)
_CALLED = Style("strong", (26, 24, 22))
_STAT = Style("strong", (26, 24, 22))
_NONE = Style("text", (26, 24, 22), theme.INK_SOFT)

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


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """Everyone, by seat."""
    order = view.live if view.phase in ("activation", "growth", "over") else view.order
    for seat, lane in enumerate(box.columns(view.seats, GAP)):
        canvas.fill(lane.below(20).top(box.h - 20), theme.LANE)
        name_banner(
            canvas, lane.top(BANNER), words, seat, status(view, seat), lit=seat in view.awaited
        )
        player = view.players[seat]
        place = str(order.index(seat) + 1)
        score = words(text("london.step.vp", n=player.score))
        drawn = _possessions(lane.w, score, place, view.on_turn == seat, stats(player))
        canvas.place(drawn, lane.x, lane.y + BANNER)


def status(view: LondonView, seat: int) -> str:
    """A word on what a seat does now."""
    if view.awaited and view.simultaneous:
        return "choosing" if seat in view.awaited else "chosen"
    return "playing" if seat in view.awaited else ""


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
    canvas = Canvas(banner(width, height, lit=lit).copy())
    canvas.put(_badge(seat), 16, 22)
    room = Box(86, 14, width - 86 - 12, height - 14 - TAIL - 6)
    called, role = name
    mark, said = sign
    foot = 32 if said or mark else 0
    middle = 26 if role else 0
    canvas.write(room.top(room.h - foot - middle), called, _NAME, lines=2, free=True)
    if role:
        canvas.write(room.below(room.h - foot - middle).top(middle), role, _ROLE, free=True)
    if said:
        drawn = seal(32, "chosen") if mark == "chosen" else quill(26, theme.GOLD_LIGHT)
        canvas.write(room.below(room.h - foot), said, _STATUS, sign=drawn)
    elif mark:
        canvas.put(medal(38, mark, "now"), room.x, room.bottom - 34)
    return canvas.drawn()


@lru_cache(maxsize=8)
def _badge(seat: int) -> Image.Image:
    """The seat's liveryman on a light field, so that the darkest shows as well."""
    sketch = Sketch(62, 92)
    sketch.box(Box(0, 0, 62, 92), theme.GOLD, 10)
    sketch.box(Box(2, 2, 58, 88), theme.CREAM, 8)
    sprite = sketch.done()
    figure = liveryman(seat, 48, 64)
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
    canvas = Canvas(Image.new("RGB", (width, LANE), theme.LANE))
    box = Box(0, 0, width, LANE)
    canvas.put(medal(48, place, "now" if on_turn else "later"), 14, 7)
    canvas.write(box.top(62).inset(66, 0), score, _SCORE, "center")
    canvas.fill(Box(8, 62, width - 16, 1), theme.PARCHMENT_LINE)
    lines = box.below(64).top(LANE - 68).rows(2)
    cells = [cell for line in lines for cell in line.inset(6, 0).columns(4)]
    _numbers(canvas, cells, numbers)
    return canvas.drawn()


def key(canvas: Canvas, box: Box, words: Words, seats: int) -> None:
    """Everyone's liveryman and name."""
    for seat, cell in enumerate(box.columns(seats, GAP)):
        canvas.put(liveryman(seat, 44, box.h - 6), cell.x, cell.y + 3)
        canvas.write(cell.past(54), words.name(seat), _CALLED, lines=2, free=True)


def summary(canvas: Canvas, box: Box, seat: int, score: str, numbers: tuple[int, ...]) -> None:
    """One player's liveryman, score and numbers in a line."""
    canvas.put(liveryman(seat, 46, box.h - 4), box.x + 4, box.y + 2)
    canvas.write(box.past(60).left(150), score, _SCORE.tinted(theme.RUBRIC), "center")
    _numbers(canvas, box.past(230).columns(len(STATS)), numbers)


def _numbers(canvas: Canvas, cells: Sequence[Box], numbers: tuple[int, ...]) -> None:
    for name, number, cell in zip(STATS, numbers, cells, strict=True):
        style = _STAT if number else _NONE
        sprite = second("", 30) if name == "second" else icon(name, 32)
        x = cell.x + max(0, (cell.w - 64) // 2)
        canvas.put(sprite, x, cell.y + (cell.h - sprite.height) // 2)
        canvas.write(Box(x + 37, cell.y, cell.right - x - 37, cell.h), str(number), style)
