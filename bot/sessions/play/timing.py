"""Deadlines of running games, and their pauses: by the host alone for a while, else by a vote.

And who is at the table, has been away for a day, or has left the server.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bot.sessions.holding import may_host
from bot.sessions.refusals import AlreadyVoted, IsPaused, NoMoreTime, NotPaused, Stale
from bot.sessions.sessions import Acting, step
from bot.sessions.table import turns as turning
from bot.sessions.table.log import postponed
from bot.sessions.table.table import Table
from bot.store.records.play import Pause, Turn

HOST_ALONE = 72 * 3600.0
"""Seconds in all for which a host may pause a game without asking."""

_Wish: TypeAlias = Callable[[Pause, int, int, Sequence[int], float], Pause]
"""What becomes of a pause by somebody's wish: whose, the host's id, who has a say, and when."""


class Timing(Acting):
    """Moves deadlines, and stops the time where the table wants it."""

    @step
    def extend(self, table: Table, user_id: int, step: int, left: int = 0) -> Table:
        """More time for an own choice; raises NotSeated, NotPlaying, Paused, Stale, NoMoreTime.

        Nothing where one could have it `left` times, and has had one of them meanwhile: by a second
        press of the same button.
        """
        seat, speed = self._sessions.seat_at(table, user_id), table.record.speed
        self._sessions.prompt(table, seat, step)
        turn = table.turn(seat)
        if speed is None or turn.step != step:
            raise Stale
        if left > turning.MOST_EXTENDED - turn.extended:
            return table
        if turn.extended >= turning.MOST_EXTENDED:
            raise NoMoreTime
        after = turning.extended(turn, speed, self._sessions.now())
        return table.with_turns(turning.with_turn(table.record.turns, after))

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

    async def look_anew(self, session_id: int) -> None:
        """Look again at the choices that quiet hours hold back, as these are by now."""
        await self.postpone(session_id, 0.0)

    @step
    def pause(self, table: Table, user_id: int) -> Table:
        """Pause the game, or note the wish.

        Raises NotSeated, NotPlaying, IsPaused, AlreadyVoted.
        """
        return self._voted(table, user_id, paused)

    @step
    def resume(self, table: Table, user_id: int) -> Table:
        """Go on, or note the wish; raises NotSeated, NotPlaying, NotPaused, AlreadyVoted."""
        return self._voted(table, user_id, resumed)

    @step
    def end_pause(self, table: Table) -> Table:
        """Go on, as the host's time for pauses is spent."""
        now, end = self._sessions.now(), ends_at(table.record.pause)
        if table.record.status != "playing" or end is None or end > now:
            return table
        return _paused(table, ended(table.record.pause, now), now)

    @step
    def recount(self, table: Table) -> Table:
        """Do what is enough of those who have a say: the computer may have somebody's seat now."""
        after = recounted(table, self._sessions.now())
        same = after.record.pause == table.record.pause
        return table if same or table.record.status != "playing" else after

    def _voted(self, table: Table, user_id: int, wish: _Wish) -> Table:
        record, now = table.record, self._sessions.now()
        self._sessions.seat_at(table, user_id)
        self._sessions.check_playing(table)
        host_id = user_id if may_host(record, user_id) else record.host_id
        return _paused(table, wish(record.pause, user_id, host_id, table.voters(), now), now)


def _later(table: Table, seconds: float) -> Table:
    """The table with all its deadlines so much later."""
    record = table.record
    after = replace(
        record,
        turns=tuple(turning.later(turn, seconds) for turn in record.turns),
        takeback=postponed(record.takeback, seconds),
    )
    return table if after == record else table.with_record(after)


def _paused(table: Table, pause: Pause, now: float) -> Table:
    """The table with a pause or its end, after which every deadline is later by as much."""
    begun = table.record.pause.at
    if begun is not None and pause.at is None:
        table = _later(table, now - begun)
        table = table.having(host_seen=min(table.record.host_seen + now - begun, now))
    return table.having(pause=pause)


def paused(pause: Pause, user_id: int, host_id: int, people: Collection[int], now: float) -> Pause:
    """After somebody's wish for a pause; raises IsPaused, AlreadyVoted.

    One that the host agrees to is the table's if enough others have asked for it.
    """
    if pause.at is not None:
        raise IsPaused
    if user_id == host_id and pause.host_spent < HOST_ALONE:
        agreed = {*pause.votes, user_id} & set(people)
        alone = len(agreed) == 1 or len(agreed) < needed(people)
        return replace(pause, at=now, by_host=alone, votes=())
    return _decided(_voted(pause, user_id, people), people, now)


def resumed(pause: Pause, user_id: int, host_id: int, people: Collection[int], now: float) -> Pause:
    """After somebody's wish to go on; raises NotPaused, AlreadyVoted."""
    if pause.at is None:
        raise NotPaused
    if pause.by_host and user_id == host_id:
        return ended(pause, now)
    return _decided(_voted(pause, user_id, people), people, now)


def recounted(table: Table, now: float) -> Table:
    """The table after somebody has left it, or the computer has their seat: too few votes may be
    enough of those who stay.
    """
    people = table.voters()
    return _paused(table, _decided(_heard(table.record.pause, people), people, now), now)


def ended(pause: Pause, now: float) -> Pause:
    """The game goes on."""
    spent = now - pause.at if pause.by_host and pause.at is not None else 0.0
    return Pause(host_spent=pause.host_spent + spent)


def ends_at(pause: Pause) -> float | None:
    """When a host's pause ends by itself."""
    if pause.at is None or not pause.by_host:
        return None
    return pause.at + HOST_ALONE - pause.host_spent


def needed(people: Collection[int]) -> int:
    """Votes that are needed: more than half."""
    return len(people) // 2 + 1


def _voted(pause: Pause, user_id: int, people: Collection[int]) -> Pause:
    pause = _heard(pause, people)
    if user_id not in pause.votes:
        return replace(pause, votes=(*pause.votes, user_id))
    if len(pause.votes) < needed(people):
        raise AlreadyVoted
    return pause


def _heard(pause: Pause, people: Collection[int]) -> Pause:
    """Without votes of who has left the table since."""
    return replace(pause, votes=tuple(vote for vote in pause.votes if vote in people))


def _decided(pause: Pause, people: Collection[int], now: float) -> Pause:
    """What more than half want is done."""
    if len(pause.votes) < needed(people):
        return pause
    if pause.at is not None:
        return ended(pause, now)
    return replace(pause, at=now, by_host=False, votes=())


SEEN_EVERY = 300.0
"""Seconds between two notes that the host is there."""
ABSENT_AFTER = 86_400.0 + SEEN_EVERY
"""Seconds since the last such note after which the host has surely been away for a day."""


class Whereabouts(Acting):
    """Notes who comes and who is gone, and whether others may act for the host."""

    async def attended(self, session_id: int, user_id: int, name: str | None = None) -> Table:
        """Somebody has pressed or typed something at a table: whoever was away is back.

        `name`: by which they are known there now, where it was found. The table as it is then.
        """
        attend = partial(self._with, user_id=user_id, name=name)
        table = await self._sessions.newest(session_id)
        if attend(table) is not table:
            _, table = await self._sessions.change(session_id, attend)
        return table

    def _with(self, table: Table, user_id: int, name: str | None) -> Table:
        record = table.record
        if not record.live:
            return table
        seat = table.seat_of(user_id)
        if seat is not None and name is not None and record.seats[seat].name != name:
            renamed = replace(record.seats[seat], name=name)
            table = table.having(seats=(*record.seats[:seat], renamed, *record.seats[seat + 1 :]))
        turn = None if seat is None else table.turn(seat)
        if turn is not None and (turn.away or turn.gone):
            table = table.with_turns(turning.with_turn(record.turns, turning.back(turn)))
            table = table.with_turns(self._sessions.followed(table))
        if user_id == record.host_id:
            now = self._sessions.now()
            if record.host_away or now - record.host_seen >= SEEN_EVERY:
                table = table.having(host_seen=now, host_away=False)
        return table

    @step
    def host_absent(self, table: Table) -> Table:
        """Note that the host has been away for a day, if that is so still."""
        record, now = table.record, self._sessions.now()
        if table.stranded:
            return table.having(host_seen=now, host_away=False)
        if record.host_away or record.host_seen > now - ABSENT_AFTER or table.paused:
            return table
        return table.having(host_away=True)

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
