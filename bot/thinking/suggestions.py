"""What the normal computer would choose in a player's place, thought out beside the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.sessions.play.playing import Advices
from bot.sessions.refusals import NoSuggestions
from bot.sessions.sessions import Sessions
from bot.sessions.table.table import Table
from bot.thinking.computers import seed_of
from engine.bots import Advice, advise


class Suggestions:
    """Asked by one player at a time; from that seat's view alone, and told to nobody else."""

    def __init__(self, sessions: Sessions, advices: Advices) -> None:
        self._advices = advices
        self._sessions = sessions
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")

    async def ask(self, table: Table, seat: int, step: int) -> None:
        """Have advice on the choice of this step shown in the seat's hand; raises as `rows`."""
        advice = await self._advice(table, seat, step)
        user_id = table.record.seats[seat].user_id
        if user_id is not None:
            self._advices.put(table.record.id, user_id, step, advice)

    async def rows(self, table: Table, seat: int, step: int) -> list[tuple[str, ...]]:
        """The picks that are suggested, this choice's first, then those of the rest of the turn.

        Raises NoSuggestions, NotPlaying, Paused, Stale.
        """
        user_id = table.record.seats[seat].user_id
        shown = self._advices.of(table.record.id, user_id, step)
        advice = shown or await self._advice(table, seat, step)
        return [advice.picks, *(later.picks for later in advice.then)]

    async def _advice(self, table: Table, seat: int, step: int) -> Advice:
        if not table.record.suggestions:
            raise NoSuggestions
        self._sessions.prompt(table, seat, step)
        think = partial(advise, table.game, table.view(seat), seed_of(table, seat))
        return await asyncio.get_running_loop().run_in_executor(self._thread, think)

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
