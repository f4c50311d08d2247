"""The result: who has won, and every vote by guild and ballot."""

from __future__ import annotations

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images import people, theme
from images.canvas import Canvas
from images.guildes import parts
from images.guildes.spoken import result_alt, won
from images.layout import Box
from images.ornaments import laurels, rule
from images.pictures import Picture
from images.sheets import NUMERALS
from images.theme import Style
from images.viewed import outcome
from images.words import Words

_CROWNED = 206
_ROW = 46
_TOTAL = 84
_LABEL = 204
_WON = Style("heading", (60, 54, 48, 42, 36, 32, 28), theme.RUBRIC)
_CELL = Style("text", (26, 24, 22))
_BEST = Style("strong", (26, 24, 22))
_SUM = Style("strong", (28, 26, 24, 22))
_NUMERAL = Style("heading", (26, 24, 22), theme.INK_SOFT)


def result(view: GuildesView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = outcome(view).places
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    guilds = len(view.guilds) * _ROW
    table = guilds + 2 * _ROW
    canvas, box = parts.sheet(_CROWNED + banners + table + _TOTAL)
    _crowned(canvas, box.top(_CROWNED), view, words)
    box = box.below(_CROWNED)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(banners + table).below(20), view.seats)
    order = people.numbered(places)
    for (place, seat), lane in zip(order, lanes.columns(view.seats, people.GAP), strict=True):
        people.player(canvas, lane.top(banners - 4), words, seat, str(place), lit=place == 1)
    seats = [seat for _, seat in order]
    box, lanes = box.below(banners), lanes.below(banners)
    parts.guild_column(
        canvas, box.below(_ROW).left(_LABEL - 12).top(guilds), view, words, values=False
    )
    lines = lanes.top(table).rows(len(view.guilds) + 2)
    _numerals(canvas, lines[0], view)
    for row, line in zip(view.guilds, lines[1:], strict=False):
        _guild(canvas, line, view, row, seats)
    said = words(text("guildes.picture.by_ballot"))
    canvas.write(box.below(guilds + _ROW).top(_ROW).left(_LABEL - 12), said, theme.HEADING)
    _sums(canvas, lines[-1], view, seats)
    _totals(canvas, box.below(table).top(_TOTAL), view, words, seats)
    return canvas.picture(result_alt(view, words))


def _crowned(canvas: Canvas, box: Box, view: GuildesView, words: Words) -> None:
    """Who has won, under a crown."""
    sign = laurels(520, 76)
    canvas.put(sign, box.middle[0] - sign.width // 2, box.y - 10)
    said = words(won(view))
    canvas.write(box.below(62).top(box.h - 92), said, _WON, "center", lines=3, free=True)
    canvas.put(rule(box.w), box.x, box.bottom - 28)


def _numerals(canvas: Canvas, line: Box, view: GuildesView) -> None:
    for lane in people.ruled(canvas, line, view.seats):
        for numeral, place in zip(NUMERALS[: parts.BALLOTS], lane.columns(3), strict=True):
            canvas.write(place, numeral, _NUMERAL, "center")


def _guild(canvas: Canvas, line: Box, view: GuildesView, row: GuildRow, seats: list[int]) -> None:
    """Each player's votes of a guild, the most of each ballot in bold."""
    counts = [[votes.get(row.guild, 0) for votes in ballot] for ballot in view.counts]
    for seat, lane in zip(seats, people.ruled(canvas, line, view.seats), strict=True):
        for votes, place in zip(counts, lane.columns(3), strict=True):
            if votes[seat]:
                style = _BEST if votes[seat] == max(votes) else _CELL
                canvas.write(place, str(votes[seat]), style, "center")
            else:
                canvas.write(place, "·", theme.NONE, "center")


def _sums(canvas: Canvas, line: Box, view: GuildesView, seats: list[int]) -> None:
    for seat, lane in zip(seats, line.columns(view.seats, people.GAP), strict=True):
        for votes, place in zip(view.players[seat].votes, lane.columns(3), strict=True):
            canvas.write(place, str(votes), _SUM, "center")


def _totals(canvas: Canvas, box: Box, view: GuildesView, words: Words, seats: list[int]) -> None:
    ended = outcome(view)
    people.band(canvas, box, words(text("picture.votes")))
    for seat, lane in zip(seats, box.past(_LABEL).columns(view.seats, people.GAP), strict=True):
        people.total(canvas, lane, ended.scores[seat], first=seat in ended.places[0])
