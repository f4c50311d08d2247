"""What messages show and who was there is written together, and a little later."""

import asyncio
from dataclasses import replace

from structlog.testing import capture_logs

from bot.delivery.known.noted import MOST, Notes
from bot.store.errors import StoreFailed
from bot.store.records.people import EVERYBODY, Attendance, Post, PressToken
from tests.bot.turns import turns

HAND = Post("hand", 11, 110, 10, 4)
BOARD = Post("board", EVERYBODY, 1, 11, 5)
ADA = Attendance(11, pressed_at=1.0)
BEN = Attendance(12, pressed_at=1.0)


class Shelf:
    """A store that remembers what it was told at once."""

    def __init__(self):
        self.told = []
        self.tokens = []
        self.broken = False

    async def note(self, shown, attendances, tokens):
        if self.broken:
            raise StoreFailed("full")
        self.told.append((shown, attendances))
        self.tokens.append(tokens)


class Pause:
    """A pause that lasts until it is ended."""

    def __init__(self):
        self.over = asyncio.Event()

    async def __call__(self, seconds):
        await self.over.wait()
        self.over.clear()


async def test_notes_of_a_pause_are_written_together_the_last_of_each():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    notes.post(1, HAND)
    notes.post(1, replace(HAND, shown=5))
    notes.post(2, replace(HAND, message_id=20, shown=3))
    notes.post(1, BOARD)
    notes.attendance(1, ADA)
    notes.attendance(1, replace(ADA, pressed_at=2.0))
    notes.attendance(2, ADA)
    await turns()
    assert shelf.told == []
    pause.over.set()
    await turns()
    posts = [(1, replace(HAND, shown=5)), (2, replace(HAND, message_id=20, shown=3)), (1, BOARD)]
    assert shelf.told == [(posts, [(1, replace(ADA, pressed_at=2.0)), (2, ADA)])]


async def test_the_last_token_of_each_message_goes_with_the_other_notes():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    first, second = (PressToken(10, user, 7, "secret", False, 840.0) for user in (11, 12))
    notes.token(10, first)
    notes.post(1, HAND)
    notes.token(20, first)
    notes.token(10, second)
    notes.token(20, None)
    await turns()
    pause.over.set()
    await turns()
    assert shelf.told == [([(1, HAND)], [])]
    assert shelf.tokens == [{10: second, 20: None}]


async def test_a_later_note_is_written_after_the_next_pause():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    for shown in (1, 2):
        notes.post(1, replace(BOARD, shown=shown))
        await turns()
        pause.over.set()
        await turns()
    assert [[post.shown for _, post in posts] for posts, _ in shelf.told] == [[1], [2]]


async def test_what_the_store_was_told_better_is_left_out():
    shelf = Shelf()
    notes = Notes(shelf, Pause())
    notes.attendance(1, ADA)
    notes.attendance(1, BEN)
    notes.attendance(2, ADA)
    notes.drop_attendance(1, 11)
    notes.drop_attendance(1, 13)
    await notes.write()
    assert shelf.told == [([], [(1, BEN), (2, ADA)])]


async def test_without_notes_nothing_is_written():
    shelf = Shelf()
    await Notes(shelf, Pause()).write()
    assert shelf.told == []


async def test_a_store_in_trouble_costs_the_notes_only():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    shelf.broken = True
    notes.post(1, BOARD)
    await turns()
    pause.over.set()
    with capture_logs() as logged:
        await turns()
    assert [(line["log_level"], line["outage"]) for line in logged] == [("warning", "store")]
    shelf.broken = False
    notes.post(1, replace(BOARD, shown=6))
    await turns()
    pause.over.set()
    await turns()
    assert shelf.told == [([(1, replace(BOARD, shown=6))], [])]


async def test_many_notes_leave_room_for_choices_in_between():
    shelf = Shelf()
    notes = Notes(shelf, Pause())
    posts = [(1, replace(HAND, message_id=number)) for number in range(2 * MOST + 1)]
    for session_id, post in posts:
        notes.post(session_id, post)
    notes.attendance(1, ADA)
    await notes.write()
    written = [posts for posts, _ in shelf.told]
    assert [len(piece) for piece in written] == [MOST, MOST, 1]
    assert [post for piece in written for post in piece] == posts
    assert [known for _, known in shelf.told] == [[(1, ADA)], [], []]


async def test_what_wasnt_tried_while_the_store_was_in_trouble_is_written_later():
    shelf, pause = Shelf(), Pause()
    notes = Notes(shelf, pause)
    for number in range(MOST + 1):
        notes.post(1, replace(HAND, message_id=number))
    shelf.broken = True
    await turns()
    pause.over.set()
    await turns()
    shelf.broken = False
    pause.over.set()
    await turns()
    assert shelf.told == [([(1, replace(HAND, message_id=MOST))], [])]
