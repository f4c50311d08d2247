"""Somebody's statistics: the figures of all games large, then a row for each game."""

from __future__ import annotations

from engine.text import text
from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.ornaments import plate
from images.palette import palette
from images.pictures import Picture
from images.records.spoken import average, game_name, rating, statistics_alt
from images.records.table import Column, height, table
from images.records.theme import THEME
from images.records.values import OfGame, Statistics
from images.sheets import CONTENT, CROWNED, crowned, sheet
from images.theme import Style
from images.words import Words

_FIGURES = 150
_GAP = 14
_REMARKS = 84
_NUMBER = Style("strong", (60, 54, 48, 42, 38))
_LABEL = Style("text", (28, 27), theme.INK_SOFT)


def statistics(shown: Statistics, words: Words) -> Picture:
    """A page of the book; `shown.games` must be at least 1."""
    tall = _FIGURES + _REMARKS + height(len(shown.of_games)) + _GAP
    title = words(text("records.title"))
    canvas, box = sheet(CROWNED + tall, palette(THEME, ()), THEME, title)
    crowned(canvas, box, THEME, shown.name)
    box = box.below(CROWNED)
    _figures(canvas, box.top(_FIGURES), shown, words)
    box = box.below(_FIGURES)
    canvas.write(box.top(_REMARKS), " · ".join(_remarks(shown, words)), theme.BODY, "center", 2)
    box = box.below(_REMARKS)
    columns = (
        Column(words(text("records.head.game")), 6, "left", strong=True),
        Column(words(text("records.head.games")), 3),
        Column(words(text("records.head.wins")), 3),
        Column(words(text("records.head.place")), 3),
        Column(words(text("records.head.best")), 5),
        Column(words(text("records.head.rating")), 4, strong=True),
    )
    table(canvas, box, columns, [_row(row, words) for row in shown.of_games])
    return canvas.picture(statistics_alt(shown, words))


def _remarks(shown: Statistics, words: Words) -> list[str]:
    said = []
    if shown.favourite is not None:
        said.append(words(text("records.favourite", game=game_name(words, shown.favourite))))
    if shown.strongest is not None:
        said.append(words(text("records.strongest", game=game_name(words, shown.strongest))))
    return said


def _figures(canvas: Canvas, box: Box, shown: Statistics, words: Words) -> None:
    figures = (
        (words(text("records.number", number=shown.games)), words(text("records.head.games"))),
        (words(text("records.number", number=shown.wins)), words(text("records.head.wins"))),
        (words(average(shown.place)), words(text("records.head.place"))),
        (
            words(text("records.number", number=max(shown.streak, 0))),
            words(text("records.head.streak")),
        ),
    )
    width = (CONTENT - 3 * _GAP) // 4
    for (number, label), cell in zip(figures, box.columns(4, _GAP), strict=True):
        canvas.put(plate(width, _FIGURES, theme.CREAM), cell.x, cell.y)
        room = Box(cell.x, cell.y, width, _FIGURES).inset(10)
        canvas.write(room.top(82), number, _NUMBER, "center")
        canvas.write(room.below(82), label, _LABEL, "center")


def _row(row: OfGame, words: Words) -> tuple[str, ...]:
    return (
        game_name(words, row.game),
        words(text("records.number", number=row.games)),
        words(text("records.number", number=row.wins)),
        words(average(row.place)),
        words(text(f"game.{row.game}.score", n=row.best)),
        "–" if row.points is None else words(rating(row.points, uncertain=row.uncertain)),
    )
