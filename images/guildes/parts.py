"""What the pictures of Guildes share: the head, the guilds' column, their votes."""

from __future__ import annotations

from functools import cache

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images.furniture import heraldry, sheets
from images.furniture.heraldry import Arms, ramps_of, read_arms
from images.furniture.lobby import CARD, opened
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.colour import Colour
from images.paint.indexed import Indexed, flat
from images.paint.layout import Box
from images.paint.lettering import common_size, measure
from images.paint.palette import Palette, Ramp, palette
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import OpenTable, Picture
from images.words import Words


@cache
def arms() -> dict[str, Arms]:
    """By guild id, from guilds.toml."""
    return read_arms(__package__, "guilds.toml")


def button_signs() -> dict[str, bytes]:
    """What stands on buttons, by the beginning of a card's id."""
    return heraldry.signs(arms(), "guild")


def ramps() -> tuple[Ramp, ...]:
    """What the guilds need of a palette."""
    return ramps_of(arms().values())


@cached
def shield(guild: str, size: int) -> Image.Image:
    """The guild's arms on a shield of `size` x `size`."""
    return heraldry.shield(arms()[guild], size)


@cached
def card(guild: str, width: int, height: int) -> Image.Image:
    """A small card: colour and emblem."""
    return heraldry.card(arms()[guild], width, height)


def back(width: int, height: int) -> Image.Image:
    """A card that lies face down."""
    return heraldry.back(width, height, THEME)


BALLOTS = 3
_CHIP_SIZE = 32
_CHIP_GAP = 4
_CHIP_HEIGHT = 48
_WIDE_LABEL = 300
_NAME_ROOM = 152
_NOW = Style("strong", (_CHIP_SIZE,), theme.CREAM)
_LATER = Style("text", (_CHIP_SIZE,), theme.INK)
_PER_CARD = Style("strong", (32, 30, 28, 27), theme.CREAM)

Label = tuple[str, str, tuple[str, ...], int]
"""A guild's id, name, votes, and how many of these count in this ballot."""


def colours() -> Palette:
    """Those of this game's pictures."""
    return palette(THEME, ramps())


def sheet(height: int, words: Words) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    title = words(text("guildes.picture.title"))
    return sheets.sheet(height, colours(), THEME, title)


def head(canvas: Canvas, box: Box, view: GuildesView) -> Box:
    """The ballots; returns the room for words beside them."""
    return sheets.head(canvas, box, THEME, BALLOTS, len(view.counts), view.ballot)


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


@cached
def _column(size: tuple[int, int], labels: tuple[Label, ...]) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    wide = width >= _WIDE_LABEL
    names = tuple(name for _, name, _, _ in labels)
    room = _NAME_ROOM if wide else width - 45
    style = theme.HEADING.at(common_size(names, theme.HEADING.setting, room))
    rows = Box(0, 0, width, height).rows(len(labels))
    for (guild, name, values, counting), row in zip(labels, rows, strict=True):
        arms = shield(guild, 46 if wide else 40)
        canvas.put(arms, 0, row.y + (row.h - arms.height) // 2)
        rest = row.past(arms.width + 5)
        canvas.fill(Box(0, row.bottom - 1, width, 1), THEME.line)
        if not values:
            canvas.write(rest, name, style)
        elif wide:
            canvas.write(rest.left(_NAME_ROOM), name, style)
            edge = max(6, (row.h - _CHIP_HEIGHT) // 2)
            ranks(canvas, rest.past(_NAME_ROOM + 4).inset(0, edge), values, counting)
        else:
            canvas.write(rest.top(38), name, style)
            ranks(canvas, rest.below(36).top(36), values, counting)
    return flat(canvas.drawn(), colours())


def ranks(
    canvas: Canvas,
    box: Box,
    values: tuple[str, ...],
    counting: int,
    *,
    centred: bool = False,
    ground: Colour = THEME.paper,
) -> None:
    """Votes in chips as high as the box; those of this ballot are dark."""
    widths = ranks_width(values, box.w)
    x = box.x + (box.w - sum(widths) - _CHIP_GAP * (len(values) - 1)) // 2 * centred
    for rank, (value, width) in enumerate(zip(values, widths, strict=True)):
        counts = rank < counting or len(values) == 1
        place = Box(x, box.y, width, box.h)
        canvas.put(chip(width, box.h, ground, filled=counts), x, box.y)
        style = _PER_CARD if len(values) == 1 else _NOW if counts else _LATER
        canvas.write(place.inset(2, 0), value, style, "center")
        x += width + _CHIP_GAP


def ranks_width(values: tuple[str, ...], room: int) -> tuple[int, ...]:
    """Of each chip, at most `room` px in all."""
    if len(values) == 1:
        style = _PER_CARD
        return (min(room, measure(values[0], style.face, style.sizes[0]) + 20),)
    wide = [measure(value, _NOW.face, _CHIP_SIZE) for value in values]
    spare = room - sum(wide) - _CHIP_GAP * (len(values) - 1)
    pad = max(4, min(18, spare // len(values)))
    return tuple(one + pad for one in wide)


@cached
def chip(width: int, height: int, ground: Colour, *, filled: bool) -> Image.Image:
    """Ground for one rank's votes: dark if they count in this ballot."""
    sketch = Sketch(width, height, ground)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 8)
    if not filled:
        sketch.box(box.inset(2), theme.CREAM, 6)
    return sketch.done()


def chips(view: GuildesView) -> dict[str, Image.Image]:
    """Of each kind of rank's votes in the picture one chip, by what a legend calls it."""
    found = {"now": chip(28, 32, THEME.paper, filled=True)}
    if any(view.scored(row) < len(row.votes) for row in view.guilds):
        found["later"] = chip(28, 32, THEME.paper, filled=False)
    return found


def lobby(table: OpenTable, words: Words) -> Picture:
    """The box with what lies in it, and who sits."""
    cards = [card(guild, *CARD) for guild in arms()]
    return opened(table, words, sheet, THEME, cards)
