"""The result: the ranking, and where everyone's points come from."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images import people, sheets, theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.lettering import measure
from images.london.facts import points_before, won
from images.london.page import finished, sheet
from images.london.pawns import liveryman
from images.london.spoken import result_alt
from images.ornaments import crown, medal, plate
from images.pictures import Picture
from images.sheets import CROWNED
from images.sketch import Sketch
from images.theme import Style
from images.viewed import outcome
from images.words import Words

_HEADER = 64
_LINE = 32
_LEAST = 3
_GAP = 12
_PLAYER, _REWARDS, _PAIRS, _TOTAL = 334, 146, 124, 140
_TITLE = Style("heading", (26, 24, 22), theme.RUBRIC)
_NUMBER = Style("strong", (40, 36, 32, 28))
_NAME = Style("strong", (30, 28, 26, 24, 22), theme.CREAM)
_ROLE = Style("text", (22,), theme.GOLD_LIGHT)
_CARD = Style("text", (24, 22))
_POINTS = Style("strong", (24, 22))


def result(view: LondonView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    ranking = people.numbered(outcome(view).places)
    heights = [_height(view, seat) for _, seat in ranking]
    canvas, box = sheet(CROWNED + _HEADER + sum(heights) + _GAP * len(heights))
    sheets.crowned(canvas, box, words(won(view)))
    box = box.below(CROWNED)
    _titles(canvas, box.top(_HEADER), words)
    box = box.below(_HEADER)
    for (place, seat), height in zip(ranking, heights, strict=True):
        _player(canvas, box.top(height), view, words, (place, seat))
        box = box.below(height + _GAP)
    return finished(canvas, result_alt(view, words))


def _height(view: LondonView, seat: int) -> int:
    return max(_LEAST, len(view.players[seat].revealed)) * _LINE + 28


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
        canvas.write(column.inset(6, 2), said, _TITLE, "center", 2)


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
    lines = Box(mayors.x + 14, mayors.middle[1] - tall // 2, mayors.w - 28, _LINE)
    for index, card in enumerate(player.revealed):
        row = Box(lines.x, lines.y + index * _LINE, lines.w, _LINE)
        name = words(view.printed.mayors[card.card].name)
        canvas.write(row.left(row.w - 50), name, _CARD, free=True)
        canvas.write(row.past(row.w - 44), str(card.points), _POINTS, "right")
    canvas.write(pairs, str(player.pairs), _NUMBER, "center")
    colour = theme.GOLD_LIGHT if place == 1 else theme.CREAM
    said = str(player.score)
    canvas.write(total, said, theme.TOTAL.tinted(colour), "center")
    if place == 1:
        sign = crown(28, theme.GOLD_LIGHT)
        wide = measure(said, theme.TOTAL.face, theme.TOTAL.sizes[0])
        canvas.put(sign, total.middle[0] - wide // 2 - 34, total.middle[1] - 14)


@lru_cache(maxsize=16)
def _row(width: int, height: int) -> Image.Image:
    """A player's line: name and total on azure."""
    sketch = Sketch(width, height, theme.PARCHMENT)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK, 12)
    sketch.box(box.inset(2), theme.AZURE, 10)
    middle = Box(_PLAYER, 3, width - _PLAYER - _TOTAL, height - 6)
    sketch.box(middle, theme.CREAM)
    mayors = Box(_PLAYER + _REWARDS, 3, middle.w - _REWARDS - _PAIRS, height - 6)
    sketch.box(mayors, theme.LANE)
    return sketch.done()


@lru_cache(maxsize=16)
def _named(size: tuple[int, int], seat: int, place: str, name: str, role: str | None) -> Drawn:
    width, height = size
    sprite = Image.new("RGBA", size, (0, 0, 0, 0))
    canvas = Canvas(sprite)
    canvas.put(medal(48, place, "now"), 14, (height - 48) // 2)
    canvas.put(plate(58, 86, theme.CREAM), 72, (height - 86) // 2)
    canvas.put(liveryman(seat, 46, 62), 78, (height - 62) // 2)
    room = Box(140, 12, width - 152, height - 24)
    if role:
        canvas.write(room.top(room.h - 30), name, _NAME, lines=2, free=True)
        canvas.write(room.below(room.h - 28), role, _ROLE, free=True)
    else:
        canvas.write(room, name, _NAME, lines=3, free=True)
    return canvas.drawn()
