"""Whoever asks for a change may be gone before it is made."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.store import Store
from tests.bot.store.builders import commit, started


async def test_a_change_that_is_on_its_way_into_the_thread_is_made(store: Store) -> None:
    game = await started(store)
    caller = asyncio.ensure_future(commit(store, game.id, 1))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    after = await store.session(game.id)
    assert after is not None
    assert (after.moves, after.snapshot) == (1, "state 1")
    assert len(await store.moves(game.id)) == 1
