"""Who isn't there any more: players who have left the server, and hosts who are away for a day."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import structlog

from bot.delivery.calling.messages import Messages
from bot.delivery.told.letters import Letters
from bot.delivery.told.reminders import Reminder, Reminders
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, remedy
from bot.sessions.play.whereabouts import ABSENT_AFTER, Whereabouts
from bot.sessions.refusals import Refused, Unreadable
from bot.sessions.sessions import Sessions
from bot.sessions.table.table import Table
from bot.store.store import Store

_log = structlog.get_logger(__name__)


class _Doubt(NamedTuple):
    """Whether somebody who owes a choice is in the server still; `remind` him if so."""

    reminder: Reminder
    remind: bool


class Absences:
    """Asks Discord whether somebody is in the server still, once for each choice he lets wait for.

    What is found out is stored before anybody is told, so that no host is told twice.
    """

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        whereabouts: Whereabouts,
        messages: Messages,
        letters: Letters,
        reminders: Reminders,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._whereabouts = whereabouts
        self._messages = messages
        self._letters = letters
        self._reminders = reminders
        self._work = Coalesced("absence", self._look_up)

    def look_up(self, reminder: Reminder, *, remind: bool) -> None:
        """Find out whether somebody is in the server; `remind` him only if he is."""
        self._work.ask(_Doubt(reminder, remind))

    async def look_for_hosts(self) -> None:
        """Let others do what hosts may who have been away for a day."""
        absent = await self._store.hosts_absent(self._sessions.now() - ABSENT_AFTER)
        for session_id in await self._sessions.mine(absent):
            with suppress(Refused):
                await self._whereabouts.host_absent(session_id)

    async def settled(self) -> None:
        """Wait until everybody was looked up who must be."""
        await self._work.settled()

    def close(self) -> None:
        """Drop what is under way."""
        self._work.close()

    async def _look_up(self, doubt: _Doubt) -> None:
        session_id, user_id, step, _ = doubt.reminder
        try:
            table = await self._sessions.table(session_id)
        except Unreadable:
            return
        seat = table.seat_of(user_id)
        if seat is None or table.record.status != "playing" or table.owed().get(seat) != step:
            return
        if not self._sessions.owns(table.record):
            return
        gone = await self._has_left(table, user_id)
        found = await self._whereabouts.found(session_id, user_id, gone=gone)
        if found is not None and gone and user_id != table.record.host_id:
            await self._letters.gone(found.record, found.record.seats[seat], step)
        if doubt.remind and not gone:
            self._reminders.send(doubt.reminder)

    async def _has_left(self, table: Table, user_id: int) -> bool:
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
