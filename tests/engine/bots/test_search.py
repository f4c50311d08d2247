"""What a playout takes for granted, and when it ends."""

from __future__ import annotations

from engine import games
from engine.bots.players import policy_of
from engine.bots.search import answered, counted, imagined, playout, search
from engine.majority.policy import choose
from tests.engine.corrompue.builders import table as trick
from tests.engine.majority.builders import GAME


def test_others_who_have_chosen_in_secret_are_taken_to_have_chosen_with_sense() -> None:
    state = GAME.setup(3, seed=4)
    for seat in (0, 1):
        state, _ = GAME.play(state, seat, [GAME.prompts(state)[seat].options[0].id])
    view = GAME.view(state, 2)
    secret = answered(GAME, view, 1)
    assert secret == [0, 1]
    for seed in range(20):
        world = imagined(GAME, policy_of(GAME), view, secret, seed)
        assert [world.chosen[seat] for seat in secret] == [choose(world, seat) for seat in secret]
        assert GAME.view(world, 2) == view


def test_what_was_laid_openly_stays_as_it_is() -> None:
    game = games["corrompue"]
    state = trick(["paysan:3 paysan:4", "paysan:9 noblesse:1", "milice:1 noblesse:2"])
    state, _ = game.play(state, 0, ["paysan:3"])
    assert answered(game, game.view(state, game.asked(state)[0]), 1) == []


def test_a_playout_ends_where_the_next_round_begins() -> None:
    """The rounds after it aren't played: its worth is what the round's beginning promises."""
    game = games["majority"]
    policy = policy_of(game)
    state = game.setup(3, seed=2)
    asked_of = []

    class Watched(type(policy)):
        def quick(self, state, seat, numbers):
            asked_of.append(state.round)
            return super().quick(state, seat, numbers)

    move = game.moves(state, 0)[0]
    worth = playout(game, Watched(), state, 0, (move,), seed=1)
    assert set(asked_of) == {1}
    end = state.clone()
    game.apply(end, 0, move)
    while end.round == 1:
        game.apply(end, game.asked(end)[0], choose(end, game.asked(end)[0]))
    assert worth == policy.prospect(end, 0)


def test_a_playout_of_a_game_without_prospects_goes_to_its_end() -> None:
    game = games["london"]
    rounds = set()

    class Blind(type(policy_of(game))):
        def prospect(self, state, seat):
            return None

        def quick(self, state, seat, numbers):
            rounds.add(state.round)
            return super().quick(state, seat, numbers)

    state = game.setup(2, seed=2)
    playout(game, Blind(), state, 0, (game.moves(state, 0)[0],), seed=1)
    assert rounds == set(range(1, max(rounds) + 1))
    assert len(rounds) > 3


def test_a_playout_follows_its_row_at_the_seats_own_choices() -> None:
    """The last kinds of the hand, which the game's judgement wouldn't choose, one by one."""
    game = games["majority"]
    state = game.setup(3, seed=2)
    chosen, row = [], []
    probe = state.clone()
    while probe.round == 1:
        seat = game.asked(probe)[0]
        if seat == 0:
            row.append(game.moves(probe, 0)[-1])
        game.apply(probe, seat, row[-1] if seat == 0 else choose(probe, seat))
    assert len(row) > 2

    class Watched(type(policy_of(game))):
        def quick(self, state, seat, numbers):
            chosen.append(seat)
            return super().quick(state, seat, numbers)

    worth = playout(game, Watched(), state, 0, row, seed=1)
    assert 0 not in chosen
    assert worth == policy_of(game).prospect(probe, 0)


def test_a_row_that_is_no_longer_legal_is_left_to_the_games_judgement() -> None:
    game = games["majority"]
    state = game.setup(3, seed=2)
    first = game.moves(state, 0)[0]
    impossible = (first, 999, first)
    alone = playout(game, policy_of(game), state, 0, (first,), seed=1)
    assert playout(game, policy_of(game), state, 0, impossible, seed=1) == alone


def test_a_playout_ends_as_soon_as_foresight_tells() -> None:
    game = games["majority"]
    state = game.setup(3, seed=2)
    looked_at = []

    def foresight(world):
        looked_at.append(len(game.asked(world)))
        return 0.75 if len(looked_at) == 3 else None

    first = game.moves(state, 0)[0]
    assert playout(game, policy_of(game), state, 0, (first,), 1, foresight) == 0.75
    assert len(looked_at) == 3


def test_each_world_has_a_foresight_of_its_own() -> None:
    """It is asked for the very world that is played out, and by the seat that chooses."""
    game = games["majority"]
    state = game.setup(3, seed=2)
    worlds = []

    class Watched(type(policy_of(game))):
        def foresight(self, world, seat):
            worlds.append((game.dump(world), seat))
            return lambda _: 1.0

    view, rows = game.view(state, 1), [(move,) for move in game.moves(state, 1)[:2]]
    assert search(game, Watched(), view, 1, rows, 5, counted(playouts=6)()) in rows
    assert len(worlds) == 4  # three of two rows, and one for which there was no time
    assert {seat for _, seat in worlds} == {1}
    assert len({world for world, _ in worlds}) > 1
