"""Who is at the table, has been away for a day, or has left the server."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.sessions.sessions import Sessions
from bot.sessions.table import turns as turning
from bot.sessions.table.table import Table

SEEN_EVERY = 300.0
"""Seconds between two notes that the host is there."""
ABSENT_AFTER = 86_400.0 + SEEN_EVERY
"""Seconds since the last such note after which the host has surely been away for a day."""


class Whereabouts:
    """Notes who comes and who is gone, and whether others may act for the host."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def attended(self, session_id: int, user_id: int) -> Table:
        """Somebody has pressed or typed something at a table: whoever was away is back.

        The table as it is then.
        """
        table = await self._sessions.newest(session_id)
        if self._with(table, user_id) is not table:
            _, table = await self._sessions.change(session_id, partial(self._with, user_id=user_id))
        return table

    def _with(self, table: Table, user_id: int) -> Table:
        record = table.record
        if record.status not in ("lobby", "playing"):
            return table
        seat = table.seat_of(user_id)
        turn = None if seat is None else table.turn(seat)
        if turn is not None and (turn.away or turn.gone):
            table = table.with_turns(turning.with_turn(record.turns, turning.back(turn)))
            table = table.with_turns(self._sessions.followed(table))
        if user_id == record.host_id:
            now = self._sessions.now()
            if record.host_away or now - record.host_seen >= SEEN_EVERY:
                table = table.having(host_seen=now, host_away=False)
        return table

    async def host_absent(self, session_id: int) -> None:
        """Note that the host has been away for a day, if that is so still."""

        def noted(table: Table) -> Table:
            record, now = table.record, self._sessions.now()
            if table.stranded:
                return table.having(host_seen=now, host_away=False)
            if record.host_away or record.host_seen > now - ABSENT_AFTER or table.paused:
                return table
            return table.having(host_away=True)

        await self._sessions.change(session_id, noted)

    async def found(self, session_id: int, user_id: int, *, gone: bool) -> Table | None:
        """Somebody who owes a choice was found to have left the server, or to be in it (again).

        None if that was known, or the choice isn't owed any more.
        """

        def noted(table: Table) -> Table:
            record, seat = table.record, table.seat_of(user_id)
            if seat is None or record.status != "playing":
                return table
            turn = table.turn(seat)
            if turn.gone == gone or turn.step is None:
                return table
            turns = turning.with_turn(record.turns, replace(turn, gone=gone))
            away = record.host_away or (gone and user_id == record.host_id)
            return table.having(turns=turns, host_away=away)

        before, after = await self._sessions.change(session_id, noted)
        return None if after is before else after
