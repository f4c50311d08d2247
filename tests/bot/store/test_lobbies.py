"""Lobbies, until a game is made of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.records.play import Invitation, Speed
from bot.store.records.sessions import Session
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Overtaken, Store, StoreFailed
from tests.bot.store.builders import (
    ADA,
    BLAISE,
    COMPUTER,
    SEATS,
    begun,
    changed,
    lobby,
    new_lobby,
    started,
)

INVITED = (Invitation(102, "Cleo", kept=True), Invitation(103, "Denis", kept=False))


async def test_a_new_session_is_a_lobby_with_its_host(path: Path) -> None:
    store = await SqliteStore.open(path, clock=lambda: 1234.5)
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


async def test_a_lobby_is_saved_with_options_host_and_seats(store: Store) -> None:
    opened = await lobby(store)
    saved = await changed(
        store,
        opened.id,
        options="{}",
        locale="en",
        host_id=101,
        seats=(replace(BLAISE, seat=0), COMPUTER),
        invited_only=True,
        invitations=INVITED,
    )
    assert (saved.options, saved.locale, saved.host_id) == ("{}", "en", 101)
    assert (saved.invited_only, saved.invitations) == (True, INVITED)
    assert saved.seats == (replace(BLAISE, seat=0), COMPUTER)
    assert await store.session(opened.id) == saved


async def test_a_lobby_may_open_with_others_seated_and_seats_kept(store: Store) -> None:
    opened = await store.create_session(
        new_lobby(
            seats=(ADA, replace(COMPUTER, seat=1)),
            invitations=INVITED,
            invited_only=True,
            own_thread=True,
        )
    )
    assert opened.seats == (ADA, replace(COMPUTER, seat=1))
    assert (opened.invited_only, opened.own_thread) == (True, True)
    assert opened.kept == INVITED[:1]
    assert await store.session(opened.id) == opened


async def test_a_started_game_keeps_a_seed_of_256_bits(store: Store) -> None:
    seed = 2**256 - 1
    game = await started(store, seed=seed, computers_due=True)
    assert (game.status, game.seed, game.rules_version) == ("playing", seed, 1)
    assert (game.snapshot, game.story, game.computers_due) == ("state 0", '["begun"]', True)
    assert game.seats == SEATS
    assert await store.session(game.id) == game


async def test_a_game_starts_once_and_its_lobby_is_closed(store: Store) -> None:
    opened = await lobby(store)
    game = await store.change(opened, begun(opened))
    with pytest.raises(Overtaken):
        await store.change(opened, begun(opened, seats=(ADA,), seed=1, snapshot="other"))
    assert await store.session(game.id) == game


async def test_one_person_has_one_seat(store: Store) -> None:
    opened = await lobby(store)
    with pytest.raises(StoreFailed):
        await changed(store, opened.id, seats=(ADA, replace(ADA, seat=1)))
    assert await store.session(opened.id) == opened
