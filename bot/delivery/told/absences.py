"""Whether somebody whom a table waits for is in the server still."""

from __future__ import annotations

import structlog

from bot.delivery.calling.messages import Messages
from bot.delivery.told.letters import Letters
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, remedy
from bot.sessions.play.timing import Whereabouts
from bot.sessions.table.table import Table

_log = structlog.get_logger(__name__)


class Absences:
    """Asks Discord whether somebody has left the server, and has others act for whoever has.

    What is found out is stored before anybody is told, so that no host is told twice.
    """

    def __init__(self, whereabouts: Whereabouts, messages: Messages, letters: Letters) -> None:
        self._whereabouts, self._messages, self._letters = whereabouts, messages, letters

    async def has_left(self, table: Table, user_id: int, step: int) -> bool:
        """Whether somebody who owes a choice since this step has left; raises what may pass."""
        gone = await self._is_gone(table, user_id)
        found = await self._whereabouts.found(table.record.id, user_id, gone=gone)
        seat = table.seat_of(user_id)
        if found is not None and seat is not None and gone and user_id != table.record.host_id:
            await self._letters.gone(found.record, found.record.seats[seat], step)
        return gone

    async def _is_gone(self, table: Table, user_id: int) -> bool:
        guild_id = table.record.guild_id
        if guild_id is None:
            return False
        try:
            return not await self._messages.is_member(guild_id, user_id)
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            _log.info("nobody looked up", session=table.record.id, code=code_of(error))
            return False
