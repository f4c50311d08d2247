"""Where messages stand is on the disk at once, what they show a little later."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from bot.delivery.known.noted import Notes
from bot.delivery.known.posts import Look, Looks, Posts
from bot.store.records.people import EVERYBODY, Attachment, Attendance, Post
from tests.bot.delivery.known.test_tokens import tokens_of
from tests.bot.sessions.house import ADA, BEN, CLEO, Rooms, rooms
from tests.bot.store.slow import Slow

PICTURE = Attachment(900, "hand.png", "key", "A hand")


class Never:
    """A pause that lasts until the test ends."""

    async def __call__(self, seconds):
        await asyncio.Event().wait()


@dataclass
class Drawer:
    """Posts over a store in which notes are written when the test says so."""

    hall: Rooms
    notes: Notes
    looks: Looks
    posts: Posts

    def reopened(self):
        """What another process knows: its posts and their looks."""
        looks = Looks()
        return Posts(self.hall.store, self.notes, looks, tokens_of(lambda: 0.0)), looks

    async def stored(self, session_id):
        return {(post.kind, post.user_id): post for post in await self.hall.store.posts(session_id)}

    async def changes(self, session_id):
        return (await self.hall.sessions.table(session_id)).changes

    async def places(self, session_id, post):
        """A message takes its place, showing the session as it is now."""
        now = replace(post, shown=await self.changes(session_id))
        await self.posts.place(session_id, now)
        return now

    async def game(self):
        """A game whose board and hands show everything; its id."""
        session_id = (await self.hall.game(ADA, BEN, CLEO)).record.id
        for post in (BOARD, hand(ADA), hand(BEN), hand(CLEO)):
            await self.places(session_id, post)
        return session_id

    async def shows_now(self, session_id, post):
        look = Look(b"now", None, await self.changes(session_id))
        await self.posts.shows(session_id, post.kind, post.user_id, post.message_id, look)


def hand(user_id, message_id=None):
    return Post("hand", user_id, user_id * 10, message_id or user_id * 100, 0)


BOARD = Post("board", EVERYBODY, 1, 5, 0)


@pytest.fixture
async def drawer(tmp_path):
    async with rooms(tmp_path) as hall:
        notes, looks = Notes(hall.store, Never()), Looks()
        posts = Posts(hall.store, notes, looks, tokens_of(lambda: 0.0))
        yield Drawer(hall, notes, looks, posts)


async def test_where_a_message_stands_is_on_the_disk_when_it_returns(drawer):
    session_id = (await drawer.hall.game(ADA, BEN, CLEO)).record.id
    told = Attendance(ADA, told_step=2, told_at=7.0)
    first, second = hand(ADA), hand(ADA, 1101)
    assert await drawer.posts.place(session_id, first, told) is None
    assert await drawer.stored(session_id) == {("hand", ADA): first}
    assert await drawer.hall.store.attendances(session_id) == [told]
    assert await drawer.posts.place(session_id, second) == first
    assert await drawer.stored(session_id) == {("hand", ADA): second}
    assert await drawer.posts.find(session_id, "hand", ADA) == second


async def test_what_a_message_shows_is_noted_a_little_later(drawer):
    session_id = await drawer.game()
    await drawer.hall.choose(session_id, ADA)
    before, now = await drawer.stored(session_id), await drawer.changes(session_id)
    look = Look(b"now", "key", now, picture=PICTURE)
    await drawer.posts.shows(session_id, "hand", ADA, 1100, look)
    showing = replace(hand(ADA), shown=now, picture=PICTURE)
    assert await drawer.posts.find(session_id, "hand", ADA) == showing
    assert await drawer.stored(session_id) == before
    await drawer.notes.write()
    assert await drawer.stored(session_id) == before | {("hand", ADA): showing}


async def test_what_an_older_message_shows_does_not_make_it_the_standing_one(drawer):
    session_id = await drawer.game()
    now = await drawer.changes(session_id)
    later = await drawer.places(session_id, replace(BOARD, message_id=6))
    await drawer.posts.shows(session_id, "board", EVERYBODY, 5, Look(b"old", None, now + 9))
    await drawer.posts.shows(session_id, "call", EVERYBODY, 5, Look(b"old", None, now + 9))
    await drawer.notes.write()
    assert await drawer.posts.find(session_id, "board") == later
    assert await drawer.posts.find(session_id, "call") is None
    assert (await drawer.stored(session_id))["board", EVERYBODY] == later


async def test_a_message_that_is_gone_is_forgotten_whatever_was_noted_of_it(drawer):
    session_id = await drawer.game()
    await drawer.hall.choose(session_id, ADA)
    await drawer.shows_now(session_id, hand(ADA))
    gone = await drawer.posts.forget(session_id, "hand", ADA)
    assert gone.message_id == 1100
    assert await drawer.posts.forget(session_id, "hand", ADA) is None
    await drawer.notes.write()
    assert await drawer.posts.find(session_id, "hand", ADA) is None
    assert ("hand", ADA) not in await drawer.stored(session_id)


async def test_a_note_does_not_undo_what_was_placed_after_it(drawer):
    session_id = await drawer.game()
    await drawer.hall.choose(session_id, ADA)
    await drawer.shows_now(session_id, BOARD)
    await drawer.hall.choose(session_id, BEN)
    placed = await drawer.places(session_id, BOARD)
    await drawer.notes.write()
    assert (await drawer.stored(session_id))["board", EVERYBODY] == placed


async def test_after_a_restart_posts_and_their_pictures_are_known(drawer):
    session_id = await drawer.game()
    with_picture = replace(hand(ADA), picture=PICTURE, shown=2)
    await drawer.posts.place(session_id, with_picture)
    posts, looks = drawer.reopened()
    assert await posts.of(session_id) == await drawer.stored(session_id)
    assert looks.look(1100).picture == PICTURE
    assert not looks.known(1100)
    assert looks.look(1200).picture is None


async def test_pictures_are_recalled_for_messages_of_which_nothing_else_is_known(drawer):
    session_id = await drawer.game()
    await drawer.posts.place(session_id, replace(hand(ADA), picture=PICTURE))
    drawer.looks.keep(1100, Look(b"seen", None, 2))
    drawer.posts.drop(session_id)
    await drawer.posts.of(session_id)
    assert drawer.looks.look(1100) == Look(b"seen", None, 2)


async def test_posts_in_memory_are_those_of_the_store(drawer):
    session_id = await drawer.game()
    await drawer.hall.choose(session_id, ADA)
    await drawer.shows_now(session_id, hand(BEN))
    await drawer.posts.forget(session_id, "hand", CLEO)
    await drawer.notes.write()
    assert await drawer.posts.of(session_id) == await drawer.stored(session_id)
    assert set(await drawer.posts.of(session_id)) == {
        ("board", EVERYBODY),
        ("hand", ADA),
        ("hand", BEN),
    }


async def test_sessions_beyond_the_latest_are_read_again_when_needed(drawer, monkeypatch):
    monkeypatch.setattr("bot.delivery.known.posts.KEPT_IN_MEMORY", 1)
    session_id = await drawer.game()
    await drawer.posts.of(99)
    assert session_id not in drawer.posts._posts
    assert await drawer.posts.of(session_id) == await drawer.stored(session_id)


async def test_what_a_running_games_messages_show_is_stored_at_the_end_at_the_latest(drawer):
    session_id = await drawer.game()
    assert await drawer.hall.store.lagging() == []
    await drawer.hall.choose(session_id, ADA)
    for post in (BOARD, hand(ADA), hand(BEN), hand(CLEO)):
        await drawer.shows_now(session_id, post)
    assert await drawer.hall.store.lagging() == [session_id]
    await drawer.notes.write()
    assert await drawer.hall.store.lagging() == []


async def test_a_game_that_was_ended_lags_whatever_was_noted_before(drawer):
    session_id = await drawer.game()
    await drawer.hall.choose(session_id, ADA)
    for post in (BOARD, hand(ADA), hand(BEN), hand(CLEO)):
        await drawer.shows_now(session_id, post)
    await drawer.hall.sessions.abandon(session_id)
    await drawer.notes.write()
    assert await drawer.hall.store.lagging() == [session_id]


async def test_a_message_drawn_before_a_change_without_a_move_still_lags(drawer):
    session_id = await drawer.game()
    before = await drawer.changes(session_id)
    await drawer.hall.sessions.abandon(session_id)
    for user_id in (ADA, BEN, CLEO):
        await drawer.places(session_id, hand(user_id))
    await drawer.posts.place(session_id, replace(BOARD, shown=before))
    assert await drawer.hall.store.lagging() == [session_id]
    await drawer.places(session_id, BOARD)
    assert await drawer.hall.store.lagging() == []


async def test_a_hand_stays_its_persons_wherever_that_person_sits_by_then(drawer):
    session_id = await drawer.hall.lobby(ADA, BEN, CLEO)
    placed = await drawer.places(session_id, hand(BEN))
    await drawer.hall.lobbies.leave(session_id, ADA)
    assert (await drawer.hall.sessions.table(session_id)).seat_of(BEN) == 0
    assert await drawer.posts.find(session_id, "hand", BEN) == placed
    assert await drawer.reopened()[0].find(session_id, "hand", BEN) == placed


async def test_at_the_start_private_messages_show_nothing_of_the_game_yet(drawer):
    session_id = await drawer.hall.lobby(ADA, BEN, CLEO)
    for post in (BOARD, hand(ADA), hand(BEN), hand(CLEO)):
        await drawer.places(session_id, post)
    assert await drawer.hall.store.lagging() == []
    await drawer.hall.lobbies.start(session_id, ADA, moderator=False)
    started = await drawer.changes(session_id)
    posts = await drawer.posts.of(session_id)
    assert all(post.shown < started for post in posts.values())
    assert posts == await drawer.stored(session_id)
    assert await drawer.hall.store.lagging() == [session_id]


def another(drawer):
    """Of another process, with notes of its own."""
    store = drawer.hall.store
    return Posts(store, Notes(store, Never()), Looks(), tokens_of(lambda: 0.0))


async def test_what_another_process_has_noted_holds(drawer):
    session_id = await drawer.game()
    other = another(drawer)
    before = await drawer.posts.of(session_id)
    drawer.looks.keep(1200, Look(b"seen", None, 2))
    placed = replace(hand(BEN, 1299), shown=2)
    await other.place(session_id, placed)
    await other.forget(session_id, "hand", CLEO)
    assert await drawer.posts.reread(session_id) == {("hand", BEN), ("hand", CLEO)}
    assert await drawer.posts.of(session_id) == await drawer.stored(session_id)
    assert before["hand", BEN] == placed
    assert drawer.looks.look(1200) is None
    assert await drawer.posts.reread(session_id) == set()


async def test_what_is_not_noted_yet_is_no_change_of_another_process(drawer):
    session_id = await drawer.game()
    other = another(drawer)
    await drawer.posts.of(session_id)
    await drawer.hall.choose(session_id, ADA)
    await drawer.shows_now(session_id, BOARD)
    now = await drawer.posts.find(session_id, "board")
    drawer.looks.keep(BOARD.message_id, Look(b"now", None, now.shown))
    await other.place(session_id, hand(CLEO, 1399))
    assert await drawer.posts.reread(session_id) == {("hand", CLEO)}
    assert await drawer.posts.find(session_id, "board") == now
    assert drawer.looks.known(BOARD.message_id)
    assert not drawer.looks.doubtful(BOARD.message_id)


async def test_where_both_were_at_one_message_nobody_knows_which_came_last(drawer):
    session_id = await drawer.game()
    other = another(drawer)
    await drawer.posts.of(session_id)
    await drawer.hall.choose(session_id, ADA)
    await drawer.shows_now(session_id, BOARD)
    await other.place(session_id, replace(BOARD, shown=1))
    assert await drawer.posts.reread(session_id) == {("board", EVERYBODY)}
    assert drawer.looks.doubtful(BOARD.message_id)


async def test_of_what_was_never_looked_at_nothing_is_read(drawer):
    session_id = await drawer.game()
    posts, _ = drawer.reopened()
    posts.outdate(session_id)
    assert not posts.is_outdated(session_id)
    assert await posts.reread(session_id) is None
    await posts.of(session_id)
    posts.outdate(session_id)
    assert posts.is_outdated(session_id)
    await posts.reread(session_id)
    assert not posts.is_outdated(session_id)


async def test_what_is_placed_while_all_is_dropped_and_read_anew_is_known(drawer, monkeypatch):
    session_id, store = await drawer.game(), drawer.hall.store
    placing, forgetting = Slow(store.save_post, done=False), Slow(store.forget_post, done=False)
    monkeypatch.setattr(store, "save_post", placing)
    monkeypatch.setattr(store, "forget_post", forgetting)
    later = replace(BOARD, message_id=6)
    for slow, change, found in (
        (placing, drawer.posts.place(session_id, later), later),
        (forgetting, drawer.posts.forget(session_id, "board"), None),
    ):
        changing = asyncio.create_task(change)
        await slow.begun.wait()
        drawer.posts.drop_all()
        reading = asyncio.create_task(drawer.posts.of(session_id))
        await asyncio.sleep(0)
        slow.go_on.set()
        await asyncio.gather(changing, reading)
        assert await drawer.posts.find(session_id, "board") == found


async def test_what_was_read_before_all_was_dropped_is_read_again(drawer, monkeypatch):
    session_id, store = await drawer.game(), drawer.hall.store
    slow = Slow(store.posts_and_tokens, done=True)
    monkeypatch.setattr(store, "posts_and_tokens", slow)
    drawer.posts.drop_all()
    reading = asyncio.create_task(drawer.posts.find(session_id, "board"))
    await slow.begun.wait()
    later = replace(BOARD, message_id=6)
    await store.save_post(session_id, later)
    drawer.posts.drop_all()
    slow.go_on.set()
    assert await reading == later
