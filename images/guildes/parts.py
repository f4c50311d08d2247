"""What the three pictures share: the head of the page, banners, the guilds' column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.encoding import palette
from images.guildes.guilds import ramps, shield
from images.guildes.standing import scored
from images.layout import Box
from images.lettering import common_size, measure
from images.ornaments import MARGIN, TAIL, banner, crown, medal, page, quill, rule, seal
from images.pictures import Picture
from images.theme import Style
from images.words import Words

HEAD = 128
GAP = 10
"""Between the players' columns."""

NUMERALS = ("I", "II", "III")
NONE = Style("text", (30,), theme.PARCHMENT_LINE)
_LATER = Style("text", (24, 22), theme.INK_SOFT)
_NOW = Style("strong", (26, 24, 22), theme.INK)
_ROLE = Style("text", (22,), theme.GOLD_LIGHT)
_STATUS = Style("text", (24, 22), theme.CREAM)
_WIDE_LABEL = 280
_NAME_ROOM = 148
_FOLD = 12


def sheet(height: int) -> tuple[Canvas, Box]:
    """A fresh page with room for `height` px, and the box to write in."""
    whole = Box(0, 0, theme.WIDTH, height + 2 * MARGIN)
    return Canvas(page(whole.w, whole.h)), whole.inset(MARGIN)


def finished(canvas: Canvas, alt: Sequence[str]) -> Picture:
    """The picture in the theme's and the guilds' colours."""
    return canvas.picture(alt, palette(ramps()))


def head(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> Box:
    """The game's name and its three ballots; returns the room between for two lines."""
    high = HEAD - 22
    title = words(text("guildes.picture.title"))
    canvas.write(box.left(230).top(high), title, theme.TITLE)
    counted = len(view.counts)
    for index, place in enumerate(box.past(box.w - 222).top(high).columns(3, 6)):
        if index < counted:
            canvas.put_middle(seal(68, NUMERALS[index]), place)
        else:
            state = "now" if index == view.ballot - 1 else "later"
            canvas.put_middle(medal(66, NUMERALS[index], state), place)
    canvas.put(rule(box.w), box.x, box.y + high)
    return Box(box.x + 240, box.y, box.w - 240 - 236, high)


def columns(label: int, seats: int) -> tuple[Box, ...]:
    """Where the players' lanes lie beside a column of `label` px."""
    return Box(MARGIN, 0, theme.WIDTH - 2 * MARGIN, 0).past(label).columns(seats, GAP)


def banner_height(words: Words, lanes: Sequence[Box]) -> int:
    """Room for names of three lines, a status, and what sets seats apart."""
    roles = [words.role(seat) for seat in range(len(lanes))]
    return 160 + max(_role_height(role, lanes[0].w) for role in roles)


def _role_height(role: str | None, width: int) -> int:
    if not role:
        return 0
    return 28 if measure(role, _ROLE.face, _ROLE.sizes[0]) <= width - 2 * _FOLD else 50


def player(canvas: Canvas, box: Box, words: Words, seat: int, status: str, *, lit: bool) -> None:
    """A player's banner: name, what sets the seat apart, a status ("chosen", a place...)."""
    said = words(text(f"picture.status.{status}")) if status.isalpha() else ""
    drawn = _banner((box.w, box.h), words.name(seat), words.role(seat) or "", (status, said), lit)
    canvas.place(drawn, box.x, box.y)


@lru_cache(maxsize=48)
def _banner(
    size: tuple[int, int],
    name: str,
    role: str,
    status: tuple[str, str],
    lit: bool,  # noqa: FBT001 - lru_cache is quickest by position
) -> Drawn:
    width, height = size
    canvas = Canvas(banner(width, height, lit=lit).copy())
    room = Box(_FOLD, 14, width - 2 * _FOLD, height - 14 - TAIL - 8)
    sign, said = status
    foot = 38 if sign else 0
    below = _role_height(role, width)
    canvas.write(room.top(room.h - foot - below), name, theme.NAME, "center", 3, free=True)
    if role:
        place = room.below(room.h - foot - below).top(below)
        canvas.write(place, role, _ROLE, "center", 2)
    if said:
        drawn = seal(32, "chosen") if sign == "chosen" else quill(26, theme.GOLD_LIGHT)
        canvas.write(room.below(room.h - foot), said, _STATUS, "center", sign=drawn)
    elif sign:
        canvas.put_middle(medal(38, sign, "now"), room.below(room.h - foot))
    return canvas.drawn()


def guild_column(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, *, values: bool
) -> None:
    """One row for each guild: shield, name, and the votes of each rank if asked for."""
    rows = tuple(
        _label(view, words, row) if values else (row.guild, _name(words, row), (), 0)
        for row in view.guilds
    )
    canvas.place(_column((box.w, box.h), rows), box.x, box.y)


def _name(words: Words, row: GuildRow) -> str:
    return words(text(f"guildes.guild.{row.guild}"))


Label = tuple[str, str, tuple[str, ...], int]


def _label(view: GuildesView, words: Words, row: GuildRow) -> Label:
    return row.guild, _name(words, row), worth(words, row), scored(view, row)


@lru_cache(maxsize=12)
def _column(size: tuple[int, int], rows: tuple[Label, ...]) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, theme.PARCHMENT))
    room = _NAME_ROOM if width >= _WIDE_LABEL else width - 56
    names = tuple(name for _, name, _, _ in rows)
    style = theme.HEADING.at(common_size(names, theme.HEADING.setting, room))
    for (guild, name, values, counting), row in zip(
        rows, Box(0, 0, width, height).rows(len(rows)), strict=True
    ):
        arms = shield(guild, min(46, row.h - 4))
        canvas.put(arms, 0, row.y + (row.h - arms.height) // 2)
        rest = row.past(arms.width + 10)
        canvas.fill(Box(0, row.bottom - 1, width, 1), theme.PARCHMENT_LINE)
        if not values:
            canvas.write(rest, name, style)
        elif width >= _WIDE_LABEL:
            canvas.write(rest.left(_NAME_ROOM), name, style)
            _ranks(canvas, rest.past(_NAME_ROOM + 4), values, counting)
        else:
            canvas.write(rest.top(row.h // 2 + 5), name, style)
            _ranks(canvas, rest.below(row.h // 2 - 2), values, counting)
    return canvas.drawn()


def worth(words: Words, row: GuildRow) -> tuple[str, ...]:
    """The votes of each rank, or of each card."""
    if row.per_card:
        return (words(text("guildes.picture.per_card", votes=row.votes[0])),)
    return tuple(map(str, row.votes))


def _ranks(canvas: Canvas, box: Box, values: tuple[str, ...], counting: int) -> None:
    """Votes in columns, those of this ballot in bold."""
    if len(values) == 1:
        canvas.write(box, values[0], _NOW)
        return
    for rank, (value, place) in enumerate(zip(values, box.columns(4), strict=False)):
        canvas.write(place, value, _NOW if rank < counting else _LATER, "center")


def lanes(canvas: Canvas, box: Box, seats: int, rows: Sequence[Box]) -> None:
    """A lane for each player, ruled between the rows."""
    for lane in box.columns(seats, GAP):
        canvas.fill(lane, theme.LANE)
        for row in rows:
            canvas.fill(Box(lane.x, row.bottom - 1, lane.w, 1), theme.PARCHMENT_LINE)


def band(canvas: Canvas, box: Box, words: Words) -> None:
    """The dark band on which the votes stand."""
    canvas.fill(box, theme.AZURE)
    canvas.fill(box.top(3), theme.GOLD)
    canvas.fill(box.below(box.h - 3), theme.GOLD)
    said = words(text("picture.votes"))
    canvas.write(box.left(190).inset(16, 0), said, theme.HEADING.tinted(theme.CREAM))


def total(canvas: Canvas, box: Box, votes: int, *, first: bool) -> None:
    """A player's votes; whoever has most is crowned."""
    said = str(votes)
    canvas.write(
        box, said, theme.TOTAL.tinted(theme.GOLD_LIGHT if first else theme.CREAM), "center"
    )
    if first:
        sign = crown(28, theme.GOLD_LIGHT)
        wide = measure(said, theme.TOTAL.face, theme.TOTAL.sizes[0])
        x = box.middle[0] - wide // 2 - sign.width - 6
        canvas.put(sign, x, box.y + (box.h - sign.height) // 2)
