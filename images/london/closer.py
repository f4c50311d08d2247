"""A part of the town from near: three by three tiles with all that is printed on them."""

from __future__ import annotations

from engine.london.view import LondonView, TileView
from engine.text import text
from images.furniture import legend
from images.furniture.sheets import CONTENT, HEAD
from images.london import detail, facts, page, players, tile, town
from images.london.board import board
from images.london.facts import count
from images.london.facts import place as where
from images.london.page import closer_entries, sheet
from images.london.spoken import closer_alt
from images.london.theme import THEME
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.pictures import Picture
from images.words import Words

_GAP = 6
_SPACE = 14


def places(view: LondonView, words: Words) -> tuple[tuple[str, str], ...]:
    """Every tile in reading order, but first the one that most is about; at the end the town."""
    tiles = list(view.tiles)
    best = max(tiles, key=lambda one: _interest(view, one))
    tiles.remove(best)
    cells = tuple((one.cell.lower(), _label(view, words, one)) for one in (best, *tiles))
    if view.outcome is None:
        return cells
    return ((facts.WHOLE, words(text("london.picture.whole"))), *cells)


def _interest(view: LondonView, one: TileView) -> tuple[bool, bool, int]:
    threshold = view.printed.tiles[one.id].threshold
    return one.active, not one.resolved, count(one) - threshold


def _label(view: LondonView, words: Words, one: TileView) -> str:
    name = words(view.printed.tiles[one.id].name)
    return words(text("london.picture.place", cell=one.cell, tile=name))


def closer(view: LondonView, words: Words, place: str) -> Picture:
    """The part of the town around a tile; raises KeyError for a place without one."""
    if place == facts.WHOLE:
        return board(view, words)
    chosen = {one.cell.lower(): one for one in view.tiles}[place]
    part = facts.near(view, chosen)
    rows = _rows(view, part)
    height = town.LABELS + 2 * town.WALL + sum(rows) + (len(rows) - 1) * _GAP
    signs = closer_entries(words)
    key = legend.height(signs, CONTENT)
    canvas, box = sheet(HEAD + height + _SPACE + players.KEY + key, words)
    said = words(text("london.picture.around", place=where(view, chosen)))
    page.head(canvas, box, view, said)
    _part(canvas, box.below(HEAD).top(height), view, words, chosen)
    players.key(canvas, box.below(HEAD + height + _SPACE).top(players.KEY), words, view.seats)
    legend.draw(canvas, box.below(HEAD + height + _SPACE + players.KEY), signs, THEME)
    return canvas.picture(closer_alt(view, words, chosen, part))


def _rows(view: LondonView, part: facts.Part) -> list[int]:
    """How high each row is."""
    tiles = facts.within(view, part)
    built = {y for x, y in (*view.by_cell(), *view.guildhall) if x in part.columns}
    return [
        detail.height(view, [one for one in tiles if one.y == y]) if y in built else town.PLOTS
        for y in part.rows
    ]


def _part(canvas: Canvas, box: Box, view: LondonView, words: Words, chosen: TileView) -> None:
    part = facts.near(view, chosen)
    inner = town.walled(canvas, box).inset(town.WALL)
    cells = town.cells(inner, part, _rows(view, part), _GAP)
    town.labels(canvas, inner, facts.names(view, part), cells, part)
    width = min(cell.w for cell in cells.values())
    tiles = view.by_cell()
    growth = view.growth()
    plots = growth[1] if growth else ()
    for cell, at in cells.items():
        if cell in tiles:
            found = tiles[cell]
            printed = detail.detail(view, found, words)
            standing = tile.stand(view, found)
            drawn = detail.closeup((width, at.h), printed, standing, found is chosen)
            canvas.place(drawn, at.x, at.y)
        elif cell in plots:
            canvas.put(town.plot(width, at.h), at.x, at.y)
    town.draw_guildhall(canvas, cells, width, view, words)
