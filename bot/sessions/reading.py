"""A session's table from what the store keeps of it; whatever is damaged is found out here."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import structlog
from pydantic import ValidationError

from bot.sessions import story as stories
from bot.sessions.replay import points
from bot.sessions.story import Story
from bot.sessions.table import AnyGame, Table, options_of
from bot.store.records import Move, Session
from bot.store.store import DamagedSession, Store
from engine.game import IncompatibleState, Options, State

_log = structlog.get_logger(__name__)

T = TypeVar("T")

NO_GAME = "no game of its name"
"""Why a session is set apart whose game isn't there: the package that brings it may come back."""


async def read_table(store: Store, games: Mapping[str, AnyGame], record: Session) -> Table:
    """The table of a stored session; raises DamagedSession, StoreFailed.

    Snapshot and story are caches: where they don't fit, they are made anew from the log.
    """
    game = games.get(record.game)
    if game is None:
        raise DamagedSession(record.id, NO_GAME)
    options = _sound(record, "options", lambda: options_of(game, record))
    if record.seed is None:
        return Table(record, game, None, _story(record) or ())
    state, story = _loaded(game, record), _story(record)
    if state is None or story is None:
        state, story = _replayed(game, record, options, await store.moves(record.id))
        await store.replace_snapshot(
            record.id,
            snapshot=game.dump(state),
            story=stories.dump(story),
            rules_version=game.rules_version,
        )
    return Table(record, game, state, story)


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
        _log.warning("snapshot damaged", session=record.id, by=_where(broken))
        return None
    return state


def _story(record: Session) -> Story | None:
    try:
        return stories.load(record.story)
    except ValidationError:
        _log.warning("story damaged, replaying the log", session=record.id)
        return None


def _replayed(
    game: AnyGame, record: Session, options: Options, moves: Sequence[Move]
) -> tuple[State, Story]:
    if [move.number for move in moves] != list(range(1, record.moves + 1)):
        raise DamagedSession(record.id, "moves of its log are missing")

    def replay() -> tuple[State, Story]:
        state: State = game.setup(len(record.seats), options, record.seed or 0)
        last = points(game, state, moves)[-1]
        return last.state, last.story

    return _sound(record, "log", replay)


def _sound(record: Session, part: str, read: Callable[[], T]) -> T:
    """What `read` makes of a part of the session; raises DamagedSession for whatever it can't."""
    try:
        return read()
    except Exception as broken:  # noqa: BLE001 - rules may stumble over damage in any way
        reason = f"its {part} can't be read: {_where(broken)}"
        raise DamagedSession(record.id, reason) from None


def _where(error: Exception) -> str:
    """The kind and place of an error: what it says may be hidden from players."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"
