"""What the normal computer would choose in a player's place, thought out beside the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.sessions.at_step import Advices
from bot.sessions.refusals import NoSuggestions
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.thinking.computers import seed_of
from engine.bots import advise


class Suggestions:
    """Asked by one player at a time; from that seat's view alone, and told to nobody else."""

    def __init__(self, sessions: Sessions, advices: Advices) -> None:
        self._advices = advices
        self._sessions = sessions
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")

    async def ask(self, table: Table, seat: int, step: int) -> None:
        """Have advice on the choice of this step shown in the seat's hand.

        Raises NoSuggestions, NotPlaying, Paused, Stale.
        """
        record = table.record
        if not record.suggestions:
            raise NoSuggestions
        self._sessions.prompt(table, seat, step)
        user_id, view = record.seats[seat].user_id, table.view(seat)
        if user_id is None:
            return
        think = partial(advise, table.game, view, seed_of(table, seat))
        advice = await asyncio.get_running_loop().run_in_executor(self._thread, think)
        self._advices.put(record.id, user_id, step, advice)

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
