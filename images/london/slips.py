"""Cards as slips of paper: colours, name, cost and effect as icons and in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from PIL import Image

from engine.london.view import CardView, MayorView
from engine.text import Text, text
from images.furniture.sheets import CONTENT
from images.london.emblems import emblems, icon, sixteen, symbol
from images.london.rewards import Glyph, glyphs, row
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import fit, measure, pitch
from images.paint.theme import Style
from images.words import Words

WIDTH = CONTENT
"""One column: what must be read to decide is large."""

_PANEL = 80
_EDGE = 2
_SYMBOL = 54
_LEAST, _LOW = 96, 66
_PAD = 8
_HEAD = 44
_ICONS = 50
_NAME = Style("heading", (36, 34))
_TEXT = theme.DECIDE.at(34)
_NUMBER = Style("strong", (34,), theme.CREAM)
_COPIES = 40
_MOST_LINES = 4
_APART = 20
"""Between a name and the words that follow it on its line."""
_SIZES = (44, 40, 36)
_NUMBERED, _NARROW = 40, 88
CELL, LOW_CELL = 88, 72
"""Height of a card that is shown by its name and icons; lower where there are many."""
_CALLED = Style("heading", (38,), theme.CREAM)
_SHORT = Style("heading", (34, 32, 30, 28))
_TIMES, _TIMES_STYLE = 48, Style("strong", (32,))
_FITTING = (38, 34, 30, 27, 24)
_BLANK = "\u00a0"
ROOM = WIDTH - _PANEL - 2 * _PAD


class Slip(NamedTuple):
    """A card in a reader's language; `colours` empty for a mayor's card."""

    colours: tuple[str, ...]
    name: str
    signs: tuple[Glyph, ...]
    text: str
    copies: int
    number: int = 0
    """By which a button calls it; 0 where none does."""

    @property
    def height(self) -> int:
        """What the words and icons need."""
        fitted = fit(self.said, _TEXT.setting, ROOM, 1000, _MOST_LINES)
        lines = len(fitted.lines) * pitch(fitted.size)
        apart = bool(self.signs) and not self.beside
        single = len(self.colours) < 2 and self.copies == 1
        least = _LOW if single and not self.signs else _LEAST
        return max(least, 2 * _PAD + self.head + apart * _ICONS + lines)

    @property
    def head(self) -> int:
        """What the name takes above the words; without icons these follow it on its line."""
        return _HEAD if self.signs else 0

    @property
    def said(self) -> str:
        """The words, with room for the name where they follow it."""
        if self.signs:
            return self.text
        face, size = _TEXT.face, _TEXT.sizes[0]
        room = measure(self.name, _NAME.face, _NAME.sizes[-1]) + _APART
        blanks = next(n for n in count(1) if measure(_BLANK * n, face, size) >= room)
        return _BLANK * blanks + self.text

    @property
    def beside(self) -> int:
        """The size of icons that fits beside the name; 0 if none does."""
        room = ROOM - measure(self.name, _NAME.face, _NAME.sizes[0]) - 24
        sizes = _SIZES if self.signs else ()
        return next((size for size in sizes if row(self.signs, size).width <= room), 0)


def action(
    card: CardView,
    copies: int,
    words: Words,
    iconic: bool = True,  # noqa: FBT001, FBT002 - by position
    number: int = 0,
) -> Slip:
    """An action card; `iconic`: with icons that say what its words say."""
    signs = _priced(card) if iconic else ()
    return Slip(card.colours, words(card.name), signs, words(card.text), copies, number)


def mayor(card: MayorView, words: Words, number: int = 0) -> Slip:
    """A mayor's card; what many or few are worth is drawn as a row of coins."""
    if card.text.key != "london.score.table":
        return Slip((), words(card.name), (), words(card.text), 1, number)
    said = words(text("london.picture.tally", tally=card.text.args["tally"]))
    return Slip((), words(card.name), tuple(_table(card.text)), said, 1, number)


def _table(score: Text) -> Iterator[Glyph]:
    """Numbers with the points that they bring."""
    entries = score.args["entries"]
    for place, entry in enumerate(entries if isinstance(entries, tuple) else ()):
        if isinstance(entry, Text):
            if place:
                yield Glyph("space", "16")
            more = "+" if entry.key.endswith(".from") else ""
            yield Glyph("letters", f"{entry.args['count']}{more}")
            yield Glyph("to", "then", close=True)
            yield Glyph("coin", str(entry.args["points"]), close=True)


def _priced(card: CardView) -> tuple[Glyph, ...]:
    """Condition and cost, then the effect."""
    price: list[Glyph] = []
    if card.needs is not None:
        price.append(Glyph("query", "?"))
    price += [Glyph("icon", "pay_card")] * card.cards
    if card.pawns:
        if card.from_plantation:
            price.append(Glyph("icon", "plantation"))
        price += [Glyph("icon", "pay_pawn", close=card.from_plantation)] * card.pawns
    if price:
        price.append(Glyph("icon", "then"))
    return (*price, *glyphs(card.effect))


@cached
def slip(printed: Slip, height: int) -> Drawn:
    """The card, `WIDTH` px wide."""
    copied = _COPIES if printed.copies > 1 else 0
    canvas = _paper(WIDTH, _PANEL, printed, height, copied)
    box = Box(_PANEL + _PAD, _PAD, ROOM, height - 2 * _PAD)
    signs = icons(printed)
    if printed.beside:
        canvas.put(signs, box.right - signs.width, box.y + (_HEAD - 8 - signs.height) // 2)
    beside = signs.width + 14 if printed.beside else 0
    style = _NAME if printed.signs else _NAME.at(_NAME.sizes[-1])
    canvas.write(box.top(_HEAD - 6).left(box.w - beside), printed.name, style, free=True)
    box = box.below(printed.head)
    if printed.signs and not printed.beside:
        canvas.put(signs, box.x, box.y)
        box = box.below(_ICONS)
    fitted = fit(printed.said, _TEXT.setting, ROOM, 1000, _MOST_LINES)
    lines = len(fitted.lines)
    canvas.write(box.top(lines * pitch(fitted.size) + 6), printed.said, _TEXT, lines=lines)
    if copied:
        copies = Box(_EDGE, height - _EDGE - _COPIES, _PANEL - _EDGE, _COPIES)
        canvas.fill(copies, THEME.cloth)
        canvas.write(copies, f"×{printed.copies}", _NUMBER, "center")
    return flat(canvas.drawn(), sixteen())


@cached
def sign(colours: tuple[str, ...]) -> Drawn:
    """A card's colours alone; those of a mayor's card are its sign."""
    box = Box(0, 0, _ICONS - 6, _ICONS - 8)
    canvas = Canvas(Image.new("RGB", (box.w, box.h), THEME.cover.base))
    for colour, part in zip(colours, box.columns(max(1, len(colours))), strict=False):
        canvas.fill(part, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(32, part.w - 2)), part)
    if not colours:
        canvas.put_middle(icon("mayor", 36, theme.GOLD_LIGHT), box)
    return flat(canvas.drawn(), sixteen())


def icons(printed: Slip) -> Image.Image:
    """The row of icons, smaller where it is long."""
    largest, *_, smallest = _SIZES
    if printed.beside:
        return row(printed.signs, printed.beside)
    signs = row(printed.signs, largest)
    return signs if signs.width <= ROOM else row(printed.signs, smallest)


def _paper(width: int, panel: int, printed: Slip, height: int, foot: int) -> Canvas:
    """Edge, and the colours with their symbols at the left, above `foot` px, after its number."""
    canvas = Canvas(Image.new("RGB", (width, height), theme.INK))
    box = Box(0, 0, width, height).inset(_EDGE)
    canvas.fill(box.past(panel), theme.CREAM)
    fields = box.left(panel - _EDGE).top(box.h - foot)
    if printed.number:
        canvas.write(fields.left(_NUMBERED), str(printed.number), _CALLED, "center")
        fields = fields.past(_NUMBERED)
    for colour, part in zip(
        printed.colours, fields.rows(max(1, len(printed.colours)), _EDGE), strict=False
    ):
        canvas.fill(part, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(_SYMBOL, part.h - 6, part.w - 4)), part)
    if not printed.colours:
        canvas.fill(fields, THEME.cover.base)
        canvas.put_middle(icon("mayor", _SYMBOL, theme.GOLD_LIGHT), fields)
    return canvas


@cached
def cell(printed: Slip, width: int, tall: int = CELL) -> Drawn:
    """The card with its number, name and icons."""
    copied = _COPIES if printed.copies > 1 else 0
    canvas = _paper(width, _NARROW, printed, tall, 0)
    box = Box(_NARROW + _PAD, 4, width - _NARROW - 2 * _PAD, tall - 8)
    head = tall // 2 - 4
    if copied:
        count = box.past(box.w - _TIMES).top(head)
        canvas.write(count, f"×{printed.copies}", _TIMES_STYLE, "right")
    canvas.write(box.top(head).left(box.w - (copied and _TIMES)), printed.name, _SHORT)
    rows = (row(printed.signs, size) for size in _FITTING if size <= box.h - head)
    signs = next((one for one in rows if one.width <= box.w), row(printed.signs, _FITTING[-1]))
    canvas.put(signs, box.x, box.y + head)
    return flat(canvas.drawn(), sixteen())
