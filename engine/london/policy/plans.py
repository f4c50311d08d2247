"""Planning a turn: rows of plays tried out on copies, the most promising followed on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

from engine.london.asks import END, MOVE, Ask, Phase
from engine.london.counts import adjacent_masters, masters
from engine.london.final import worth
from engine.london.flow import apply, ask_again, asked
from engine.london.map import HALL, PLANTATION
from engine.london.packed import TO, kind_of, play
from engine.london.pawns import elsewhere, sources, targets
from engine.london.policy.greedy import choose
from engine.london.policy.worth import NEIGHBOUR, NEUTRAL, Outlook, card
from engine.london.rounds import rounds_left
from engine.london.state import EMPTY, State
from engine.london.turn import drawn_at_end, hand_limit, ways
from engine.rng import Rng

BEAM: Final = 3
"""Rows of plays that are followed at the same time."""
LONGEST: Final = 6
CONTENDERS: Final = 6
"""Rows of plays that are compared by how the round ends."""
DEALS: Final = 3
"""Deals over which that is averaged."""
MOVES: Final = 4
"""Ways to move a pawn with a card that are tried out."""
PLANNED: Final = (Ask.PLAY, Ask.SOURCE, Ask.TARGET)
"""Questions of a turn to which a plan has an answer."""


class Play(NamedTuple):
    """What to do with a card; places only for a move."""

    kind: int
    way: int
    source: int = EMPTY
    target: int = EMPTY


class Plan(NamedTuple):
    """A row of plays: what it is worth, the move that begins it, and where it leads."""

    value: float
    number: int
    first: int
    state: State


def best_move(state: State, seat: int) -> int:
    """The move that begins the best row of plays found; outside a turn the greedy one."""
    if state.phase != Phase.TURNS or state.frames or state.ask not in PLANNED:
        return choose(state, seat)
    numbers = count()
    front = list(_tried(state, seat, None, numbers))
    rows = [Plan(standing(state, seat), next(numbers), END, state)] if END in state.options else []
    for _ in range(LONGEST):
        front = sorted(front, reverse=True)[:BEAM]
        rows += front
        front = [
            plan
            for before in front
            if before.state.ask == Ask.PLAY and before.state.actor == seat
            for plan in _tried(before.state, seat, before.first, numbers)
        ]
    contenders = sorted(rows, reverse=True)[:CONTENDERS]
    if len({plan.first for plan in contenders}) == 1:
        return contenders[0].first
    return max(contenders, key=lambda plan: _outcome(plan.state, seat, state.round)).first


def _outcome(state: State, seat: int, round_: int) -> float:
    """How far the seat stands ahead after this round, if everybody goes on greedily; the mean
    over several deals of what the seat can't see."""
    total = 0.0
    rng = Rng(0)
    for _ in range(DEALS):
        world = state.clone()
        _deal_again(world, seat, rng)
        if world.ask == Ask.PLAY and world.actor == seat:
            apply(world, seat, END)
        while world.round == round_ and (movers := asked(world)):
            apply(world, movers[0], choose(world, movers[0]))
        others = [standing(world, other) for other in range(world.seats) if other != seat]
        total += standing(world, seat) - sum(others) / len(others)
    return total / DEALS


def _deal_again(state: State, seat: int, rng: Rng) -> None:
    """Other hands and the deck, shuffled together and dealt anew."""
    others = [other for other in range(state.seats) if other != seat]
    unseen = [*state.deck, *(kind for other in others for kind in state.hands[other])]
    rng.shuffle(unseen)
    for other in others:
        number = len(state.hands[other])
        state.hands[other] = sorted(unseen[:number])
        del unseen[:number]
    state.deck = unseen
    state.posed = None
    if state.ask == Ask.PLAY and state.actor != seat:
        state.ask = Ask.NOTHING
        ask_again(state)


def _tried(state: State, seat: int, first: int | None, numbers: count[int]) -> Iterator[Plan]:
    """Every play of one card, tried out; `first`: the move that began the row."""
    for planned in _plays(state, seat):
        tried = state.clone()
        begun = first
        played = len(tried.played)
        while asked(tried) == [seat] and len(tried.played) == played and not tried.frames:
            move = _answer(tried, seat, planned)
            begun = move if begun is None else begun
            apply(tried, seat, move)
            if (tried.round, tried.turn, tried.phase) != (state.round, state.turn, state.phase):
                break
        while tried.frames and asked(tried) == [seat] and tried.phase == Phase.TURNS:
            apply(tried, seat, choose(tried, seat))
        if begun is not None:
            yield Plan(standing(tried, seat), next(numbers), begun, tried)


def _answer(state: State, seat: int, planned: Play) -> int:
    """The next move of a play."""
    if state.ask == Ask.PLAY:
        near = planned.way == MOVE and planned.source == HALL
        return play(planned.kind, TO + planned.target if near else planned.way)
    if state.ask == Ask.SOURCE:
        return planned.source
    if state.ask == Ask.TARGET:
        return planned.target
    return choose(state, seat)


def _plays(state: State, seat: int) -> Iterator[Play]:
    """Plays worth trying that fit what was chosen already."""
    picks = state.picks
    kinds = picks[:1] or sorted({kind_of(move) for move in state.options if move >= 0})
    outlook = Outlook(state, seat)
    for kind in kinds:
        for way in picks[1:2] or ways(state, seat, kind):
            if way != MOVE:
                yield Play(kind, way)
                continue
            own = sources(state, seat, "any")
            starts = picks[2:3] or (elsewhere(own) if picks else own)
            ends = targets(state, state.box.kinds[kind].colours)
            losses = {start: outlook.loss(start) for start in starts}
            gains = {end: outlook.gain(end) for end in ends}
            pairs = [
                (gains[end] - losses[start], start, end)
                for start in starts
                for end in ends
                if start != end
            ]
            for _, start, end in sorted(pairs, reverse=True)[:MOVES]:
                yield Play(kind, way, start, end)


def standing(state: State, seat: int) -> float:
    """How a seat stands: its score, and what the town and its hand promise."""
    outlook = Outlook(state, seat)
    pawns = state.pawns[seat]
    left = rounds_left(state)
    value = float(state.scores[seat])
    value += sum(outlook.stake(cell, 0) for cell in state.open if pawns[cell])
    own = masters(state, seat)
    value += NEIGHBOUR / 2 * sum(adjacent_masters(state, seat, cell) for cell in own)
    value += 0.6 * len(own)
    value += sum(worth(state, seat, state.box.mayors[mayor]) for mayor in state.mayors[seat])
    value += NEUTRAL * state.neutrals[seat]
    value += min(0.45, 0.15 * left) * min(pawns[HALL], 5)
    value += 0.8 * min(pawns[PLANTATION], 4) if left else 0.5 * pawns[PLANTATION]
    cards = len(state.hands[seat])
    if state.phase == Phase.TURNS and state.order[state.turn] == seat:
        cards = min(cards + drawn_at_end(state), hand_limit(state, seat))
    return value + card(state) * cards
