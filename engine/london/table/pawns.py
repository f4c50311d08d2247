"""Pawns: where they stand, and from where to where they can go (London, components)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.london.components.box import GUILDS
from engine.london.numbers.map import CELLS, HALL, PLANTATION, SUPPLY
from engine.london.table.state import EMPTY, State

_TILES: Final = len(CELLS)


def carry(state: State, seat: int, source: int, target: int, number: int = 1) -> None:
    """Pawns of a seat from one place to another."""
    pawns = state.pawns[seat]
    pawns[source] -= number
    pawns[target] += number


def recruit(state: State, seat: int, number: int) -> int:
    """Pawns from the supply to the Guildhall; how many there were."""
    number = min(number, state.pawns[seat][SUPPLY])
    carry(state, seat, SUPPLY, HALL, number)
    return number


def controller(state: State, cell: int) -> int:
    """The seat whose master stands on a resolved tile, EMPTY if nobody's does."""
    for seat, pawns in enumerate(state.pawns):
        if pawns[cell]:
            return seat
    return EMPTY


def holds(state: State, seat: int, tiles: Sequence[int]) -> bool:
    """Whether a master of the seat stands on one of these tiles."""
    pawns = state.pawns[seat]
    return any(pawns[cell] and state.tiles[cell] in tiles for cell in state.resolved)


def oldest_open(state: State) -> int:
    """The cell of the unresolved guild tile with the lowest number, EMPTY if none."""
    best, at = GUILDS, EMPTY
    for cell in state.open:
        if state.tiles[cell] < best:
            best, at = state.tiles[cell], cell
    return at


def sources(state: State, seat: int, where: str) -> list[int]:
    """Places of the seat's pawns that a `from` allows, the Guildhall first."""
    pawns = state.pawns[seat]
    if where == "plantation":
        return [PLANTATION] if pawns[PLANTATION] else []
    found = [HALL] if pawns[HALL] and where != "tiles" else []
    if where != "guildhall":
        found += [cell for cell in range(_TILES) if pawns[cell]]
    return found


def elsewhere(sources: list[int]) -> list[int]:
    """The sources other than the Guildhall."""
    return [place for place in sources if place != HALL]


def targets(state: State, colours: int) -> list[int]:
    """Unresolved tiles that a `to` allows, without the one being resolved; nobody changes it."""
    reach = state.reach
    if colours not in reach:
        tiles, shown = state.tiles, state.box.colours
        reach[colours] = [cell for cell in state.open if shown[tiles[cell]] & colours]
    if state.active == EMPTY:
        return reach[colours]
    return [cell for cell in reach[colours] if cell != state.active]


def movable(sources: list[int], targets: list[int]) -> list[int]:
    """The sources from which a pawn can reach one of the targets."""
    if len(targets) == 1:
        return [source for source in sources if source != targets[0]]
    return sources if targets else []
