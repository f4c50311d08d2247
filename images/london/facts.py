"""What a view says of a table, and the ground of the town: which cells a picture shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.london.view import Cell, Icon, LondonView, TileView
from engine.text import Seat, Text, text
from images.viewed import outcome

WHOLE = "town"
"""The place that is all of it."""


def won(view: LondonView) -> Text:
    """Who has won, with how many points; a tie, with the mayor's cards that broke it."""
    ended = outcome(view)
    first = tuple(ended.places[0])
    points = ended.scores[first[0]]
    winners, n = tuple(map(Seat, first)), len(first)
    tied = [seat for seat, score in ended.scores.items() if score == points and seat not in first]
    if not tied:
        return text("london.picture.won", n=n, winners=winners, points=points)
    cards, others = (max(view.players[seat].mayors for seat in seats) for seats in (first, tied))
    said = {"points": points, "cards": cards, "others": others}
    return text("london.picture.won_tie", n=n, winners=winners, **said)


def place(view: LondonView, tile: TileView) -> Text:
    """A tile with its cell: "Weavers (B3)"."""
    return text("london.place.tile", tile=view.printed.tiles[tile.id].name, cell=tile.cell)


def reward(steps: Sequence[Icon]) -> Text:
    """A reward in words."""
    if not steps:
        return text("london.step.nothing")
    if len(steps) == 1:
        return steps[0].text
    return text("london.step.then", first=steps[0].text, rest=reward(steps[1:]))


def count(tile: TileView) -> int:
    """Who counts towards the threshold: liverymen and the beadle."""
    return sum(tile.pawns) + tile.beadle


def points_before(view: LondonView, seat: int) -> int:
    """Points of a finished game that were gained before the final scoring."""
    player = view.players[seat]
    return player.score - player.pairs - sum(card.points for card in player.revealed)


class Part(NamedTuple):
    """A rectangle of cells: from west to east, from north to south."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


def whole(view: LondonView) -> Part:
    """All that is built, and the plots of the next growth."""
    growth = view.growth()
    return _around({*view.by_cell(), *view.guildhall, *(growth[1] if growth else ())})


def filmed(view: LondonView, last: LondonView) -> Part:
    """All that is built now and in the end, and the plots of the next growth."""
    one, other = whole(view), built(last)
    return _around([(x, y) for part in (one, other) for x in part.columns for y in part.rows])


def built(view: LondonView) -> Part:
    """All that is built."""
    return _around({*view.by_cell(), *view.guildhall})


def _around(cells: Iterable[Cell]) -> Part:
    xs, ys = zip(*cells, strict=True)
    return Part(tuple(range(min(xs), max(xs) + 1)), tuple(range(max(ys), min(ys) - 1, -1)))


def near(view: LondonView, tile: TileView) -> Part:
    """Three by three cells with the tile in the middle, or as near to it as the town reaches."""
    part = built(view)
    return Part(_three(part.columns, tile.x), _three(part.rows, tile.y))


def within(view: LondonView, part: Part) -> list[TileView]:
    """The tiles that stand there, in reading order."""
    return [tile for tile in view.tiles if tile.x in part.columns and tile.y in part.rows]


def _three(line: tuple[int, ...], middle: int) -> tuple[int, ...]:
    start = min(max(0, line.index(middle) - 1), len(line) - 3)
    return line[start : start + 3]


def names(view: LondonView, part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What its columns and rows are called."""
    return (tuple(view.column(x) for x in part.columns), tuple(view.row(y) for y in part.rows))


def name(view: LondonView, cell: Cell) -> str:
    """What a cell is called ("B3")."""
    x, y = cell
    return view.column(x) + view.row(y)
