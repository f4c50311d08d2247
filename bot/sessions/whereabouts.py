"""Who is at the table, has been away for a day, or has left the server."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import turns as turning
from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.store import Store

SEEN_EVERY = 300.0
"""Seconds between two notes that the host is there."""
ABSENT_AFTER = 86_400.0 + SEEN_EVERY
"""Seconds since the last such note after which the host has surely been away for a day."""


class Whereabouts:
    """Notes who comes and who is gone, and whether others may act for the host."""

    def __init__(self, store: Store, sessions: Sessions, locks: Locks) -> None:
        self._store = store
        self._sessions = sessions
        self._locks = locks

    @tried_again
    async def attended(self, session_id: int, user_id: int) -> bool:
        """Somebody has pressed or typed something at a table: whoever was away is back.

        Whether that shows: a seat isn't the computer's any more, or the host is there again.
        """
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            if table.record.status not in ("lobby", "playing"):
                return False
            seat, shows = table.seat_of(user_id), False
            turn = None if seat is None else table.turn(seat)
            if turn is not None and (turn.away or turn.gone):
                turns = turning.with_turn(table.record.turns, turning.back(turn))
                turns = self._sessions.followed(table.with_turns(turns))
                table, shows = await self._sessions.turned(table, turns), True
            if user_id == table.record.host_id:
                shows |= await self._host_attended(table)
            return shows

    @tried_again
    async def host_absent(self, session_id: int) -> bool:
        """Note that the host has been away for a day; False if that isn't so, or not any more."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            record, now = table.record, self._sessions.now()
            if record.host_away or record.host_seen > now - ABSENT_AFTER or table.paused:
                if table.stranded:
                    await self._host_is(table, now, away=False, seen=False)
                return False
            await self._host_is(table, record.host_seen, away=True, seen=True)
            return True

    @tried_again
    async def found(self, session_id: int, user_id: int, *, gone: bool) -> Table | None:
        """Somebody who owes a choice was found to have left the server, or to be in it (again).

        None if that was known, or the choice isn't owed any more.
        """
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            seat = table.seat_of(user_id)
            if seat is None or table.record.status != "playing":
                return None
            turn = table.turn(seat)
            if turn.gone == gone or turn.step is None:
                return None
            turns = turning.with_turn(table.record.turns, replace(turn, gone=gone))
            table = await self._sessions.turned(table, turns)
            if gone and user_id == table.record.host_id and not table.record.host_away:
                table = await self._host_is(table, table.record.host_seen, away=True, seen=True)
            return table

    async def _host_attended(self, table: Table) -> bool:
        record, now = table.record, self._sessions.now()
        if record.host_away or now - record.host_seen >= SEEN_EVERY:
            await self._host_is(table, now, away=False, seen=record.host_away)
        return record.host_away

    async def _host_is(self, table: Table, when: float, *, away: bool, seen: bool) -> Table:
        record = table.record
        with self._sessions.changing(record.id):
            await self._store.save_host(
                record.id, when, host_away=away, seen=seen, known=record.version
            )
        now = replace(record, host_seen=when, host_away=away).after_change(seen=seen)
        return self._sessions.changed(table, replace(table, record=now))
