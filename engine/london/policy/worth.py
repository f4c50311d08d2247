"""Rough values, in victory points, that greedy play goes by."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.london.components.box import GUILDS, Box, Op, mask
from engine.london.components.vocabulary import COLOURS
from engine.london.numbers.map import HALL, NEIGHBOURS, PLANTATION
from engine.london.table.counts import GREAT, HIGH, adjacent_masters
from engine.london.table.rounds import last_round, rounds_left, rounds_to_growth
from engine.london.table.state import EMPTY, GUILDHALL, State

CARD: Final = 0.7
RECRUITED: Final = 0.45
NEUTRAL: Final = 1.1
MAYOR: Final = 4.0
SHIPPED: Final = 0.6
MOVED: Final = 0.8

MASTER: Final = 0.6
"""What a master is worth for tiles still to be won next to it."""
MASTER_FOR_MAYOR: Final = 1.4
NEIGHBOUR: Final = 1.0

WIN: Final[tuple[float, ...]] = (0.0, 0.03, 0.2, 0.8, 0.95, 0.96)
"""Chance to win by lead, from -2 to 3."""
SECOND: Final = 0.6

READY: Final = {2: 1.5, 3: 1.0, 4: 1.0}
"""How much a tile loses that isn't near its threshold, by number of players."""
READY_LAST: Final = 3.0


class Printed(NamedTuple):
    """Values of rewards in a box, by tile and by marker."""

    first: list[float]
    second: list[float]
    marker: list[float]


@lru_cache(maxsize=4)
def printed(box: Box) -> Printed:
    """What the rewards are worth, whoever gets them."""

    def value(program: int) -> float:
        return sum(_part(op) for op in box.programs[program])

    return Printed(
        [value(program) for program in box.first],
        [value(program) for program in box.second],
        [value(program) for program in box.marker_reward],
    )


def _part(op: Op) -> float:
    each = {
        "vp": 1.0,
        "recruit": RECRUITED,
        "post": RECRUITED + MOVED,
        "move": MOVED,
        "plantation": SHIPPED,
        "draw": CARD,
        "neutral": NEUTRAL,
        "mayor": MAYOR,
    }
    return each.get(op.verb, 0.0) * op.n


def card(state: State) -> float:
    """What a card in hand is worth; hardly anything once there is no turn left to play it."""
    return 0.05 if last_round(state) else CARD


class Outlook:
    """What places are worth to a seat as the table stands."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self._prizes: dict[int, float] = {}
        self._gains: dict[int, float] = {}
        self._losses: dict[int, float] = {}

    def prize(self, cell: int) -> float:
        """Winning a tile, its master and own mayor's cards included."""
        if cell not in self._prizes:
            state, tile = self.state, self.state.tiles[cell]
            near = adjacent_masters(state, self.seat, cell)
            value = printed(state.box).first[tile] + MASTER + NEIGHBOUR * near
            for mayor in state.mayors[self.seat]:
                for line in state.box.mayors[mayor]:
                    if line.count is not None and adds(state, cell, line.count):
                        value += MASTER_FOR_MAYOR
            self._prizes[cell] = value
        return self._prizes[cell]

    def stake(self, cell: int, extra: int) -> float:
        """An unresolved tile with so many own pawns more (or fewer) than now."""
        state = self.state
        own = state.pawns[self.seat][cell] + extra
        if own <= 0:
            return 0.0
        others = [pawns[cell] for seat, pawns in enumerate(state.pawns) if seat != self.seat]
        total = own + sum(others) + (state.beadle == cell)
        ready = min(1.0, total / state.box.threshold[state.tiles[cell]])
        win = WIN[min(max(own - max(others), -2), 3) + 2]
        if own == max(others):
            win += 0.2 * (adjacent_masters(state, self.seat, cell) > 0)
        tile, marker = state.tiles[cell], state.markers[cell]
        second = printed(state.box).second[tile] + printed(state.box).marker[marker]
        soon: float = ready ** (READY_LAST if last_round(state) else READY[state.seats])
        return soon * (win * self.prize(cell) + (1 - win) * SECOND * second)

    def gain(self, cell: int) -> float:
        """One more own pawn on an unresolved tile."""
        gain = self._gains.get(cell)
        if gain is None:
            gain = self._gains[cell] = self.stake(cell, 1) - self.stake(cell, 0)
        return gain

    def loss(self, place: int) -> float:
        """One own pawn fewer in a place."""
        loss = self._losses.get(place)
        if loss is None:
            loss = self._losses[place] = self._loss(place)
        return loss

    def _loss(self, place: int) -> float:
        if place == PLANTATION:
            return self.shipped() * 0.8
        if place == HALL:
            return self.recruited()
        if place in self.state.open:
            return self.stake(place, 0) - self.stake(place, -1)
        return 2.0 + NEIGHBOUR * adjacent_masters(self.state, self.seat, place)

    def recruited(self) -> float:
        """One more pawn on the Guildhall."""
        left = rounds_left(self.state)
        if left < 2:
            return 0.15 * left
        return max(0.1, RECRUITED - 0.08 * self.state.pawns[self.seat][HALL])

    def shipped(self) -> float:
        """One more pawn on the plantation."""
        state = self.state
        pawns = [own[PLANTATION] for own in state.pawns]
        lead = pawns[self.seat] + 1 - max(n for seat, n in enumerate(pawns) if seat != self.seat)
        near = 1.0 - 0.15 * rounds_to_growth(state)
        return near * (1.3 if 0 <= lead <= 2 else 0.5)

    def way(self, starts: list[int], ends: list[int]) -> tuple[float, int, int]:
        """The best move of a pawn: value, source and target."""
        gains = [(self.gain(end), end) for end in ends]
        best = (0.0, EMPTY, EMPTY)
        for start in starts:
            loss = self.loss(start)
            for gain, end in gains:
                if end != start and gain - loss > best[0]:
                    best = (gain - loss, start, end)
        return best


def adds(state: State, cell: int, count: str) -> bool:
    """Whether a master on this tile would add to a count."""
    tile = state.tiles[cell]
    match count.removeprefix("masters:"):
        case "masters":
            return True
        case "great":
            return tile < GREAT
        case "special":
            return tile >= GUILDS
        case "high":
            return state.box.threshold[tile] >= HIGH
        case "guildhall":
            return any(state.tiles[near] == GUILDHALL for near in NEIGHBOURS[cell])
        case kind:
            return _matches(state.box.colours[tile], tile, kind)


def _matches(colours: int, tile: int, kind: str) -> bool:
    if kind in COLOURS:
        return bool(colours & mask([kind]))
    wanted = {"single": 1, "double": 2}.get(kind)
    return tile < GUILDS and colours.bit_count() == wanted
