"""A game comes back from its dump, and from its seed and choices."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from bot.sessions.table.table import AnyGame
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from engine.game import Event, IncompatibleState

MOST_BYTES = 10_000


def test_a_dump_gives_the_state_back(table: Seating) -> None:
    game = table.game
    for state in playthrough(table).states:
        dump = game.dump(state)
        loaded = game.load(dump)
        assert game.dump(loaded) == dump
        assert game.prompts(loaded) == game.prompts(state)
    for state in playthrough(table).some_states(20):
        loaded = game.load(game.dump(state))
        for viewer in table.viewers:
            assert game.view(loaded, viewer) == game.view(state, viewer)


def test_a_loaded_game_goes_on_as_the_stored_one(table: Seating) -> None:
    game, through = table.game, playthrough(table)
    middle = len(through.played) // 2
    state = game.load(game.dump(through.states[middle]))
    for played in through.played[middle:]:
        state, events = game.play(state, played.seat, played.picks, detailed=True)
        assert events == played.events
    assert game.dump(state) == game.dump(through.states[-1])


def test_seed_and_choices_give_the_game_back(table: Seating) -> None:
    game, through = table.game, playthrough(table)
    state = game.setup(seats=table.seats, options=table.options, seed=through.seed)
    assert game.dump(state) == game.dump(through.start)
    assert game.opening(state) == game.opening(through.start)
    for played in through.played:
        state, events = game.play(state, played.seat, played.picks, detailed=True)
        assert (events, game.dump(state)) == (played.events, game.dump(played.state))


def test_in_detail_nothing_else_happens_and_nothing_else_is_told(table: Seating) -> None:
    game, through = table.game, playthrough(table)
    for before, played in zip(through.states, through.played, strict=False):
        after, events = game.play(before, played.seat, played.picks)
        assert game.dump(after) == game.dump(played.state)
        assert in_brief(events) == in_brief(played.events)


def in_brief(events: Iterable[Event]) -> list[Event]:
    """What a board tells."""
    return [event for event in events if not event.detail]


def test_another_seed_gives_another_game(table: Seating) -> None:
    dumps = {
        table.game.dump(table.game.setup(seats=table.seats, options=table.options, seed=seed))
        for seed in (1, 2, 1 << 128)
    }
    assert len(dumps) == 3


def test_a_dump_is_small_json(table: Seating) -> None:
    for state in playthrough(table).some_states(30):
        dump = table.game.dump(state)
        assert json.loads(dump)["rules_version"] == table.game.rules_version
        assert len(dump.encode()) <= MOST_BYTES


def test_a_dump_of_other_rules_is_refused(game: AnyGame) -> None:
    fields = json.loads(game.dump(game.setup(seats=game.seats[0], seed=1)))
    for other in (game.rules_version + 1, (game.snapshots_since or game.rules_version) - 1):
        with pytest.raises(IncompatibleState):
            game.load(json.dumps(fields | {"rules_version": other}))


@pytest.mark.parametrize("dump", ["", "{}", "[]", "null", "{", '{"rules_version": 1}'])
def test_what_is_no_dump_is_refused(game: AnyGame, dump: str) -> None:
    with pytest.raises(IncompatibleState):
        game.load(dump)
