"""How a game went for somebody: the chances as a line, what choices cost, what luck did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from engine.text import text
from images.furniture.ornaments import medal, plate, quill
from images.furniture.sheets import CONTENT, CROWNED, crowned, sheet
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.colour import mix
from images.paint.layout import Box
from images.paint.palette import palette
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Picture
from images.records import Course, Point
from images.records.book import THEME
from images.records.spoken import accuracy, course_alt, game_name, percent, points
from images.words import Words

_WHOLE: Final = 1000
_FIGURES, _GAP, _PLOT, _LEGEND = 150, 14, 460, 92
_LEFT, _BELOW, _ABOVE, _RIGHT = 96, 50, 30, 40
_MEDAL: Final = 54
_DOT: Final = 9
_NARROW: Final = 46
"""Pixels that the number of a round needs."""
_NUMBER = Style("strong", (54, 48, 42, 38))
_LABEL = Style("text", (28, 27), theme.INK_SOFT)
_UP, _DOWN = mix(THEME.paper, THEME.cloth, 0.38), mix(THEME.paper, theme.WAX, 0.3)
_LUCK = ((THEME.paper, _UP, 2), (THEME.paper, _DOWN, 2))
_ROUND = mix(THEME.paper, THEME.line, 0.5)


def course(shown: Course, words: Words) -> Picture:
    """A page of the book; there must be a choice."""
    title = words(text("records.title"))
    tall = CROWNED + _FIGURES + _GAP + _PLOT + _LEGEND
    canvas, box = sheet(tall, palette(THEME, _LUCK), THEME, title)
    named = text("review.of", name=shown.name, game=game_name(words, shown.game))
    sign = None if shown.result else quill(70, THEME.rubric)
    crowned(canvas, box, THEME, words(named), sign)
    box = box.below(CROWNED)
    _figures(canvas, box.top(_FIGURES), shown, words)
    box = box.below(_FIGURES + _GAP)
    plot = Box(box.x + _LEFT, box.y + _ABOVE, CONTENT - _LEFT - _RIGHT, _PLOT - _ABOVE - _BELOW)
    canvas.put(_drawn(shown, plot, box), box.x, box.y)
    _axes(canvas, plot, shown, words)
    for number, held in medals(shown, plot):
        canvas.put(medal(_MEDAL, str(number), "now"), held.x, held.y)
    legend = words(text("review.legend"))
    canvas.write(box.below(_PLOT).top(_LEGEND), legend, _LABEL, "center", lines=2)
    return canvas.picture(course_alt(shown, words))


def _figures(canvas: Canvas, box: Box, shown: Course, words: Words) -> None:
    figures = (
        (words(percent(shown.points[0].before)), text("review.figure.beginning")),
        (words(points(-shown.lost)), text("review.figure.choices")),
        (words(points(shown.luck)), text("review.figure.luck")),
        (
            words(text("review.accuracy.number", number=shown.accuracy)),
            text("review.figure.accuracy", word=accuracy(shown.accuracy)),
        ),
    )
    width = (CONTENT - 3 * _GAP) // 4
    for (number, label), cell in zip(figures, box.columns(4, _GAP), strict=True):
        canvas.put(plate(width, _FIGURES, theme.CREAM), cell.x, cell.y)
        room = Box(cell.x, cell.y, width, _FIGURES).inset(10)
        canvas.write(room.top(66), number, _NUMBER, "center")
        canvas.write(room.below(66), words(label), _LABEL, "center", lines=2)


def _axes(canvas: Canvas, plot: Box, shown: Course, words: Words) -> None:
    for chance in range(0, _WHOLE + 1, _WHOLE // 4):
        y = _height(chance, plot)
        room = Box(plot.x - _LEFT, y - 18, _LEFT - 12, 36)
        canvas.write(room, words(percent(chance)), _LABEL, "right")
    last = -_NARROW
    for number, x in _rounds(shown, plot):
        if x - last >= _NARROW:
            room = Box(x + 4, plot.bottom + 8, _NARROW, 36)
            canvas.write(room, words(text("records.number", number=number)), _LABEL)
            last = x


def _drawn(shown: Course, plot: Box, page: Box) -> Image.Image:
    """The ground with its lines, luck and costs; coordinates are the page's."""
    sketch = Sketch(CONTENT, _PLOT, THEME.paper)

    def at(x: float, chance: int) -> tuple[float, float]:
        return x - page.x, _height(chance, plot) - page.y

    for _, x in _rounds(shown, plot):
        sketch.line((at(x, 0), at(x, _WHOLE)), _ROUND, 2)
    for chance in range(0, _WHOLE + 1, _WHOLE // 4):
        sketch.line((at(plot.x, chance), at(plot.right, chance)), THEME.line, 2)
    across = [*_across(shown, plot), plot.right]
    begins = [*(point.before for point in shown.points), shown.result]
    for number, point in enumerate(shown.points):
        here, there, reached = across[number], across[number + 1], begins[number + 1]
        shade = _UP if reached > point.after else _DOWN
        flat, end = at(there, point.after), at(there, reached)
        sketch.polygon((at(here, point.after), flat, end), shade)
    for number, point in enumerate(shown.points):
        here, there, reached = across[number], across[number + 1], begins[number + 1]
        sketch.line((at(here, point.after), at(there, reached)), theme.INK, 4)
        if point.after < point.before:
            sketch.line((at(here, point.before), at(here, point.after)), theme.WAX, 7)
    sketch.disc(*at(plot.right, shown.result), _DOT, theme.GOLD_DARK)
    return sketch.done()


def medals(shown: Course, plot: Box) -> Sequence[tuple[int, Box]]:
    """The numbers of turning points, each below or above its own, or else nearer the middle.

    They touch neither each other nor the dot at the end, nor the chances at the left.
    """
    room, end = _DOT + 6, _height(shown.result, plot)
    taken = [Box(plot.right - room, end - room, 2 * room, 2 * room)]
    turning = sorted(
        (point.turning, x, _height(point.after, plot))
        for point, x in zip(shown.points, _across(shown, plot), strict=True)
        if point.turning
    )
    for _, x, y in turning:
        below, above = y + _MEDAL // 2 + 8, y - _MEDAL - 16
        heights = (below, above) if y < plot.bottom - 2 * _MEDAL else (above, below)
        inward, left = 1 if x < plot.middle[0] else -1, max(plot.x, x - _MEDAL // 2)
        spots = (
            Box(left + inward * further, top, _MEDAL, _MEDAL)
            for further in range(0, plot.w, _DOT)
            for top in heights
            if plot.y <= top <= plot.bottom - _MEDAL
        )
        taken.append(next(spot for spot in spots if not any(map(spot.touches, taken))))
    return [(number, box) for (number, _, _), box in zip(turning, taken[1:], strict=True)]


def _height(chance: int, plot: Box) -> int:
    return plot.bottom - plot.h * chance // _WHOLE


def _across(shown: Course, plot: Box) -> Sequence[int]:
    """Where each choice stands; the end is at the right."""
    return [plot.x + plot.w * number // len(shown.points) for number in range(len(shown.points))]


def _rounds(shown: Course, plot: Box) -> list[tuple[int, int]]:
    """Each round, with where its first choice stands."""
    found: dict[int, int] = {}
    each: zip[tuple[Point, int]] = zip(shown.points, _across(shown, plot), strict=True)
    for point, x in each:
        found.setdefault(point.round, x)
    return [*found.items()]
