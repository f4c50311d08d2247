"""The result: the ranking, where everyone's points come from, and the whole way."""

from __future__ import annotations

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images.furniture import people, sheets
from images.furniture.ornaments import crown, medal, plate
from images.furniture.sheets import CROWNED
from images.london import count, way
from images.london.facts import points_before, won
from images.london.page import sheet
from images.london.pawns import liveryman
from images.london.spoken import result_alt
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.layout import Box
from images.paint.lettering import fit, pitch
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words

_HEADER = 76
_LINE = 40
_LEAST = 104
_GAP = 12
_PLAYER, _REWARDS, _PAIRS, _TOTAL = 346, 112, 108, 104
_OUT = {"rewards": 28}
"""How far a title reaches over its column: beside it there is room."""
_TITLE = Style("heading", (32, 30, 28, 27), THEME.rubric)
_NUMBER = Style("strong", (44, 40, 36))
_NAME = Style("strong", (34, 32, 30, 28, 27), theme.CREAM)
_ROLE = Style("text", (27,), theme.GOLD_LIGHT)
_BELOW = 10
"""Between a name and what sets its seat apart."""
_CARD = Style("text", (30, 28, 27))
_POINTS = Style("strong", (32, 30))


def result(view: LondonView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    ranking = people.numbered(outcome(view).places)
    heights = [_height(view, seat) for _, seat in ranking]
    table = _HEADER + sum(heights) + _GAP * len(heights)
    ways = way.height(view, words)
    canvas, box = sheet(CROWNED + table + ways + count.height(view), words)
    sheets.crowned(canvas, box, THEME, words(won(view)))
    box = box.below(CROWNED)
    _titles(canvas, box.top(_HEADER), words)
    box = box.below(_HEADER)
    for (place, seat), height in zip(ranking, heights, strict=True):
        _player(canvas, box.top(height), view, words, (place, seat))
        box = box.below(height + _GAP)
    way.draw(canvas, box, view, words, [seat for _, seat in ranking])
    if count.shown(view):
        count.draw(canvas, box.below(ways), view, words)
    return canvas.picture(result_alt(view, words))


def _height(view: LondonView, seat: int) -> int:
    return max(_LEAST, len(view.players[seat].revealed) * _LINE + 28)


def _columns(line: Box) -> tuple[Box, Box, Box, Box, Box]:
    """Player, rewards, mayor's cards, pairs, total."""
    mayors = line.w - _PLAYER - _REWARDS - _PAIRS - _TOTAL
    found: list[Box] = []
    x = line.x
    for width in (_PLAYER, _REWARDS, mayors, _PAIRS, _TOTAL):
        found.append(Box(x, line.y, width, line.h))
        x += width
    one, two, three, four, five = found
    return one, two, three, four, five


def _titles(canvas: Canvas, line: Box, words: Words) -> None:
    _, *columns = _columns(line)
    for key, column in zip(("rewards", "mayors", "pairs", "total"), columns, strict=True):
        said = words(text(f"london.picture.column.{key}"))
        canvas.write(column.inset(4 - _OUT.get(key, 0), 2), said, _TITLE, "center", 2)


def _player(
    canvas: Canvas, line: Box, view: LondonView, words: Words, placed: tuple[int, int]
) -> None:
    place, seat = placed
    player = view.players[seat]
    canvas.put(_row(line.w, line.h), line.x, line.y)
    named, rewards, mayors, pairs, total = _columns(line)
    drawn = _named((named.w, named.h), seat, str(place), words.name(seat), words.role(seat))
    canvas.place(drawn, named.x, named.y)
    canvas.write(rewards, str(points_before(view, seat)), _NUMBER, "center")
    tall = _LINE * len(player.revealed)
    lines = Box(mayors.x + 8, mayors.middle[1] - tall // 2, mayors.w - 16, _LINE)
    for index, card in enumerate(player.revealed):
        row = Box(lines.x, lines.y + index * _LINE, lines.w, _LINE)
        name = words(view.printed.mayors[card.card].name)
        canvas.write(row.left(row.w - 40), name, _CARD)
        canvas.write(row.past(row.w - 38), str(card.points), _POINTS, "right")
    canvas.write(pairs, str(player.pairs), _NUMBER, "center")
    colour = theme.GOLD_LIGHT if place == 1 else theme.CREAM
    canvas.write(total, str(player.score), THEME.total.tinted(colour), "center")
    if place == 1:
        canvas.put(crown(28, theme.GOLD_LIGHT), total.middle[0] - 14, total.middle[1] - 52)


@cached
def _row(width: int, height: int) -> Image.Image:
    """A player's line: name and total on azure."""
    sketch = Sketch(width, height, THEME.paper)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK, 12)
    sketch.box(box.inset(2), THEME.cloth, 10)
    middle = Box(_PLAYER, 3, width - _PLAYER - _TOTAL, height - 6)
    sketch.box(middle, theme.CREAM)
    mayors = Box(_PLAYER + _REWARDS, 3, middle.w - _REWARDS - _PAIRS, height - 6)
    sketch.box(mayors, THEME.lane)
    return sketch.done()


@cached
def _named(size: tuple[int, int], seat: int, place: str, name: str, role: str | None) -> Drawn:
    width, height = size
    sprite = Image.new("RGBA", size, (0, 0, 0, 0))
    canvas = Canvas(sprite)
    canvas.put(medal(46, place, "now"), 10, (height - 46) // 2)
    canvas.put(plate(58, 86, theme.CREAM), 62, (height - 86) // 2)
    canvas.put(liveryman(seat, 46, 62), 68, (height - 62) // 2)
    room = Box(128, 8, width - 134, height - 16)
    foot = 32 * len(fit(role, _ROLE.setting, room.w, room.h, 2).lines) if role else 0
    fitted = fit(name, _NAME.setting, room.w, room.h - foot, 4)
    tall = min(room.h - foot, len(fitted.lines) * pitch(fitted.size) + _BELOW)
    room = room.inset(0, (room.h - tall - foot) // 2)
    canvas.write(room.top(tall), name, _NAME, lines=4, free=True)
    if role:
        canvas.write(room.below(tall).top(foot), role, _ROLE, lines=2)
    return canvas.drawn()
