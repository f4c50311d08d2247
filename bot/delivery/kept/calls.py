"""Whoever lets the table wait is told: by calls to the table, and by reminders.

A call is one mention in the channel for all whom direct messages don't reach. A reminder comes by
direct message, else as a mention in the channel; who has left the server is told of nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final, NamedTuple

import structlog

from bot.delivery.calling.channels import TOLD_FOR, Bar
from bot.delivery.calling.messages import Messages, nonce
from bot.delivery.kept.kept import Asked, Outside, Whose
from bot.delivery.kept.letters import Letters
from bot.delivery.known.noted import STARTED, chosen_at
from bot.delivery.wire.caution import Priority, fenced
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of, let_be, passes_soon
from bot.people import voices
from bot.screens import letters
from bot.screens.letters import Occasion
from bot.screens.parts import message_url
from bot.screens.screen import Screen
from bot.sessions.play.timing import Whereabouts
from bot.sessions.refusals import Unreadable
from bot.sessions.table.log import undecided
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Attendance, Person, Post
from bot.time import Retries
from engine.text import frozen

_log = structlog.get_logger(__name__)

REMINDER: Final = "reminder"


class Reminder(NamedTuple):
    """The `number`th reminder of a choice that somebody owes since a step."""

    session_id: int
    user_id: int
    step: int
    number: int


class Reminders(Asked[Whose]):
    """Sends reminders that the store has counted already, unless the choice was made meanwhile.

    One that can't be sent is tried again, but not after the next start. Whose reminder is asked for
    is looked at: it goes once it was answered.
    """

    kind = "reminder's end"

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self._sending = Coalesced(REMINDER, self._send, outside.works)

    def send(self, reminder: Reminder) -> None:
        """Remind somebody."""
        self._sending.ask(reminder)

    async def _update(self, whose: Whose) -> None:
        """Take a reminder that was answered away: they would pile up in direct messages."""
        table = await self._sessions.table(whose.session_id)
        record, seat = table.record, table.seat_of(whose.user_id)
        post = await self._posts.find(record.id, REMINDER, whose.user_id)
        if post is None or not self._sessions.owns(record):
            return
        if record.status == "playing" and seat is not None and table.turn(seat).reminded:
            return
        with fenced(self._sessions.guard(table.record)):
            await self._take_away(record.id, post)

    async def _send(self, reminder: Reminder) -> None:
        try:
            table = await self._sessions.table(reminder.session_id)
        except Unreadable:
            return
        seat = table.seat_of(reminder.user_id)
        playing = table.record.status == "playing" and not table.paused
        if seat is None or not playing or table.owed().get(seat) != reminder.step:
            return
        if not self._sessions.owns(table.record):
            return
        person = await self._people.find(reminder.user_id)
        if person is not None and person.dm_open and person.dm_channel_id is not None:
            try:
                await self._write(table, seat, reminder, person)
            except FAILURES as error:
                if passes_soon(error):
                    raise
                _log.info("reminder not sent", session=table.record.id, code=code_of(error))
            else:
                self._barred.forget(_bar_of(table, reminder))
                return
        await self._mention(table, seat, reminder)

    async def _write(self, table: Table, seat: int, reminder: Reminder, person: Person) -> None:
        record = table.record
        words = voices(self._languages, person.locale or record.locale, record).message
        guild = None if record.guild_id is None else self._client.get_guild(record.guild_id)
        hand = await self._posts.find(record.id, "hand", person.user_id)
        url = None if hand is None else message_url(None, hand.channel_id, hand.message_id)
        due = await self._due(table, seat)
        server = "" if guild is None else guild.name
        screen = letters.reminder(table, table.view(seat), words, server, due, url)
        post = partial(self._post, table, screen=screen, reminder=reminder)
        await self._direct_channels.write(person.user_id, post)

    async def _mention(self, table: Table, seat: int, reminder: Reminder) -> None:
        record = table.record
        words = voices(self._languages, record.locale, record).message
        due = await self._due(table, seat)
        screen = letters.reminding_mention(table, table.view(seat), words, reminder.user_id, due)
        again = partial(self.send, reminder)
        with self._barred.trying(_bar_of(table, reminder), again, "nobody reminded"):
            await self._post(table, record.channel_id, screen, reminder)

    async def _due(self, table: Table, seat: int) -> letters.Due:
        user_id = table.record.seats[seat].user_id
        due = await chosen_at(self._people, self._time, user_id, table.turn(seat))
        return letters.Due(round(due), due - self._time.moment(self._time.now()))

    async def _post(
        self, table: Table, channel_id: int, screen: Screen, reminder: Reminder
    ) -> None:
        same = nonce(REMINDER, *reminder, channel_id)
        sent, _ = await self._messages.send(
            channel_id, self._once(table, screen), Priority.HAND, nonce=same, silent=False
        )
        session_id, user_id = table.record.id, reminder.user_id
        post = Post(REMINDER, user_id, channel_id, sent, table.record.changes)
        await self._place(session_id, post)
        self.ask(Whose(session_id, user_id))  # it may have been answered meanwhile


def _bar_of(table: Table, reminder: Reminder) -> Bar:
    return Bar.of(REMINDER, table.record, reminder.user_id)


@dataclass(eq=False, repr=False)
class Absences:
    """Asks Discord whether somebody has left the server, and has others act for whoever has.

    What is found out is stored before anybody is told, so that no host is told twice.
    """

    _whereabouts: Whereabouts
    _messages: Messages
    _letters: Letters

    async def has_left(self, table: Table, user_id: int, step: int) -> bool:
        """Whether somebody who owes a choice since this step has left; raises what may pass."""
        gone = await self._is_gone(table, user_id)
        found = await self._whereabouts.found(table.record.id, user_id, gone=gone)
        seat = table.seat_of(user_id)
        if found is not None and seat is not None and gone and user_id != table.record.host_id:
            await self._letters.gone(found.record, found.record.seats[seat], step)
        return gone

    async def _is_gone(self, table: Table, user_id: int) -> bool:
        guild_id, gone = table.record.guild_id, False
        if guild_id is not None:
            with let_be(_log, "nobody looked up", session=table.record.id):
                gone = not await self._messages.is_member(guild_id, user_id)
        return gone


CALL: Final = "call"
AGAIN_AFTER, AGAIN_AT_LEAST = 60.0, 6 * 3600.0
"""Seconds after which a hand that was refused is tried again: the first time, and in the end."""


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

    kind = CALL

    def __init__(self, outside: Outside, absences: Absences) -> None:
        super().__init__(outside)
        self._absences = absences
        self.refused: Retries[Whose] = Retries(
            "unreached", outside.alarms, outside.clock, first=AGAIN_AFTER, longest=AGAIN_AT_LEAST
        )

    async def _update(self, session_id: int) -> None:
        table = await self._sessions.table(session_id)
        if self._sessions.owns(table.record):
            with fenced(self._sessions.guard(table.record)):
                await self._call_or_remove(table)

    async def _call_or_remove(self, table: Table) -> None:
        session_id = table.record.id
        standing = await self._posts.find(session_id, CALL)
        unreached = await self._unreached(table)
        # The board has the same trouble, and says so.
        bar, wanted = Bar.of(CALL, table.record), self._is_wanted(table)
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
            self._alarms.after((CALL, session_id), due.later, ring)
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
        return not known and not await self._absences.has_left(table, user_id, step)

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
        screen = letters.call(record, words, occasion, users, await self._left(table, users))
        message_id, look = await self._messages.send(
            record.channel_id,
            self._once(table, screen),
            Priority.HAND,
            nonce=nonce(CALL, record.id, record.changes, users),
            silent=False,
        )
        post = Post(CALL, EVERYBODY, record.channel_id, message_id, look.changes)
        before = await self._posts.find(record.id, CALL)
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
