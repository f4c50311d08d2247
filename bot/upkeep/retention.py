"""Games that ended long ago are purged, by and by: what stays of them is how they ended."""

from __future__ import annotations

import structlog

from bot.delivery.wire.coalesced import Coalesced
from bot.store.shares import EVERYTHING, Shares
from bot.store.store import Store
from bot.time.clock import Alarms, Clock
from bot.upkeep.forgetting import Forgetting

_log = structlog.get_logger(__name__)

DAY = 86_400.0
EVERY = DAY / 4
"""Seconds between two looks."""
AT_ONCE = 20
"""Sessions in one transaction: a press waits for it."""
_LOOK = "retention"


class Retention:
    """Purges sessions that ended more than so many days ago, closed lobbies among them."""

    def __init__(
        self,
        store: Store,
        forgetting: Forgetting,
        days: int,
        clock: Clock,
        shares: Shares = EVERYTHING,
    ) -> None:
        self._store = store
        self._shares = shares
        self._forgetting = forgetting
        self._seconds = days * DAY
        self._clock = clock
        self._alarms = Alarms(clock)
        self._work = Coalesced(_LOOK, self._look)

    def run(self) -> None:
        """Look now, and again and again."""
        self._alarms.after(_LOOK, EVERY, self.run)
        self._work.ask(_LOOK)

    async def settled(self) -> None:
        """Wait until all was purged that is due."""
        await self._work.settled()

    def close(self) -> None:
        """Look no more."""
        self._alarms.close()
        self._work.close()

    async def _look(self, _: str) -> None:
        if not self._shares.owns(None):  # of several processes one does it
            return
        purged = 0
        await self._store.drop_expired_tokens(self._clock.now())
        before = self._clock.now() - self._seconds
        while session_ids := await self._store.expired(before, AT_ONCE):
            await self._store.purge(session_ids)
            await self._forgetting.drop(session_ids)
            purged += len(session_ids)
        if purged:
            _log.info("old sessions purged", sessions=purged)
