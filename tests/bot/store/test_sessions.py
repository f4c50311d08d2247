"""Sessions from the lobby to the end, and their moves."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.store.records import Invitation, Move, Person, Retractable, Session, Speed
from bot.store.store import (
    ChannelTaken,
    MoveTaken,
    Store,
    StoreFailed,
    UnknownSession,
    WrongStatus,
)
from tests.bot.store.builders import (
    ADA,
    BEGUN,
    BLAISE,
    COMPUTER,
    MARK,
    SEATS,
    board,
    call,
    commit,
    hand,
    lobby,
    started,
)

INVITED = (Invitation(102, "Cleo", kept=True), Invitation(103, "Denis", kept=False))


async def test_a_new_session_is_a_lobby_with_its_host(path: Path) -> None:
    store = await Store.open(path, clock=lambda: 1234.5)
    opened = await lobby(store)
    assert opened == Session(
        id=1,
        game="guildes",
        options='{"tie_break":"milice"}',
        guild_id=3,
        channel_id=7,
        locale="fr",
        host_id=100,
        status="lobby",
        seed=None,
        rules_version=None,
        moves=0,
        snapshot=None,
        story="[]",
        changes=1,
        board_message_id=None,
        computers_due=False,
        created_at=1234.5,
        updated_at=1234.5,
        seats=(ADA,),
        speed=Speed(8 * 3600, 24 * 3600),
    )
    assert await store.session(1) == opened
    await store.close()


async def test_an_unknown_session_is_none_and_cannot_be_changed(store: Store) -> None:
    assert await store.session(5) is None
    assert await store.moves(5) == []
    assert await store.posts(5) == []
    with pytest.raises(UnknownSession):
        await commit(store, 5, 1)
    with pytest.raises(UnknownSession):
        await store.end(5, "abandoned")
    with pytest.raises(StoreFailed):
        await store.save_post(5, board(0))
    assert await store.posts(5) == []


async def test_a_channel_has_one_live_session(store: Store) -> None:
    first = await lobby(store, channel_id=7)
    with pytest.raises(ChannelTaken) as taken:
        await lobby(store, channel_id=7)
    assert taken.value.session == first
    assert await store.live_session_in(7) == first
    await store.end(first.id, "abandoned")
    assert await store.live_session_in(7) is None
    second = await lobby(store, channel_id=7)
    assert await store.live_session_in(7) == second
    assert second.id != first.id


async def test_of_two_lobbies_opened_at_once_one_is_refused(store: Store) -> None:
    results = await asyncio.gather(*(lobby(store) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(result, Session) for result in results) == 1
    assert sum(isinstance(result, ChannelTaken) for result in results) == 4


async def test_a_lobby_is_saved_with_options_host_and_seats(store: Store) -> None:
    opened = await lobby(store)
    saved = await store.save_lobby(
        replace(
            opened,
            options="{}",
            locale="en",
            host_id=101,
            seats=(replace(BLAISE, seat=0), COMPUTER),
            invited_only=True,
            invitations=INVITED,
        )
    )
    assert (saved.options, saved.locale, saved.host_id) == ("{}", "en", 101)
    assert (saved.invited_only, saved.invitations) == (True, INVITED)
    assert saved.seats == (replace(BLAISE, seat=0), COMPUTER)
    assert await store.session(opened.id) == saved


async def test_a_lobby_may_open_with_others_seated_and_seats_kept(store: Store) -> None:
    opened = await store.create_session(
        game="guildes",
        options="{}",
        guild_id=3,
        channel_id=7,
        locale="fr",
        host=ADA,
        others=[replace(COMPUTER, seat=1)],
        invitations=INVITED,
        invited_only=True,
        own_thread=True,
    )
    assert opened.seats == (ADA, replace(COMPUTER, seat=1))
    assert (opened.invited_only, opened.own_thread) == (True, True)
    assert opened.kept == INVITED[:1]
    assert await store.session(opened.id) == opened


async def test_only_an_ended_session_in_a_thread_of_its_own_has_it_to_name(store: Store) -> None:
    names = [(await started(store, channel_id)).id for channel_id in (1, 2, 3)]
    for session_id, thread in zip(names, (11, 12, 13), strict=True):
        await store.move_channel(session_id, thread, own_thread=session_id != names[2])
    assert await store.threads_to_name() == []
    await store.end(names[0], "abandoned")
    await store.end(names[2], "abandoned")
    assert await store.threads_to_name() == [names[0]]
    await store.thread_named(names[0])
    assert await store.threads_to_name() == []


async def test_a_started_game_keeps_a_seed_of_256_bits(store: Store) -> None:
    seed = 2**256 - 1
    game = await started(store, seed=seed, computers_due=True)
    assert (game.status, game.seed, game.rules_version) == ("playing", seed, 1)
    assert (game.snapshot, game.story, game.computers_due) == ("state 0", '["begun"]', True)
    assert game.seats == SEATS
    assert await store.session(game.id) == game


async def test_a_game_starts_once_and_its_lobby_is_closed(store: Store) -> None:
    game = await started(store)
    with pytest.raises(WrongStatus) as wrong:
        await store.save_lobby(replace(game, seats=(ADA,)))
    assert wrong.value.session == game
    with pytest.raises(WrongStatus):
        await store.start(
            game.id,
            seats=[ADA],
            seed=1,
            begun=BEGUN,
            examined=MARK,
            snapshot="other",
            story="[]",
            computers_due=False,
        )
    assert await store.session(game.id) == game


async def test_a_move_is_logged_with_what_came_of_it(path: Path) -> None:
    ticks = count(100.0)
    store = await Store.open(path, clock=lambda: next(ticks))
    game = await started(store)
    updated_at = await store.commit(
        game.id,
        Move(1, 1, ("artisans", "nobles")),
        snapshot="after",
        story='["told"]',
        status="playing",
        computers_due=True,
        rules_version=2,
    )
    assert updated_at == 102.0
    assert await store.session(game.id) == replace(
        game,
        moves=1,
        changes=game.changes + 1,
        snapshot="after",
        story='["told"]',
        computers_due=True,
        rules_version=2,
        updated_at=102.0,
    )
    await store.commit(
        game.id, Move(2, 0, ()), snapshot=None, story="[]", status="over", computers_due=False
    )
    ended = await store.session(game.id)
    assert ended is not None
    assert (ended.moves, ended.status, ended.rules_version) == (2, "over", 2)
    assert await store.moves(game.id) == [Move(1, 1, ("artisans", "nobles")), Move(2, 0, ())]
    await store.close()


@pytest.mark.parametrize("number", [1, 3])
async def test_a_move_which_is_not_the_next_one_changes_nothing(store: Store, number: int) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    with pytest.raises(MoveTaken):
        await commit(store, game.id, number)
    assert await store.session(game.id) == before
    assert [move.number for move in await store.moves(game.id)] == [1]


@pytest.mark.parametrize(("given", "after"), [(None, (Retractable(0, 1),)), ((), ())])
async def test_choices_that_can_be_taken_back_stay_unless_others_are_given(
    store: Store, given: tuple[Retractable, ...] | None, after: tuple[Retractable, ...]
) -> None:
    game = await started(store)
    said = {"snapshot": "state", "story": "[]", "computers_due": False}
    first, second = Move(1, 0, ("card:1",)), Move(2, 1, ("card:2",))
    await store.commit(game.id, first, status="playing", retractable=[Retractable(0, 1)], **said)
    await store.commit(game.id, second, status="playing", retractable=given, **said)
    assert (await store.session(game.id)).retractable == after


async def test_of_two_commits_of_the_same_number_one_is_refused(store: Store) -> None:
    game = await started(store)
    results = await asyncio.gather(
        *(commit(store, game.id, 1) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, MoveTaken) for result in results) == 4
    assert len(await store.moves(game.id)) == 1


async def test_no_move_is_logged_in_a_lobby_or_after_the_end(store: Store) -> None:
    opened = await lobby(store)
    with pytest.raises(WrongStatus):
        await commit(store, opened.id, 1)
    await store.end(opened.id, "abandoned")
    game = await started(store)
    await commit(store, game.id, 1, status="over")
    with pytest.raises(WrongStatus):
        await commit(store, game.id, 2)
    assert len(await store.moves(game.id)) == 1


async def test_a_cancelled_caller_leaves_the_move_whole(store: Store) -> None:
    game = await started(store)
    caller = asyncio.ensure_future(commit(store, game.id, 1))
    await asyncio.sleep(0)  # the commit is on its way into the thread
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    after = await store.session(game.id)
    assert after is not None
    assert (after.moves, after.snapshot) == (1, "state 1")
    assert len(await store.moves(game.id)) == 1


async def test_every_change_of_a_session_is_counted(store: Store) -> None:
    opened = await lobby(store)
    counted = [opened.changes]

    def count_in(record: Session | None) -> None:
        assert record is not None
        counted.append(record.changes)

    count_in(await store.save_lobby(replace(opened, options="{}", seats=tuple(SEATS))))
    count_in(
        await store.start(
            opened.id,
            seats=SEATS,
            seed=1,
            begun=BEGUN,
            examined=MARK,
            snapshot="",
            story="[]",
            computers_due=False,
        )
    )
    count_in(await commit(store, opened.id, 1))
    count_in(await store.move_channel(opened.id, 9))
    await store.end(opened.id, "abandoned")
    count_in(await store.session(opened.id))
    assert counted == [1, 2, 3, 4, 5, 6]
    await store.end(opened.id, "abandoned")
    count_in(await store.session(opened.id))
    assert counted[-1] == 6


async def test_a_snapshot_is_replaced_without_touching_the_log(store: Store) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    await store.replace_snapshot(game.id, snapshot="anew", story="[]", rules_version=9)
    assert await store.session(game.id) == replace(
        before, snapshot="anew", story="[]", rules_version=9
    )
    opened = await lobby(store, channel_id=8)
    with pytest.raises(UnknownSession):
        await store.replace_snapshot(opened.id, snapshot="anew", story="[]", rules_version=9)


async def test_an_ended_session_stays_as_it_ended(store: Store) -> None:
    game = await started(store, computers_due=True)
    over = await commit(store, game.id, 1, status="over")
    await store.end(game.id, "abandoned")
    assert await store.session(game.id) == over
    other = await started(store, channel_id=8, computers_due=True)
    await store.end(other.id, "abandoned")
    ended = await store.session(other.id)
    assert ended is not None
    assert (ended.status, ended.computers_due) == ("abandoned", False)


async def test_a_session_moves_to_a_free_channel(store: Store) -> None:
    game = await started(store, channel_id=7)
    other = await lobby(store, channel_id=8)
    await store.save_post(game.id, board(game.changes))
    await store.save_post(game.id, call(game.changes))
    await store.save_post(game.id, hand(100, game.changes))
    with pytest.raises(ChannelTaken) as taken:
        await store.move_channel(game.id, 8)
    assert taken.value.session == other
    moved = await store.move_channel(game.id, 9)
    assert (moved.channel_id, moved.board_message_id) == (9, None)
    assert await store.posts(game.id) == [hand(100, game.changes)]
    assert await store.lagging() == [game.id, other.id]
    assert await store.live_session_in(7) is None
    assert await store.live_session_in(9) == moved


async def test_a_move_to_the_same_channel_keeps_the_board(store: Store) -> None:
    game = await started(store, channel_id=7)
    await store.save_post(game.id, board(game.changes))
    moved = await store.move_channel(game.id, 7)
    assert (moved.board_message_id, moved.changes) == (500, game.changes)
    assert await store.posts(game.id) == [board(game.changes)]


async def test_somebodys_sessions_come_newest_first(store: Store) -> None:
    over = await started(store, channel_id=1)
    over = await commit(store, over.id, 1, status="over")
    first = await lobby(store, channel_id=2)
    await lobby(store, channel_id=3, host=replace(BLAISE, seat=0))
    last = await started(store, channel_id=4)
    assert await store.sessions_of(100) == [last, first]
    assert await store.sessions_of(100, live_only=False) == [last, first, over]
    assert await store.sessions_of(999) == []


async def test_one_person_has_one_seat(store: Store) -> None:
    opened = await lobby(store)
    with pytest.raises(StoreFailed):
        await store.save_lobby(replace(opened, seats=(ADA, replace(ADA, seat=1))))
    assert await store.session(opened.id) == opened


async def test_a_person_is_kept_and_replaced(store: Store) -> None:
    assert await store.person(100) is None
    ada = Person(100, "Ada", "fr", None, dm_open=False)
    await store.save_person(ada)
    assert await store.person(100) == ada
    assert ada.tell == "away"
    opened = replace(ada, dm_channel_id=2**62, dm_open=True, tell="never", confirms=True)
    await store.save_person(opened)
    assert await store.person(100) == opened


async def test_everything_is_there_after_closing_and_opening(path: Path) -> None:
    store = await Store.open(path)
    game = await started(store)
    game = await commit(store, game.id, 1)
    await store.close()
    again = await Store.open(path)
    assert await again.session(game.id) == game
    assert await again.moves(game.id) == [Move(1, 1, ("card:1",))]
    await again.close()


async def test_every_transaction_is_timed_and_whether_it_was_made(path: Path) -> None:
    told: list[bool] = []

    def committed(seconds: float, *, done: bool) -> None:
        assert 0 <= seconds < 60
        told.append(done)

    store = await Store.open(path, committed=committed)
    game = await started(store)
    await store.session(game.id)
    assert told == [True, True]
    with pytest.raises(MoveTaken):
        await commit(store, game.id, 2)
    assert told == [True, True, False]
    await store.close()


async def test_sessions_are_counted_by_game_and_status(store: Store) -> None:
    assert await store.counts() == {}
    await started(store)
    await lobby(store, 8)
    apart = await lobby(store, 9)
    await store.set_apart(apart.id, "its rows are damaged")
    assert await store.counts() == {
        ("guildes", "playing"): 1,
        ("guildes", "lobby"): 1,
        ("guildes", "apart"): 1,
    }
