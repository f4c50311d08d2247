"""What the pictures of The Majority share: the head, sections, totals, the purse."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images import sheets, theme
from images.canvas import Canvas, Drawn
from images.colour import Colour
from images.indexed import Indexed
from images.layout import Box
from images.lettering import measure
from images.majority.council import CLOTHS, coin, ramps, shield
from images.ornaments import crown, lead
from images.palette import palette
from images.theme import Style
from images.words import Words

SHIELDS = 84
_COLOUR = Style("text", (24, 22), theme.INK)
_RANK = Style("text", (24, 22), theme.INK_SOFT)
_PAY = Style("strong", (26, 24, 22))


def sheet(height: int) -> tuple[Indexed, Box]:
    """A page in this game's colours with room for `height` px, and the box to write in."""
    return sheets.sheet(height, palette(ramps()))


def head(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> Box:
    """The game's name and its rounds; returns the room for two lines between them."""
    title = words(text("majority.picture.title"))
    return sheets.head(canvas, box, title, view.rounds, len(view.debates), view.round)


def cloth(view: MajorityView, seat: int) -> Colour:
    """The colour of a seat's banner: its party's."""
    return CLOTHS[view.players[seat].party or 0]


def shields(canvas: Canvas, box: Box, view: MajorityView, words: Words, ground: Colour) -> None:
    """The three colours side by side, each with its name."""
    names = tuple((name, words(text(f"majority.colour.{name}"))) for name in view.colours)
    canvas.place(_shields((box.w, box.h), names, ground), box.x, box.y)


@lru_cache(maxsize=8)
def _shields(size: tuple[int, int], names: tuple[tuple[str, str], ...], ground: Colour) -> Drawn:
    canvas = Canvas(Image.new("RGB", size, ground))
    for (name, said), column in zip(names, Box(0, 0, *size).columns(len(names)), strict=True):
        canvas.put_middle(shield(name, 48), column.top(56))
        canvas.write(column.below(54).top(30), said, _COLOUR, "center")
    return canvas.drawn()


@lru_cache(maxsize=256)
def total(
    size: tuple[int, int],
    ground: Colour,
    power: int,
    rank: str,
    paid: int,
    shared: bool | None,  # noqa: FBT001 - lru_cache is quickest by position
) -> Drawn:
    """A total in a colour: crowned in the lead (`shared` or not), its place, what it would earn."""
    width, height = size
    canvas = Canvas(Image.new("RGB", size, ground))
    if not power:
        canvas.write(Box(0, 0, width, 46), "0", theme.NONE.tinted(theme.INK_SOFT), "center")
        return canvas.drawn()
    if shared is None:
        canvas.write(Box(0, 0, width, 46), str(power), theme.NUMBER, "center")
    else:
        x = (width - 78) // 2
        canvas.put(lead(78, 44, shared=shared), x, 1)
        canvas.write(Box(x + 32, 1, 43, 44), str(power), theme.NUMBER, "center")
    canvas.write(Box(0, 46, width, 28), rank, _RANK, "center")
    if paid:
        purse(canvas, Box(0, 74, width, height - 74), f"+{paid}", _PAY, 24)
    return canvas.drawn()


def purse(
    canvas: Canvas, box: Box, said: str, style: Style, size: int, *, crowned: bool = False
) -> None:
    """A sum behind a coin, in the middle of a box; the most is crowned."""
    wide = measure(said, style.face, style.sizes[0]) + size + 6
    row = Box(box.middle[0] - wide // 2, box.y, wide + 4, box.h)
    canvas.put_middle(coin(size), row.left(size))
    canvas.write(row.past(size + 6), said, style)
    if crowned:
        sign = crown(round(size * 0.75), style.colour)
        canvas.put(sign, row.x - sign.width - 12, row.y + (row.h - sign.height) // 2)
