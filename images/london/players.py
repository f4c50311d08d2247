"""The players below the town: a line each, with who they are and what they have."""

from __future__ import annotations

from functools import partial

from PIL import Image

from engine.london.view import LondonView, PlayerView
from engine.text import text
from images import viewed
from images.furniture import people
from images.furniture.ornaments import quill, seal
from images.furniture.shots import ring
from images.london.emblems import icon, sixteen
from images.london.pawns import liveryman
from images.london.rewards import coin, second
from images.london.signs import turn
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import block_height, fit
from images.paint.theme import Style
from images.pictures import Shot
from images.words import Words

KEY = 72
"""Height of a line that tells whose liverymen are whose."""

STATS = ("guildhall", "pawn", "plantation", "master", "neutral", "card", "mayor", "second")

_SIGNS = 50
_LINE = 84
_SPACE = 6
_CALLED_ROOM = 456
_FIELD = 62
_PAD = 12
_STATUS_LINE = 34
_LINES = 3
_TALLEST = 120
_PLACE, _SCORE_ROOM = 70, 106
_NAME = Style("strong", (34, 32, 30, 28, 27), theme.CREAM)
_ROLE = Style("text", (27,), theme.GOLD_LIGHT)
_STATUS = Style("text", (28, 27), theme.CREAM)
_SCORE = Style("heading", (46, 44, 40))
_CALLED = Style("strong", (32, 30, 28, 27))
_STAT = Style("strong", (34, 32))


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


def sign(name: str) -> Image.Image:
    """One of STATS as a small picture."""
    return second("", 34) if name == "second" else icon(name, 38)


def height(view: LondonView, words: Words) -> int:
    """Of the signs and everyone's line."""
    lines = [_line_height(view, words, seat) + _SPACE for seat in range(view.seats)]
    return _SIGNS + sum(lines)


def _line_height(view: LondonView, words: Words, seat: int) -> int:
    """As high as a name demands, with what the seat does or what sets it apart below."""
    room = _CALLED_ROOM - _FIELD - 2 * _PAD
    fitted = fit(words.name(seat), _NAME.setting, room, _TALLEST, _LINES)
    named = block_height(_NAME.face, fitted.size, len(fitted.lines)) + fitted.size // 2
    below = bool(words.role(seat) or viewed.status(view, words, seat))
    return max(_LINE, _PAD + named + below * _STATUS_LINE)


def draw(
    canvas: Canvas, box: Box, view: LondonView, words: Words, shot: Shot[LondonView] | None = None
) -> None:
    """Everyone, by seat."""
    order = view.live if view.phase in ("activation", "growth", "over") else view.order
    signs = _signs(box.w)
    canvas.put(signs, box.x, box.y)
    box = box.below(_SIGNS)
    for seat, player in enumerate(view.players):
        line = box.top(_line_height(view, words, seat))
        status = viewed.status(view, words, seat)
        called = line.left(_CALLED_ROOM)
        said = words(text(f"picture.status.{status}")) if status else ""
        name = (words.name(seat), words.role(seat))
        lit = seat in viewed.waited_for(view, words)
        canvas.place(_called((called.w, called.h), seat, name, (status, said), lit), *called[:2])
        rest = line.past(_CALLED_ROOM)
        place = str(order.index(seat) + 1)
        numbers = (player.score, *stats(player))
        drawn = _possessions((rest.w, rest.h), place, view.on_turn == seat, numbers)
        canvas.place(drawn, *rest[:2])
        ring(canvas, _cells(rest)[1], view, shot, partial(_score, seat=seat))
        box = box.below(line.h + _SPACE)


def _score(view: LondonView, seat: int) -> int:
    return view.players[seat].score


def _cells(box: Box) -> tuple[Box, ...]:
    """Of the place in the order, the score, and each of STATS."""
    score = box.past(_PLACE).left(_SCORE_ROOM)
    return box.left(_PLACE), score, *box.past(_PLACE + _SCORE_ROOM).columns(len(STATS))


@cached
def _signs(width: int) -> Image.Image:
    """What the columns below are."""
    canvas = Canvas(Image.new("RGB", (width, _SIGNS), THEME.paper))
    signs = (turn(38, "", now=False), coin("", 38), *(sign(name) for name in STATS))
    cells = _cells(Box(0, 0, width, _SIGNS).past(_CALLED_ROOM))
    for one, cell in zip(signs, cells, strict=True):
        canvas.put_middle(one, cell)
    return canvas.drawn().image


@cached
def _called(
    size: tuple[int, int],
    seat: int,
    name: tuple[str, str | None],
    sign: tuple[str, str],
    lit: bool,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """The liveryman, the name, and what it does now, or else what sets the seat apart."""
    canvas = Canvas(Image.new("RGB", size, theme.GOLD if lit else THEME.cloth))
    box = Box(0, 0, *size)
    canvas.fill(box.inset(4), THEME.cloth)
    canvas.fill(box.left(_FIELD).inset(4), theme.CREAM)
    canvas.put_middle(liveryman(seat, 44, 60), box.left(_FIELD))
    room = box.past(_FIELD + _PAD).left(size[0] - _FIELD - 2 * _PAD).inset(0, _PAD // 2)
    called, role = name
    mark, said = sign
    below = _STATUS_LINE if role or said else 0
    canvas.write(room.top(room.h - below), called, _NAME, lines=_LINES, free=True)
    foot = room.below(room.h - below).top(below)
    if said:
        drawn = seal(32, "chosen") if mark == "chosen" else quill(26, theme.GOLD_LIGHT)
        canvas.write(foot, said, _STATUS, sign=drawn)
    elif role:
        canvas.write(foot, role, _ROLE)
    return flat(canvas.drawn(), sixteen())


@cached
def _possessions(
    size: tuple[int, int],
    place: str,
    on_turn: bool,  # noqa: FBT001 - it is found quickest by position
    numbers: tuple[int, ...],
) -> Drawn:
    """Place in the order, score, and what is counted."""
    canvas = Canvas(Image.new("RGB", size, theme.CREAM))
    turns, *cells = _cells(Box(0, 0, *size))
    canvas.put_middle(turn(54, place, now=on_turn), turns)
    score, *counted = numbers
    canvas.write(cells[0], str(score), _SCORE, "center")
    for number, cell in zip(counted, cells[1:], strict=True):
        if number:
            canvas.write(cell, str(number), _STAT, "center")
        else:
            people.nothing(canvas, cell, THEME)
    return flat(canvas.drawn(), sixteen())


def key(canvas: Canvas, box: Box, words: Words, seats: int) -> None:
    """Everyone's liveryman and name."""
    for seat, cell in enumerate(box.columns(seats, people.GAP)):
        canvas.put(liveryman(seat, 48, box.h - 6), cell.x, cell.y + 3)
        canvas.write(cell.past(58), words.name(seat), _CALLED, lines=2, free=True)
