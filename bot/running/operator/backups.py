"""A copy of the database every night, and the last few of them kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bot.delivery.wire.coalesced import Coalesced
from bot.store.errors import StoreUnusable
from bot.store.store import Store
from bot.time import Alarms, Clock

_log = structlog.get_logger(__name__)

EVERY = 600.0
"""Seconds between two looks whether a copy is due."""
NIGHT = 3 * 3600
"""Seconds after midnight, UTC, from which on the day's copy is due."""
_OURS = r"guildhall-\d{4}-\d{2}-\d{2}"


class Backups:
    """Makes one copy a day in a folder, and removes its own oldest beyond `keep`.

    A night that was missed is made up for. What fails is tried again at the next look, and logged
    once until it fails otherwise.
    Of several processes the one that `is_ours` tells of makes it.
    """

    def __init__(
        self, store: Store, folder: Path, keep: int, clock: Clock, is_ours: Callable[[], bool]
    ) -> None:
        self._store = store
        self._is_ours = is_ours
        self._folder = folder
        self._keep = keep
        self._clock = clock
        self._failure = ""
        self._alarms = Alarms(clock)
        self._work = Coalesced("backup", self._look)

    def run(self) -> None:
        """Look now, and again and again."""
        self._alarms.after("backup", EVERY, self.run)
        self._work.ask(self._folder)

    async def settled(self) -> None:
        """Wait until a copy that is due was made."""
        await self._work.settled()

    def close(self) -> None:
        """Look no more."""
        self._alarms.close()
        self._work.close()

    async def _look(self, folder: Path) -> None:
        failure = ""
        try:
            target = self._due() if self._is_ours() else None
            if target is not None:
                await self._store.backup(target)
                _log.info("backup made", file=target.name)
                self._tidy()
        except (StoreUnusable, OSError) as failed:
            failure = str(failed)
            if failure != self._failure:
                _log.error("no backup", folder=str(folder), reason=failure)
        self._failure = failure

    def _due(self) -> Path | None:
        """The day's copy, if it isn't there."""
        day = datetime.fromtimestamp(self._clock.now() - NIGHT, UTC)
        target = self._folder / f"guildhall-{day:%Y-%m-%d}{self._store.copies_end_in}"
        if target.exists() and target.stat().st_size:
            return None
        # An empty one was begun by a process that came to its end.
        target.unlink(missing_ok=True)
        return target

    def _tidy(self) -> None:
        """Remove our oldest copies beyond those that are kept."""
        ours = re.compile(_OURS + re.escape(self._store.copies_end_in))
        made = [file for file in self._folder.iterdir() if ours.fullmatch(file.name)]
        for old in sorted(made)[: -self._keep]:
            old.unlink()
