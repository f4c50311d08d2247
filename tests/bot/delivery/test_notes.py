"""What messages show is written together, and never over something newer."""

import asyncio

import pytest

from bot.sessions.notes import Notes
from bot.store.errors import StoreFailed
from bot.store.records import NOTHING_SHOWN
from tests.bot.sessions.house import ADA, BEN, CLEO, rooms
from tests.bot.turns import turns


class Shelf:
    """A store that remembers what it was told at once."""

    def __init__(self):
        self.told = []
        self.broken = False

    async def note_shown(self, boards, hands):
        if self.broken:
            raise StoreFailed("full")
        self.told.append((boards, hands))


class Pause:
    """A pause that lasts until it is ended."""

    def __init__(self):
        self.over = asyncio.Event()

    async def __call__(self, seconds):
        await self.over.wait()
        self.over.clear()


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def test_notes_of_a_pause_are_written_together_the_last_of_each():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    notes.hand(1, 10, 4)
    notes.hand(1, 10, 5)
    notes.hand(2, 20, 3)
    notes.board(1, 11, 5)
    await turns()
    assert shelf.told == []
    pause.over.set()
    await turns()
    assert shelf.told == [({(1, 11): 5}, {(1, 10): 5, (2, 20): 3})]


async def test_a_later_note_is_written_after_the_next_pause():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    for shown in (1, 2):
        notes.board(1, 11, shown)
        await turns()
        pause.over.set()
        await turns()
    assert [boards for boards, _ in shelf.told] == [{(1, 11): 1}, {(1, 11): 2}]


async def test_a_session_whose_notes_were_dropped_is_left_out():
    shelf = Shelf()
    notes = Notes(shelf, Pause())
    notes.board(1, 11, 5)
    notes.hand(1, 10, 5)
    notes.hand(2, 20, 3)
    notes.drop(1)
    await notes.write()
    assert shelf.told == [({}, {(2, 20): 3})]


async def test_a_store_in_trouble_costs_the_notes_only():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    shelf.broken = True
    notes.board(1, 11, 5)
    await turns()
    pause.over.set()
    await turns()
    shelf.broken = False
    notes.board(1, 11, 6)
    await turns()
    pause.over.set()
    await turns()
    assert shelf.told == [({(1, 11): 6}, {})]


async def noted(hall):
    """A running game whose board and one hand show everything, as far as memory knows."""
    session_id = (await hall.game(ADA, BEN, CLEO)).record.id
    await hall.sessions.place_board(session_id, 5, None)
    await hall.sessions.note_hand(session_id, ADA, 110, 1100, await stamp(hall, session_id))
    await hall.choose(session_id, ADA)
    drawn = await stamp(hall, session_id)
    await hall.sessions.board_shows(session_id, 5, drawn)
    await hall.sessions.note_hand(session_id, ADA, 110, 1100, drawn)
    return session_id


async def stamp(hall, session_id):
    return (await hall.sessions.table(session_id)).stamp


async def test_what_a_running_games_messages_show_is_stored_at_the_end_at_the_latest(hall):
    session_id = await noted(hall)
    assert (await hall.store.session(session_id)).board_shown < 1
    await hall.sessions.close()
    assert (await hall.store.session(session_id)).board_shown == 1
    assert (await hall.store.hands(session_id))[0].shown == 1


async def test_a_game_that_was_ended_lags_whatever_was_noted_before(hall):
    session_id = await noted(hall)
    await hall.sessions.abandon(session_id)
    await hall.sessions.close()
    assert session_id in await hall.store.lagging()


async def test_a_hand_that_was_replaced_is_not_noted_over(hall):
    session_id = await noted(hall)
    await hall.sessions.note_hand(session_id, ADA, 110, 1200, await stamp(hall, session_id))
    await hall.store.note_shown({(session_id, 6): 9}, {(session_id, 1100): 9})
    assert (await hall.store.hands(session_id))[0].message_id == 1200
    assert (await hall.store.hands(session_id))[0].shown == 1
    assert (await hall.store.session(session_id)).board_shown < 1


async def test_hands_in_memory_are_those_of_the_store(hall):
    session_id = await noted(hall)
    await hall.sessions.close()
    assert await hall.sessions.hands(session_id) == await hall.store.hands(session_id)
    await hall.sessions.forget_hand(session_id, 0)
    assert await hall.sessions.hands(session_id) == await hall.store.hands(session_id) == {}


async def test_at_the_start_private_messages_show_nothing_of_the_game_yet(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO)
    for number, user_id in enumerate((ADA, BEN, CLEO)):
        drawn = await stamp(hall, session_id)
        await hall.sessions.note_hand(session_id, user_id, 110 + number, 1100 + number, drawn)
    await hall.lobbies.start(session_id, ADA, moderator=False)
    hands = await hall.sessions.hands(session_id)
    assert [hand.shown for hand in hands.values()] == [NOTHING_SHOWN] * 3
    assert hands == await hall.store.hands(session_id)
