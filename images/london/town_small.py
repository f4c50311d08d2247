"""The town in a hand: tiles that can be chosen as the board shows them, the others small."""

from __future__ import annotations

from typing import NamedTuple

from engine.london.view import LondonView
from images.london import facts, tile, tile_small, town
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.words import Words


def shown(view: LondonView) -> bool:
    """Whether the viewer chooses about the town."""
    return view.prompt is not None and view.phase in ("turns", "activation", "growth")


def height(view: LondonView, *, full: bool) -> int:
    """Of the map with the names on its edge; `full`: with all of what can be chosen."""
    return town.height([row.height for row in _rows(view, full=full)])


class _Row(NamedTuple):
    """Of the map; `full`: with tiles that can be chosen; `foot`: px for who stands there."""

    full: bool
    foot: int

    @property
    def height(self) -> int:
        return tile.height(0, self.foot) if self.full else tile_small.HEIGHT


def _rows(view: LondonView, *, full: bool) -> list[_Row]:
    """What is chosen names a tile by its cell, so that the map needs no names."""
    chosen = [one for one in view.tiles if full and one.cell in view.choosable]
    rows = [[one for one in chosen if one.y == y] for y in facts.built(view).rows]
    return [_Row(bool(row), tile.FOOT * any(map(tile.stood_on, row))) for row in rows]


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words, *, full: bool) -> None:
    """The town as it is built."""
    part, rows = facts.built(view), _rows(view, full=full)
    inner = town.walled(canvas, box).inset(town.WALL)
    places = town.cells(inner, part, [row.height for row in rows])
    town.labels(canvas, inner, facts.names(view, part), places, part)
    width = town.across(part)
    feet = {y: row.foot for y, row in zip(part.rows, rows, strict=True)}
    for cell, found in view.by_cell().items():
        at = places[cell]
        if full and found.cell in view.choosable:
            face, standing = tile.face(view, found, words), tile.stand(view, found)
            canvas.place(tile.overview(width, face, standing, 0, feet[found.y]), at.x, at.y)
        else:
            lower = (at.h - tile_small.HEIGHT) // 2
            canvas.place(tile_small.tile(view, found, width), at.x, at.y + lower)
    hall = town.hall(view, places, width)
    lower = (hall.h - tile_small.HEIGHT) // 2
    tile_small.guildhall(canvas, hall.below(lower).top(tile_small.HEIGHT), view)
