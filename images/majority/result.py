"""The result: who has won, and the gold of every debate by colour."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView
from engine.text import text
from images.furniture import legend, people
from images.furniture.ornaments import plate
from images.furniture.sheets import CONTENT, CROWNED, NUMERALS, crowned
from images.majority import parts
from images.majority.council import token
from images.majority.spoken import party_gold, result_alt, won
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.viewed import outcome
from images.words import Words

_ROW = 54
_BAND = 92
_LABEL = 150
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
    for index, line in enumerate(body.top(rows * _ROW).rows(rows)):
        _row(canvas, line, view, words, seats, index)
    box = box.below(table)
    _gold(canvas, box.top(_BAND), view, words, seats)
    if party:
        _parties(canvas, box.below(_BAND).top(_BAND), view, words)
    legend.draw(canvas, box.below(_BAND + party), entries, THEME)
    return canvas.picture(result_alt(view, words))


def _row(
    canvas: Canvas, line: Box, view: MajorityView, words: Words, seats: list[int], index: int
) -> None:
    """A debate's gold by colour; then the totals of all debates, then the power of the cards."""
    debates = view.debates
    if index < len(debates):
        said = words(text("majority.picture.round", round=NUMERALS[index]))
        cells = [[debates[index].gold[c][seat] for c in view.colours] for seat in seats]
    elif index == len(debates):
        said = words(text("majority.picture.all_gold"))
        cells = [[sum(d.gold[c][seat] for d in debates) for c in view.colours] for seat in seats]
    else:
        said = words(text("majority.picture.power"))
        cells = [[view.players[seat].totals[c] for c in view.colours] for seat in seats]
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING)
    best = [max(column) for column in zip(*cells, strict=True)]
    lanes = people.ruled(canvas, line.past(_LABEL), THEME, view.seats)
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
        parts.purse(canvas, lane, gold, THEME.total.tinted(colour), 38)
        if view.players[seat].spy:
            canvas.put_middle(token(54), lane.past(lane.w - 62))


def _parties(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The gold of each party below its two players."""
    title = words(text("majority.picture.by_party"))
    canvas.fill(box, theme.INK)
    canvas.write(box.left(_LABEL).inset(16, 0), title, theme.HEADING.tinted(theme.CREAM))
    places = outcome(view).places
    for tied, lane in zip(places, box.past(_LABEL).columns(2, people.GAP), strict=True):
        canvas.fill(lane, parts.cloth(view, tied[0]))
        said = words(party_gold(view, tied[0]))
        canvas.write(lane, said, _PARTY, "center")
