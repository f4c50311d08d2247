"""Tokens of presses outlive the process that got them, for as long as they are worth anything."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.table.story import dumped_nameless
from bot.store.records.people import LIFETIME, PressToken
from bot.store.store import Store
from tests.bot.store.builders import ADA, BLAISE, board, hand, started

SECRET = "s3cret"
NOW = 1_750_000_000.0


def token(message_id: int, at: float = NOW, by: int = 100) -> PressToken:
    return PressToken(message_id, by, 7_000, SECRET, follows=False, expires=at + LIFETIME)


async def noted(store: Store, *tokens: PressToken) -> None:
    await store.note([], [], {each.message_id: each for each in tokens})


async def stored(store: Store) -> list[int]:
    """The messages of which a token is kept, whatever session is theirs."""
    rows = await store._read(lambda db: db.execute("SELECT message_id FROM press_token").fetchall())
    return sorted(message_id for (message_id,) in rows)


async def test_the_last_token_of_each_of_a_sessions_messages_is_known(store: Store) -> None:
    game, other = await started(store), await started(store, channel_id=8)
    await store.save_post(game.id, board(1))
    await store.save_post(game.id, hand(ADA.user_id, 1))
    await store.save_post(other.id, board(1, 8))
    message_ids = {post.kind: post.message_id for post in await store.posts(game.id)}
    (elsewhere,) = [post.message_id for post in await store.posts(other.id)]
    first = token(message_ids["board"])
    last = replace(first, token="last", user_id=101, follows=True, expires=first.expires + 5)
    await noted(store, first, token(elsewhere))
    await noted(store, last, token(message_ids["hand"]))
    known = {post.kind: given for post, given in await store.posts_and_tokens(game.id)}
    assert known == {"board": last, "hand": token(message_ids["hand"])}


async def test_a_token_that_discord_refused_is_deleted(store: Store) -> None:
    await noted(store, token(1), token(2))
    await store.note([], [], {1: None, 3: None})
    assert await stored(store) == [2]


async def test_what_has_expired_goes_with_the_next_that_is_noted(store: Store) -> None:
    await noted(store, token(1), token(2, at=NOW + 60))
    await noted(store, token(3, at=NOW + LIFETIME))
    assert await stored(store) == [2, 3]


async def test_what_has_expired_goes_where_nobody_presses_any_more(store: Store) -> None:
    await noted(store, token(1), token(2, at=NOW + 60))
    await store.drop_expired_tokens(NOW + LIFETIME)
    assert await stored(store) == [2]


async def test_tokens_of_who_is_forgotten_are_erased_and_no_others(store: Store) -> None:
    assert ADA.user_id is not None
    assert BLAISE.user_id is not None
    await noted(store, token(1, by=ADA.user_id), token(2, by=BLAISE.user_id))
    await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless)
    assert await stored(store) == [2]


async def test_nobody_is_given_tokens_with_all_that_is_stored_of_him(store: Store) -> None:
    assert ADA.user_id is not None
    game = await started(store)
    await store.save_post(game.id, hand(ADA.user_id, 1))
    (post,) = await store.posts(game.id)
    await noted(store, token(post.message_id, by=ADA.user_id))
    assert SECRET not in repr(await store.exported(ADA.user_id))
