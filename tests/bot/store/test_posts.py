"""Where messages stand, and which sessions start-up must bring up to date."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store.records.people import NOTHING_SHOWN, Attachment, Attendance, Person, Post
from bot.store.records.play import Offer
from bot.store.records.sessions import Session
from bot.store.store import Store, StoreFailed
from tests.bot.store.builders import (
    SEATS,
    begun,
    board,
    call,
    changed,
    commit,
    hand,
    hands_of,
    lobby,
    set_apart,
    started,
)

PICTURE = Attachment(2**60, "hand.png", "key of the picture", "Ada's hand")


async def up_to_date(store: Store, channel_id: int = 7) -> Session:
    """A running game whose board shows its first move."""
    game = await started(store, channel_id)
    after = await commit(store, game.id, 1)
    await store.save_post(game.id, board(after.changes, channel_id))
    record = await store.session(game.id)
    assert record is not None
    return record


async def test_the_board_is_remembered(store: Store) -> None:
    game = await up_to_date(store)
    assert game.board_message_id == 500
    assert await store.posts(game.id) == [board(game.changes)]
    await store.forget_post(game.id, "board", 0)
    assert await store.session(game.id) == replace(game, board_message_id=None)
    assert await store.posts(game.id) == []


async def test_hands_are_remembered_replaced_and_forgotten(store: Store) -> None:
    game = await started(store)
    ada, blaise = hand(100, 1), hand(101, 1)
    await store.save_post(game.id, blaise)
    await store.save_post(game.id, ada)
    assert await hands_of(store, game.id) == {100: ada, 101: blaise}
    later = replace(ada, message_id=701, shown=2)
    await store.save_post(game.id, later)
    await store.forget_post(game.id, "hand", 101)
    await store.forget_post(game.id, "hand", 101)
    assert await hands_of(store, game.id) == {100: later}


async def test_a_post_keeps_its_picture(store: Store) -> None:
    game = await started(store)
    with_picture = replace(hand(100, 2), picture=PICTURE)
    await store.save_post(game.id, with_picture)
    assert await store.posts(game.id) == [with_picture]
    await store.note([(game.id, replace(with_picture, picture=None))], [])
    assert await store.posts(game.id) == [hand(100, 2)]


async def test_a_post_and_whom_it_tells_are_stored_together_or_not_at_all(store: Store) -> None:
    game = await started(store)
    told = Attendance(100, pressed_at=5.0, told_step=3, told_at=9.0)
    await store.save_post(game.id, hand(100, 2), told)
    assert await store.attendances(game.id) == [told]
    later = replace(told, told_step=8)
    nowhere = replace(hand(100, 3), channel_id=None)  # type: ignore[arg-type]
    with pytest.raises(StoreFailed):
        await store.save_post(game.id, nowhere, later)
    assert await store.attendances(game.id) == [told]
    assert await store.posts(game.id) == [hand(100, 2)]


async def test_what_was_noted_of_a_message_replaced_since_is_not_kept(store: Store) -> None:
    game = await started(store)
    await store.save_post(game.id, hand(100, 2))
    old = replace(hand(100, 9, message_id=699), picture=PICTURE)
    await store.note([(game.id, old)], [])
    assert await store.posts(game.id) == [hand(100, 2)]
    await store.note([(game.id, hand(100, 3))], [])
    assert await store.posts(game.id) == [hand(100, 3)]


async def test_attendances_are_kept_and_replaced(store: Store) -> None:
    game = await started(store)
    ada = Attendance(100, pressed_at=1.5, told_step=None, told_at=2.5, due_at=3.5)
    blaise = Attendance(101, pressed_at=1.0, told_step=-1, told_at=0.0)
    await store.save_attendance(game.id, ada)
    await store.note([], [(game.id, blaise)])
    later = replace(ada, told_step=4, due_at=None)
    await store.save_attendance(game.id, later)
    assert sorted(await store.attendances(game.id), key=lambda who: who.user_id) == [later, blaise]
    assert await store.attendances(game.id + 1) == []


@pytest.mark.parametrize(
    "late",
    [
        Attendance(100, 10.0, 5, 30.0, due_at=1.0),
        Attendance(100, 20.0, 4, 30.0, due_at=None),
        Attendance(100, 20.0, None, 30.0, due_at=None),
        Attendance(100, 20.0, 5, 29.0, due_at=2.0),
    ],
)
async def test_when_somebody_is_to_be_told_is_left_alone_by_a_note_from_before(
    store: Store, late: Attendance
) -> None:
    game = await started(store)
    known = Attendance(100, pressed_at=20.0, told_step=5, told_at=30.0, due_at=90.0)
    await store.save_attendance(game.id, known)
    await store.save_attendance(game.id, late)
    assert await store.attendances(game.id) == [known]


async def test_what_was_changed_lately_is_known_also_where_a_game_has_ended(store: Store) -> None:
    game = await started(store)
    over = await started(store, channel_id=8)
    abandoned = await started(store, channel_id=9)
    await commit(store, over.id, 1, status="over")
    await store.end(abandoned.id)
    assert await store.changed_within(3600.0) == [game.id, over.id]
    assert await store.changed_within(-3600.0) == []


async def test_who_is_to_be_told_first_is_known_by_session(store: Store) -> None:
    game = await started(store)
    other = await started(store, channel_id=8)
    over = await started(store, channel_id=9)
    apart = await started(store, channel_id=10)
    await started(store, channel_id=11)
    for session in (game, other, over, apart):
        await store.save_attendance(session.id, Attendance(100, due_at=50.0))
    await store.save_attendance(game.id, Attendance(101, due_at=40.0))
    await store.save_attendance(other.id, Attendance(101, due_at=None))
    await commit(store, over.id, 1, status="over")
    await set_apart(store, apart.id)
    assert await store.due() == {game.id: 40.0, other.id: 50.0}


async def test_private_messages_follow_their_people_to_other_seats(store: Store) -> None:
    opened = await lobby(store)
    opened = await changed(store, opened.id, options="{}", seats=SEATS)
    posts = {100: hand(100, 2), 101: hand(101, 2)}
    for post in posts.values():
        await store.save_post(opened.id, post)
    ada, blaise, computer = SEATS
    swapped = [replace(blaise, seat=0), replace(computer, seat=1), replace(ada, seat=2)]
    await changed(store, opened.id, options="{}", seats=tuple(swapped))
    assert await hands_of(store, opened.id) == posts


async def test_a_message_of_somebody_who_left_keeps_no_session_lagging(store: Store) -> None:
    opened = await lobby(store)
    opened = await changed(store, opened.id, options="{}", seats=SEATS)
    await store.save_post(opened.id, hand(101, 2))
    ada, _, computer = SEATS
    without_blaise = [ada, replace(computer, seat=1)]
    left = await changed(store, opened.id, options="{}", seats=tuple(without_blaise))
    await store.save_post(opened.id, board(left.changes))
    assert await store.lagging() == []


async def test_a_welcome_lags_once_the_game_has_started(store: Store) -> None:
    opened = await lobby(store)
    await store.save_post(opened.id, hand(100, opened.changes))
    game = await start(store, opened)
    await store.save_post(game.id, board(game.changes))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(100, game.changes))
    assert await store.lagging() == []


async def test_a_session_that_shows_every_change_does_not_lag(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, game.changes))
    assert await store.lagging() == []


async def test_a_lobby_lags_until_its_board_shows_what_was_saved(store: Store) -> None:
    opened = await lobby(store)
    assert await store.lagging() == [opened.id]
    await store.save_post(opened.id, board(opened.changes))
    assert await store.lagging() == []
    await changed(store, opened.id, options="{}", seats=SEATS)
    assert await store.lagging() == [opened.id]


async def test_a_started_game_lags_until_its_board_shows_it(store: Store) -> None:
    opened = await lobby(store)
    await store.save_post(opened.id, board(opened.changes))
    game = await start(store, opened)
    assert game.board_message_id == 500
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, board(game.changes))
    assert await store.lagging() == []


async def test_a_session_lags_while_its_board_misses_a_move(store: Store) -> None:
    game = await up_to_date(store)
    after = await commit(store, game.id, 2)
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, board(after.changes))
    assert await store.lagging() == []


async def test_a_running_game_without_a_board_lags(store: Store) -> None:
    game = await up_to_date(store)
    await store.forget_post(game.id, "board", 0)
    assert await store.lagging() == [game.id]


async def test_a_session_lags_while_one_hand_misses_a_move(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, game.changes))
    await store.save_post(game.id, hand(101, game.changes - 1))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(101, game.changes))
    assert await store.lagging() == []


async def test_a_session_lags_while_nobody_knows_what_a_hand_shows(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, NOTHING_SHOWN))
    assert await store.lagging() == [game.id]


async def test_a_call_to_the_table_shows_what_it_said_for_good(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, call(0))
    assert await store.lagging() == []


@pytest.mark.parametrize("whom", [300, None])
async def test_a_session_lags_while_a_message_offers_what_is_not_offered_any_more(
    store: Store, whom: int | None
) -> None:
    game = await up_to_date(store)
    record = await changed(store, game.id, offers=(Offer(1, whom),))
    await store.save_post(game.id, board(record.changes))
    await store.save_post(game.id, Post("offer", 300, 40, 900, record.changes))
    assert await store.lagging() == []
    await changed(store, game.id, offers=(Offer(1, 301),))
    await store.save_post(game.id, board(record.changes + 1))
    assert await store.lagging() == [game.id]
    await store.forget_post(game.id, "offer", 300)
    assert await store.lagging() == []


async def test_a_game_that_has_ended_lags_while_a_message_offers_a_seat(store: Store) -> None:
    game = await up_to_date(store)
    record = await changed(store, game.id, offers=(Offer(1, 300),))
    await store.save_post(game.id, Post("offer", 300, 40, 900, record.changes))
    await store.end(game.id)
    await store.save_post(game.id, board(record.changes + 1))
    assert await store.lagging() == [game.id]
    await store.forget_post(game.id, "offer", 300)
    assert await store.lagging() == []


async def test_a_session_lags_while_computers_owe_a_choice(store: Store) -> None:
    game = await up_to_date(store)
    after = await commit(store, game.id, 2, computers_due=True)
    await store.save_post(game.id, board(after.changes))
    assert await store.lagging() == [game.id]


async def test_a_running_game_lags_while_somebody_reachable_has_no_hand(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_person(Person(100, "Ada", "fr", 70, dm_open=True))
    await store.save_person(Person(101, "Blaise", "fr", 71, dm_open=False))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(100, game.changes))
    assert await store.lagging() == []


async def test_a_running_game_lags_while_somebodys_messages_were_never_opened(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_person(Person(100, "Ada", "fr", None, dm_open=True))
    assert await store.lagging() == [game.id]
    await store.save_person(Person(100, "Ada", "fr", None, dm_open=False))
    assert await store.lagging() == []


async def test_a_hand_behind_closed_messages_keeps_no_session_lagging(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, game.changes - 1))
    await store.save_person(Person(100, "Ada", "fr", 70, dm_open=True))
    assert await store.lagging() == [game.id]
    await store.save_person(Person(100, "Ada", "fr", 70, dm_open=False))
    assert await store.lagging() == []


async def test_a_finished_game_lags_until_its_end_is_shown(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, game.changes))
    over = await commit(store, game.id, 2, status="over")
    await store.save_post(game.id, board(over.changes))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(100, over.changes))
    assert await store.lagging() == []


async def test_a_finished_game_needs_no_messages_that_are_gone(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_person(Person(100, "Ada", "fr", 70, dm_open=True))
    await commit(store, game.id, 2, status="over")
    await store.forget_post(game.id, "board", 0)
    assert await store.lagging() == []


async def test_an_abandoned_game_lags_until_board_and_hands_say_so(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_post(game.id, hand(100, game.changes))
    await store.end(game.id)
    ended = await store.session(game.id)
    assert ended is not None
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, board(ended.changes))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(100, ended.changes))
    assert await store.lagging() == []


async def test_lagging_sessions_come_once_and_in_order(store: Store) -> None:
    first = await up_to_date(store, channel_id=1)
    await up_to_date(store, channel_id=2)
    third = await up_to_date(store, channel_id=3)
    for game in (third, first):
        await store.save_post(game.id, hand(100, 0))
        await store.save_post(game.id, hand(101, 0))
        await commit(store, game.id, 2, computers_due=True)
    assert await store.lagging() == [first.id, third.id]


async def test_of_what_lags_tables_that_are_played_on_come_first(store: Store) -> None:
    over, running, waiting = [await up_to_date(store, channel_id=n) for n in (1, 2, 3)]
    opened = await lobby(store, channel_id=4)
    await commit(store, over.id, 2, status="over")
    await commit(store, running.id, 2)
    await store.end(waiting.id)
    assert await store.lagging() == [running.id, opened.id, over.id, waiting.id]


async def test_a_session_that_was_set_apart_lags_until_board_and_hands_say_so(store: Store) -> None:
    game = await up_to_date(store)
    await commit(store, game.id, 2, computers_due=True)
    await store.set_apart(game.id, "its log can't be read")
    assert await store.lagging() == [game.id]
    told = await store.outline(game.id)
    assert told is not None
    await store.save_post(game.id, hand(100, told.changes - 1))
    await store.save_post(game.id, board(told.changes))
    assert await store.lagging() == [game.id]
    await store.save_post(game.id, hand(100, told.changes))
    await store.save_post(game.id, call(0))
    assert await store.lagging() == []
    await store.end(game.id)
    assert await store.lagging() == [game.id]


async def test_the_result_of_a_game_stays_whatever_becomes_of_it(store: Store) -> None:
    game = await up_to_date(store)
    await commit(store, game.id, 2, status="over")
    await store.set_apart(game.id, "its log can't be read")
    assert await store.lagging() == []


async def start(store: Store, opened: Session) -> Session:
    lobby = await store.session(opened.id)
    assert lobby is not None
    return await store.change(lobby, begun(lobby))


async def test_of_what_two_processes_note_of_somebody_the_later_holds(store: Store) -> None:
    game = await started(store)
    await store.save_attendance(game.id, Attendance(100, 50.0, 3, 40.0, 90.0))
    await store.save_attendance(game.id, Attendance(100, 60.0, None, 0.0, None))
    assert await store.attendances(game.id) == [Attendance(100, 60.0, 3, 40.0, None)]
    await store.save_attendance(game.id, Attendance(100, 10.0, 4, 70.0, 80.0))
    assert await store.attendances(game.id) == [Attendance(100, 60.0, 4, 70.0, 80.0)]
