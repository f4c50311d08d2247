"""What the normal computer would choose in a player's place, thought out beside the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bot.computers import seed_of
from bot.sessions.refusals import NoSuggestions
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from engine.bots import Advice, advise


class Suggestions:
    """Asked by one player at a time; from that seat's view alone, and told to nobody else."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")

    async def on(self, table: Table, seat: int, step: int) -> Advice:
        """Advice on the choice of this step; raises NoSuggestions, NotPlaying, Paused, Stale."""
        record = table.record
        if not record.suggestions:
            raise NoSuggestions
        self._sessions.prompt(table, seat, step)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._thread, advise, table.game, table.view(seat), seed_of(record, seat)
        )

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
