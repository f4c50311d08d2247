"""What is to be done when somebody lets the table wait: one poll of the store for all games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import structlog

from bot.delivery.delivery import Delivery
from bot.delivery.kept.calls import Absences, Reminder, Reminders
from bot.delivery.known.noted import Attendances
from bot.delivery.wire.coalesced import Coalesced, Works
from bot.people import People
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.play.timing import ABSENT_AFTER, HOST_ALONE, Timing, Whereabouts
from bot.sessions.refusals import Refused, Unreadable
from bot.sessions.sessions import Sessions
from bot.sessions.table import turns as turning
from bot.sessions.table.table import Table
from bot.store.records.people import Person, QuietHours
from bot.store.records.play import Speed, Turn
from bot.store.store import Store
from bot.thinking.computers import Computers
from bot.time import UNSEEN, Alarms, DamagedTime, TableTime, held_until, quiet_until

_log = structlog.get_logger(__name__)


class _Doubt(NamedTuple):
    """Whether somebody who owes a choice is in the server still; `remind` him if so."""

    reminder: Reminder
    remind: bool


EVERY = 15.0
"""Seconds between two looks at the clock and the store."""
TOLD_WITHIN = 300.0
"""Seconds within which a hand is sent that is due; a reminder waits for it no longer."""
FACT = "table time"
_POLL = "deadlines"


@dataclass(eq=False, repr=False)
class Deadlines:
    """Reminds whoever lets the table wait, and has the computer choose at the deadline.

    Whoever is about to be reminded first, and without a clock after as long as at a relaxed table,
    is looked up: he may have left the server.

    What is due stands in the store and is changed there in one transaction with what comes of it,
    so that nothing happens twice however often the bot is killed.
    """

    _store: Store
    _sessions: Sessions
    _timing: Timing
    _delivery: Delivery
    _computers: Computers
    _takebacks: Takebacks
    _people: People
    _reminders: Reminders
    _absences: Absences
    _whereabouts: Whereabouts
    _attendances: Attendances
    _time: TableTime
    _alarms: Alarms

    def __post_init__(self) -> None:
        self._lost = 0.0
        self._noted: str | None = None
        self._polled: float | None = None
        self._works = Works()
        self._polls = Coalesced(_POLL, self._poll, self._works)
        self._tables = Coalesced("deadline", self._look, self._works)
        self._doubts = Coalesced("absence", self._look_up, self._works)

    async def load(self) -> None:
        """Take the time up where the last process left it; before anybody can press."""
        self._noted = await self._store.fact(FACT)
        _unless_damaged(self._time.load, self._noted)
        self._lost = self._time.lost

    def run(self) -> None:
        """Look now, and again and again."""
        now = self._time.now()
        if self._polled is None:
            self._polled = now
        self._alarms.after(_POLL, EVERY, self.run)
        self._polls.ask(_POLL)

    async def note(self) -> None:
        """Remember until when the time has passed; what other processes remember holds here too."""
        noted = await self._store.fact(FACT)
        standing = self._time.standing
        if noted is not None and noted != self._noted:
            _unless_damaged(self._time.agree, noted)
            if standing:  # but not for whoever reaches Discord
                self._noted = noted
                return
        self._noted = self._time.dump()
        await self._store.save_fact(FACT, self._noted)

    async def settled(self) -> None:
        """Wait until all that is due was done."""
        await self._works.settled()

    def close(self) -> None:
        """Drop what is under way; it is due still at the next start."""
        self._works.close()

    async def _poll(self, _: str) -> None:
        await self.note()
        if self._time.standing:
            return
        lost, self._lost = self._time.lost - self._lost, self._time.lost
        if lost > UNSEEN:
            _log.info("time stood still", seconds=round(lost))
            timed = await self._store.timed()
            # Quiet hours, which hold choices back, have gone on.
            await self._each(timed, self._timing.look_anew)
            await self._each(timed, self._delivery.show_surely)
        # Time stands still where a game waits for another place.
        now = self._time.now()
        passed, self._polled = now - (self._polled or now), now
        postpone = partial(self._timing.postpone, seconds=passed)
        await self._each(self._sessions.without_place(), postpone)
        paused = await self._store.paused_by_host(self._time.now(), HOST_ALONE)
        await self._each(paused, self._timing.end_pause)
        # All have agreed by now, or it has taken too long.
        await self._each(await self._store.undecided_takebacks(), self._takebacks.look)
        # Others may do what hosts may who have been away for a day.
        absent = await self._store.hosts_absent(self._sessions.now() - ABSENT_AFTER)
        await self._each(absent, self._whereabouts.host_absent)
        due = await self._store.due_turns(self._time.now())
        for session_id in await self._sessions.mine(due):
            self._tables.ask(session_id)

    async def _each(
        self, session_ids: Sequence[int], act: Callable[[int], Awaitable[object]]
    ) -> None:
        """Do it with those that this process looks after, unless it is refused by now."""
        for session_id in await self._sessions.mine(session_ids):
            with suppress(Refused):
                await act(session_id)

    async def _look(self, session_id: int) -> None:
        try:
            for turn in (await self._sessions.table(session_id)).record.turns:
                await self._turn(session_id, turn.seat)
        except Unreadable:
            self._delivery.changed(session_id)
        except Refused as overtaken:
            _log.info("deadline overtaken", session=session_id, by=overtaken.reason.key)

    async def _turn(self, session_id: int, seat: int) -> None:
        table = await self._sessions.table(session_id)
        turn = table.turn(seat)
        speed, now = table.record.speed, self._time.now()
        if turn.look_at is None or turn.look_at > now or not self._may_act(table, turn):
            return
        if speed is None:
            if await self._timing.looked(session_id, turn, replace(turn, look_at=None)):
                self._doubt(table, turn, remind=False)
            return
        user_id = table.record.seats[seat].user_id
        person = None if user_id is None else await self._people.find(user_id)
        quiet, moment = None if person is None else person.quiet, self._time.moment(now)
        if turn.due_at <= now:
            until = held_until(quiet, self._time.moment(turn.due_at), moment)
            if until > moment:
                await self._hold(session_id, turn, self._time.at(until))
            else:
                await self._computers.choose_late(table, seat)
                await self._timing.recount(session_id)
        elif (end := quiet_until(quiet, moment)) is not None:
            await self._hold(session_id, turn, min(self._time.at(end), turn.due_at))
        elif (later := await self._told_instead(table, turn, speed, quiet)) > now:
            await self._hold(session_id, turn, later)
        else:
            await self._remind(table, turn, turning.reminded(turn, speed, now), person)

    async def _told_instead(
        self, table: Table, turn: Turn, speed: Speed, quiet: QuietHours | None
    ) -> float:
        """Until when a first reminder waits that was held back by quiet hours, or ends with them.

        Where the hand itself has waited for their end, it comes then, and no reminder with it.
        """
        user_id, nudge_at = table.record.seats[turn.seat].user_id, turn.asked_at + speed.nudge
        before = self._time.moment(nudge_at) - UNSEEN
        if user_id is None or turn.reminded or quiet_until(quiet, before) is None:
            return 0.0
        known = await self._attendances.of(table.record.id, user_id)
        if known.told_step == turn.step:
            told_at = self._time.at(known.told_at)
        elif (
            known.due_at is not None
            and self._time.at(known.due_at) > self._time.now() - TOLD_WITHIN
        ):
            told_at = self._time.at(known.due_at)
        else:
            return 0.0
        return min(told_at + speed.nudge, turn.due_at)

    async def _hold(self, session_id: int, turn: Turn, until: float) -> None:
        """Look at it again when the player's quiet hours are over."""
        held = until > turn.due_at
        await self._timing.looked(session_id, turn, replace(turn, look_at=until), seen=held)

    async def _remind(self, table: Table, before: Turn, turn: Turn, person: Person | None) -> None:
        # Counted before it is sent: better none than twice.
        counted = await self._timing.looked(table.record.id, before, turn)
        wanted = person is None or person.tell != "never"
        if counted and not before.reminded:
            self._doubt(table, turn, remind=wanted)
        elif counted and wanted and not turn.gone and (due := _reminder(table, turn)):
            self._reminders.send(due)

    def _doubt(self, table: Table, turn: Turn, *, remind: bool) -> None:
        if (due := _reminder(table, turn)) is not None:
            self._doubts.ask(_Doubt(due, remind))

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
        gone = await self._absences.has_left(table, user_id, step)
        if doubt.remind and not gone:
            self._reminders.send(doubt.reminder)

    def _may_act(self, table: Table, turn: Turn) -> bool:
        return (
            table.record.status == "playing"
            and not table.paused
            and turn.step is not None
            and not self._time.standing
            and self._sessions.owns(table.record)
        )


def _unless_damaged(take: Callable[[str], None], noted: str | None) -> None:
    """Have the tables' time take up what was noted of it; what can't be read was never noted."""
    try:
        if noted is not None:
            take(noted)
    except DamagedTime:
        _log.warning("the time that was noted is damaged")


def _reminder(table: Table, turn: Turn) -> Reminder | None:
    user_id = table.record.seats[turn.seat].user_id
    if user_id is None or turn.step is None:
        return None
    return Reminder(table.record.id, user_id, turn.step, turn.reminded)
