"""Results of games, told once in the channel where their server wants to read them."""

from __future__ import annotations

from functools import partial

import structlog

from bot.delivery.calling.messages import nonce
from bot.delivery.calling.permissions import TOLD_FOR, Bar
from bot.delivery.kept.kept import Asked, Outside
from bot.delivery.wire.pace import Priority
from bot.people import voices
from bot.screens.play.board import told_result
from bot.sessions.refusals import Refused
from bot.sessions.table.table import Table
from bot.store.store import Store

_log = structlog.get_logger(__name__)

KIND = "result"


class Results(Asked[int]):
    """Tells what the store owes; the debt is made with the move that ends a game.

    One that is refused is tried again for a day. Where the bot dies between telling it and noting
    so, the nonce keeps Discord from telling it a second time.
    """

    kind = KIND

    def __init__(self, outside: Outside, store: Store) -> None:
        super().__init__(outside)
        self._store = store

    async def catch_up(self) -> None:
        """Tell what the last process came not to."""
        for session_id in await self._store.results_due():
            self.ask(session_id)

    async def _update(self, session_id: int) -> None:
        channel_id = await self._store.result_due(session_id)
        if channel_id is None or not await self._sessions.mine([session_id]):
            return
        try:
            table = await self._sessions.table(session_id)
            if await self._is_to_wait(channel_id, table):
                return
        except Refused as gone:
            _log.info("result not told", session=session_id, why=gone.reason.key)
        await self._store.result_told(session_id)

    async def _is_to_wait(self, channel_id: int, table: Table) -> bool:
        """Tell it; whether it was refused and is worth another try."""
        record = table.record
        bar = Bar(KIND, record.id, record.guild_id, channel_id)
        recent = record.updated_at + TOLD_FOR > self._clock.now()
        again = partial(self.ask, record.id)
        with self._barred.trying(bar, again, "result not told", wanted=recent):
            await self._send(channel_id, table)
        return self._barred.waits(bar)

    async def _send(self, channel_id: int, table: Table) -> None:
        record = table.record
        words = voices(self._languages, record.locale, record).message
        screen = told_result(table, table.view(None), words)
        await self._messages.send(
            channel_id,
            self._once(table, screen),
            Priority.PROGRESS,
            nonce=nonce(KIND, record.id),
            silent=True,
        )
