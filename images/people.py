"""Players in a picture: a banner each, lanes below the banners, sums on a band."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.colour import Colour
from images.layout import Box
from images.lettering import measure
from images.ornaments import MARGIN, TAIL, banner, crown, medal, quill, seal
from images.theme import Style
from images.words import Words

GAP = 10
"""Between the players' lanes."""

_NAMES = 160
_FOLD = 12
_FOOT = 38
_ROLE = Style("text", (22,), theme.GOLD_LIGHT)
_STATUS = Style("text", (24, 22), theme.CREAM)


def columns(label: int, seats: int) -> tuple[Box, ...]:
    """Where the players' lanes lie beside a column of `label` px; their height is 0."""
    return Box(MARGIN, 0, theme.WIDTH - 2 * MARGIN, 0).past(label).columns(seats, GAP)


def banner_height(words: Words, lanes: Sequence[Box]) -> int:
    """Room for names of three lines, a status, and what sets seats apart."""
    roles = [words.role(seat) for seat in range(len(lanes))]
    return _NAMES + max(_role_height(role, lanes[0].w) for role in roles)


def _role_height(role: str | None, width: int) -> int:
    if not role:
        return 0
    return 28 if measure(role, _ROLE.face, _ROLE.sizes[0]) <= width - 2 * _FOLD else 50


def player(
    canvas: Canvas,
    box: Box,
    words: Words,
    seat: int,
    status: str,
    *,
    lit: bool,
    cloth: Colour = theme.AZURE,
) -> None:
    """A player's banner: name, what sets the seat apart, and a status.

    `status`: "chosen", "choosing", "playing", a place as a number, or "".
    """
    said = words(text(f"picture.status.{status}")) if status.isalpha() else ""
    name, role = words.name(seat), words.role(seat)
    drawn = _banner((box.w, box.h), name, role, (status, said), lit, cloth)
    canvas.place(drawn, box.x, box.y)


@lru_cache(maxsize=48)
def _banner(
    size: tuple[int, int],
    name: str,
    role: str | None,
    status: tuple[str, str],
    lit: bool,  # noqa: FBT001 - lru_cache is quickest by position
    cloth: Colour,
) -> Drawn:
    width, height = size
    canvas = Canvas(banner(width, height, cloth, lit=lit).copy())
    room = Box(_FOLD, 14, width - 2 * _FOLD, height - 14 - TAIL - 8)
    sign, said = status
    foot = room.h - (_FOOT if sign else 0)
    upper = foot - _role_height(role, width)
    canvas.write(room.top(upper), name, theme.NAME, "center", 3, free=True)
    if role:
        canvas.write(room.below(upper).top(foot - upper), role, _ROLE, "center", 2)
    if said:
        drawn = seal(32, "chosen") if sign == "chosen" else quill(26, theme.GOLD_LIGHT)
        canvas.write(room.below(foot), said, _STATUS, "center", sign=drawn)
    elif sign:
        canvas.put_middle(medal(38, sign, "now"), room.below(foot))
    return canvas.drawn()


def lanes(canvas: Canvas, box: Box, seats: int) -> None:
    """A shaded lane for each player, from under the banner downwards."""
    for lane in box.columns(seats, GAP):
        canvas.fill(lane, theme.LANE)


def ruled(canvas: Canvas, line: Box, seats: int) -> Iterator[Box]:
    """The cells of one row of the lanes, each ruled at its foot."""
    for lane in line.columns(seats, GAP):
        canvas.fill(Box(lane.x, lane.bottom - 1, lane.w, 1), theme.PARCHMENT_LINE)
        yield lane


def band(canvas: Canvas, box: Box, title: str, cloth: Colour = theme.AZURE) -> None:
    """The dark band on which sums stand."""
    canvas.fill(box, cloth)
    canvas.fill(box.top(3), theme.GOLD)
    canvas.fill(box.below(box.h - 3), theme.GOLD)
    canvas.write(box.left(190).inset(16, 0), title, theme.HEADING.tinted(theme.CREAM))


def total(canvas: Canvas, box: Box, number: int, *, first: bool) -> None:
    """A player's sum on the band; whoever has most is crowned."""
    said = str(number)
    colour = theme.GOLD_LIGHT if first else theme.CREAM
    canvas.write(box, said, theme.TOTAL.tinted(colour), "center")
    if first:
        sign = crown(28, theme.GOLD_LIGHT)
        wide = measure(said, theme.TOTAL.face, theme.TOTAL.sizes[0])
        x = box.middle[0] - wide // 2 - sign.width - 6
        canvas.put(sign, x, box.y + (box.h - sign.height) // 2)


def numbered(places: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """(place, seat) from first to last; those who share a place leave the next ones out."""
    found: list[tuple[int, int]] = []
    for tied in places:
        place = len(found) + 1
        found += [(place, seat) for seat in tied]
    return found
