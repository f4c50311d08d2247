"""Games that were over before results were kept: each is counted once, as its log tells it."""

from __future__ import annotations

from collections.abc import Mapping

import structlog

from bot.sessions.endings import ended
from bot.sessions.locks import Locks
from bot.sessions.reading import read_table
from bot.sessions.table import AnyGame
from bot.store.records.sessions import Outcome
from bot.store.store import DamagedSession, Store

_log = structlog.get_logger(__name__)

_NOWHERE = Outcome(places=(), scores={}, counts=False)
"""Of a game that can't be read any more."""


class Counting:
    """Makes up for the results that older releases didn't keep."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], locks: Locks) -> None:
        self._store = store
        self._games = games
        self._locks = locks

    async def due(self) -> list[int]:
        """Ids of the games without a result, the oldest first."""
        return await self._store.uncounted()

    async def count(self, session_id: int) -> None:
        """Keep the result of a game; one whose log leads nowhere any more has none for good.

        A game of a name that isn't installed waits until it is.
        """
        async with self._locks.of(session_id):
            outline = await self._store.outline(session_id)
            if outline is None or outline.game not in self._games:
                return
            try:
                result = await self._read(session_id)
            except DamagedSession as damaged:
                _log.warning("result lost", session=session_id, reason=damaged.reason)
                result = _NOWHERE
            await self._store.count(session_id, result)

    async def _read(self, session_id: int) -> Outcome:
        record = await self._store.session(session_id)
        if record is None:
            return _NOWHERE
        table = await read_table(self._store, self._games, record)
        return await ended(table, await self._store.moves(session_id))
