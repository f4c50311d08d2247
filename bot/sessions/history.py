"""All that was told of a game since it began, from its log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from bot.sessions.table import Table
from bot.store.records.play import Move
from bot.store.store import Store
from engine.game import Event, State
from engine.log import gone_back
from engine.text import Seat, text

_log = structlog.get_logger(__name__)

_AT_A_TIME = 20
"""Moves played before others get their turn on the event loop."""


@dataclass(frozen=True, slots=True)
class Happening:
    """What a seat's choice, or the start (`seat` None), has told in which round."""

    round: int
    seat: int | None
    told: tuple[Event, ...]

    def heard_by(self, viewer: int | None) -> list[Event]:
        """What this seat, or the public, may hear of it."""
        return [event for event in self.told if event.seat is None or event.seat == viewer]


History = tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class _Last:
    """The latest happening, and all before it."""

    happening: Happening
    before: _Last | None


async def history(store: Store, table: Table) -> History | None:
    """All that has happened and stands; what was taken back is left out.

    None if the log doesn't lead to where the game stands.
    """
    moves = (await store.moves(table.record.id))[: table.record.moves]
    try:
        state, last = await _played(table, moves)
        given = table.game.dump(state) == table.game.dump(table.state)
    except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
        _log.info("log not replayed", session=table.record.id, by=type(broken).__name__)
        return None
    return _in_order(last) if given else None


async def _played(table: Table, moves: Sequence[Move]) -> tuple[State, _Last]:
    game, record = table.game, table.record
    state: State = game.setup(len(record.seats), table.options, record.seed or 0)
    last = _Last(Happening(game.round_of(state), None, game.opening(state)), None)
    returns = {move.back_to - 1 for move in moves if move.back_to is not None}
    passed = {0: (state, last)}
    for number, move in enumerate(moves, start=1):
        if number % _AT_A_TIME == 0:
            await asyncio.sleep(0)
        if move.back_to is None:
            # The round in which it was chosen: its last choice often begins the next one.
            began = game.round_of(state)
            state, events = game.play(state, move.seat, move.picks, detailed=True)
            last = _Last(Happening(began, move.seat, events), last)
        else:
            then, last = passed[move.back_to - 1]
            state = gone_back(game, state, then)
            told = Event(text("told.takes_back", player=Seat(move.seat)))
            last = _Last(Happening(game.round_of(state), None, (told,)), last)
        if number in returns:
            passed[number] = (state, last)
    return state, last


def _in_order(last: _Last | None) -> History:
    found = []
    while last is not None:
        found.append(last.happening)
        last = last.before
    return tuple(reversed(found))
