"""The result: who has won, and every vote by guild and ballot."""

from __future__ import annotations

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import text
from images.furniture import legend, people
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, CROWNED, NUMERALS, crowned
from images.guildes import parts
from images.guildes.spoken import result_alt, won
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words

_ROW = 50
_TOTAL = 92
_LABEL = 190
_BEST_SIZE = (46, 40)
_APART = 6
"""Between the plates of a player's ballots."""

_CELL = Style("text", (32, 30, 28))
_BEST = Style("strong", (32, 30, 28))
_NUMERAL = Style("heading", (30, 28, 27), theme.INK_SOFT)


def result(view: GuildesView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = outcome(view).places
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    guilds = len(view.guilds) * _ROW
    table = guilds + 2 * _ROW
    entries = legend.entries(words, "guildes.picture.legend", {"most": _best(_BEST_SIZE[0])})
    key = legend.height(entries, CONTENT)
    canvas, box = parts.sheet(CROWNED + banners + table + _TOTAL + key, words)
    crowned(canvas, box, THEME, words(won(view)))
    box = box.below(CROWNED)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(banners + table).below(20), THEME, view.seats)
    order = people.numbered(places)
    for (place, seat), lane in zip(order, lanes.columns(view.seats, people.GAP), strict=True):
        top = lane.top(banners - 4)
        people.player(canvas, top, THEME, words, seat, str(place))
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
    legend.draw(canvas, box.below(table + _TOTAL), entries, THEME)
    return canvas.picture(result_alt(view, words))


@cached
def _best(width: int) -> Image.Image:
    """Where the most votes of a guild in a ballot stand."""
    return plate(width, _BEST_SIZE[1])


def _numerals(canvas: Canvas, line: Box, view: GuildesView) -> None:
    for lane in people.ruled(canvas, line, THEME, view.seats):
        for numeral, place in zip(NUMERALS[: parts.BALLOTS], lane.columns(3), strict=True):
            canvas.write(place, numeral, _NUMERAL, "center")


def _guild(canvas: Canvas, line: Box, view: GuildesView, row: GuildRow, seats: list[int]) -> None:
    """Each player's votes of a guild, the most of each ballot on gold."""
    counts = [[votes.get(row.guild, 0) for votes in ballot] for ballot in view.counts]
    width = min(_BEST_SIZE[0], line.columns(view.seats, people.GAP)[0].w // 3 - _APART)
    for seat, lane in zip(seats, people.ruled(canvas, line, THEME, view.seats), strict=True):
        for votes, place in zip(counts, lane.columns(3), strict=True):
            if not votes[seat]:
                people.nothing(canvas, place, THEME)
                continue
            best = votes[seat] == max(votes)
            if best:
                canvas.put_middle(_best(width), place)
            canvas.write(place, str(votes[seat]), _BEST if best else _CELL, "center")


def _sums(canvas: Canvas, line: Box, view: GuildesView, seats: list[int]) -> None:
    for seat, lane in zip(seats, line.columns(view.seats, people.GAP), strict=True):
        for votes, place in zip(view.players[seat].votes, lane.columns(3), strict=True):
            canvas.write(place, str(votes), _BEST, "center")


def _totals(canvas: Canvas, box: Box, view: GuildesView, words: Words, seats: list[int]) -> None:
    ended = outcome(view)
    people.band(canvas, box, words(text("picture.votes")), THEME.cloth)
    for seat, lane in zip(seats, box.past(_LABEL).columns(view.seats, people.GAP), strict=True):
        people.total(canvas, lane, THEME, ended.scores[seat], first=seat in ended.places[0])
