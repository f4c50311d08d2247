"""Calls to the table: one mention in the channel for all whom direct messages don't reach."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from math import inf
from typing import Final, TypeAlias

from bot.delivery.calling.messages import nonce
from bot.delivery.calling.permissions import TOLD_FOR, Bar
from bot.delivery.kept.kept import Asked, Outside, Whose
from bot.delivery.known.noted import STARTED, Attendances, chosen_at
from bot.delivery.wire.caution import Priority, fenced
from bot.people import voices
from bot.screens.letters import Occasion, call
from bot.sessions.table.log import undecided
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Attendance, Post
from bot.time import Retries, TableTime
from engine.text import frozen

KIND: Final = "call"
AGAIN_AFTER, AGAIN_AT_LEAST = 60.0, 6 * 3600.0
"""Seconds after which a hand that was refused is tried again: the first time, and in the end."""


HasLeft: TypeAlias = Callable[[Table, int, int], Awaitable[bool]]
"""Whether somebody who owes a choice since a step has left the server."""


@frozen
class _Due:
    """Whom to call now, since which step each owes a choice, and when to look again."""

    now: dict[int, int]
    later: float | None


class Calls(Asked[int]):
    """Mentions people whose hand can't be sent, on the same terms on which others get theirs.

    A call is taken away when nobody named in it is awaited any more; edits would notify nobody.
    `refused`: whose hands Discord let nowhere, and when they are tried again.
    """

    kind = KIND

    def __init__(
        self, outside: Outside, attendances: Attendances, has_left: HasLeft, time: TableTime
    ) -> None:
        super().__init__(outside)
        self._attendances = attendances
        self._has_left = has_left
        self.refused: Retries[Whose] = Retries(
            "unreached", outside.alarms, outside.clock, first=AGAIN_AFTER, longest=AGAIN_AT_LEAST
        )
        self._time = time

    async def _update(self, session_id: int) -> None:
        table = await self._sessions.table(session_id)
        if self._sessions.owns(table.record):
            with fenced(self._sessions.guard(table.record)):
                await self._call_or_remove(table)

    async def _call_or_remove(self, table: Table) -> None:
        session_id = table.record.id
        standing = await self._posts.find(session_id, KIND)
        unreached = await self._unreached(table)
        # The board has the same trouble, and says so.
        bar, wanted = Bar.of(KIND, table.record), self._is_wanted(table)
        again = partial(self.ask, session_id)
        with self._barred.trying(bar, again, "nobody called", wanted=wanted):
            if table.record.status == "playing":
                await self._call_players(table, unreached, standing)
            elif table.record.status == "over" and unreached:
                if standing is None or standing.shown < table.changes:
                    await self._call(table, "over", unreached)
            elif standing is not None:
                await self._take_away(session_id, standing)

    def _is_wanted(self, table: Table) -> bool:
        """Whether a call is worth another try later."""
        record = table.record
        return record.status == "playing" or record.updated_at + TOLD_FOR > self._clock.now()

    async def _call_players(
        self, table: Table, unreached: tuple[int, ...], standing: Post | None
    ) -> None:
        session_id = table.record.id
        knowing = [await self._attendances.of(session_id, user) for user in unreached]
        new = tuple(known.user_id for known in knowing if known.told_step is None)
        if new:
            for user_id in new:
                await self._attendances.due_in(session_id, user_id, 0)
            called = await self._call(table, "start", new)
            # Who sleeps through the start is told later that the table waits.
            owed = {user: _owed(table, user) if user in called else None for user in new}
            steps = {user: STARTED if step is None else step for user, step in owed.items()}
            await self._attendances.told(session_id, steps)
            self.ask(session_id)
            return
        due = await self._due(table, unreached)
        if due.later is not None:
            ring = partial(self.ask, session_id)
            self._alarms.after((KIND, session_id), due.later, ring)
        if due.now:
            here = [
                user for user, step in due.now.items() if await self._is_here(table, user, step)
            ]
            if here:
                await self._send(table, "turn", tuple(here))
            await self._attendances.told(session_id, due.now)
        elif standing is not None and not _still_called(table, knowing):
            await self._take_away(session_id, standing)

    async def _is_here(self, table: Table, user_id: int, step: int) -> bool:
        """Whether a call reaches them: no direct message comes to whoever has left the server."""
        seat = table.seat_of(user_id)
        known = seat is not None and table.turn(seat).gone
        return not known and not await self._has_left(table, user_id, step)

    async def _call(
        self, table: Table, occasion: Occasion, users: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Call those of them who want to be told and don't sleep; who that is."""
        may_notify, session_id = self._attendances.may_notify, table.record.id
        called = [user_id for user_id in users if await may_notify(session_id, user_id)]
        if called:
            await self._send(table, occasion, tuple(called))
        return tuple(called)

    async def _due(self, table: Table, unreached: tuple[int, ...]) -> _Due:
        now, later = {}, []
        for user_id in unreached:
            owed = _owed(table, user_id)
            wait = await self._attendances.until_told(table.record.id, user_id, owed)
            if wait is None or owed is None:
                continue
            # What is due now stays due until it was sent, also after the next start.
            await self._attendances.due_in(table.record.id, user_id, wait)
            if wait == 0:
                now[user_id] = owed
            else:
                later.append(wait)
        return _Due({} if table.paused else now, min(later, default=None))

    async def _unreached(self, table: Table) -> tuple[int, ...]:
        """The people to whom no hand can be sent, now or for a while."""
        unreached = []
        for user_id in table.people():
            person = await self._people.find(user_id)
            closed = person is None or not person.dm_open
            if closed or self.refused.waits(Whose(table.record.id, user_id)):
                unreached.append(user_id)
        return tuple(unreached)

    async def _send(self, table: Table, occasion: Occasion, users: tuple[int, ...]) -> None:
        record = table.record
        words = voices(self._languages, record.locale, record).message
        screen = call(record, words, occasion, users, await self._left(table, users))
        message_id, look = await self._messages.send(
            record.channel_id,
            self._once(table, screen),
            Priority.HAND,
            nonce=nonce(KIND, record.id, record.changes, users),
            silent=False,
        )
        post = Post(KIND, EVERYBODY, record.channel_id, message_id, look.changes)
        before = await self._posts.find(record.id, KIND)
        if before is not None and before.message_id != message_id:
            # While the store knows that one yet: a kill in between leaves none there for good.
            await self._messages.delete(before.channel_id, before.message_id)
        await self._posts.place(record.id, post)

    async def _left(self, table: Table, users: tuple[int, ...]) -> float | None:
        """Seconds until the computer chooses for the first of them, if it does."""
        seats, due = table.record.seats, []
        for turn in table.record.turns:
            user_id = seats[turn.seat].user_id
            if turn.step is not None and user_id in users and turn.due_at < inf:
                due.append(await chosen_at(self._people, self._time, user_id, turn))
        return min(due) - self._time.moment(self._time.now()) if due else None


def _still_called(table: Table, people: list[Attendance]) -> bool:
    """Whether anybody owes a choice, or was told of the start alone so far."""
    return any(who.told_step == STARTED or _owed(table, who.user_id) is not None for who in people)


def _owed(table: Table, user_id: int) -> int | None:
    """The step of the choice that somebody owes."""
    seat = table.seat_of(user_id)
    if user_id in undecided(table):
        return table.view(None).step
    if seat is None or seat not in table.people_asked():
        return None
    prompt = table.prompt(seat)
    return None if prompt is None else prompt.step
