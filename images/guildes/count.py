"""The count just held, in the rows of the board: cards of each guild and the votes they brought."""

from __future__ import annotations

from PIL import Image

from engine.guildes.topics import signed
from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images.furniture import legend, people
from images.furniture.ornaments import plate
from images.furniture.sheets import TITLE, section
from images.guildes.parts import arms
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.words import Words

_CARDS = (58, 46)
_VOTES = (64, 46)
_APART = 16
_CLOSE = 8
_NARROW = 150
_WON = Style("strong", (38, 36, 34))
_LESS = Style("text", (36, 34))
_MARKED = Style("strong", (32, 30, 28))
_NOTHING = Style("text", (34,), theme.INK_SOFT)


def height(view: GuildesView) -> int:
    """Room for what the rows are called; 0 where no count is news."""
    return TITLE if view.just_counted() else 0


def title(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Of which ballot the rows are the count."""
    said = text("guildes.picture.counted", ballot=len(view.counts))
    section(canvas, box, THEME, words(said))


def counted(view: GuildesView) -> GuildesView:
    """The view with the ballot that was counted: its ranks are those that brought votes."""
    return view.model_copy(update={"ballot": len(view.counts)})


def row(canvas: Canvas, line: Box, view: GuildesView, guild: GuildRow) -> None:
    """A guild: everybody's cards and votes, the most votes on gold."""
    cards, votes = view.counted[-1], [each.get(guild.guild, 0) for each in view.counts[-1]]
    for seat, lane in enumerate(people.ruled(canvas, line, THEME, view.seats)):
        number = cards[seat].get(guild.guild, 0) if cards else None
        if not number and not votes[seat]:
            people.nothing(canvas, lane, THEME)
            continue
        apart = _CLOSE if lane.w < _NARROW else _APART
        wide = _CARDS[0] + apart + _VOTES[0]
        place = Box(lane.middle[0] - wide // 2, lane.y, wide, lane.h)
        if number is not None:
            mark = number - view.players[seat].tableau[guild.guild]
            canvas.put_middle(_cards(guild.guild, number, mark), place.left(_CARDS[0]))
        best = votes[seat] == max(votes) > 0
        canvas.put_middle(_votes(votes[seat], best), place.past(_CARDS[0] + apart))


def entries(words: Words) -> tuple[legend.Entry, ...]:
    """What the two numbers of a cell mean."""
    signs = {"cards": _cards("nobles", 3), "brought": plate(44, 36)}
    return legend.entries(words, "guildes.picture.legend", signs)


@cached
def _cards(guild: str, number: int, mark: int = 0) -> Image.Image:
    """How many cards, on the guild's colour; those that lie there and what a trick changed."""
    one = arms()[guild]
    sketch = Sketch(*_CARDS, THEME.lane)
    box = Box(0, 0, *_CARDS)
    sketch.box(box, theme.INK, 9)
    sketch.box(box.inset(2), one.colour, 7)
    canvas = Canvas(sketch.done())
    said = f"{number - mark}{signed(mark)}" if mark else str(number)
    canvas.write(box, said, (_MARKED if mark else theme.NUMBER).tinted(one.ink), "center")
    return canvas.drawn().image


@cached
def _votes(number: int, best: bool) -> Image.Image:  # noqa: FBT001 - by position
    """The votes that they brought."""
    canvas = Canvas(Image.new("RGB", _VOTES, THEME.lane))
    if best:
        canvas.put(plate(*_VOTES), 0, 0)
    style = _WON if best else _LESS if number else _NOTHING
    canvas.write(Box(0, 0, *_VOTES), str(number), style, "center")
    return canvas.drawn().image
