"""The result: who has won, and every vote by guild and ballot."""

from __future__ import annotations

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import theme
from images.canvas import Canvas
from images.guildes import parts
from images.guildes.spoken import result_alt, winners
from images.guildes.standing import outcome
from images.layout import Box
from images.ornaments import MARGIN, crown
from images.pictures import Picture
from images.theme import Style
from images.words import Words

_CROWNED = 150
_BANNER = 150
_ROW = 48
_TOTAL = 84
_CELL = Style("text", (26, 24, 22))
_BEST = Style("strong", (26, 24, 22))
_NONE = Style("text", (24,), theme.PARCHMENT_LINE)
_SUM = Style("strong", (28, 26, 24, 22))
_NUMERAL = Style("heading", (26, 24, 22), theme.INK_SOFT)


def result(view: GuildesView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = outcome(view).places
    rows = len(view.guilds) + 2
    height = _CROWNED + _BANNER + rows * _ROW + _TOTAL + 2 * MARGIN
    canvas, box = parts.sheet(height)
    _crowned(canvas, box.top(_CROWNED), view, words)
    box = box.below(_CROWNED)
    order = [(place, seat) for place, tied in enumerate(places) for seat in tied]
    label = 216
    columns = box.past(label).columns(view.seats, 10)
    for (place, seat), column in zip(order, columns, strict=True):
        top = column.top(_BANNER - 8)
        parts.player(canvas, top, words, seat, "", lit=place == 0)
    box = box.below(_BANNER)
    lines = box.top(rows * _ROW).rows(rows)
    seats = [seat for _, seat in order]
    _numerals(canvas, lines[0], label, view)
    parts.rules(canvas, box, lines[:-1])
    for row, line in zip(view.guilds, lines[1:], strict=False):
        parts.guild_name(canvas, line.left(label - 8), words, row)
        _guild(canvas, line, label, view, row, seats)
    _sums(canvas, lines[-1], label, view, words, seats)
    _totals(canvas, box.below(rows * _ROW).top(_TOTAL), label, view, words, seats)
    return canvas.picture(result_alt(view, words))


def _crowned(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """The winner's name, large."""
    sign = crown(92, whole=True)
    canvas.put(sign, box.x + 10, box.y + (box.h - 20 - sign.height) // 2)
    style = Style("heading", (56, 50, 44, 38, 32, 28), theme.RUBRIC)
    canvas.write(box.past(130).top(box.h - 20), winners(view, words), style, lines=2, free=True)


def _numerals(canvas: Canvas, line: Box, label: int, view: GuildesView) -> None:
    for column in line.past(label).columns(view.seats, 10):
        for numeral, place in zip(parts.NUMERALS, column.columns(3), strict=True):
            canvas.write(place, numeral, _NUMERAL, "center")


def _guild(
    canvas: Canvas, line: Box, label: int, view: GuildesView, row: GuildRow, seats: list[int]
) -> None:
    for seat, column in zip(seats, line.past(label).columns(view.seats, 10), strict=True):
        for ballot, place in enumerate(column.columns(3)):
            votes = [counted.get(row.guild, 0) for counted in view.counts[ballot]]
            if not votes[seat]:
                canvas.write(place, "·", _NONE, "center")
            else:
                style = _BEST if votes[seat] == max(votes) else _CELL
                canvas.write(place, str(votes[seat]), style, "center")


def _sums(
    canvas: Canvas, line: Box, label: int, view: GuildesView, words: Words, seats: list[int]
) -> None:
    said = words(text("guildes.picture.by_ballot"))
    canvas.write(line.left(label - 8), said, theme.HEADING)
    for seat, column in zip(seats, line.past(label).columns(view.seats, 10), strict=True):
        for votes, place in zip(view.players[seat].votes, column.columns(3), strict=True):
            canvas.write(place, str(votes), _SUM, "center")


def _totals(
    canvas: Canvas, box: Box, label: int, view: GuildesView, words: Words, seats: list[int]
) -> None:
    ended = outcome(view)
    parts.band(canvas, box)
    said = words(text("picture.votes"))
    canvas.write(box.left(label).inset(16, 0), said, theme.HEADING.tinted(theme.CREAM))
    first = ended.places[0]
    for seat, column in zip(seats, box.past(label).columns(view.seats, 10), strict=True):
        parts.total(canvas, column, ended.scores[seat], first=seat in first)
