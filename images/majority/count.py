"""The debate just held: everybody's power in each colour and the gold that it earned."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images import theme
from images.cache import cached
from images.canvas import Canvas
from images.layout import Box
from images.majority import parts
from images.majority.theme import THEME
from images.ornaments import lead
from images.sheets import TITLE, section
from images.theme import Style
from images.words import Words

_ROW = 68
_SPACE = 22
_NAMES = 320
_POWER = 100
_LEAD = (84, 46)
_NAME = Style("strong", (30, 28, 27))
_EARNED = Style("strong", (36, 34))
_NOTHING = Style("text", (34,), theme.INK_SOFT)
_TITLE = Style("heading", (30, 28, 27), THEME.rubric)


def height(view: MajorityView) -> int:
    """Room for the table; 0 where no debate is news."""
    if not view.just_debated():
        return 0
    return TITLE + parts.SHIELDS + view.seats * _ROW + _SPACE


def draw(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """A line a player, a column a colour, and the gold of all three."""
    said = text("majority.picture.debated", round=len(view.debates))
    section(canvas, box, THEME, words(said))
    box = box.below(TITLE)
    head = box.top(parts.SHIELDS)
    *_, earned = _columns(head, view)
    colours = head.past(_NAMES).left(head.w - _NAMES - earned.w)
    parts.shields(canvas, colours, view, words, THEME.paper)
    canvas.write(earned, words(text("majority.picture.gold")), _TITLE, "center", 2)
    lines = box.below(parts.SHIELDS).top(view.seats * _ROW).rows(view.seats)
    for seat, line in enumerate(lines):
        canvas.fill(Box(line.x, line.y, line.w, 1), THEME.line)
        _line(canvas, line, view, words, seat)


def _line(canvas: Canvas, line: Box, view: MajorityView, words: Words, seat: int) -> None:
    held = view.debates[-1]
    canvas.write(line.left(_NAMES - 12), words.name(seat), _NAME, lines=2, free=True)
    *cells, sum_ = _columns(line, view)
    for colour, cell in zip(view.colours, cells, strict=True):
        totals, gold = held.totals[colour], held.gold[colour][seat]
        first = totals.count(max(totals)) > 1 if totals[seat] == max(totals) > 0 else None
        middle = Box(cell.middle[0] - _POWER, cell.y, 2 * _POWER, cell.h)
        canvas.put_middle(_power(totals[seat], first), middle.left(_POWER))
        if gold:
            parts.purse(canvas, middle.past(_POWER), f"+{gold}", _EARNED, 30)
    earned = sum(held.gold[colour][seat] for colour in view.colours)
    if earned:
        parts.purse(canvas, sum_, f"+{earned}", _EARNED, 30)
    else:
        canvas.write(sum_, "0", _NOTHING, "center")


def _columns(line: Box, view: MajorityView) -> tuple[Box, ...]:
    """The colours' cells, and that of the gold in all."""
    return line.past(_NAMES).columns(len(view.colours) + 1)


@cached
def _power(total: int, shared: bool | None) -> Image.Image:  # noqa: FBT001 - by position
    """A total; crowned where it is the highest, alone or `shared`."""
    canvas = Canvas(Image.new("RGB", _LEAD, THEME.paper))
    box = Box(0, 0, *_LEAD)
    if shared is not None:
        canvas.put(lead(*_LEAD, shared=shared), 0, 0)
        box = Box(35, 0, _LEAD[0] - 38, _LEAD[1])
    style = theme.NUMBER if total else _NOTHING
    canvas.write(box, str(total), style, "center")
    return canvas.drawn().image
