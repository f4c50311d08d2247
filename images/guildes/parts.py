"""What the pictures of Guildes share: the head, the guilds' column, their votes."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import sheets, theme
from images.canvas import Canvas, Drawn
from images.guildes.guilds import ramps, shield
from images.indexed import Indexed
from images.layout import Box
from images.lettering import common_size
from images.palette import palette
from images.theme import Style
from images.words import Words

BALLOTS = 3
_LATER = Style("text", (24, 22), theme.INK_SOFT)
_NOW = Style("strong", (26, 24, 22), theme.INK)
_WIDE_LABEL = 280
_NAME_ROOM = 148

Label = tuple[str, str, tuple[str, ...], int]
"""A guild's id, name, votes, and how many of these count in this ballot."""


def sheet(height: int) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    return sheets.sheet(height, palette(ramps()))


def head(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> Box:
    """The game's name and its ballots; returns the room for two lines between them."""
    title = words(text("guildes.picture.title"))
    return sheets.head(canvas, box, title, BALLOTS, len(view.counts), view.ballot)


def guild_name(words: Words, guild: str) -> str:
    """A guild's name in the reader's language."""
    return words(text(f"guildes.guild.{guild}"))


def worth(words: Words, row: GuildRow) -> tuple[str, ...]:
    """The votes of each rank, or of each card."""
    if row.per_card:
        return (words(text("guildes.picture.per_card", votes=row.votes[0])),)
    return tuple(map(str, row.votes))


def guild_column(
    canvas: Canvas, box: Box, view: GuildesView, words: Words, *, values: bool
) -> None:
    """One row for each guild: shield, name, and the votes of each rank if asked for."""
    labels: tuple[Label, ...] = tuple(
        (
            row.guild,
            guild_name(words, row.guild),
            worth(words, row) if values else (),
            view.scored(row) if values else 0,
        )
        for row in view.guilds
    )
    canvas.place(_column((box.w, box.h), labels), box.x, box.y)


@lru_cache(maxsize=12)
def _column(size: tuple[int, int], labels: tuple[Label, ...]) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, theme.PARCHMENT))
    wide = width >= _WIDE_LABEL
    names = tuple(name for _, name, _, _ in labels)
    room = _NAME_ROOM if wide else width - 56
    style = theme.HEADING.at(common_size(names, theme.HEADING.setting, room))
    rows = Box(0, 0, width, height).rows(len(labels))
    for (guild, name, values, counting), row in zip(labels, rows, strict=True):
        arms = shield(guild, min(46, row.h - 4))
        canvas.put(arms, 0, row.y + (row.h - arms.height) // 2)
        rest = row.past(arms.width + 10)
        canvas.fill(Box(0, row.bottom - 1, width, 1), theme.PARCHMENT_LINE)
        if not values:
            canvas.write(rest, name, style)
        elif wide:
            canvas.write(rest.left(_NAME_ROOM), name, style)
            _ranks(canvas, rest.past(_NAME_ROOM + 4), values, counting)
        else:
            canvas.write(rest.top(row.h // 2 + 5), name, style)
            _ranks(canvas, rest.below(row.h // 2 - 2), values, counting)
    return canvas.drawn()


def _ranks(canvas: Canvas, box: Box, values: tuple[str, ...], counting: int) -> None:
    """Votes in columns, those of this ballot in bold."""
    if len(values) == 1:
        canvas.write(box, values[0], _NOW)
        return
    for rank, (value, place) in enumerate(zip(values, box.columns(4), strict=False)):
        canvas.write(place, value, _NOW if rank < counting else _LATER, "center")
