"""Where messages stand, and which sessions start-up must bring up to date."""

from __future__ import annotations

from dataclasses import replace

from bot.store.records import HandMessage, Person, Session
from bot.store.store import Store
from tests.bot.store.builders import SEATS, commit, lobby, started


async def up_to_date(store: Store, channel_id: int = 7) -> Session:
    """A running game whose board shows its first move."""
    game = await started(store, channel_id)
    await commit(store, game.id, 1)
    await store.set_board(game.id, 500, 1)
    record = await store.session(game.id)
    assert record is not None
    return record


async def test_the_board_is_remembered(store: Store) -> None:
    game = await up_to_date(store)
    assert (game.board_message_id, game.board_shown) == (500, 1)
    await store.set_board(game.id, None, 0)
    after = await store.session(game.id)
    assert after == replace(game, board_message_id=None, board_shown=0)


async def test_hands_are_remembered_replaced_and_forgotten(store: Store) -> None:
    game = await up_to_date(store)
    ada, blaise = HandMessage(0, 70, 700, 1), HandMessage(1, 71, 710, 1)
    await store.set_hand(game.id, blaise)
    await store.set_hand(game.id, ada)
    assert await store.hands(game.id) == {0: ada, 1: blaise}
    later = HandMessage(0, 70, 701, 2)
    await store.set_hand(game.id, later)
    await store.forget_hand(game.id, 1)
    await store.forget_hand(game.id, 1)
    assert await store.hands(game.id) == {0: later}


async def test_private_messages_follow_their_people_to_other_seats(store: Store) -> None:
    opened = await lobby(store)
    await store.save_lobby(replace(opened, options="{}", seats=tuple(SEATS)))
    await store.set_hand(opened.id, HandMessage(0, 70, 700, 0))
    await store.set_hand(opened.id, HandMessage(1, 71, 710, 0))
    ada, blaise, computer = SEATS
    swapped = [replace(blaise, seat=0), replace(computer, seat=1), replace(ada, seat=2)]
    await store.save_lobby(replace(opened, options="{}", seats=tuple(swapped)))
    assert await store.hands(opened.id) == {
        0: HandMessage(0, 71, 710, 0),
        2: HandMessage(2, 70, 700, 0),
    }
    without_blaise = [ada, replace(computer, seat=1)]
    await store.save_lobby(replace(opened, options="{}", seats=tuple(without_blaise)))
    assert await store.hands(opened.id) == {0: HandMessage(0, 70, 700, 0)}


async def test_a_message_for_a_seat_given_up_meanwhile_is_not_kept(store: Store) -> None:
    opened = await lobby(store)
    await store.set_hand(opened.id, HandMessage(1, 71, 710, 0))
    assert await store.hands(opened.id) == {}


async def test_a_welcome_lags_once_the_game_has_started(store: Store) -> None:
    opened = await lobby(store)
    await store.set_hand(opened.id, HandMessage(0, 70, 700, 0))
    game = await store.start(
        opened.id,
        seats=SEATS,
        seed=1,
        rules_version=1,
        snapshot="",
        story="[]",
        computers_due=False,
    )
    await store.set_board(game.id, 500, 0)
    assert await store.lagging() == [game.id]
    await store.set_hand(game.id, HandMessage(0, 70, 700, 0))
    assert await store.lagging() == []


async def test_a_session_that_shows_every_move_does_not_lag(store: Store) -> None:
    game = await up_to_date(store)
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    assert await store.lagging() == []


async def test_a_lobby_lags_until_its_board_shows_what_was_saved(store: Store) -> None:
    opened = await lobby(store)
    assert await store.lagging() == [opened.id]
    await store.set_board(opened.id, 500, 0)
    assert await store.lagging() == []
    await store.save_lobby(replace(opened, options="{}", seats=tuple(SEATS)))
    assert await store.lagging() == [opened.id]


async def test_a_started_game_lags_until_its_board_shows_it(store: Store) -> None:
    opened = await lobby(store)
    await store.set_board(opened.id, 500, 0)
    game = await store.start(
        opened.id,
        seats=SEATS,
        seed=1,
        rules_version=1,
        snapshot="",
        story="[]",
        computers_due=False,
    )
    assert game.board_message_id == 500
    assert await store.lagging() == [game.id]
    await store.set_board(game.id, 500, 0)
    assert await store.lagging() == []


async def test_a_session_lags_while_its_board_misses_a_move(store: Store) -> None:
    game = await up_to_date(store)
    await commit(store, game.id, 2)
    assert await store.lagging() == [game.id]
    await store.set_board(game.id, 500, 2)
    assert await store.lagging() == []


async def test_a_session_lags_while_one_hand_misses_a_move(store: Store) -> None:
    game = await up_to_date(store)
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    await store.set_hand(game.id, HandMessage(1, 71, 710, 0))
    assert await store.lagging() == [game.id]
    await store.set_hand(game.id, HandMessage(1, 71, 710, 1))
    assert await store.lagging() == []


async def test_a_session_lags_while_computers_owe_a_choice(store: Store) -> None:
    game = await up_to_date(store)
    await commit(store, game.id, 2, computers_due=True)
    await store.set_board(game.id, 500, 2)
    assert await store.lagging() == [game.id]


async def test_a_running_game_lags_while_somebody_reachable_has_no_hand(store: Store) -> None:
    game = await up_to_date(store)
    await store.save_person(Person(100, "Ada", "fr", 70, dm_open=True))
    await store.save_person(Person(101, "Blaise", "fr", 71, dm_open=False))
    assert await store.lagging() == [game.id]
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    assert await store.lagging() == []


async def test_a_finished_game_lags_until_its_end_is_shown(store: Store) -> None:
    game = await up_to_date(store)
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    await commit(store, game.id, 2, status="over")
    await store.set_board(game.id, 500, 2)
    assert await store.lagging() == [game.id]
    await store.set_hand(game.id, HandMessage(0, 70, 700, 2))
    assert await store.lagging() == []


async def test_an_abandoned_game_lags_until_board_and_hands_say_so(store: Store) -> None:
    game = await up_to_date(store)
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    await store.end(game.id, "abandoned")
    assert await store.lagging() == [game.id]
    await store.set_board(game.id, 500, 1)
    assert await store.lagging() == [game.id]
    await store.set_hand(game.id, HandMessage(0, 70, 700, 1))
    assert await store.lagging() == []


async def test_lagging_sessions_come_once_and_in_order(store: Store) -> None:
    first = await up_to_date(store, channel_id=1)
    await up_to_date(store, channel_id=2)
    third = await up_to_date(store, channel_id=3)
    for game in (third, first):
        await store.set_hand(game.id, HandMessage(0, 70, 700, 0))
        await store.set_hand(game.id, HandMessage(1, 71, 710, 0))
        await commit(store, game.id, 2, computers_due=True)
    assert await store.lagging() == [first.id, third.id]


async def test_running_games_come_before_lobbies_and_those_before_what_has_ended(
    store: Store,
) -> None:
    over = await up_to_date(store, channel_id=1)
    opened = await lobby(store, channel_id=2)
    running = await up_to_date(store, channel_id=3)
    await commit(store, over.id, 2, status="over")
    await commit(store, running.id, 2)
    assert await store.lagging() == [running.id, opened.id, over.id]
