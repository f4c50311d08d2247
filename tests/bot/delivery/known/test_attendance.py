"""When people are told that the table waits, and what is remembered of it."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from bot.delivery.known.noted import STARTED, Attendances, Notes, seconds_until_told
from bot.people import People
from bot.store.records.people import Attendance, QuietHours
from tests.bot.sessions.house import ADA, BEN, CLEO, Rooms, rooms
from tests.bot.store.slow import Slow
from tests.local.clock import START, ManualClock

NOW = START
LONG_AGO = NOW - 3600


def known(*, pressed=LONG_AGO, told=LONG_AGO, step=4):
    return Attendance(ADA, pressed_at=pressed, told_step=step, told_at=told)


@pytest.mark.parametrize(
    ("attendance", "tell", "owes", "wait"),
    [
        # Away, and awaited since a step that the person wasn't told of.
        (known(), "away", 5, 0),
        (known(step=STARTED), "away", 0, 0),
        (Attendance(ADA, told_step=STARTED), "away", 0, 0),
        # Nobody is told who isn't awaited, or was told of this step or of a later one.
        (known(), "away", None, None),
        (known(step=5), "away", 5, None),
        (known(step=6), "away", 5, None),
        (known(), "always", None, None),
        (known(step=5), "always", 5, None),
        # Of the start another message tells.
        (known(step=None), "away", 5, None),
        (known(step=None), "always", 5, None),
        # Whoever pressed within the last three minutes is thought to be there.
        (known(pressed=NOW), "away", 5, 180),
        (known(pressed=NOW - 60), "away", 5, 120),
        (known(pressed=NOW - 179.5), "away", 5, 0.5),
        (known(pressed=NOW - 180), "away", 5, 0),
        # Between two words to a person at a table lie three minutes.
        (known(told=NOW), "away", 5, 180),
        (known(told=NOW - 100), "away", 5, 80),
        (known(told=NOW - 180), "away", 5, 0),
        (known(told=NOW - 100, pressed=NOW - 30), "away", 5, 150),
        (known(told=NOW - 30, pressed=NOW - 100), "away", 5, 150),
        # Every turn: though the person plays, but no more often.
        (known(pressed=NOW), "always", 5, 0),
        (known(pressed=NOW, told=NOW - 100), "always", 5, 80),
        # Never.
        (known(), "never", 5, None),
        (known(pressed=NOW), "never", 5, None),
    ],
)
def test_when_somebody_is_told(attendance, tell, owes, wait):
    assert seconds_until_told(attendance, tell, owes, NOW) == wait


def at(hour, minute=0):
    return datetime(2027, 1, 10, hour, minute, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("pressed", "tell", "now", "wait"),
    [
        # In the quiet hours, from ten to seven, until they are over.
        (at(8), "away", at(23), 8 * 3600),
        (at(8), "always", at(23), 8 * 3600),
        (at(8), "away", at(21, 59), 0),
        # Who would be told in them, but pressed a short while before, is awake.
        (at(22, 58), "away", at(23), 60),
        (at(22, 58), "always", at(23), 0),
        (at(22, 50), "always", at(23), 8 * 3600),
        # Who goes away just before them is told, still awake, once they have begun.
        (at(21, 59), "away", at(22), 120),
    ],
)
def test_nobody_is_told_in_quiet_hours_but_who_is_awake(pressed, tell, now, wait):
    quiet = QuietHours(22 * 60, 7 * 60, "UTC")
    told = Attendance(ADA, pressed_at=pressed, told_step=4)
    assert seconds_until_told(told, tell, 5, now, quiet) == wait


class Never:
    """A pause that lasts until the test ends."""

    async def __call__(self, seconds):
        await asyncio.Event().wait()


@dataclass
class Roll:
    """Attendances over a store in which notes are written when the test says so."""

    hall: Rooms
    session_id: int
    clock: ManualClock
    notes: Notes
    attendances: Attendances

    async def stored(self, user_id=ADA):
        known = await self.hall.store.attendances(self.session_id)
        return next((who for who in known if who.user_id == user_id), None)

    def reopened(self):
        """What another process knows."""
        return noted(self.hall, self.notes, self.clock)


def noted(hall, notes, clock):
    return Attendances(hall.store, notes, People(hall.store), clock)


@pytest.fixture
async def roll(tmp_path):
    async with rooms(tmp_path) as hall:
        session_id = (await hall.game(ADA, BEN, CLEO)).record.id
        clock, notes = ManualClock(), Notes(hall.store, Never())
        yield Roll(hall, session_id, clock, notes, noted(hall, notes, clock))


async def test_of_a_stranger_nothing_is_known(roll):
    assert await roll.attendances.of(roll.session_id, ADA) == Attendance(ADA)
    assert await roll.attendances.of(99, ADA) == Attendance(ADA)


async def test_who_was_told_is_on_the_disk_when_it_returns(roll):
    await roll.attendances.told(roll.session_id, {ADA: 3, BEN: STARTED})
    assert await roll.stored(ADA) == Attendance(ADA, told_step=3, told_at=START)
    assert await roll.stored(BEN) == Attendance(BEN, told_step=STARTED, told_at=START)
    again = roll.reopened()
    assert await again.of(roll.session_id, ADA) == await roll.attendances.of(roll.session_id, ADA)


async def test_a_press_is_noted_a_little_later(roll):
    await roll.attendances.pressed(roll.session_id, ADA)
    pressed = Attendance(ADA, pressed_at=START)
    assert await roll.attendances.of(roll.session_id, ADA) == pressed
    assert await roll.stored() is None
    await roll.notes.write()
    assert await roll.stored() == pressed
    assert await roll.reopened().of(roll.session_id, ADA) == pressed


async def test_what_an_own_press_has_shown_is_known(roll):
    await roll.attendances.told(roll.session_id, {ADA: 3})
    await roll.attendances.knows(roll.session_id, ADA, 7)
    assert (await roll.attendances.of(roll.session_id, ADA)).told_step == 7
    await roll.attendances.knows(roll.session_id, ADA, 5)
    assert (await roll.attendances.of(roll.session_id, ADA)).told_step == 7
    await roll.notes.write()
    assert await roll.stored() == Attendance(ADA, told_step=7, told_at=START)


async def test_who_has_pressed_before_the_start_was_told_knows_of_it(roll):
    await roll.attendances.knows(roll.session_id, ADA, 0)
    assert (await roll.attendances.of(roll.session_id, ADA)).told_step == 0


async def test_a_word_about_an_older_step_forgets_no_newer_one(roll):
    await roll.attendances.told(roll.session_id, {ADA: 7})
    roll.clock.advance(200)
    await roll.attendances.told(roll.session_id, {ADA: 5})
    expected = Attendance(ADA, told_step=7, told_at=START + 200)
    assert await roll.attendances.of(roll.session_id, ADA) == await roll.stored() == expected


async def test_an_older_note_does_not_undo_that_somebody_was_told(roll):
    await roll.attendances.pressed(roll.session_id, ADA)
    await roll.attendances.due_in(roll.session_id, ADA, 180)
    roll.clock.advance(180)
    await roll.attendances.told(roll.session_id, {ADA: 3})
    await roll.notes.write()
    told = Attendance(ADA, pressed_at=START, told_step=3, told_at=START + 180)
    assert await roll.stored() == told


async def test_when_somebody_is_to_be_told_is_there_after_a_restart(roll):
    await roll.attendances.due_in(roll.session_id, ADA, 180)
    await roll.attendances.due_in(roll.session_id, BEN, 90)
    await roll.notes.write()
    assert await roll.hall.store.due() == {roll.session_id: START + 90}
    await roll.attendances.due_in(roll.session_id, BEN, None)
    await roll.attendances.knows(roll.session_id, ADA, 3)
    await roll.notes.write()
    assert await roll.hall.store.due() == {}


async def test_a_press_while_the_word_to_its_person_is_stored_is_not_forgotten(roll, monkeypatch):
    save, begun, let_go = roll.hall.store.save_attendance, asyncio.Event(), asyncio.Event()

    async def slowly(*args):
        begun.set()
        await let_go.wait()
        await save(*args)

    monkeypatch.setattr(roll.hall.store, "save_attendance", slowly)
    telling = asyncio.create_task(roll.attendances.told(roll.session_id, {ADA: 3}))
    await begun.wait()
    roll.clock.advance(1)
    await roll.attendances.pressed(roll.session_id, ADA)
    await roll.attendances.knows(roll.session_id, ADA, 4)
    let_go.set()
    await telling
    after = await roll.attendances.of(roll.session_id, ADA)
    assert (after.pressed_at, after.told_step, after.told_at) == (START + 1, 4, START)
    await roll.notes.write()
    assert await roll.stored() == after


async def test_tables_beyond_the_latest_are_read_again_when_needed(roll, monkeypatch):
    monkeypatch.setattr("bot.delivery.known.noted.KEPT_IN_MEMORY", 1)
    await roll.attendances.told(roll.session_id, {ADA: 3})
    await roll.attendances.of(99, ADA)
    assert roll.session_id not in roll.attendances._known
    assert (await roll.attendances.of(roll.session_id, ADA)).told_step == 3


async def test_what_was_read_before_all_was_dropped_is_read_again(roll, monkeypatch):
    store = roll.hall.store
    slow = Slow(store.attendances, done=True)
    monkeypatch.setattr(store, "attendances", slow)
    reading = asyncio.create_task(roll.attendances.of(roll.session_id, ADA))
    await slow.begun.wait()
    later = Attendance(ADA, told_step=2, told_at=7.0)
    await store.save_attendance(roll.session_id, later)
    roll.attendances.drop_all()
    slow.go_on.set()
    assert await reading == later
