"""What a player without pictures needs at each choice, and a part of the town, in words."""

from __future__ import annotations

from engine.london.topics import state
from engine.london.view import LondonView, TileView
from engine.text import text
from images import viewed
from images.london import facts
from images.london.facts import count, place
from images.london.spoken import (
    held,
    of_plantation,
    of_player,
    of_tile,
    result_alt,
    standing,
    this_turn,
)
from images.words import Words

_FEW = 6
"""Tiles to choose from that are told in full at once."""


def gist(view: LondonView, words: Words) -> tuple[str, ...]:
    """What is needed to choose, in lines: one's cards and what can be chosen first.

    Of many tiles that can be chosen, rewards come after all that holds for every choice.
    """
    if view.outcome is not None:
        return tuple(result_alt(view, words))
    near = _choosable(view)
    elsewhere = [tile for tile in view.tiles if tile not in near]
    contested = [tile for tile in elsewhere if not tile.resolved and any(tile.pawns)]
    contested.sort(key=lambda tile: (not tile.active, _lacks(view, tile)))
    empty = [tile for tile in elsewhere if not tile.resolved and tile not in contested]
    resolved = [tile for tile in elsewhere if tile.resolved]
    few = len(near) <= _FEW
    told = _line if few else _short
    lines = [
        *held(view, words),
        *(told(view, words, tile) for tile in near),
        " ".join(this_turn(view, words)),
        standing(view, words),
        *viewed.waiting_said(view, words),
        *(" ".join(of_player(view, words, seat)) for seat in range(view.seats)),
        *(_line(view, words, tile) for tile in contested),
        " ".join(of_plantation(view, words)),
        *([] if few else (_line(view, words, tile) for tile in near)),
        *(_line(view, words, tile) for tile in empty),
        *(_short(view, words, tile) for tile in resolved),
    ]
    return tuple(line for line in lines if line)


def nearby(view: LondonView, words: Words, place: str) -> tuple[str, ...]:
    """A tile and its neighbours, in lines; raises KeyError for a place without one."""
    chosen = {one.cell.lower(): one for one in view.tiles}[place]
    part = facts.near(view, chosen)
    here = " ".join(of_tile(view, words, chosen))
    around = [tile for tile in facts.within(view, part) if tile != chosen]
    return (here, *(" ".join(of_tile(view, words, tile)) for tile in around))


def _choosable(view: LondonView) -> list[TileView]:
    """The tiles that can be chosen, in reading order."""
    tiles = {tile.cell: tile for tile in view.tiles}
    return [tiles[cell] for cell in view.choosable]


def _line(view: LondonView, words: Words, tile: TileView) -> str:
    return " ".join(of_tile(view, words, tile))


def _short(view: LondonView, words: Words, tile: TileView) -> str:
    said = text("london.picture.say.beside", place=place(view, tile), state=state(view, tile))
    return words(said)


def _lacks(view: LondonView, tile: TileView) -> int:
    """How many more it takes to a vote."""
    return view.printed.tiles[tile.id].threshold - count(tile)
