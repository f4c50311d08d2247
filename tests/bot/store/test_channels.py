"""Where sessions are played: one live session a channel."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.records.play import Invitation
from bot.store.records.sessions import Session
from bot.store.store import ChannelTaken, Store
from tests.bot.store.builders import board, call, changed, hand, lobby, started

INVITED = (Invitation(102, "Cleo", kept=True), Invitation(103, "Denis", kept=False))


async def test_a_channel_has_one_live_session(store: Store) -> None:
    first = await lobby(store, channel_id=7)
    with pytest.raises(ChannelTaken) as taken:
        await lobby(store, channel_id=7)
    assert taken.value.session == first
    assert await store.live_session_in(7) == first
    await store.end(first.id)
    assert await store.live_session_in(7) is None
    second = await lobby(store, channel_id=7)
    assert await store.live_session_in(7) == second
    assert second.id != first.id


async def test_of_two_lobbies_opened_at_once_one_is_refused(store: Store) -> None:
    results = await asyncio.gather(*(lobby(store) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(result, Session) for result in results) == 1
    assert sum(isinstance(result, ChannelTaken) for result in results) == 4


async def test_only_an_ended_session_in_a_thread_of_its_own_has_it_to_name(store: Store) -> None:
    names = [(await started(store, channel_id)).id for channel_id in (1, 2, 3)]
    for session_id, thread in zip(names, (11, 12, 13), strict=True):
        own = session_id != names[2]
        await changed(store, session_id, channel_id=thread, own_thread=own)
    assert await store.threads_to_name() == []
    await store.end(names[0])
    await store.end(names[2])
    assert await store.threads_to_name() == [names[0]]
    await store.thread_named(names[0])
    assert await store.threads_to_name() == []


async def test_a_session_moves_to_a_free_channel(store: Store) -> None:
    game = await started(store, channel_id=7)
    other = await lobby(store, channel_id=8)
    await store.save_post(game.id, board(game.changes))
    await store.save_post(game.id, call(game.changes))
    await store.save_post(game.id, hand(100, game.changes))
    with pytest.raises(ChannelTaken) as taken:
        await changed(store, game.id, channel_id=8)
    assert taken.value.session == other
    moved = await changed(store, game.id, channel_id=9)
    assert (moved.channel_id, moved.board_message_id) == (9, None)
    assert await store.posts(game.id) == [hand(100, game.changes)]
    assert await store.lagging() == [game.id, other.id]
    assert await store.live_session_in(7) is None
    assert await store.live_session_in(9) == moved


async def test_a_move_to_the_same_channel_keeps_the_board(store: Store) -> None:
    game = await started(store, channel_id=7)
    await store.save_post(game.id, board(game.changes))
    moved = await changed(store, game.id, channel_id=7, own_thread=True)
    assert moved.board_message_id == 500
    assert await store.posts(game.id) == [board(game.changes)]
