"""The book of records: who plays best, and somebody's statistics; cream paper in green cloth."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.text import Text, frozen, text
from images.furniture.frames import FRAME
from images.furniture.ornaments import medal, plate
from images.furniture.sheets import CONTENT, CROWNED, crowned, sheet
from images.paint import theme
from images.paint.canvas import Align, Canvas
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.palette import palette
from images.paint.sketch import Sketch
from images.paint.theme import CREAM, GOLD, GOLD_DARK, INK_SOFT, Cover, Style, Theme
from images.pictures import Picture
from images.records import Leaderboard, OfGame, Ranked, Statistics
from images.records.spoken import (
    average,
    game_name,
    leaderboard_alt,
    rating,
    remarks,
    statistics_alt,
)
from images.words import Words

_STEP = 40
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """Cloth between two brass lines, with a row of studs."""
    sketch = Sketch(_STEP, FRAME, cover.base)
    for y, tone in ((0, cover.dark), (FRAME - 3, cover.dark)):
        sketch.box(Box(0, y, _STEP, 3), tone)
    for y in (5, FRAME - 7):
        sketch.box(Box(0, y, _STEP, 2), cover.trim)
    sketch.disc(_STEP / 2, FRAME / 2, 3, cover.trim)
    sketch.disc(_STEP / 2, FRAME / 2, 1.5, cover.dark)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """Cloth between two brass lines."""
    sketch = Sketch(FRAME, _STEP, cover.base)
    for x, tone in ((0, cover.dark), (FRAME - 3, cover.dark)):
        sketch.box(Box(x, 0, 3, _STEP), tone)
    for x in (5, FRAME - 7):
        sketch.box(Box(x, 0, 2, _STEP), cover.trim)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A brass disc with a star."""
    sketch = Sketch(_CORNER, _CORNER)
    middle = _CORNER / 2
    for radius, tone in ((20, GOLD_DARK), (17, cover.trim), (12, cover.dark)):
        sketch.disc(middle, middle, radius, tone)
    star = ((0, -11), (3, -3), (11, 0), (3, 3), (0, 11), (-3, 3), (-11, 0), (-3, -3))
    sketch.polygon([(middle + x, middle + y) for x, y in star], cover.trim)
    return sketch.done()


THEME = Theme(
    paper=colour("#f6efdc"),
    shade=colour("#ddd2b0"),
    line=colour("#c3b78d"),
    rubric=colour("#1f5a45"),
    cloth=colour("#1c4638"),
    cover=Cover(colour("#0d261e"), colour("#17392d"), colour("#4d7766"), GOLD),
    face="title",
    hem=((0, 1), (0.5, 0), (1, 1)),
    back=("oval 50 50 30 30 0",),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)


HEAD = 84
ROW = 66
_CELL_AIR = 5
"""What two lines leave free above and below."""
_TITLE = Style("text", (28, 27), CREAM)
_CELL = Style("text", (34, 32, 30, 28, 27))
_STRONG = Style("strong", (34, 32, 30, 28, 27))


@frozen
class Column:
    """A column of `share` parts of the width; `free`: what people type stands in it."""

    title: str
    share: int
    align: Align = "center"
    strong: bool = False
    free: bool = False


def table_height(rows: int) -> int:
    """Of a table with so many rows."""
    return HEAD + rows * ROW


def table(
    canvas: Canvas, box: Box, columns: Sequence[Column], rows: Sequence[Sequence[str]]
) -> None:
    """Draw the head, and each row with its cells, those that are uncertain ("?") paler."""
    head = box.top(HEAD)
    canvas.fill(head, THEME.cloth)
    canvas.fill(head.below(HEAD - 3), GOLD)
    for column, place in zip(columns, _places(head, columns), strict=True):
        canvas.write(place, column.title, _TITLE, column.align, lines=2)
    for number, row in enumerate(rows):
        line = box.below(HEAD + number * ROW).top(ROW)
        if number % 2:
            canvas.fill(line, THEME.lane)
        canvas.fill(Box(line.x, line.bottom - 1, line.w, 1), THEME.line)
        for column, place, said in zip(columns, _places(line, columns), row, strict=True):
            style = _STRONG if column.strong else _CELL
            pale = style.tinted(INK_SOFT) if said.endswith("?") else style
            lines = 1 if column.free else 2
            room = place.inset(0, _CELL_AIR)
            canvas.write(room, said, pale, column.align, lines, free=column.free)


def _places(line: Box, columns: Sequence[Column]) -> list[Box]:
    """The cells of a line, a little apart."""
    whole, x, places = sum(column.share for column in columns), line.x, []
    for column in columns:
        width = line.w * column.share // whole
        places.append(Box(x, line.y, width, line.h).inset(10, 0))
        x += width
    return places


_MEDALS = 3
_RANK, _SHARES = 2, 24
"""The first column's part of the width."""


def leaderboard(shown: Leaderboard, words: Words) -> Picture:
    """A page of the book; there must be somebody on it."""
    title = words(text("records.title"))
    tall = CROWNED + table_height(len(shown.ranked)) + 14
    canvas, box = sheet(tall, palette(THEME, ()), THEME, title)
    crowned(canvas, box, THEME, game_name(words, shown.game))
    box = box.below(CROWNED)
    columns = (
        Column("", _RANK),
        Column(words(text("records.head.name")), 9, "left", strong=True, free=True),
        Column(words(text("records.head.rating")), 4, strong=True),
        Column(words(text("records.head.games")), 3),
        Column(words(text("records.head.wins")), 3),
        Column(words(text("records.head.place")), 3),
    )
    table(canvas, box, columns, [_ranked_row(row, words) for row in shown.ranked])
    for number, row in enumerate(shown.ranked):
        if row.rank <= _MEDALS:
            width = box.w * _RANK // _SHARES
            place = Box(box.x, box.y + HEAD + number * ROW, width, ROW)
            canvas.put_middle(medal(54, str(row.rank), "now"), place)
    return canvas.picture(leaderboard_alt(shown, words))


def _ranked_row(row: Ranked, words: Words) -> tuple[str, ...]:
    return (
        "" if row.rank <= _MEDALS else str(row.rank),
        row.name,
        words(rating(row.points, uncertain=row.uncertain)),
        words(text("records.number", number=row.games)),
        words(text("records.number", number=row.wins)),
        words(average(row.place)),
    )


_FIGURES = 150
_GAP = 14
_REMARKS = 84
_NUMBER = Style("strong", (60, 54, 48, 42, 38))
_LABEL = Style("text", (28, 27), theme.INK_SOFT)


def statistics(shown: Statistics, words: Words) -> Picture:
    """A page of the book; `shown.games` must be at least 1. Of one kind the table says it twice."""
    rows = () if shown.only else shown.of_games
    tall = _FIGURES + _REMARKS + (table_height(len(rows)) + _GAP if rows else 0)
    title = words(text("records.title"))
    canvas, box = sheet(CROWNED + tall, palette(THEME, ()), THEME, title)
    crowned(canvas, box, THEME, shown.name)
    box = box.below(CROWNED)
    _figures(canvas, box.top(_FIGURES), shown, words)
    box = box.below(_FIGURES)
    canvas.write(box.top(_REMARKS), " · ".join(remarks(shown, words)), theme.BODY, "center", 2)
    if rows:
        _games(canvas, box.below(_REMARKS), rows, words)
    return canvas.picture(statistics_alt(shown, words))


def _games(canvas: Canvas, box: Box, rows: Sequence[OfGame], words: Words) -> None:
    columns = (
        Column(words(text("records.head.game")), 14, "left", strong=True),
        Column(words(text("records.head.games")), 6),
        Column(words(text("records.head.wins")), 6),
        Column(words(text("records.head.place")), 7),
        Column(words(text("records.head.best")), 11),
        Column(words(text("records.head.rating")), 8, strong=True),
    )
    table(canvas, box, columns, [_game_row(row, words) for row in rows])


def figures(shown: Statistics) -> Sequence[tuple[Text, Text]]:
    """The numbers of all games, each with its label."""
    counted = (("games", shown.games), ("wins", shown.wins), ("streak", max(shown.streak, 0)))
    games, wins, streak = (
        (text("records.number", number=number), text(f"records.figure.{label}", n=number))
        for label, number in counted
    )
    return games, wins, (average(shown.place), text("records.head.place")), streak


def _figures(canvas: Canvas, box: Box, shown: Statistics, words: Words) -> None:
    width = (CONTENT - 3 * _GAP) // 4
    said = [(words(number), words(label)) for number, label in figures(shown)]
    for (number, label), cell in zip(said, box.columns(4, _GAP), strict=True):
        canvas.put(plate(width, _FIGURES, theme.CREAM), cell.x, cell.y)
        room = Box(cell.x, cell.y, width, _FIGURES).inset(10)
        canvas.write(room.top(82), number, _NUMBER, "center")
        canvas.write(room.below(82), label, _LABEL, "center")


def _game_row(row: OfGame, words: Words) -> tuple[str, ...]:
    return (
        game_name(words, row.game),
        words(text("records.number", number=row.games)),
        words(text("records.number", number=row.wins)),
        words(average(row.place)),
        words(text(f"game.{row.game}.score", n=row.best)),
        "–" if row.points is None else words(rating(row.points, uncertain=row.uncertain)),
    )
