"""Planning a turn: rows of plays tried out on copies, the most promising followed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from engine.london.chapters.flow import apply, asked, own_turn, revealed
from engine.london.chapters.flow import moves as moves_of
from engine.london.chapters.turn import ways
from engine.london.numbers.asks import END, MOVE, Ask, Phase
from engine.london.numbers.map import HALL
from engine.london.numbers.packed import TO, kind_of, play
from engine.london.policy.greedy import choose
from engine.london.policy.standing import standing
from engine.london.policy.worth import Outlook
from engine.london.table.pawns import elsewhere, sources, targets
from engine.london.table.state import EMPTY, Memo, State

BEAM: Final = 3
"""Rows of plays that are followed at the same time."""
LONGEST: Final = 6
CONTENDERS: Final = 8
"""Rows of plays that are worth playing out."""
MOVES: Final = 4
"""Ways to move a pawn with a card that are tried out."""
PLANNED: Final = (Ask.PLAY, Ask.SOURCE, Ask.TARGET)
"""Questions of a turn to which a plan has an answer."""

IN_TOWN: Final = (
    *(Ask.SOURCE, Ask.TARGET, Ask.SHIP, Ask.BEADLE, Ask.CHOOSE, Ask.TAKE),
    *(Ask.NEGOTIATE, Ask.REPLACE),
)
"""Questions about liverymen and rewards."""

UNDONE: Final[Memo] = ((), (), (), 0, 0, 0)
"""A turn that could be taken back: such a turn doesn't end by itself."""

Row: TypeAlias = tuple[int, ...]
"""Moves one after the other."""


class Play(NamedTuple):
    """What to do with a card; places only for a move."""

    kind: int
    way: int
    source: int = EMPTY
    target: int = EMPTY


class Plan(NamedTuple):
    """A row of plays: what it seems worth, its moves, and where it leads."""

    value: float
    number: int
    moves: Row
    state: State


def rows(state: State, seat: int) -> Sequence[Row]:
    """The most promising rows of plays of this turn, best first; else the greedy choice, and where
    it changes the town what looks best of the others."""
    if state.phase != Phase.TURNS or state.frames or state.ask not in PLANNED:
        greedy = choose(state, seat)
        return [(greedy,), *((move,) for move in _others(state, seat, greedy))]
    numbers = count()
    front = list(_tried(state, seat, (), numbers))
    found = []
    if END in state.options:
        found.append(Plan(standing(state, seat), next(numbers), (), state))
    for _ in range(LONGEST):
        front = sorted(front, reverse=True)[:BEAM]
        found += front
        front = [
            plan
            for before in front
            if _goes_on(before.state, seat)
            for plan in _tried(before.state, seat, before.moves, numbers)
        ]
    return [
        (*plan.moves, END) if _goes_on(plan.state, seat) else plan.moves
        for plan in sorted(found, reverse=True)[:CONTENDERS]
    ]


def _others(state: State, seat: int, greedy: int) -> Sequence[int]:
    """Beside the greedy choice. Which cards stay in a hand no look at the next round can tell."""
    if state.ask not in IN_TOWN:
        return ()
    found = []
    for move in moves_of(state, seat):
        tried = state.clone()
        apply(tried, seat, move)
        found.append((-standing(tried, seat), move))
    return [move for _, move in sorted(found) if move != greedy][: CONTENDERS - 1]


def _goes_on(state: State, seat: int) -> bool:
    return state.ask == Ask.PLAY and state.actor == seat


def _tried(state: State, seat: int, before: Row, numbers: count[int]) -> Iterator[Plan]:
    """Every play of one card, tried out; `before`: the moves that have led here."""
    for planned in _plays(state, seat):
        tried = state.clone()
        moves = list(before)
        played = len(tried.played)
        while asked(tried) == [seat] and len(tried.played) == played and not tried.frames:
            moves.append(_answer(tried, seat, planned))
            apply(tried, seat, moves[-1])
            if (tried.round, tried.turn, tried.phase) != (state.round, state.turn, state.phase):
                break
        while tried.frames and asked(tried) == [seat] and tried.phase == Phase.TURNS:
            moves.append(choose(tried, seat))
            apply(tried, seat, moves[-1])
        if moves:
            yield Plan(standing(tried, seat), next(numbers), tuple(moves), tried)


def played_out(state: State, seat: int, move: int) -> State | None:
    """Where a card's effect leads with greedy choices, up to the next card.

    None where something hidden is seen before the last of them, or the turn ends.
    """
    tried = state.clone()
    while True:
        before = _carried_out(tried, seat, move)
        if not own_turn(before, tried, seat):
            return None
        if tried.ask == Ask.PLAY:
            return tried
        if revealed(before, tried, seat):
            return None
        move = choose(tried, seat)


def sent(state: State, seat: int, cell: int) -> int:
    """How many liverymen go to this tile one right after the other, by greedy choices."""
    tried, number, move = state.clone(), 0, cell
    while tried.ask == Ask.TARGET and move == cell:
        before = _carried_out(tried, seat, move)
        number += 1
        if asked(tried) != [seat] or revealed(before, tried, seat):
            break
        move = choose(tried, seat)
    return number


def _carried_out(tried: State, seat: int, move: int) -> State:
    """Make a move, after which its seat is asked whatever it has settled before; the state then."""
    tried.ends, tried.memo = 0, UNDONE
    before = tried.clone()
    apply(tried, seat, move)
    return before


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
