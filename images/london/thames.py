"""The river below the town: the plantation overseas, and what lies in reserve."""

from __future__ import annotations

from PIL import Image

from engine.london.view import Icon, LondonView, SideView
from engine.text import text
from images.furniture.ornaments import plate
from images.london.emblems import icon, sixteen
from images.london.pawns import liveryman
from images.london.rewards import Glyph, glyphs, row
from images.london.signs import place
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.theme import Style
from images.words import Words

HEIGHT = 116
_RESERVE = 280
_PAWN = 52
_PLATES = 232
"""Room for the longest reward; liverymen of four stand beside it."""
_NAME = Style("heading", (38, 34, 30, 28))
_LABEL = Style("text", (28, 27))
_COUNT = Style("strong", (34, 32))


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """The river with the plantation at the left, the reserve at the right."""
    side = view.printed.sides[view.side]
    river = box.left(box.w - _RESERVE - 12)
    canvas.place(_river(river.w, _printed(side, words)), river.x, river.y)
    room = river.past(river.w - 4 * _PAWN - 12).inset(0, 10)
    present = [(s, p.plantation) for s, p in enumerate(view.players) if p.plantation]
    x = room.right - 8 - len(present) * _PAWN
    for seat, number in present:
        canvas.put(liveryman(seat, 46, 64, str(number)), x, box.y + 26)
        x += _PAWN
    _reserve(canvas, box.past(box.w - _RESERVE), view)


def _printed(side: SideView, words: Words) -> tuple[str, str, tuple[Glyph, ...], tuple[Glyph, ...]]:
    return (
        words(text("london.picture.plantation")),
        words(side.name),
        _reward(side.left, side.left_return),
        _reward(side.right, side.right_return),
    )


def _reward(steps: tuple[Icon, ...], back: int) -> tuple[Glyph, ...]:
    """A reward and the pawns that go back to the supply."""
    price = (Glyph("icon", "pay_pawn"), Glyph("letters", str(back), close=True)) if back else ()
    return (*glyphs(steps), *price)


@cached
def _river(width: int, printed: tuple[str, str, tuple[Glyph, ...], tuple[Glyph, ...]]) -> Drawn:
    label, name, left, right = printed
    canvas = Canvas(_water(width, HEIGHT).copy())
    box = Box(0, 0, width, HEIGHT).inset(14, 8)
    canvas.put(icon("plantation", 72), box.x, box.y + 12)
    said = box.past(82).left(150)
    canvas.write(said.top(54), name, _NAME, free=True)
    canvas.write(said.below(54), label, _LABEL)
    plates = box.past(240).left(_PLATES)
    for index, (reward, line) in enumerate(zip((left, right), plates.rows(2, 4), strict=True)):
        canvas.put(plate(line.w, line.h, theme.CREAM), line.x, line.y)
        canvas.put(place(38, str(index + 1)), line.x + 6, line.y + 5)
        canvas.put(row(reward, 38), line.x + 54, line.y + (line.h - 38) // 2)
    return flat(canvas.drawn(), sixteen())


@cached
def _water(width: int, height: int) -> Image.Image:
    canvas = Canvas(Image.new("RGB", (width, height), theme.INK))
    canvas.fill(Box(0, 0, width, height).inset(3), THEME.shade)
    return canvas.drawn().image


def _reserve(canvas: Canvas, box: Box, view: LondonView) -> None:
    """Neutral liverymen, tiles, action cards and mayor's cards that nobody holds."""
    canvas.put(plate(box.w, box.h, THEME.paper), box.x, box.y)
    cells = [cell for line in box.inset(14, 8).rows(2) for cell in line.columns(2, 8)]
    signs = (icon("neutral", 40), icon("town", 40), icon("draw", 38), icon("mayor", 38))
    numbers = (view.pool, view.stack, view.deck, view.mayor_deck)
    for sign, number, cell in zip(signs, numbers, cells, strict=True):
        canvas.put_middle(sign, cell.left(48))
        canvas.write(cell.past(58), str(number), _COUNT)
