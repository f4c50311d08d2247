"""What a player without pictures needs at each choice, and a part of the town, in words."""

from __future__ import annotations

from engine.london.topics import state
from engine.london.view import LondonView, TileView
from engine.text import text
from images import viewed
from images.london import facts
from images.london.facts import count as present
from images.london.facts import place
from images.london.spoken import (
    cards,
    mayors,
    names,
    of_plantation,
    of_player,
    of_tile,
    own_pawns,
    result_alt,
    standing,
    this_turn,
)
from images.words import Words

_FEW = 3
"""Tiles to choose from that are told in full at once."""
_NEAR = 3
"""Tiles nearest to a vote that are told before what cards do."""
_OF_CARDS = frozenset(f"london.ask.{one}" for one in ("play", "pay_card", "excess", "trade", "end"))
"""Questions about cards; the others are about what lies in the town."""
_OF_MAYORS = frozenset(f"london.ask.{one}" for one in ("keep", "order", "look"))
"""Questions about mayor's cards."""


def gist(view: LondonView, words: Words) -> tuple[str, ...]:
    """What is needed to choose, in lines, the most needed first: a phone has room for the first
    dozen. What buttons say isn't said again.
    """
    if view.outcome is not None:
        return tuple(result_alt(view, words))
    asks = "" if view.prompt is None else view.prompt.ask.key
    of_cards = asks in _OF_CARDS
    near = [] if of_cards else _choosable(view)
    few = len(near) <= _FEW
    told = [tile for tile in view.tiles if tile.active] + [tile for tile in near if few]
    elsewhere = [tile for tile in view.tiles if tile not in told]
    contested = [tile for tile in elsewhere if not tile.resolved and present(tile)]
    contested.sort(key=lambda tile: (_lacks(view, tile), not _is_there(view, tile)))
    empty = [tile for tile in elsewhere if not tile.resolved and tile not in contested]
    resolved = [tile for tile in elsewhere if tile.resolved]
    there = [_short(view, words, tile) for tile in contested]
    own = [*there[:1], *own_pawns(view, words), *there[1:_NEAR]]
    if view.phase != "setup":
        own[:0] = [standing(view, words), *viewed.others_waited_for(view, words)]
    asked, does = [_line(view, words, tile) for tile in told], [*cards(view, words)]
    looked, left = [*mayors(view, words)], there[_NEAR:]
    turn = " ".join(this_turn(view, words))
    if asks in _OF_MAYORS:
        first = [*looked, *asked, *does, *own, *left, turn]
    elif of_cards:
        first = [*asked, *own, *does, *left, turn, *looked]
    else:
        first = [*asked, *own, *left, *does, turn, *looked]
    lines = [
        *(names(view, words) if of_cards or asks == "london.ask.keep" else ()),
        *first,
        " ".join(of_plantation(view, words)),
        *(" ".join(of_player(view, words, seat)) for seat in range(view.seats)),
        *(_line(view, words, tile) for tile in (*contested, *empty)),
        *(_short(view, words, tile) for tile in resolved),
    ]
    return viewed.in_lines(lines, view, words)


def nearby(view: LondonView, words: Words, place: str) -> tuple[str, ...]:
    """A tile and its neighbours, or all, in lines; raises KeyError for a place without one."""
    if place == facts.WHOLE:
        return tuple(" ".join(of_tile(view, words, tile)) for tile in view.tiles)
    chosen = {one.cell.lower(): one for one in view.tiles}[place]
    part = facts.near(view, chosen)
    here = " ".join(of_tile(view, words, chosen))
    around = [tile for tile in facts.within(view, part) if tile != chosen]
    heading = words(text("london.picture.say.around"))
    return (here, heading, *(" ".join(of_tile(view, words, tile)) for tile in around))


def _choosable(view: LondonView) -> list[TileView]:
    """The tiles that can be chosen, in reading order."""
    tiles = {tile.cell: tile for tile in view.tiles}
    return [tiles[cell] for cell in view.choosable]


def _line(view: LondonView, words: Words, tile: TileView) -> str:
    return " ".join(of_tile(view, words, tile))


def _short(view: LondonView, words: Words, tile: TileView) -> str:
    said = words(
        text("london.picture.say.beside", place=place(view, tile), state=state(view, tile))
    )
    return f"{said} {words(text('london.picture.say.beadle'))}" if tile.beadle else said


def _lacks(view: LondonView, tile: TileView) -> int:
    """How many more it takes to a vote."""
    return view.printed.tiles[tile.id].threshold - present(tile)


def _is_there(view: LondonView, tile: TileView) -> bool:
    """Whether the viewer has a pawn on it."""
    return view.viewer is not None and tile.pawns[view.viewer] > 0
