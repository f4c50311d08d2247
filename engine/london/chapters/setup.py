"""Set-up and layout (London, set-up; layout)."""

from __future__ import annotations

from typing import Final

from engine.london.chapters.planting import lay
from engine.london.components import Components
from engine.london.components.box import GUILDS, LIVERYMEN, Box
from engine.london.numbers.asks import Ask
from engine.london.numbers.map import HALL, INDEX, SUPPLY
from engine.london.options import PlantationSide
from engine.london.table.pawns import oldest_open
from engine.london.table.state import EMPTY, GUILDHALL, State
from engine.parts.rng import Rng, own_rng

HAND: Final = 6
MAYORS: Final = 3
MEMBERS: Final = 4
"""Own pawns on the Guildhall at the start."""

CHURCH: Final = "church"
GOG: Final = "gog-magog"


def shuffled(rng: Rng, numbers: list[int]) -> list[int]:
    """The same numbers in a random order."""
    order = numbers[:]
    rng.shuffle(order)
    return order


def set_up(state: State, side: PlantationSide) -> None:
    """Everything up to the choice of a mayor's card."""
    rng, components = state.rng, state.box.components
    state.unplaced = shuffled(rng, markers(components))
    if state.seats == 2:
        _small_town(state)
    else:
        _town(state)
    state.beadle = oldest_open(state)
    ids = [each.id for each in components.sides]
    state.side = rng.below(len(ids)) if side == "random" else ids.index(side)
    state.order = shuffled(rng, state.order)
    state.live = state.order[:]
    state.deck = shuffled(rng, action_cards(state.box))
    state.mayor_deck = shuffled(rng, list(range(len(components.mayors))))
    for seat in range(state.seats):
        state.hands[seat] = sorted(state.deck.pop() for _ in range(HAND))
        state.mayors[seat] = sorted(state.mayor_deck.pop() for _ in range(MAYORS))
        state.pawns[seat][HALL] = MEMBERS
        state.pawns[seat][SUPPLY] = LIVERYMEN - MEMBERS
    state.knows = [0] * len(state.mayor_deck)
    state.ask = Ask.KEEP


def action_cards(box: Box) -> list[int]:
    """All action cards by kind."""
    return [number for number, kind in enumerate(box.kinds) for _ in range(kind.copies)]


def markers(components: Components) -> list[int]:
    """All second-place markers by kind."""
    kinds = enumerate(components.markers)
    return [number for number, marker in kinds for _ in range(marker.count)]


def _town(state: State) -> None:
    state.tiles[INDEX[0, 0]] = state.tiles[INDEX[1, 0]] = GUILDHALL
    church = state.box.tile_number[CHURCH]
    state.stack = shuffled(
        state.rng, [tile for tile in range(len(state.box.tiles)) if tile != church]
    )
    lay(state, INDEX[2, 0], church)
    cells = [(-1, 0), *((x, 1) for x in range(-1, 3)), *((x, -1) for x in range(-1, 3))]
    for cell in cells:
        lay(state, INDEX[cell], state.stack.pop())


def _small_town(state: State) -> None:
    state.tiles[INDEX[0, 0]] = GUILDHALL
    gog = state.box.tile_number[GOG]
    buildings = [tile for tile in range(GUILDS, len(state.box.tiles)) if tile != gog]
    guilds = shuffled(state.rng, list(range(GUILDS)))
    around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for cell, building in zip(around, shuffled(state.rng, buildings), strict=True):
        lay(state, INDEX[cell], building)
    for y in range(2, -3, -1):
        for x in range(-2, 3):
            if state.tiles[INDEX[x, y]] == EMPTY:
                lay(state, INDEX[x, y], guilds.pop())


def keep(state: State) -> None:
    """Everybody has chosen: the rest of the mayor's cards is shuffled into the deck."""
    for seat, mayors in enumerate(state.mayors):
        kept = mayors.pop(state.kept[seat])
        state.mayor_deck += mayors
        state.mayors[seat] = [kept]
    state.kept = [EMPTY] * state.seats
    own_rng(state).shuffle(state.mayor_deck)
    state.knows = [0] * len(state.mayor_deck)
