"""A session's table from what the store keeps of it; whatever is damaged is found out here.

The log played again gives the very game that was played, or none.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path

import orjson
import structlog
from pydantic import ValidationError

from bot import VERSION
from bot.sessions.table import story as stories
from bot.sessions.table import turns as turning
from bot.sessions.table.log import piece_by_piece, played, points
from bot.sessions.table.story import Story
from bot.sessions.table.table import AnyGame, Table, options_of
from bot.store.records.play import Begun, Move
from bot.store.records.sessions import Session
from bot.store.shares import Release
from bot.store.store import DamagedSession, Store
from engine.game import IncompatibleState, Options, State
from engine.log import Moment, digest, same_games

_log = structlog.get_logger(__name__)

NOTED_EVERY = 20
"""Moves after which the digest of the state is put beside the log."""

NO_GAME = "no game of its name"
OTHER_COMPONENTS = "its components are others now"
OTHER_RULES = "its rules are others now"
ANOTHER_GAME = "its log gives another game"
"""Why a session is set apart, if it isn't damaged."""


class Inexact(Exception):
    """The log gives another state than the one that was noted."""


def begun(game: AnyGame) -> Begun:
    """With what a game begins now."""
    return Begun(VERSION, game.rules_version, game.components)


def release(games: Mapping[str, AnyGame]) -> Release:
    """What a process with these games goes by; all of them are loaded."""
    return Release(
        VERSION, {name: (game.rules_version, game.components) for name, game in games.items()}
    )


def mark(game: AnyGame | None) -> str:
    """All that decides whether games can go on: where another was noted, they are examined."""
    if game is None:
        return ""
    version = game.rules_version
    since = f"{game.rules_since or version}-{game.snapshots_since or version}"
    return f"{VERSION} {since}-{version} {game.components}"


def check_components(game: AnyGame, record: Session) -> None:
    """Raise DamagedSession for a game that was begun with other components."""
    if record.begun.components not in (None, game.components):
        raise DamagedSession(record.id, OTHER_COMPONENTS)


def contains(dump: str, earlier: str) -> bool:
    """Whether a dump says all that an earlier one of another shape said.

    Rows may be longer now, and there may be more variants.
    """
    now, then = orjson.loads(dump), orjson.loads(earlier)
    return all(_says(now.get(name), then[name]) for name in then if name != "rules_version")


def _says(now: object, then: object) -> bool:
    if isinstance(now, dict) and isinstance(then, dict):
        return now.items() >= then.items()
    if now == then or not (isinstance(now, list) and isinstance(then, list)):
        return now == then
    return len(now) == len(then) and all(
        one == other
        or (isinstance(one, list) and isinstance(other, list) and one[: len(other)] == other)
        for one, other in zip(now, then, strict=True)
    )


def check_state(game: AnyGame, record: Session, given: State, played: State | None) -> None:
    """Raise DamagedSession unless the state that a log has given is the one that is played on."""
    version = game.rules_version
    if digest(version, game.dump(given)) != digest(version, game.dump(played)):
        raise DamagedSession(record.id, ANOTHER_GAME)


async def replayed(
    game: AnyGame, record: Session, options: Options, moves: Sequence[Move]
) -> tuple[State, Story]:
    """State and story as the log gives them; raises DamagedSession unless exactly as they were.

    Noted digests tell, and what is stored of the last state. A game begun before digests were
    noted goes on by the rules as they are.
    """
    with _explained(game, record, moves):
        passed = await played(game, record, options, moves)
        _check_noted(game, moves, [moment.state for moment in passed])
        _check_last(game, record, game.dump(passed[-1].state))
        return passed[-1].state, (await piece_by_piece(points(game, passed, moves)))[-1].story


async def looked_back(
    game: AnyGame, record: Session, options: Options, moves: Sequence[Move]
) -> list[Moment]:
    """All moments of a game that is over; raises DamagedSession likewise.

    The snapshot of its end must say the same, where it was made under these rules.
    """
    check_components(game, record)
    with _explained(game, record, moves):
        passed = await played(game, record, options, moves)
        _check_noted(game, moves, [moment.state for moment in passed])
        dump = game.dump(passed[-1].state)
        _check_last(game, record, dump)
        if game.outcome(passed[-1].state) is None:
            raise Inexact
        if record.snapshot is not None and record.rules_version == game.rules_version:
            _check(game, digest(game.rules_version, record.snapshot), dump)
        return passed


@contextmanager
def _explained(game: AnyGame, record: Session, moves: Sequence[Move]) -> Iterator[None]:
    """Say why a log doesn't give its game."""
    numbers = [move.number for move in moves]
    if len(moves) != record.moves or numbers != list(range(1, len(moves) + 1)):
        raise DamagedSession(record.id, "moves of its log are missing")
    try:
        yield
    except Inexact:
        reason = ANOTHER_GAME if same_games(game, record.rules_version) else OTHER_RULES
        raise DamagedSession(record.id, reason) from None
    except Exception as broken:  # noqa: BLE001 - rules may stumble over damage in any way
        same = same_games(game, record.rules_version)
        reason = f"its log can't be read: {where(broken)}" if same else OTHER_RULES
        raise DamagedSession(record.id, reason) from None


def where(error: Exception) -> str:
    """The kind and place of an error: what it says may be hidden from players."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"


def _check_noted(game: AnyGame, moves: Sequence[Move], states: Sequence[State]) -> None:
    """The digests beside a log; `states` before its first entry, and after each."""
    for move, state in zip(moves, states[1:], strict=True):
        if move.digest is not None:
            _check(game, move.digest, game.dump(state))


def _check_last(game: AnyGame, record: Session, dump: str) -> None:
    """Raise Inexact unless a log of other rules gives the state that those have left."""
    version = record.rules_version
    if record.begun.guildhall is None or version is None or same_games(game, version):
        return
    try:
        last = digest(version, record.snapshot or "")
    except ValueError:
        raise Inexact from None  # nobody knows what it was
    _check(game, last, dump)


def _check(game: AnyGame, noted: str, dump: str) -> None:
    version = int(noted.partition(":")[0])
    if version != game.rules_version and same_games(game, version):
        return  # dumped in another shape
    if noted != digest(version, dump):
        raise Inexact


async def read_table(store: Store, games: Mapping[str, AnyGame], record: Session) -> Table:
    """The table of a stored session; raises DamagedSession, Overtaken, StoreFailed.

    Snapshot and story are caches: where they don't fit, they are made anew from the log. A
    snapshot that fits is played on without a look at the log; so is one of earlier rules that
    can still be loaded, unless the log gives all of it and what is kept since.
    """
    game = games.get(record.game)
    if game is None:
        raise DamagedSession(record.id, NO_GAME)
    options = _options(game, record)
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
    version = record.rules_version
    if version == game.rules_version or not same_games(game, version):
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


def _options(game: AnyGame, record: Session) -> Options:
    """The chosen variants; raises DamagedSession where they can't be read."""
    try:
        return options_of(game, record)
    except Exception as broken:  # noqa: BLE001 - what is damaged may fail in any way
        reason = f"its options can't be read: {where(broken)}"
        raise DamagedSession(record.id, reason) from None
