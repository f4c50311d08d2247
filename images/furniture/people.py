"""Players in a picture: a banner each, lanes below the banners, sums on a band."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.parts.values import placed
from engine.text import text
from images.furniture.frames import MARGIN
from images.furniture.ornaments import TAIL, banner, crown, medal, quill, seal
from images.furniture.sheets import CONTENT
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn, has_room_beside
from images.paint.colour import Colour
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import block_height, fit, measure, unbroken
from images.paint.palette import Palette
from images.paint.theme import CREAM, GOLD, GOLD_LIGHT, NAME, Style, Theme
from images.words import Words

GAP = 6
"""Between the players' lanes."""

_ROD = 18
_FOLD, _SLIM_FOLD = 12, 11
"""From a banner's edge, whose rim is 8 px wide, to what is written on it, and to slim names."""

_FOOT = 42
_ROLE_LINE = 30
_NAME_LINES = 4
_TALLEST = 150
_SLIM_NAME = Style("slim strong", NAME.sizes, CREAM)
_ROLE = Style("text", (27,), GOLD_LIGHT)
_SLIM_ROLE = Style("slim", (27,), GOLD_LIGHT)
_STATUS = Style("text", (28, 27), CREAM)
_BAND = Style("heading", (34, 32, 30, 28, 27), CREAM)
_DOT = 6
_LIT = {"choosing", "playing", "1"}


def columns(label: int, seats: int) -> tuple[Box, ...]:
    """Where the players' lanes lie beside a column of `label` px; their height is 0."""
    return Box(MARGIN, 0, CONTENT, 0).past(label).columns(seats, GAP)


def banner_height(words: Words, lanes: Sequence[Box]) -> int:
    """Room for everyone's name, what sets seats apart, a status, and the space below."""
    width = lanes[-1].w
    return (
        _ROD
        + _FOOT
        + TAIL
        + 10
        + max(
            _name_height(words.name(seat), width) + _role_height(words.role(seat), width)
            for seat in range(len(lanes))
        )
    )


def _name_height(name: str, width: int) -> int:
    style, fold = _lettering(name, width)
    fitted = fit(name, style.setting, width - 2 * fold, _TALLEST, _NAME_LINES)
    return block_height(style.face, fitted.size, len(fitted.lines)) + fitted.size // 2


def _lettering(name: str, width: int) -> tuple[Style, int]:
    """Of a name, and its distance from a banner's edges; slim where that keeps more of it whole."""
    room, slim_room = width - 2 * _FOLD, width - 2 * _SLIM_FOLD
    cut = fit(name, NAME.setting, room, _TALLEST, _NAME_LINES).cut
    broken = not unbroken(name, NAME.setting, room)
    if cut or (broken and unbroken(name, _SLIM_NAME.setting, slim_room)):
        return _SLIM_NAME, _SLIM_FOLD
    return NAME, _FOLD


def _role_height(role: str | None, width: int) -> int:
    if not role:
        return 0
    room = width - 2 * _FOLD
    lines = len(fit(role, _role_style(role, room).setting, room, _TALLEST, 2).lines)
    return lines * _ROLE_LINE + 4


def _role_style(role: str, room: int) -> Style:
    """Slim where a word would have to be broken."""
    return _ROLE if unbroken(role, _ROLE.setting, room) else _SLIM_ROLE


def player(
    canvas: Canvas,
    box: Box,
    theme: Theme,
    words: Words,
    seat: int,
    status: str,
    cloth: Colour | None = None,
) -> None:
    """A player's banner: name, what sets the seat apart, and a status.

    `status`: "chosen", "choosing", "playing", a place as a number, or "". Whoever is awaited
    or is the first has a bright rim.
    """
    said = words(text(f"picture.status.{status}")) if status.isalpha() else ""
    name, role = words.name(seat), words.role(seat)
    drawn = _banner((box.w, box.h), theme, name, role, (status, said), cloth, canvas.palette)
    canvas.place(drawn, box.x, box.y)


@cached
def _banner(
    size: tuple[int, int],
    theme: Theme,
    name: str,
    role: str | None,
    status: tuple[str, str],
    cloth: Colour | None,
    palette: Palette | None,
) -> Drawn:
    width, height = size
    lit = status[0] in _LIT
    canvas = Canvas(banner(width, height, theme, cloth, lit=lit).copy())
    room = Box(_FOLD, 12, width - 2 * _FOLD, height - 12 - TAIL - 4)
    sign, said = status
    foot = room.h - (_FOOT if sign else 0)
    upper = foot - _role_height(role, width)
    style, fold = _lettering(name, width)
    named = room.top(upper).inset(fold - _FOLD, 0)
    canvas.write(named, name, style, "center", _NAME_LINES, free=True)
    if role:
        beneath = room.below(upper).top(foot - upper)
        canvas.write(beneath, role, _role_style(role, room.w), "center", 2)
    if said:
        drawn = seal(32, "chosen") if sign == "chosen" else quill(26, GOLD_LIGHT)
        beside = drawn if has_room_beside(drawn, said, _STATUS, room.w) else None
        canvas.write(room.below(foot), said, _STATUS, "center", sign=beside)
    elif sign:
        canvas.put_middle(medal(40, sign, "now"), room.below(foot))
    return flat(canvas.drawn(), palette)


def lanes(canvas: Canvas, box: Box, theme: Theme, seats: int) -> None:
    """A shaded lane for each player, from under the banner downwards."""
    for lane in box.columns(seats, GAP):
        canvas.fill(lane, theme.lane)


def ruled(canvas: Canvas, line: Box, theme: Theme, seats: int) -> Iterator[Box]:
    """The cells of one row of the lanes, each ruled at its foot."""
    for lane in line.columns(seats, GAP):
        canvas.fill(Box(lane.x, lane.bottom - 1, lane.w, 1), theme.line)
        yield lane


def nothing(canvas: Canvas, cell: Box, theme: Theme) -> None:
    """A cell with nothing in it: a dot."""
    x, y = cell.middle
    canvas.fill(Box(x - _DOT // 2, y - _DOT // 2, _DOT, _DOT), theme.line)


def band(
    canvas: Canvas, box: Box, title: str, cloth: Colour, room: int = 190, upper: int | None = None
) -> None:
    """The dark band on which sums stand, its title in `room` px, and in its `upper` px if given."""
    canvas.fill(box, cloth)
    canvas.fill(box.top(3), GOLD)
    canvas.fill(box.below(box.h - 3), GOLD)
    if title:
        canvas.write(box.left(room).top(upper or box.h).inset(14, 0), title, _BAND)


def total(
    canvas: Canvas, box: Box, theme: Theme, number: int, *, first: bool, shared: bool = False
) -> None:
    """A player's sum on the band; whoever has most is crowned, hollow where it is `shared`."""
    said = str(number)
    style = theme.total
    canvas.write(box, said, style.tinted(GOLD_LIGHT) if first else style, "center")
    if first:
        sign = crown(30, GOLD_LIGHT, theme.cloth if shared else None)
        wide = measure(said, style.face, style.sizes[0])
        x = box.middle[0] - wide // 2 - sign.width - 8
        canvas.put(sign, x, box.y + (box.h - sign.height) // 2)


def numbered(
    places: Sequence[Sequence[int]], parties: Sequence[Sequence[int]] = ()
) -> list[tuple[int, int]]:
    """(place, seat) from first to last, as `placed` has them; here somebody is always first."""
    taken = [tied for tied in places if tied]
    return [(place, seat) for seat, place in placed(taken, parties).items()]
