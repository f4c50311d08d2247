"""What differs between two records is written, unless another one has changed the session since."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import astuple, replace
from typing import Any

import pytest

from bot.store.records.play import (
    Departed,
    Invitation,
    Move,
    Offer,
    OpenHands,
    Pause,
    Speed,
    Takeback,
    Turn,
)
from bot.store.records.sessions import Session
from bot.store.store import Overtaken, Store
from tests.bot.store.builders import ADA, BLAISE, SEATS, begun, changed, lobby, started

Change = Callable[[Store, Session], Awaitable[object]]

OF_GAMES: dict[str, Mapping[str, Any]] = {
    "turns": {"turns": (Turn(0, due_at=9.0),)},
    "pause": {"pause": Pause(at=1.0), "host_seen": 2.0},
    "what is asked": {"takeback": Takeback(0, 1, due_at=1.0), "story": "[2]"},
    "open hands": {"open_hands": OpenHands("asked")},
    "host": {"host_seen": 5.0, "host_away": True},
    "holders": {"host_id": 101, "seats": (*SEATS[:2], replace(SEATS[2], strength="hard"))},
    "offers": {"offers": (Offer(2, None), Offer(1, 300))},
    "who left": {"departed": (Departed(300, 1), Departed(200, 0)), "story": "[1]"},
    "snapshot": {"snapshot": "new", "story": "[]", "rules_version": 2},
    "channel": {"channel_id": 9, "own_thread": True},
    "end": {"status": "abandoned"},
}
OF_LOBBIES: dict[str, Mapping[str, Any]] = {
    "options": {"options": "{}", "locale": "en-US", "takebacks": False, "suggestions": True},
    "speed": {"speed": Speed(60, 120)},
    "no clock": {"speed": None},
    "seats": {"seats": (ADA, replace(BLAISE, seat=1, party=0))},
    "invitations": {
        "invited_only": True,
        "invitations": (Invitation(103, "Denis", kept=False), Invitation(102, "Cleo", kept=True)),
    },
    "cancel": {"status": "abandoned"},
}


async def check_overtaken(store: Store, known: Session, change: Change) -> Session:
    """After a change that nobody is shown, and once more with what is known then."""
    await store.change(known, replace(known, host_seen=3.0), seen=False)
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
    return after


async def check_written(store: Store, known: Session, fields: Mapping[str, Any]) -> None:
    """All of it, and nothing else; what is given back is what a fresh look finds."""
    given: list[Session] = []

    async def change(store: Store, before: Session) -> None:
        given.append(await store.change(before, replace(before, **fields)))

    after = await check_overtaken(store, known, change)
    assert given == [after]
    wanted = {name: _in_order(value) for name, value in fields.items()}
    counted = {name: getattr(after, name) for name in ("changes", "updated_at", "beginners")}
    assert after == replace(known, **{"host_seen": 3.0} | wanted | counted)
    assert after.changes == known.changes + 1


def _in_order(value: Any) -> Any:
    return tuple(sorted(value, key=astuple)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("fields", OF_GAMES.values(), ids=OF_GAMES)
async def test_what_differs_of_a_game_is_written_unless_it_was_overtaken(
    store: Store, fields: Mapping[str, Any]
) -> None:
    await check_written(store, await started(store), fields)


@pytest.mark.parametrize("fields", OF_LOBBIES.values(), ids=OF_LOBBIES)
async def test_what_differs_of_a_lobby_is_written_unless_it_was_overtaken(
    store: Store, fields: Mapping[str, Any]
) -> None:
    await check_written(store, await lobby(store), fields)


async def test_a_move_that_was_overtaken_changes_nothing(store: Store) -> None:
    await check_overtaken(
        store,
        await started(store),
        lambda store, game: store.commit(
            game, replace(game, moves=1, snapshot="s", story="[]"), Move(1, 0, ("x",))
        ),
    )


async def test_a_lobby_that_was_changed_meanwhile_does_not_begin(store: Store) -> None:
    await check_overtaken(
        store, await lobby(store), lambda store, known: store.change(known, begun(known))
    )


async def test_a_change_that_nobody_is_shown_makes_no_message_lag(store: Store) -> None:
    game = await started(store)
    after = await store.change(game, replace(game, turns=(Turn(0, due_at=9.0),)), seen=False)
    assert (after.changes, after.updated_at) == (game.changes, game.updated_at)
    assert await store.session(game.id) == after


async def test_what_is_changed_whatever_was_before_overtakes_others_too(store: Store) -> None:
    game = await started(store)
    versions = [game.version]
    for change in (
        lambda: store.set_apart(game.id, "unknown"),
        lambda: store.take_up(game.id, 1.0),
        lambda: changed(store, game.id, channel_id=9),
        lambda: store.forget_person(100, ("Odon",), lambda story: story),
        lambda: store.end(game.id),
    ):
        await change()
        found = await store.session(game.id)
        assert found is not None
        versions.append(found.version)
    assert len(set(versions)) == len(versions)
