"""Deadlines of running games, and their pauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.sessions import pauses as pausing
from bot.sessions import turns as turning
from bot.sessions.refusals import NoMoreTime, Stale
from bot.sessions.retractions import postponed
from bot.sessions.seating import may_host
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records.play import Pause, Turn


class Timing:
    """Moves deadlines, and stops the time where the table wants it."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def extend(self, session_id: int, user_id: int, step: int) -> Table:
        """More time for an own choice; raises NotSeated, NotPlaying, Paused, Stale, NoMoreTime."""

        def extended(table: Table) -> Table:
            seat, speed = self._sessions.seat_at(table, user_id), table.record.speed
            self._sessions.prompt(table, seat, step)
            turn = table.turn(seat)
            if speed is None or turn.step != step:
                raise Stale
            if turn.extended >= turning.MOST_EXTENDED:
                raise NoMoreTime
            after = turning.extended(turn, speed, self._sessions.now())
            return table.with_turns(turning.with_turn(table.record.turns, after))

        _, after = await self._sessions.change(session_id, extended)
        return after

    async def looked(
        self, session_id: int, before: Turn, turn: Turn, *, seen: bool = False
    ) -> bool:
        """Replace a turn unless it has changed since it was `before`; whether it could be done."""

        def noted(table: Table) -> Table:
            if table.record.status != "playing" or table.turn(turn.seat) != before:
                return table
            return table.having(turns=turning.with_turn(table.record.turns, turn))

        known, after = await self._sessions.change(session_id, noted, seen=seen)
        return after is not known

    async def postpone(self, session_id: int, seconds: float) -> None:
        """Move all deadlines of a game that waits; nobody is shown anything."""

        def later(table: Table) -> Table:
            record = table.record
            if record.status != "playing" or record.pause.at is not None:
                return table
            return _later(table, seconds)

        await self._sessions.change(session_id, later, seen=False)

    async def pause(self, session_id: int, user_id: int) -> Table:
        """Pause the game, or note the wish.

        Raises NotSeated, NotPlaying, IsPaused, AlreadyVoted.
        """
        return await self._vote(session_id, user_id, pausing.paused)

    async def resume(self, session_id: int, user_id: int) -> Table:
        """Go on, or note the wish; raises NotSeated, NotPlaying, NotPaused, AlreadyVoted."""
        return await self._vote(session_id, user_id, pausing.resumed)

    async def end_pause(self, session_id: int) -> None:
        """Go on, as the host's time for pauses is spent."""

        def ended(table: Table) -> Table:
            now, end = self._sessions.now(), pausing.ends_at(table.record.pause)
            if table.record.status != "playing" or end is None or end > now:
                return table
            return _paused(table, pausing.ended(table.record.pause, now), now)

        await self._sessions.change(session_id, ended)

    async def _vote(
        self,
        session_id: int,
        user_id: int,
        wish: Callable[[Pause, int, int, Sequence[int], float], Pause],
    ) -> Table:
        def voted(table: Table) -> Table:
            record, now = table.record, self._sessions.now()
            self._sessions.seat_at(table, user_id)
            self._sessions.check_playing(table)
            host_id = user_id if may_host(record, user_id) else record.host_id
            pause = wish(record.pause, user_id, host_id, table.voters(), now)
            return _paused(table, pause, now)

        _, after = await self._sessions.change(session_id, voted)
        return after


def _later(table: Table, seconds: float) -> Table:
    """The table with all its deadlines so much later."""
    record = table.record
    return table.having(
        turns=tuple(turning.later(turn, seconds) for turn in record.turns),
        takeback=postponed(record.takeback, seconds),
    )


def _paused(table: Table, pause: Pause, now: float) -> Table:
    """The table with a pause or its end, after which every deadline is later by as much."""
    begun = table.record.pause.at
    if begun is not None and pause.at is None:
        table = _later(table, now - begun)
        table = table.having(host_seen=min(table.record.host_seen + now - begun, now))
    return table.having(pause=pause)
