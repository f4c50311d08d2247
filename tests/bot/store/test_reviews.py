"""Reviews in the store: begun once, kept while they grow, gone with their game or their person."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.table.story import dumped_nameless
from bot.store.records.play import Departed, Reviewed, Tried
from bot.store.store import Store
from engine.text import text
from tests.bot.store.builders import ADA, BLAISE, changed, new_lobby, started

BEGUN = Reviewed(ADA.user_id, 0, done=False, found="{}")
GROWN = Reviewed(ADA.user_id, 0, done=False, found="[1]")
DONE = Reviewed(ADA.user_id, 0, done=True, found="[1, 2]")


async def test_a_review_is_begun_once_and_grows(store: Store) -> None:
    game = await started(store)
    assert await store.review(game.id, ADA.user_id) is None
    await store.begin_review(game.id, BEGUN)
    assert await store.save_review(game.id, GROWN, BEGUN.found)
    await store.begin_review(game.id, BEGUN)
    assert await store.review(game.id, ADA.user_id) == GROWN
    assert await store.review(game.id, BLAISE.user_id) is None
    assert await store.unfinished_reviews() == [(game.id, ADA.user_id)]
    assert await store.reviews_of(ADA.user_id, 5) == []
    assert await store.save_review(game.id, DONE, GROWN.found)
    assert await store.unfinished_reviews() == []
    assert await store.reviews_of(ADA.user_id, 5) == [(game.game, "[1, 2]")]


async def test_of_two_who_read_on_from_the_same_the_later_keeps_nothing(store: Store) -> None:
    game = await started(store)
    await store.begin_review(game.id, BEGUN)
    assert await store.save_review(game.id, GROWN, BEGUN.found)
    assert not await store.save_review(game.id, replace(GROWN, found="[2]"), BEGUN.found)
    assert await store.review(game.id, ADA.user_id) == GROWN


async def test_what_is_read_of_whoever_was_forgotten_is_gone_and_stays_so(store: Store) -> None:
    game = await started(store)
    await store.begin_review(game.id, DONE)
    theirs = Reviewed(BLAISE.user_id, 1, done=True, found="[3]")
    await store.begin_review(game.id, theirs)
    await changed(store, game.id, status="over", computers_due=False)
    found = {"session_id": game.id, "seat": 0, "done": True, "found": "[1, 2]", "tell": False}
    assert (await store.exported(ADA.user_id))["reviews"] == [found]
    await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless)
    assert not await store.save_review(game.id, DONE, DONE.found)
    assert await store.review(game.id, ADA.user_id) is None
    assert await store.review(game.id, BLAISE.user_id) == theirs


async def test_no_review_is_begun_for_whoever_was_forgotten_or_of_a_game_that_is_gone(
    store: Store,
) -> None:
    """A long game takes a while to be played again, and they may be forgotten meanwhile."""
    game = await started(store)
    await changed(store, game.id, status="over", computers_due=False)
    await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless)
    await store.begin_review(game.id, BEGUN)
    assert await store.unfinished_reviews() == []
    assert not any((await store.exported(ADA.user_id)).values())
    await store.purge([game.id])
    await store.begin_review(game.id, Reviewed(BLAISE.user_id, 1, done=False, found="{}"))
    assert await store.unfinished_reviews() == []


async def test_who_has_left_has_a_review_too(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, departed=(Departed(55, 2),))
    left = Reviewed(55, 2, done=False, found="{}")
    await store.begin_review(game.id, left)
    assert await store.review(game.id, 55) == left


async def test_it_is_purged_with_its_game(store: Store) -> None:
    game = await started(store)
    await store.begin_review(game.id, DONE)
    await store.end(game.id)
    await store.purge([game.id])
    assert await store.review(game.id, ADA.user_id) is None
    assert not await store.save_review(game.id, DONE, DONE.found)


async def test_who_wants_to_be_told_of_it_is_known_until_they_were(store: Store) -> None:
    game = await started(store)
    await store.begin_review(game.id, BEGUN)
    await store.tell_of_review(game.id, ADA.user_id, True)
    assert await store.save_review(game.id, DONE, BEGUN.found)  # what is read knows nothing of it
    assert await store.review(game.id, ADA.user_id) == replace(DONE, tell=True)
    assert await store.unfinished_reviews() == [(game.id, ADA.user_id)]
    await store.tell_of_review(game.id, ADA.user_id, False)
    assert await store.unfinished_reviews() == []


async def test_a_table_keeps_the_moment_that_it_begins_with(store: Store) -> None:
    beside = text("hand.place", place=2, players=4, score=text("game.guildes.score", n=31))
    moment = Tried(of_session=5, turn=2, world=1, beside=beside, start="a state")
    opened = await store.create_session(new_lobby(guild_id=None, channel_id=9, tried=moment))
    kept = await store.session(opened.id)
    assert kept is not None
    assert kept.tried == opened.tried == moment
    assert kept.practice
    (about,) = (await store.exported(ADA.user_id))["tries"]
    assert about == {"session_id": opened.id, "of_session": 5, "turn": 2, "world": 1}
    await store.end(opened.id)
    await store.purge([opened.id])
    assert (await store.exported(ADA.user_id))["tries"] == []
