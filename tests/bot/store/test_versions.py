"""Whoever changes a session that another one has changed since is told so, and changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.store.changes import NewGame, Played
from bot.store.records.play import Move, OpenHands, Pause, Takeback, Turn
from bot.store.records.sessions import Session
from bot.store.store import Overtaken, Store
from tests.bot.store.builders import BEGUN, MARK, SEATS, lobby, started

Change = Callable[[Store, Session], Awaitable[object]]

PLAYED = Played(snapshot="s", story="[]", status="playing", computers_due=False)
NEW = NewGame(
    seats=SEATS, seed=1, begun=BEGUN, examined=MARK, snapshot="s", story="[]", computers_due=False
)

OF_GAMES: dict[str, Change] = {
    "commit": lambda store, game: store.commit(game.id, Move(1, 0, ("x",)), PLAYED, game.version),
    "change_turns": lambda store, game: store.change_turns(
        game.id, [Turn(0, due_at=9.0)], known=game.version
    ),
    "change_turns_unseen": lambda store, game: store.change_turns(
        game.id, [Turn(0, due_at=9.0)], seen=False, known=game.version
    ),
    "save_pause": lambda store, game: store.save_pause(replace(game, pause=Pause(at=1.0)), []),
    "save_takeback": lambda store, game: store.save_takeback(
        game.id, Takeback(0, 1, due_at=1.0), "[2]", game.version
    ),
    "postpone": lambda store, game: store.postpone(
        game.id, [Turn(0, due_at=9.0)], None, game.version
    ),
    "save_open_hands": lambda store, game: store.save_open_hands(
        game.id, OpenHands("asked"), game.version
    ),
    "save_host": lambda store, game: store.save_host(
        game.id, 5.0, host_away=True, seen=True, known=game.version
    ),
    "change_holders": lambda store, game: store.change_holders(
        replace(game, host_id=101), computers_due=False
    ),
    "replace_snapshot": lambda store, game: store.replace_snapshot(
        game.id, snapshot="new", story="[]", rules_version=2, known=game.version
    ),
    "end": lambda store, game: store.end(game.id, "abandoned", game.version),
    "leave_unknown": lambda store, game: store.leave_unknown(
        game.id, 100, None, "[1]", game.version
    ),
}
OF_LOBBIES: dict[str, Change] = {
    "save_lobby": lambda store, opened: store.save_lobby(replace(opened, locale="en-US")),
    "start": lambda store, opened: store.start(opened.id, NEW, opened.version),
    "cancel": lambda store, opened: store.end(opened.id, "abandoned", opened.version),
}


async def check_overtaken(store: Store, known: Session, change: Change) -> None:
    """After a change that nobody is shown, and once more with what is known then."""
    await store.save_host(known.id, 3.0, host_away=False, seen=False, known=known.version)
    before = await store.session(known.id)
    assert before is not None
    with pytest.raises(Overtaken):
        await change(store, known)
    assert await store.session(known.id) == before
    assert await store.moves(known.id) == []
    await change(store, before)
    after = await store.session(known.id)
    assert after is not None
    assert after.version == before.version + 1


@pytest.mark.parametrize("name", OF_GAMES)
async def test_a_change_of_a_game_that_was_overtaken_changes_nothing(
    store: Store, name: str
) -> None:
    await check_overtaken(store, await started(store), OF_GAMES[name])


@pytest.mark.parametrize("name", OF_LOBBIES)
async def test_a_change_of_a_lobby_that_was_overtaken_changes_nothing(
    store: Store, name: str
) -> None:
    await check_overtaken(store, await lobby(store), OF_LOBBIES[name])


async def test_what_is_changed_whatever_was_before_overtakes_others_too(store: Store) -> None:
    game = await started(store)
    versions = [game.version]
    for change in (
        lambda: store.set_apart(game.id, "unknown"),
        lambda: store.take_up(game.id, 1.0),
        lambda: store.move_channel(game.id, 9),
        lambda: store.forget_person(100, ("Odon",), lambda story: story),
        lambda: store.end(game.id, "abandoned"),
    ):
        await change()
        found = await store.session(game.id)
        assert found is not None
        versions.append(found.version)
    assert len(set(versions)) == len(versions)
