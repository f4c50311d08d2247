"""How a game went for somebody: the chances as a line, what choices cost, what luck did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, sqrt
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
_CLEAR: Final = 7
"""Between a medal and the line."""
_REACH: Final = _MEDAL // 2 + _CLEAR
_RIM: Final = tuple(sqrt(_REACH**2 - across**2) for across in range(-_REACH, _REACH))
"""How far up and down a medal keeps clear of the line, in each of its columns."""
_ASIDE: Final = 3 * _MEDAL
"""How far beside its bar a medal may stand."""
_STEP: Final = 6
_CROOKED: Final = 4
"""How much further straight above its bar a medal may stand rather than a little beside it."""
_DOT: Final = 9
_NARROW: Final = 46
"""Pixels that the number of a round needs."""
_NUMBER = Style("strong", (54, 48, 42, 38))
_LABEL = Style("text", (28, 27), theme.INK_SOFT)
_UP, _DOWN = mix(THEME.paper, THEME.cloth, 0.38), mix(THEME.paper, theme.WAX, 0.3)
_LUCK = ((THEME.paper, _UP, 2), (THEME.paper, _DOWN, 2))
_ROUND = mix(THEME.paper, THEME.line, 0.5)

At = tuple[int, int]
Bar = tuple[int, int, int]
"""Where it stands across, and its upper and its lower end."""


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
    turning = medals(shown, plot)
    stems = [(held.middle, foot) for _, held, foot in turning]
    canvas.put(_drawn(shown, plot, box, stems), box.x, box.y)
    _axes(canvas, plot, shown, words)
    for number, held, _ in turning:
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


def _drawn(shown: Course, plot: Box, page: Box, stems: Sequence[tuple[At, At]]) -> Image.Image:
    """The ground with its lines, luck and costs; coordinates are the page's."""
    sketch = Sketch(CONTENT, _PLOT, THEME.paper)

    def at(x: int, y: int) -> tuple[int, int]:
        return x - page.x, y - page.y

    for _, x in _rounds(shown, plot):
        sketch.line((at(x, plot.bottom), at(x, plot.y)), _ROUND, 2)
    for chance in range(0, _WHOLE + 1, _WHOLE // 4):
        y = _height(chance, plot)
        sketch.line((at(plot.x, y), at(plot.right, y)), THEME.line, 2)
    steps = [*pairwise(_bars(shown, plot))]
    for (x, _, lower), (there, reached, _) in steps:
        shade = _UP if reached < lower else _DOWN
        sketch.polygon((at(x, lower), at(there, lower), at(there, reached)), shade)
    for stem in stems:
        sketch.line([at(*end) for end in stem], theme.GOLD_DARK, 3)
    for (x, upper, lower), (there, reached, _) in steps:
        sketch.line((at(x, lower), at(there, reached)), theme.INK, 4)
        if lower > upper:
            sketch.line((at(x, upper), at(x, lower)), theme.WAX, 7)
    sketch.disc(*at(plot.right, _height(shown.result, plot)), _DOT, theme.GOLD_DARK)
    return sketch.done()


def medals(shown: Course, plot: Box) -> Sequence[tuple[int, Box, At]]:
    """The numbers of turning points, where each stands, and the end of its bar that it stands by.

    Within the plot, straight above or below its bar if there is room. They touch neither each
    other nor the dot at the end, and cover none of the line and its bars where room is left.
    """
    room, end = _DOT + 6, _height(shown.result, plot)
    taken = [Box(plot.right - room, end - room, 2 * room, 2 * room)]
    stems: list[Box] = []
    line, found = _line(shown, plot), []
    turning = sorted(
        (point.turning, bar)
        for point, bar in zip(shown.points, _bars(shown, plot), strict=False)
        if point.turning
    )
    for number, bar in turning:
        spots = [spot for spot in _spots(bar, plot) if not any(map(spot[0].touches, taken))]
        free = (
            (box, foot)
            for box, foot in spots
            if not any(map(_stem(box, foot).touches, taken))
            and not any(map(box.touches, stems))
            and not any(_covered(line, box, plot))
        )
        box, foot = next(free, None) or min(
            spots, key=lambda spot: sum(_covered(line, spot[0], plot))
        )
        taken.append(box)
        stems.append(_stem(box, foot))
        found.append((number, box, foot))
    return found


def _spots(bar: Bar, plot: Box) -> list[tuple[Box, At]]:
    """Where the number of a bar could stand, the best first, each with the end of the bar by it."""
    x, upper, lower = bar
    half, spots = _MEDAL // 2, []
    for across in range(x - _ASIDE, x + _ASIDE + 1, _STEP):
        middle = min(max(across, plot.x + half), plot.right - half)
        for down in range(plot.y + half, plot.bottom - half + 1, _STEP):
            foot = upper if abs(down - upper) < abs(down - lower) else lower
            far = hypot(_CROOKED * (middle - x), down - foot)
            spots.append((far, Box(middle - half, down - half, _MEDAL, _MEDAL), (x, foot)))
    return [(box, foot) for _, box, foot in sorted(spots)]


def _stem(box: Box, foot: At) -> Box:
    """What the line from a number to its bar takes up."""
    (x, y), (there, end) = box.middle, foot
    return Box(min(x, there) - 2, min(y, end), abs(x - there) + 4, abs(y - end))


def _covered(line: Sequence[At], medal_: Box, plot: Box) -> Iterator[bool]:
    """Of each column whether a number would touch the line or a bar there."""
    (x, y), last = medal_.middle, plot.w - 1
    for column, half in enumerate(_RIM, x - _REACH - plot.x):
        if 0 <= column <= last:
            highest, lowest = line[column]
            yield highest < y + half and lowest > y - half


def _line(shown: Course, plot: Box) -> Sequence[At]:
    """Of every column of the plot the highest and the lowest pixel of the line and its bars."""
    columns = []
    for (x, upper, lower), (there, reached, _) in pairwise(_bars(shown, plot)):
        heights = [lower + (reached - lower) * step // (there - x) for step in range(there - x + 1)]
        columns += [(min(two), max(two)) for two in pairwise(heights)]
        columns[x - plot.x] = (min(upper, *heights[:2]), max(lower, *heights[:2]))
    return columns


def _height(chance: int, plot: Box) -> int:
    return plot.bottom - plot.h * chance // _WHOLE


def _bars(shown: Course, plot: Box) -> list[Bar]:
    """What each choice cost; the last is the end of the game, which costs nothing."""
    chances = [(point.before, point.after) for point in shown.points]
    return [
        (x, _height(before, plot), _height(after, plot))
        for x, (before, after) in zip(
            [*_across(shown, plot), plot.right], [*chances, (shown.result,) * 2], strict=True
        )
    ]


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
