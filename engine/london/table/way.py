"""Victory points and the live order (London, score and turn order); how they came about.

How points and the latest votes came about is kept to be shown, of no account to the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from engine.london.numbers.asks import Phase
from engine.london.table.state import State, Tally
from engine.london.vote import leaders

Source: TypeAlias = Literal["cards", "first", "second", "plantation"]
SOURCES: Final[tuple[Source, ...]] = ("cards", "first", "second", "plantation")
"""What brings points before the final scoring: one's turn, the reward of a tile's winner, that of
the second place, the plantation."""
_CARDS, _FIRST, _SECOND, _PLANTATION = range(len(SOURCES))


def gain(state: State, seat: int, points: int) -> None:
    """Victory points in one go; the marker goes on top of those it meets."""
    if points <= 0:
        return
    state.scores[seat] = score = state.scores[seat] + points
    live = state.live
    live.remove(seat)
    at = 0
    while at < len(live) and state.scores[live[at]] > score:
        at += 1
    live.insert(at, seat)


def earn(state: State, points: int) -> None:
    """The actor gains points by what is carried out at the moment."""
    gain(state, state.actor, points)
    at = _at(state, state.round, state.actor, _source(state))
    kept = [*state.points, *[0] * (at + 1 - len(state.points))]
    kept[at] += points
    state.points = tuple(kept)


def forget_turn(state: State, seat: int) -> None:
    """The seat's turn of this round is taken back."""
    at = _at(state, state.round, seat, _CARDS)
    if at < len(state.points):
        kept = [*state.points[:at], 0, *state.points[at + 1 :]]
        while kept and not kept[-1]:
            kept.pop()
        state.points = tuple(kept)


def gained(points: Sequence[int], seats: int, number: int, seat: int) -> tuple[int, ...]:
    """Of `State.points`, what a seat gained in round `number`, by source."""
    at = ((number - 1) * seats + seat) * len(SOURCES)
    found = tuple(points[at : at + len(SOURCES)])
    return found + (0,) * (len(SOURCES) - len(found))


def note_vote(state: State, added: Sequence[int]) -> Tally:
    """Keep the vote on the active tile, which `state.vote` has decided; `added`: in a tie."""
    pawns = tuple(own[state.active] for own in state.pawns)
    tied = leaders(pawns)
    adds = tuple(
        number if seat in tied and len(tied) > 1 else 0 for seat, number in enumerate(added)
    )
    first, second = state.vote
    marker = state.markers[state.active]
    tally = (state.round, state.active, marker, first, second, pawns, adds, (0, 0))
    state.tallies = (*state.tallies, tally)
    return tally


def note_declined(state: State, steps: Sequence[tuple[int, int]]) -> None:
    """Keep with the vote on the active tile what the actor leaves of its reward.

    `steps`: program and position; those inside of another step are only told.
    """
    if not state.tallies or state.tallies[-1][1] != state.active:
        return
    *before, tally = state.tallies
    number, cell, marker, first, second, pawns, adds, (by_first, by_second) = tally
    box, tile = state.box, state.tiles[cell]
    if state.actor == first:
        by_first |= _bits(state, [box.first[tile]], steps)
    else:
        by_second |= _bits(state, [box.marker_reward[marker], box.second[tile]], steps)
    declined = (by_first, by_second)
    tally = (number, cell, marker, first, second, pawns, adds, declined)
    state.tallies = (*before, tally)


def _bits(state: State, programs: Sequence[int], steps: Sequence[tuple[int, int]]) -> int:
    """These steps by position in the programs, one after the other."""
    bits = begun = 0
    for program in programs:
        for at in (at for where, at in steps if where == program):
            bits |= 1 << begun + at
        begun += len(state.box.programs[program])
    return bits


def _at(state: State, number: int, seat: int, source: int) -> int:
    return ((number - 1) * state.seats + seat) * len(SOURCES) + source


def _source(state: State) -> int:
    if state.phase == Phase.TURNS:
        return _CARDS
    if state.phase == Phase.PLANTING:
        return _PLANTATION
    return _FIRST if state.actor == state.vote[0] else _SECOND
