"""What the three pictures share: the head of the page, banners, the guilds' column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.encoding import palette
from images.guildes.guilds import ramps, shield
from images.guildes.standing import scored
from images.layout import Box
from images.ornaments import MARGIN, banner, crown, medal, page, quill, rule, seal
from images.theme import Style
from images.words import Words

HEAD = 128
NUMERALS = ("I", "II", "III")
_LATER = Style("text", (24, 22), theme.INK_SOFT)
_NOW = Style("strong", (26, 24, 22), theme.INK)
_ROLE = Style("text", (22,), theme.GOLD_LIGHT)
_STATUS = Style("text", (24, 22), theme.CREAM)


def sheet(height: int) -> tuple[Canvas, Box]:
    """A fresh page, and the box to write in."""
    canvas = Canvas(page(theme.WIDTH, height), palette(ramps()))
    return canvas, Box(0, 0, theme.WIDTH, height).inset(MARGIN, MARGIN - 8)


def head(canvas: Canvas, box: Box, view: GuildesView, words: Words, line: str) -> None:
    """The game's name, where it stands, and its three ballots; `box` is HEAD px high."""
    title = words(text("guildes.picture.title"))
    medals = box.past(box.w - 222).top(HEAD - 20)
    canvas.write(box.left(230).top(HEAD - 20), title, theme.TITLE)
    middle = Box(box.x + 240, box.y, box.w - 240 - 236, HEAD - 20)
    canvas.write(middle.top(58), words(view.headline), theme.HEADLINE)
    canvas.write(middle.below(60), line, theme.BODY.tinted(theme.INK_SOFT))
    counted = len(view.counts)
    for index, place in enumerate(medals.columns(3, 6)):
        numeral = NUMERALS[index]
        if index < counted:
            canvas.put_middle(seal(68, numeral), place)
        else:
            state = "now" if index == view.ballot - 1 else "later"
            canvas.put_middle(medal(66, numeral, state), place)
    canvas.put(rule(box.w), box.x, box.y + HEAD - 20)


def banner_height(words: Words, seats: int) -> int:
    """Room for names of three lines, what sets seats apart, and a status."""
    roles = any(words.role(seat) for seat in range(seats))
    return 164 + (_role_height(seats) if roles else 0)


def _role_height(seats: int) -> int:
    return 26 if seats <= 4 else 50


def player(canvas: Canvas, box: Box, words: Words, seat: int, status: str, *, lit: bool) -> None:
    """A player's banner: name, what sets the seat apart, status ("chosen", "choosing"...)."""
    canvas.put(banner(box.w, box.h, lit=lit), box.x, box.y)
    inside = Box(box.x + 14, box.y + 14, box.w - 28, box.h - 34)
    role = words.role(seat)
    foot = 36 if status else 0
    below = 0 if not role else 26 if box.w > 170 else 50
    name = inside.top(inside.h - foot - below)
    canvas.write(name, words.name(seat), theme.NAME, "center", 3, free=True)
    if role:
        place = Box(inside.x, name.bottom, inside.w, below)
        canvas.write(place, role, _ROLE, "center", 2)
    if status:
        _status(canvas, Box(inside.x, inside.bottom - foot, inside.w, foot), words, status)


def _status(canvas: Canvas, box: Box, words: Words, status: str) -> None:
    sign = seal(32, "chosen") if status == "chosen" else quill(28, theme.GOLD_LIGHT)
    canvas.put(sign, box.x, box.y + (box.h - sign.height) // 2)
    canvas.write(box.past(36), words(text(f"picture.status.{status}")), _STATUS)


def guild_label(canvas: Canvas, box: Box, view: GuildesView, words: Words, row: GuildRow) -> None:
    """Shield, name and the votes of each rank, those of this ballot in bold."""
    arms = shield(row.guild, min(48, box.h - 4))
    canvas.put(arms, box.x, box.y + (box.h - arms.height) // 2)
    rest = box.past(arms.width + 10)
    name = words(text(f"guildes.guild.{row.guild}"))
    if box.w >= 290:
        canvas.write(rest.left(150), name, theme.HEADING)
        worth(canvas, rest.past(154), view, words, row)
    else:
        canvas.write(rest.top(rest.h // 2 + 4), name, theme.HEADING)
        worth(canvas, rest.below(rest.h // 2), view, words, row)


def guild_name(canvas: Canvas, box: Box, words: Words, row: GuildRow) -> None:
    """Shield and name."""
    arms = shield(row.guild, min(44, box.h - 4))
    canvas.put(arms, box.x, box.y + (box.h - arms.height) // 2)
    name = words(text(f"guildes.guild.{row.guild}"))
    canvas.write(box.past(arms.width + 10), name, theme.HEADING)


def worth(canvas: Canvas, box: Box, view: GuildesView, words: Words, row: GuildRow) -> None:
    """The votes of each rank in columns of their own."""
    if row.per_card:
        said = words(text("guildes.picture.per_card", votes=row.votes[0]))
        canvas.write(box, said, _NOW)
        return
    counting = scored(view, row)
    places = box.left(min(box.w, 150)).columns(4)
    for rank, (value, place) in enumerate(zip(row.votes, places, strict=False)):
        style = _NOW if rank < counting else _LATER
        canvas.write(place, str(value), style, "center")


def rules(canvas: Canvas, box: Box, rows: Sequence[Box]) -> None:
    """Thin lines between the rows of a table."""
    for row in rows:
        canvas.fill(Box(box.x, row.bottom, box.w, 1), theme.PARCHMENT_LINE)


def band(canvas: Canvas, box: Box) -> None:
    """The dark band on which sums stand."""
    canvas.fill(box, theme.AZURE)
    canvas.fill(box.top(3), theme.GOLD)
    canvas.fill(box.below(box.h - 3), theme.GOLD)


def total(canvas: Canvas, box: Box, votes: int, *, first: bool) -> None:
    """A player's votes; whoever has most is crowned."""
    style = theme.TOTAL.tinted(theme.GOLD_LIGHT if first else theme.CREAM)
    canvas.write(box, str(votes), style, "center")
    if first:
        sign = crown(30, whole=True, gilt=True)
        canvas.put(sign, box.middle[0] - 76, box.y + (box.h - sign.height) // 2)


@lru_cache(maxsize=32)
def count_badge(count: int) -> Image.Image:
    """How many cards a small pile holds."""
    return medal(40, f"×{count}", "now")


def legend(canvas: Canvas, box: Box, words: Words) -> None:
    """What the two crowns mean."""
    for (whole, key), line in zip(((True, "leads"), (False, "shares")), box.rows(2), strict=True):
        sign = crown(26, whole=whole)
        canvas.put(sign, line.x, line.y + (line.h - sign.height) // 2)
        said = words(text(f"guildes.picture.legend.{key}"))
        canvas.write(line.past(36), said, theme.NOTE, lines=2)
