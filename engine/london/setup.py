"""Set-up and layout (London, set-up; layout)."""

from __future__ import annotations

from typing import Final, Literal

from engine.london.asks import Ask
from engine.london.box import GUILDS, Box
from engine.london.components import Components
from engine.london.map import HALL, INDEX, SUPPLY
from engine.london.planting import lay
from engine.london.table import EMPTY, GUILDHALL, LIVERYMEN, Table
from engine.rng import Rng

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


def set_up(t: Table, side: Literal["random", "ulster", "virginia"]) -> None:
    """Everything up to the choice of a mayor's card."""
    rng, components = t.rng, t.box.components
    t.unplaced = shuffled(rng, markers(components))
    if t.seats == 2:
        _small_town(t)
    else:
        _town(t)
    t.beadle = t.oldest_open()
    ids = [each.id for each in components.sides]
    t.side = rng.below(len(ids)) if side == "random" else ids.index(side)
    t.order = shuffled(rng, t.order)
    t.live = t.order[:]
    t.deck = shuffled(rng, action_cards(t.box))
    t.mayor_deck = shuffled(rng, list(range(len(components.mayors))))
    for seat in range(t.seats):
        t.hands[seat] = sorted(t.deck.pop() for _ in range(HAND))
        t.mayors[seat] = sorted(t.mayor_deck.pop() for _ in range(MAYORS))
        t.pawns[seat][HALL] = MEMBERS
        t.pawns[seat][SUPPLY] = LIVERYMEN - MEMBERS
    t.knows = [0] * len(t.mayor_deck)
    t.ask = Ask.KEEP


def action_cards(box: Box) -> list[int]:
    """All action cards by kind."""
    return [number for number, kind in enumerate(box.kinds) for _ in range(kind.copies)]


def markers(components: Components) -> list[int]:
    """All second-place markers by kind."""
    kinds = enumerate(components.markers)
    return [number for number, marker in kinds for _ in range(marker.count)]


def _town(t: Table) -> None:
    t.tiles[INDEX[0, 0]] = t.tiles[INDEX[1, 0]] = GUILDHALL
    church = t.box.tile_number[CHURCH]
    t.stack = shuffled(t.rng, [tile for tile in range(len(t.box.tiles)) if tile != church])
    lay(t, INDEX[2, 0], church)
    cells = [(-1, 0), *((x, 1) for x in range(-1, 3)), *((x, -1) for x in range(-1, 3))]
    for cell in cells:
        lay(t, INDEX[cell], t.stack.pop())


def _small_town(t: Table) -> None:
    t.tiles[INDEX[0, 0]] = GUILDHALL
    gog = t.box.tile_number[GOG]
    buildings = [tile for tile in range(GUILDS, len(t.box.tiles)) if tile != gog]
    guilds = shuffled(t.rng, list(range(GUILDS)))
    around = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for cell, building in zip(around, shuffled(t.rng, buildings), strict=True):
        lay(t, INDEX[cell], building)
    for y in range(2, -3, -1):
        for x in range(-2, 3):
            if t.tiles[INDEX[x, y]] == EMPTY:
                lay(t, INDEX[x, y], guilds.pop())


def keep(t: Table) -> None:
    """Everybody has chosen: the rest of the mayor's cards is shuffled into the deck."""
    for seat, mayors in enumerate(t.mayors):
        kept = mayors.pop(t.kept[seat])
        t.mayor_deck += mayors
        t.mayors[seat] = [kept]
    t.kept = [EMPTY] * t.seats
    t.rng.shuffle(t.mayor_deck)
    t.knows = [0] * len(t.mayor_deck)
