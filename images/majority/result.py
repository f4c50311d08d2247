"""The result: who has won, and the gold of every debate by colour."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images.furniture import legend, people
from images.furniture.ornaments import crown, plate
from images.furniture.sheets import CONTENT, CROWNED, NUMERALS, crowned
from images.majority import parts
from images.majority.council import token
from images.majority.spoken import party_gold, result_alt, won
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.lettering import common_size
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words

_ROW = 54
_BAND = 92
_LABEL = 150
_SPY = 62
_CELL = Style("text", (34, 32, 30))
_BEST = Style("strong", (34, 32, 30))
_PARTY = Style("heading", (40, 36, 34, 30), theme.CREAM)


def result(view: MajorityView, words: Words) -> Picture:
    """The count of a finished game, players by place."""
    places = people.numbered(outcome(view).places, view.parties)
    seats = [seat for _, seat in places]
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    rows = len(view.debates) + 2
    table = banners + parts.SHIELDS + rows * _ROW
    party = _BAND if view.parties else 0
    entries = legend.entries(words, "majority.picture.legend", {"most": _most()})
    key = legend.height(entries, CONTENT)
    canvas, box = parts.sheet(CROWNED + table + _BAND + party + key, words)
    crowned(canvas, box, THEME, words(won(view)))
    box = box.below(CROWNED)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(table).below(20), THEME, view.seats)
    for (place, seat), lane in zip(places, lanes.columns(view.seats, people.GAP), strict=True):
        cloth = parts.cloth(view, seat)
        top = lane.top(banners - 4)
        people.player(canvas, top, THEME, words, seat, str(place), cloth)
        parts.shields(canvas, lane.below(banners).top(parts.SHIELDS), view, words, THEME.lane)
    body = box.below(banners + parts.SHIELDS)
    labels = _labels(view, words)
    style = theme.HEADING.at(common_size(labels, theme.HEADING.setting, _LABEL - 12))
    lines = body.top(rows * _ROW).rows(rows)
    for label, cells, line in zip(labels, _cells(view, seats), lines, strict=True):
        canvas.write(line.left(_LABEL - 12), label, style)
        _row(canvas, line.past(_LABEL), view, cells)
    box = box.below(table)
    _gold(canvas, box.top(_BAND), view, words, seats)
    if party:
        _parties(canvas, box.below(_BAND).top(_BAND), view, words)
    legend.draw(canvas, box.below(_BAND + party), entries, THEME)
    return canvas.picture(result_alt(view, words))


def _labels(view: MajorityView, words: Words) -> tuple[str, ...]:
    """Of the rows: each debate, all of them, the power."""
    rounds = NUMERALS[: len(view.debates)]
    said = [text("majority.picture.round", round=numeral) for numeral in rounds]
    rest = text("majority.picture.all_gold"), text("majority.picture.power")
    return tuple(map(words, (*said, *rest)))


def _cells(view: MajorityView, seats: list[int]) -> list[list[list[int]]]:
    """Of the same rows, by player and colour: gold, and at last the power of the cards."""
    debates = [
        [[debate.gold[c][seat] for c in view.colours] for seat in seats] for debate in view.debates
    ]
    in_all = [[sum(d.gold[c][seat] for d in view.debates) for c in view.colours] for seat in seats]
    power = [[view.players[seat].totals[c] for c in view.colours] for seat in seats]
    return [*debates, in_all, power]


def _row(canvas: Canvas, line: Box, view: MajorityView, cells: list[list[int]]) -> None:
    """A row's numbers, the most of each colour on gold."""
    best = [max(column) for column in zip(*cells, strict=True)]
    lanes = people.ruled(canvas, line, THEME, view.seats)
    for row, lane in zip(cells, lanes, strict=True):
        for value, most, place in zip(row, best, lane.columns(len(row)), strict=True):
            if not value:
                people.nothing(canvas, place, THEME)
                continue
            if value == most:
                canvas.put_middle(_most(), place)
            canvas.write(place, str(value), _BEST if value == most else _CELL, "center")


@cached
def _most() -> Image.Image:
    """Where the most of a row stands, by colour."""
    return plate(60, 44)


def _gold(canvas: Canvas, box: Box, view: MajorityView, words: Words, seats: list[int]) -> None:
    people.band(canvas, box, words(text("majority.picture.gold")), theme.INK, _LABEL)
    first = outcome(view).places[0]
    for seat, lane in zip(seats, box.past(_LABEL).columns(view.seats, people.GAP), strict=True):
        colour = theme.GOLD_LIGHT if seat in first else theme.CREAM
        gold = str(view.players[seat].gold)
        room = lane
        if view.players[seat].spy:
            room = lane.left(lane.w - _SPY)
            canvas.put_middle(token(54), lane.past(room.w))
        parts.purse(canvas, room, gold, THEME.total.tinted(colour), 38)


def _parties(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The gold of each party below its two players."""
    title = words(text("majority.picture.by_party"))
    canvas.fill(box, theme.INK)
    canvas.write(box.left(_LABEL).inset(16, 0), title, theme.HEADING.tinted(theme.CREAM))
    places = outcome(view).places
    for tied, lane in zip(places, box.past(_LABEL).columns(2, people.GAP), strict=True):
        canvas.fill(lane, parts.cloth(view, tied[0]))
        said = words(party_gold(view, tied[0]))
        first = tied == places[0]
        style = _PARTY.tinted(theme.GOLD_LIGHT) if first else _PARTY
        sign = crown(32, theme.GOLD_LIGHT) if first else None
        canvas.write(lane.inset(12, 0), said, style, "center", sign=sign)
