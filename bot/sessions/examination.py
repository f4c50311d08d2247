"""After an upgrade: which games go on, which are set apart, and which are back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.reading import examine_log, mark, read_table
from bot.sessions.table.table import AnyGame
from bot.store.store import DamagedSession, Store

_log = structlog.get_logger(__name__)


@dataclass(eq=False, repr=False)
class Examination:
    """Looks once through every log that was last seen by another Guildhall, rules or components."""

    _store: Store
    _games: Mapping[str, AnyGame]
    _sessions: Sessions
    _locks: Locks

    async def due(self) -> list[int]:
        """Ids of the sessions to be examined; games that nobody plays are not even loaded."""
        found = await self._store.examinations()
        marks = {name: mark(self._games.get(name)) for _, name, _ in found}
        return [session_id for session_id, name, noted in found if noted != marks[name]]

    async def examine(self, session_id: int) -> bool:
        """Set a game apart that can't go on exactly, take one up that can again.

        Whether its people are to be told of it.
        """
        async with self._locks.of(session_id):
            outline = await self._store.outline(session_id)
            if outline is None:
                return False
            game, before = self._games.get(outline.game), outline.changes
            try:
                await self._look(session_id)
            except DamagedSession as damaged:
                self._sessions.check_newest(session_id)
                self._sessions.forget(session_id)
                now = self._sessions.now()
                await self._store.set_apart(session_id, damaged.reason, mark(game), now)
                _log.warning("session set apart", session=session_id, reason=damaged.reason)
            outline = await self._store.outline(session_id)
            return outline is not None and outline.changes != before

    async def _look(self, session_id: int) -> None:
        record = await self._store.session(session_id)
        if record is None:
            return
        table = await read_table(self._store, self._games, record)
        if record.set_apart is not None:
            if not await self._store.take_up(session_id, self._sessions.now()):
                return  # its channel is taken: the next start looks again
            _log.info("session taken up again", session=session_id)
            self._sessions.forget(session_id)
        if table.started:
            await examine_log(self._store, table)
        await self._store.examined(session_id, mark(table.game), table.game.components)
