"""What other processes change is forgotten here, and done here where it is this process's work."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from bot.delivery.calling.messages import Messages
from bot.delivery.known.noted import AWAY_AFTER
from bot.running import hearing
from bot.running.hearing import ENDING
from bot.sessions.table.table import Trouble
from bot.store.records.people import EVERYBODY, Attendance, Person, Post
from bot.store.shares import Notice, Shares
from engine.text import text
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm


class Nothing(Shares):
    """Another process looks after every session."""

    shared = True

    def owns(self, guild_id):
        return False


@pytest.fixture
async def hall(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def hears(hall, *notices):
    for notice in notices:
        hall.services.hearing.heard(notice)
    await hall.services.hearing.settled()
    await hall.delivery.settled()


def own_nothing(hall, monkeypatch):
    monkeypatch.setattr(hall.sessions, "_shares", Nothing())


def edits(hall, *channels):
    return [call for call in hall.wire.calls if call.what == "edit" and call.to in channels]


async def test_the_owner_shows_what_another_process_has_changed(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    other = hall.restarted()
    for user_id in (ADA, BEN, CLEO):
        await other.choose(session_id, user_id)
    hall.wire.calls.clear()
    assert (await hall.sessions.table(session_id)).record.moves == 0
    await hears(hall, Notice("session", session_id, 9))
    assert (await hall.sessions.table(session_id)).record.moves == 3
    assert edits(hall, TABLE)
    assert edits(hall, dm(ADA), dm(BEN), dm(CLEO))
    board = await hall.board(session_id)
    assert board.shown == await hall.changes(session_id)


async def test_who_doesnt_own_a_table_calls_nobody_and_knows_it_anew(hall, monkeypatch):
    session_id = await hall.playing(ADA, BEN, CLEO)
    own_nothing(hall, monkeypatch)
    for user_id in (ADA, BEN, CLEO):
        await hall.restarted().choose(session_id, user_id)
    hall.wire.calls.clear()
    await hears(hall, Notice("session", session_id, 9))
    await hall.delivery.show_surely(session_id)
    await hall.show(session_id)
    assert hall.wire.calls == []
    assert (await hall.sessions.table(session_id)).record.moves == 3


async def test_a_lease_that_ends_while_a_message_waits_for_its_turn_sends_nothing(
    hall, monkeypatch
):
    monkeypatch.setattr(Shares, "shared", True)
    session_id = await hall.playing(ADA, BEN, CLEO)
    await hall.choose(session_id, ADA)
    edit = Messages.edit
    waited = []

    async def waits(*about):
        waited.append(about)  # drawn already
        own_nothing(hall, monkeypatch)
        return await edit(*about)

    monkeypatch.setattr(Messages, "edit", waits)
    hall.wire.calls.clear()
    await hall.delivery.show_surely(session_id)
    await hall.delivery.settled()
    assert len(waited) > 0
    assert len(edits(hall, TABLE, dm(ADA), dm(BEN), dm(CLEO))) == 0


async def test_a_message_that_another_process_has_placed_is_the_board(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    placed = Post("board", EVERYBODY, TABLE, 4_321, await hall.changes(session_id))
    await hall.store.save_post(session_id, placed)
    await hears(hall, Notice("post", session_id))
    assert (await hall.board(session_id)).message_id == 4_321
    assert (await hall.sessions.table(session_id)).record.board_message_id == 4_321


async def test_an_answer_that_shows_less_than_there_is_by_now_is_brought_up_to_date(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    hand = await hall.hand(session_id, ADA)
    await hall.services.notes.write()
    await hall.store.save_post(session_id, replace(hand, shown=hand.shown - 1))
    hall.wire.calls.clear()
    await hears(hall, Notice("post", session_id))
    assert [call.message_id for call in edits(hall, dm(ADA))] == [hand.message_id]
    assert edits(hall, dm(BEN)) == []


async def test_a_hand_that_another_process_has_answered_costs_no_call(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    hand = await hall.hand(session_id, ADA)
    await hall.services.notes.write()
    other = hall.restarted()
    for user_id in (BEN, CLEO, ADA):
        await other.choose(session_id, user_id)
    now = (await other.sessions.table(session_id)).changes
    await hall.store.save_post(session_id, replace(hand, shown=now))
    hall.wire.calls.clear()
    await hears(hall, Notice("session", session_id, 9), Notice("post", session_id))
    assert edits(hall, dm(ADA)) == []
    assert edits(hall, dm(BEN))
    assert edits(hall, dm(CLEO))


async def test_what_a_process_that_has_ended_may_have_answered_last_is_shown_once_more(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    other = hall.restarted()
    for user_id in (ADA, BEN, CLEO):
        await other.choose(session_id, user_id)
    await hears(hall, Notice("session", session_id, 9))
    hall.wire.calls.clear()
    await hears(hall, Notice("process", 0))
    for channel in (TABLE, dm(ADA), dm(BEN), dm(CLEO)):
        assert len(edits(hall, channel)) == 1


@pytest.mark.parametrize("ending", [0.0, ENDING])
async def test_what_nobody_else_has_pressed_lately_is_shown_as_it_was(hall, monkeypatch, ending):
    session_id = await hall.playing(ADA, BEN, CLEO)
    if not ending:
        await hears(hall, Notice("session", session_id, 9))
    await hall.delivery.settled()
    monkeypatch.setattr(hearing, "ENDING", ending)
    hall.wire.calls.clear()
    await hears(hall, Notice("process", 0))
    assert hall.wire.calls == []


async def test_who_gains_a_table_shows_once_more_what_was_pressed_lately(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    for user_id in (ADA, BEN, CLEO):
        await hall.choose(session_id, user_id)
    hall.delivery.changed(session_id)
    await hall.delivery.settled()
    for later, most in ((ENDING - 1.0, 1), (2.0, 0)):
        hall.clock.advance(later)
        hall.wire.calls.clear()
        await hall.services.hearing.doubt_all_answers()
        await hall.delivery.settled()
        for channel in (TABLE, dm(ADA), dm(BEN), dm(CLEO)):
            assert len(edits(hall, channel)) == most


async def test_where_two_processes_were_at_one_message_it_is_edited_once_more(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    hand = await hall.hand(session_id, ADA)
    await hall.services.notes.write()
    await hall.store.save_post(session_id, replace(hand, picture=None))
    with hall.looks.change(hand.message_id) as change:
        await hall.posts.reread(session_id)
        change.look = hall.looks.look(hand.message_id)
    assert hall.looks.doubtful(hand.message_id) or not hall.looks.known(hand.message_id)


async def test_of_two_notes_of_somebodys_attendance_the_later_of_each_holds(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    now = hall.clock.now()
    await hall.attendances.knows(session_id, ADA, 7)
    noted = Attendance(ADA, now + 50.0, 3, 0.0)
    await hall.store.save_attendance(session_id, noted)
    said = json.dumps({"session_id": session_id, **asdict(noted)})
    await hears(hall, Notice("attendance", session_id, 0, said))
    known = await hall.attendances.of(session_id, ADA)
    assert (known.pressed_at, known.told_step) == (now + 50.0, 7)
    await hall.services.notes.write()
    assert (await hall.attendance(session_id, ADA)).pressed_at == now + 50.0
    assert (await hall.attendance(session_id, ADA)).told_step == 7


async def test_when_somebody_is_to_be_told_is_as_its_owner_has_noted_last(hall, monkeypatch):
    session_id = await hall.playing(ADA, BEN, CLEO)
    own_nothing(hall, monkeypatch)
    await hall.attendances.pressed(session_id, ADA)
    known = await hall.attendances.of(session_id, ADA)
    for noted, due_at in (
        (replace(known, due_at=700.0), 700.0),
        (replace(known, pressed_at=known.pressed_at - 1.0, due_at=600.0), 700.0),
        (replace(known, pressed_at=known.pressed_at + 1.0, due_at=None), None),
    ):
        said = json.dumps({"session_id": session_id, **asdict(noted)})
        await hears(hall, Notice("attendance", session_id, 0, said))
        assert (await hall.attendances.of(session_id, ADA)).due_at == due_at


async def test_the_owner_finds_out_anew_when_to_tell_somebody_who_has_pressed_elsewhere(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    now = hall.clock.now()
    for user_id in (ADA, BEN, CLEO):
        await hall.attendances.pressed(session_id, user_id)
        await hall.choose(session_id, user_id)
    hall.delivery.changed(session_id)
    await hall.delivery.settled()
    known = await hall.attendances.of(session_id, ADA)
    assert known.due_at == now + AWAY_AFTER
    noted = replace(known, pressed_at=now + 5.0, due_at=None)  # not known there yet
    await hall.store.save_attendance(session_id, noted)
    said = json.dumps({"session_id": session_id, **asdict(noted)})
    await hears(hall, Notice("attendance", session_id, 0, said))
    await hall.services.notes.write()
    assert (await hall.attendance(session_id, ADA)).due_at == now + 5.0 + AWAY_AFTER


async def test_a_person_who_wants_another_language_gets_it_in_the_owners_hands(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    wanted = Person(ADA, "Ada", "fr", dm(ADA), dm_open=True)
    await hall.store.save_person(wanted)
    for user_id in (ADA, BEN):
        hall.press(await hall.hand(session_id, user_id))
    hall.wire.calls.clear()
    await hears(hall, Notice("person", ADA))
    assert await hall.services.people.find(ADA) == wanted
    assert len(edits(hall, dm(ADA))) == 1
    assert edits(hall, dm(BEN), TABLE) == []


async def test_somebody_who_is_erased_is_in_nobodys_memory(hall):
    await hall.playing(ADA, BEN, CLEO)
    await hall.services.people.find(ADA)
    await hall.store.forget_person(ADA, ("Odon",), lambda story: story)
    await hears(hall, Notice("erased", ADA))
    assert await hall.services.people.find(ADA) is None


async def test_a_game_without_a_place_takes_no_choice_in_any_process(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    told = []

    async def tell(*said):
        told.append(said)

    hall.store.tell = tell
    trouble = Trouble(text("board.channel_gone"), pauses=True)
    hall.sessions.set_trouble(session_id, trouble)
    await hall.sessions.tell_troubles()
    kind, about, detail = told[0]
    hall.sessions.set_trouble(session_id, None)
    hall.services.hearing.heard(Notice(kind, about, 0, detail))
    assert (await hall.sessions.table(session_id)).trouble == trouble
    assert (await hall.sessions.table(session_id)).paused
    hall.services.hearing.heard(Notice("trouble", session_id))
    assert not (await hall.sessions.table(session_id)).paused


async def test_when_something_was_missed_everything_is_read_anew(hall):
    session_id = await hall.playing(ADA, BEN, CLEO)
    await hall.restarted().choose(session_id, ADA)
    await hall.store.save_person(Person(BEN, "Bea", "fr", dm(BEN), dm_open=True))
    hall.services.hearing.forget_all()
    assert (await hall.sessions.table(session_id)).record.moves == 1
    found = await hall.services.people.find(BEN)
    assert found is not None
    assert found.name == "Bea"
    hand = await hall.hand(session_id, ADA)
    assert not hall.looks.known(hand.message_id)
