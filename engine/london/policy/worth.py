"""Rough values, in victory points, that greedy play goes by."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.london.components.box import GUILDS, Box, Line, Op, mask
from engine.london.components.vocabulary import COLOURS
from engine.london.numbers.map import HALL, PLACES, PLANTATION
from engine.london.table.counts import GREAT, HIGH, adjacent_masters, beside_guildhall, unresolved
from engine.london.table.pawns import sources, targets
from engine.london.table.rounds import last_round, rounds_left, rounds_to_growth
from engine.london.table.state import EMPTY, State

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

NEAR: Final = "masters:guildhall"
"""The count that goes by where a tile lies."""

READY: Final = {2: 1.5, 3: 1.0, 4: 1.0}
"""How much a tile loses that isn't near its threshold, by number of players."""
READY_LAST: Final = 3.0


class Printed:
    """Values of what is printed in a box."""

    def __init__(self, box: Box) -> None:
        def values(programs: list[int]) -> list[float]:
            return [sum(map(_part, box.programs[program])) for program in programs]

        self.first: Final = values(box.first)
        """Of rewards, by tile."""
        self.second: Final = values(box.second)
        self.marker: Final = values(box.marker_reward)
        """The same by marker."""
        self.counting: Final = [
            [_counting(box, tile, lines) for tile in range(len(box.tiles))] for lines in box.mayors
        ]
        """Lines of each mayor's card to which a master on a tile would add."""
        self.near: Final = [_counts(lines).count(NEAR) for lines in box.mayors]
        """Those to which one beside the Guildhall would."""


@lru_cache(maxsize=4)
def printed(box: Box) -> Printed:
    """What rewards and mayor's cards are worth, whoever gets them."""
    return Printed(box)


def _counting(box: Box, tile: int, lines: tuple[Line, ...]) -> int:
    return sum(_adds(box, tile, count) for count in _counts(lines))


def _counts(lines: tuple[Line, ...]) -> list[str]:
    return [line.count for line in lines if line.count is not None]


def _adds(box: Box, tile: int, count: str) -> bool:
    """Whether a master on this tile would add to a count, wherever the tile lies."""
    match count.removeprefix("masters:"):
        case "masters":
            return True
        case "great":
            return tile < GREAT
        case "special":
            return tile >= GUILDS
        case "high":
            return box.threshold[tile] >= HIGH
        case kind if kind in COLOURS:
            return bool(box.colours[tile] & mask([kind]))
        case kind:
            wanted = {"single": 1, "double": 2}.get(kind)
            return tile < GUILDS and box.colours[tile].bit_count() == wanted


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


class Reached:
    """Tiles to which a pawn may go, what it would gain on each, and at most."""

    def __init__(self, ends: list[int], gains: list[float]) -> None:
        self.ends: Final = ends
        self.gains: Final = gains
        self.most: Final = max(gains, default=0.0)


class Outlook:
    """What places are worth to a seat as the table stands."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.printed = printed(state.box)
        self._ready = READY_LAST if last_round(state) else READY[state.seats]
        self._prizes: list[float | None] = [None] * PLACES
        self._gains: list[float | None] = [None] * PLACES
        self._losses: list[float | None] = [None] * PLACES
        self._reached: dict[int, Reached] = {}
        self._sources: list[int] | None = None

    def sources(self, where: str) -> list[int]:
        """Places of the seat's pawns that a `from` allows, the Guildhall first."""
        if where != "any":
            return sources(self.state, self.seat, where)
        if self._sources is None:
            self._sources = sources(self.state, self.seat, where)
        return self._sources

    def prize(self, cell: int) -> float:
        """Winning a tile, its master and own mayor's cards included."""
        prize = self._prizes[cell]
        if prize is None:
            prize = self._prizes[cell] = self._prize(cell)
        return prize

    def _prize(self, cell: int) -> float:
        state, values = self.state, self.printed
        tile = state.tiles[cell]
        near = adjacent_masters(state, self.seat, cell)
        value = values.first[tile] + MASTER + NEIGHBOUR * near
        for mayor in state.mayors[self.seat]:
            lines = values.counting[mayor][tile]
            if values.near[mayor] and beside_guildhall(state, cell):
                lines += values.near[mayor]
            for _ in range(lines):
                value += MASTER_FOR_MAYOR
        return value

    def stake(self, cell: int, extra: int) -> float:
        """An unresolved tile with so many own pawns more (or fewer) than now."""
        state, seat, values = self.state, self.seat, self.printed
        own = state.pawns[seat][cell] + extra
        if own <= 0:
            return 0.0
        total, most = own + (state.beadle == cell), 0
        for other, pawns in enumerate(state.pawns):
            number = pawns[cell]
            if number and other != seat:
                total += number
                most = max(most, number)
        tile = state.tiles[cell]
        lead = own - most
        win = WIN[min(max(lead, -2), 3) + 2]
        if not lead and adjacent_masters(state, seat, cell):
            win += 0.2
        second = values.second[tile] + values.marker[state.markers[cell]]
        worth = win * self.prize(cell) + (1 - win) * SECOND * second
        threshold = state.box.threshold[tile]
        if total >= threshold:
            return worth
        soon: float = (total / threshold) ** self._ready
        return soon * worth

    def gain(self, cell: int) -> float:
        """One more own pawn on an unresolved tile."""
        gain = self._gains[cell]
        if gain is None:
            gain = self._gains[cell] = self.stake(cell, 1) - self.stake(cell, 0)
        return gain

    def loss(self, place: int) -> float:
        """One own pawn fewer in a place."""
        loss = self._losses[place]
        if loss is None:
            loss = self._losses[place] = self._loss(place)
        return loss

    def _loss(self, place: int) -> float:
        if place == PLANTATION:
            return self.shipped() * 0.8
        if place == HALL:
            return self.recruited()
        if unresolved(self.state)[place]:
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

    def reached(self, colours: int) -> Reached:
        """The unresolved tiles that show one of these colours."""
        reached = self._reached.get(colours)
        if reached is None:
            ends = targets(self.state, colours)
            reached = Reached(ends, [self.gain(end) for end in ends])
            self._reached[colours] = reached
        return reached

    def way(self, starts: list[int], colours: int) -> tuple[float, int, int]:
        """The best move of a pawn to a tile of these colours: value, source and target."""
        reached = self.reached(colours)
        value, source, target = 0.0, EMPTY, EMPTY
        for start in starts:
            loss = self.loss(start)
            if reached.most - loss <= value:
                continue
            for at, end in enumerate(reached.ends):
                gain = reached.gains[at] - loss
                if gain > value and end != start:
                    value, source, target = gain, start, end
        return value, source, target
