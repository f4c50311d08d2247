"""Ways to play a dirty trick, and what each changes, as computer players see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.guildes import tricks
from engine.guildes.components import (
    EXCHANGE,
    MARKED,
    SACRIFICE,
    SECOND_THOUGHTS,
    TIES_IGNORED,
    WIDTH,
)
from engine.guildes.policy.worth import edge
from engine.guildes.scoring import guild_votes
from engine.guildes.state import DECLINE, SEAT, SIGN, USE, State

TRIES: Final = 4
"""Ways to play a trick that a playout looks at."""

Scheme = tuple[int, ...]


def best_answer(state: State, seat: int) -> int:
    """The next small choice of the best way to play the trick, or to decline."""
    settled, options = tricks.pending(state)
    if state.drawn:
        return _best_drawn(state, seat, options)
    return _answer(state, seat, settled, options, list(schemes(state, seat, tuple(settled))))


def second_answer(state: State, seat: int, answer: int) -> int | None:
    """What would come next but for this answer; None where nothing else can be chosen."""
    settled, options = tricks.pending(state)
    if options == (USE,):
        return DECLINE if answer == USE else USE
    others = [other for other in options if other not in (answer, DECLINE)]
    if state.drawn:
        return _best_drawn(state, seat, others)
    found = [one for one in schemes(state, seat, tuple(settled)) if one[len(settled)] in others]
    return max(found, key=lambda one: value(state, seat, one))[len(settled)] if found else None


def _best_drawn(state: State, seat: int, cards: Sequence[int]) -> int:
    return max(cards, key=lambda card: _change(state, seat, [(seat, card, 1)]))


def quick_answer(state: State, seat: int, numbers: Iterator[int], tries: int) -> int:
    """The best of so many ways to play the trick, or to decline."""
    settled, options = tricks.pending(state)
    if state.drawn:
        return max(options, key=lambda card: _change(state, seat, [(seat, card, 1)]))
    looked_at = [_some_scheme(state, seat, tuple(settled), numbers) for _ in range(tries)]
    return _answer(state, seat, settled, options, looked_at)


def _answer(
    state: State,
    seat: int,
    settled: Sequence[int],
    options: Sequence[int],
    looked_at: Sequence[Scheme],
) -> int:
    if not tricks.choices(state.tricks[seat]):
        return USE
    best = max(looked_at, key=lambda scheme: value(state, seat, scheme))
    if value(state, seat, best) <= 0:
        return DECLINE
    return USE if options == (USE,) else best[len(settled)]


def schemes(state: State, seat: int, settled: Scheme) -> Iterator[Scheme]:
    """Every way to go on with the trick from what is settled."""
    if len(settled) == tricks.choices(state.tricks[seat]):
        yield settled
        return
    for move in tricks.targets(state, seat, settled):
        yield from schemes(state, seat, (*settled, move))


def _some_scheme(state: State, seat: int, settled: Scheme, numbers: Iterator[int]) -> Scheme:
    while len(settled) < tricks.choices(state.tricks[seat]):
        options = tricks.targets(state, seat, settled)
        settled = (*settled, options[next(numbers) % len(options)])
    return settled


def value(state: State, seat: int, scheme: Scheme) -> float:
    """What playing the trick this way is worth to the seat, in votes over the others."""
    moved = moves(state, seat, scheme)
    if MARKED[state.tricks[seat]] >= 0:
        return _mark(state, seat, *moved[0])
    return _change(state, seat, moved)


def moves(state: State, seat: int, scheme: Scheme) -> list[tuple[int, int, int]]:
    """Cards, or a mark, that come to seats or go: seat, guild and number of each."""
    trick = state.tricks[seat]
    if MARKED[trick] >= 0:
        return [(scheme[0] - SEAT, MARKED[trick], SIGN[scheme[1]])]
    if trick == EXCHANGE:
        one, given, other, taken = scheme[0] - SEAT, scheme[1], scheme[2] - SEAT, scheme[3]
        return [(one, given, -1), (other, given, 1), (other, taken, -1), (one, taken, 1)]
    if trick == SACRIFICE:
        return [(seat, scheme[0], -1), (scheme[1] - SEAT, scheme[2], -1)]
    if trick == SECOND_THOUGHTS:
        return [(seat, scheme[0], -1), (seat, scheme[1], 1)]
    return []


def idle(state: State, seat: int, move: int) -> bool:
    """Whether a guild is given for the same guild, however the trick goes on after this move."""
    if move == DECLINE or state.tricks[seat] not in (EXCHANGE, SECOND_THOUGHTS):
        return False
    settled, _ = tricks.pending(state)
    begun = tuple(settled) if move == USE else (*settled, move)
    ways = (moves(state, seat, way) for way in schemes(state, seat, begun))
    return all(guild == way[0][1] for way in ways for _, guild, _ in way)


def _change(state: State, seat: int, moved: Sequence[tuple[int, int, int]]) -> float:
    """The seat's edge after cards have come and gone, less its edge before."""
    touched: dict[int, list[int]] = {}
    for whom, guild, number in moved:
        column = touched.setdefault(guild, state.laid[guild::WIDTH])
        column[whom] += number
    return sum(
        edge(guild, state.ballot, seat, tuple(column))
        - edge(guild, state.ballot, seat, tuple(state.laid[guild::WIDTH]))
        for guild, column in touched.items()
    )


def _mark(state: State, seat: int, whom: int, guild: int, sign: int) -> float:
    """A mark is for this count alone, so its votes are known."""
    column = state.laid[guild::WIDTH]
    before = guild_votes(guild, state.ballot, state.event == TIES_IGNORED, tuple(column))
    column[whom] = max(0, column[whom] + sign)
    after = guild_votes(guild, state.ballot, state.event == TIES_IGNORED, tuple(column))
    changes = [new - old for new, old in zip(after, before, strict=True)]
    own = changes.pop(seat)
    return own - sum(changes) / len(changes)
