"""Deadlines of running games, and their pauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.sessions import pauses as pausing
from bot.sessions import turns as turning
from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.refusals import Stale
from bot.sessions.refusals.play import NoMoreTime
from bot.sessions.retractions import postponed
from bot.sessions.seating import may_host
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records.play import Pause, Turn
from bot.store.store import Store


class Timing:
    """Moves deadlines, and stops the time where the table wants it."""

    def __init__(self, store: Store, sessions: Sessions, locks: Locks) -> None:
        self._store = store
        self._sessions = sessions
        self._locks = locks

    @tried_again
    async def extend(self, session_id: int, user_id: int, step: int) -> Table:
        """More time for an own choice; raises NotSeated, NotPlaying, Paused, Stale, NoMoreTime."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            seat, speed = self._sessions.seat_at(table, user_id), table.record.speed
            self._sessions.prompt(table, seat, step)
            turn = table.turn(seat)
            if speed is None or turn.step != step:
                raise Stale
            if turn.extended >= turning.MOST_EXTENDED:
                raise NoMoreTime
            after = turning.extended(turn, speed, self._sessions.now())
            return await self._sessions.turned(table, turning.with_turn(table.record.turns, after))

    @tried_again
    async def looked(
        self, session_id: int, before: Turn, turn: Turn, *, seen: bool = False
    ) -> bool:
        """Replace a turn unless it has changed since it was `before`; whether it could be done."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            if table.record.status != "playing" or table.turn(turn.seat) != before:
                return False
            turns = turning.with_turn(table.record.turns, turn)
            await self._sessions.turned(table, turns, seen=seen)
            return True

    @tried_again
    async def postpone(self, session_id: int, seconds: float) -> None:
        """Move all deadlines of a game that waits; nobody is shown anything."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            record = table.record
            if record.status == "playing" and record.pause.at is None:
                turns = tuple(turning.later(turn, seconds) for turn in record.turns)
                takeback = postponed(record.takeback, seconds)
                with self._sessions.changing(session_id):
                    new = turning.changed(record.turns, turns)
                    await self._store.postpone(session_id, new, takeback, record.version)
                after = replace(record, turns=turns, takeback=takeback).after_change(seen=False)
                self._sessions.changed(table, replace(table, record=after))

    async def pause(self, session_id: int, user_id: int) -> Table:
        """Pause the game, or note the wish.

        Raises NotSeated, NotPlaying, IsPaused, AlreadyVoted.
        """
        return await self._vote(session_id, user_id, pausing.paused)

    async def resume(self, session_id: int, user_id: int) -> Table:
        """Go on, or note the wish; raises NotSeated, NotPlaying, NotPaused, AlreadyVoted."""
        return await self._vote(session_id, user_id, pausing.resumed)

    @tried_again
    async def end_pause(self, session_id: int) -> None:
        """Go on, as the host's time for pauses is spent."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            end = pausing.ends_at(table.record.pause)
            if table.record.status == "playing" and end is not None and end <= self._sessions.now():
                await self._paused(table, pausing.ended(table.record.pause, self._sessions.now()))

    @tried_again
    async def _vote(
        self,
        session_id: int,
        user_id: int,
        wish: Callable[[Pause, int, int, Sequence[int], float], Pause],
    ) -> Table:
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            record = table.record
            self._sessions.seat_at(table, user_id)
            self._sessions.check_playing(table)
            now, people = self._sessions.now(), table.voters()
            host_id = user_id if may_host(record, user_id) else record.host_id
            return await self._paused(table, wish(record.pause, user_id, host_id, people, now))

    async def _paused(self, table: Table, pause: Pause) -> Table:
        """Note a pause or its end, after which every deadline is later by as much."""
        record, turns, takeback = table.record, table.record.turns, table.record.takeback
        host_seen = record.host_seen
        if record.pause.at is not None and pause.at is None:
            passed = self._sessions.now() - record.pause.at
            turns = tuple(turning.later(turn, passed) for turn in turns)
            takeback = postponed(takeback, passed)
            host_seen = min(host_seen + passed, self._sessions.now())
        after = replace(record, pause=pause, turns=turns, takeback=takeback, host_seen=host_seen)
        with self._sessions.changing(record.id):
            await self._store.save_pause(after, turning.changed(record.turns, turns))
        return self._sessions.changed(table, replace(table, record=after.after_change()))
