"""A session's table from what the store keeps of it; whatever is damaged is found out here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from typing import TypeVar

import structlog
from pydantic import ValidationError

from bot.sessions.table import story as stories
from bot.sessions.table import turns as turning
from bot.sessions.table.exactness import (
    NO_GAME,
    check_components,
    check_state,
    contains,
    gives_more,
    replayed,
    where,
)
from bot.sessions.table.story import Story
from bot.sessions.table.table import AnyGame, Table, options_of
from bot.store.records.sessions import Session
from bot.store.store import DamagedSession, Store
from engine.game import IncompatibleState, Options, State

_log = structlog.get_logger(__name__)

T = TypeVar("T")


async def read_table(store: Store, games: Mapping[str, AnyGame], record: Session) -> Table:
    """The table of a stored session; raises DamagedSession, Overtaken, StoreFailed.

    Snapshot and story are caches: where they don't fit, they are made anew from the log. A
    snapshot that fits is played on without a look at the log; so is one of earlier rules that
    can still be loaded, unless the log gives all of it and what is kept since.
    """
    game = games.get(record.game)
    if game is None:
        raise DamagedSession(record.id, NO_GAME)
    options = _sound(record, "options", lambda: options_of(game, record))
    if record.seed is None:
        if record.status == "lobby":
            _check_seats(record, len(record.seats) or 1)
        return Table(record, game, None, _story(record) or ())
    check_components(game, record)
    _check_clock(record)
    state, story = _loaded(game, record), _story(record)
    _check_seats(record, len(record.seats) or 1 if state is None else state.seats)
    found: tuple[State, Story] | None
    if state is None:
        found = await replayed(game, record, options, await store.moves(record.id))
    else:
        found = await _given(store, game, record, options)
    if found is not None:
        return await _kept(store, Table(record, game, *found))
    table = Table(record, game, state, story or ())
    if story is None:
        table = replace(table, story=await examine_log(store, table) or ())
    if record.rules_version != game.rules_version:
        return await _taken_over(store, table)
    return table if story is not None else await _kept(store, table)


async def _given(
    store: Store, game: AnyGame, record: Session, options: Options
) -> tuple[State, Story] | None:
    """State and story of a log that gives what the snapshot of another shape says, and more."""
    if not gives_more(game, record):
        return None
    try:
        state, story = await replayed(game, record, options, await store.moves(record.id))
    except DamagedSession as damaged:
        _log.info("log not replayed", session=record.id, reason=damaged.reason)
        return None
    return (state, story) if contains(game.dump(state), record.snapshot or "{}") else None


async def examine_log(store: Store, table: Table) -> Story | None:
    """The story of a started game as its log tells it.

    None, and a line in the log file, if the moves don't give back the state that is played on.
    """
    record, game = table.record, table.game
    try:
        moves = await store.moves(record.id)
        state, story = await replayed(game, record, table.options, moves)
        check_state(game, record, state, table.state)
    except DamagedSession as damaged:
        _log.warning("snapshot plays on without its log", session=record.id, reason=damaged.reason)
        return None
    return story


async def _taken_over(store: Store, table: Table) -> Table:
    """The table once its snapshot of earlier rules is one of those that hold now.

    What is owed may be asked at other steps: every message of a running game lags.
    """
    record = table.record
    turns = turning.asked_anew(record.turns, table.owed())
    after = _cached(replace(record, turns=turns), table)
    now = await store.change(record, after, seen=record.status == "playing")
    _log.info("snapshot of earlier rules taken over", session=record.id)
    # Whoever looks at the log now is told by which rules it was played.
    now = replace(now, rules_version=record.rules_version, snapshot=record.snapshot)
    return replace(table, record=now)


async def _kept(store: Store, table: Table) -> Table:
    """The table, once the store has its state and its story as well."""
    after = _cached(table.record, table)
    return replace(table, record=await store.change(table.record, after, seen=False))


def _cached(record: Session, table: Table) -> Session:
    return replace(
        record,
        snapshot=table.game.dump(table.state),
        story=stories.dump(table.story),
        rules_version=table.game.rules_version,
    )


def _loaded(game: AnyGame, record: Session) -> State | None:
    """The state of the snapshot, if these rules made it and it is whole."""
    if record.snapshot is None:
        return None
    try:
        state: State = game.load(record.snapshot)
    except IncompatibleState:
        _log.info("snapshot of other rules, replaying the log", session=record.id)
        return None
    except Exception as broken:  # noqa: BLE001 - a cache: how it is broken is all the same
        _log.warning("snapshot damaged", session=record.id, by=where(broken))
        return None
    return state


def _check_clock(record: Session) -> None:
    """Raise DamagedSession where a choice is never due though there is a clock."""
    if record.speed is None:
        return
    if any(turn.step is not None and turn.due_at == inf for turn in record.turns):
        raise DamagedSession(record.id, "its deadlines make no sense")


def _check_seats(record: Session, number: int) -> None:
    """Raise DamagedSession unless there is a seat of each number below this one."""
    if [seat.seat for seat in record.seats] != list(range(number)):
        raise DamagedSession(record.id, "seats of it are missing")


def _story(record: Session) -> Story | None:
    try:
        return stories.load(record.story)
    except ValidationError:
        _log.warning("story damaged, replaying the log", session=record.id)
        return None


def _sound(record: Session, part: str, read: Callable[[], T]) -> T:
    """What `read` makes of a part of the session; raises DamagedSession for whatever it can't."""
    try:
        return read()
    except Exception as broken:  # noqa: BLE001 - what is damaged may fail in any way
        reason = f"its {part} can't be read: {where(broken)}"
        raise DamagedSession(record.id, reason) from None
