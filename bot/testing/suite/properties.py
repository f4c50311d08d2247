"""What holds for every game, however it is played: the choices come from hypothesis."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games import Box
from bot.testing.seatings import Seating, seatings_of

seeds = st.integers(0, (1 << 256) - 1)
choices = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 9999)), max_size=60)
quickly = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def some_table(data: st.DataObject, box: Box) -> Seating:
    """Any number of players and combination of options."""
    return data.draw(st.sampled_from(list(seatings_of(box))))


@quickly
@given(st.data(), seeds, choices)
def test_a_game_comes_back_from_seed_and_choices(
    box: Box, data: st.DataObject, seed: int, chosen: list[tuple[int, int]]
) -> None:
    table = some_table(data, box)
    game = table.game
    state = game.setup(seats=table.seats, options=table.options, seed=seed)
    log = []
    for who, what in chosen:
        asked = list(game.asked(state))
        if not asked:
            break
        seat = asked[who % len(asked)]
        moves = list(game.moves(state, seat))
        picks = game.decode(state, seat, moves[what % len(moves)])
        state, _ = game.play(state, seat, picks)
        log.append((seat, picks))
    again = game.setup(seats=table.seats, options=table.options, seed=seed)
    for seat, picks in log:
        again, _ = game.play(again, seat, picks)
    assert game.dump(again) == game.dump(state) == game.dump(game.load(game.dump(state)))


@quickly
@given(st.data(), seeds, choices, st.integers(0, 1 << 32))
def test_a_world_sampled_after_any_choices_looks_the_same(
    box: Box, data: st.DataObject, seed: int, chosen: list[tuple[int, int]], sample: int
) -> None:
    table = some_table(data, box)
    game = table.game
    state = game.setup(seats=table.seats, options=table.options, seed=seed)
    for who, what in chosen:
        asked = list(game.asked(state))
        if asked:
            seat = asked[who % len(asked)]
            moves = list(game.moves(state, seat))
            game.apply(state, seat, moves[what % len(moves)])
    for viewer in table.viewers:
        view = game.view(state, viewer)
        assert game.view(game.sample(view, sample), viewer) == view


@quickly
@given(st.data(), seeds, choices)
def test_a_clone_is_independent(
    box: Box, data: st.DataObject, seed: int, chosen: list[tuple[int, int]]
) -> None:
    table = some_table(data, box)
    game = table.game
    state = game.setup(seats=table.seats, options=table.options, seed=seed)
    before = game.dump(state)
    clone = state.clone()
    for who, what in chosen:
        asked = list(game.asked(clone))
        if asked:
            seat = asked[who % len(asked)]
            moves = list(game.moves(clone, seat))
            game.apply(clone, seat, moves[what % len(moves)])
    assert game.dump(state) == before
