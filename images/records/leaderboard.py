"""Who plays a game best in a server: a row for each, the first three with a medal."""

from __future__ import annotations

from engine.text import text
from images.layout import Box
from images.ornaments import medal
from images.palette import palette
from images.pictures import Picture
from images.records.spoken import average, game_name, leaderboard_alt, rating
from images.records.table import HEAD, ROW, Column, height, table
from images.records.theme import THEME
from images.records.values import Leaderboard, Ranked
from images.sheets import CROWNED, crowned, sheet
from images.words import Words

_MEDALS = 3
_RANK, _SHARES = 2, 24
"""The first column's part of the width."""


def leaderboard(shown: Leaderboard, words: Words) -> Picture:
    """A page of the book; there must be somebody on it."""
    title = words(text("records.title"))
    tall = CROWNED + height(len(shown.ranked)) + 14
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
    table(canvas, box, columns, [_row(row, words) for row in shown.ranked])
    for number, row in enumerate(shown.ranked):
        if row.rank <= _MEDALS:
            width = box.w * _RANK // _SHARES
            place = Box(box.x, box.y + HEAD + number * ROW, width, ROW)
            canvas.put_middle(medal(54, str(row.rank), "now"), place)
    return canvas.picture(leaderboard_alt(shown, words))


def _row(row: Ranked, words: Words) -> tuple[str, ...]:
    return (
        "" if row.rank <= _MEDALS else str(row.rank),
        row.name,
        words(rating(row.points, uncertain=row.uncertain)),
        words(text("records.number", number=row.games)),
        words(text("records.number", number=row.wins)),
        words(average(row.place)),
    )
