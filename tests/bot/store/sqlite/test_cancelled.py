"""Whoever asks for a change may be gone before it is made."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.store.records.play import Move
from bot.store.store import Store
from tests.bot.store.builders import started


async def test_a_change_that_is_on_its_way_into_the_thread_is_made(store: Store) -> None:
    game = await started(store)
    after = replace(game, moves=1, snapshot="state 1")
    caller = asyncio.ensure_future(store.commit(game, after, Move(1, 1, ("card:1",))))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    found = await store.session(game.id)
    assert found is not None
    assert (found.moves, found.snapshot) == (1, "state 1")
    assert len(await store.moves(game.id)) == 1
