"""What a round's beginning promises."""

from __future__ import annotations

from math import log
from typing import Any

import pytest

from engine import games
from engine.game import Game
from engine.parts.policy import Prospects, Signs

JUDGED = {name: games[name] for name in ("corrompue", "guildes", "london", "majority")}
EVENS_AND_THREES = Prospects({(3, 2): [log(3), 0.0], (4, 0): [log(2)]})


def test_a_sign_that_weighs_log_3_makes_a_win_three_times_as_likely() -> None:
    signs = Signs(2, [(1, 5), (0, 9), (0, 0)])
    chances = [EVENS_AND_THREES.chance(signs, seat) for seat in range(3)]
    assert chances == pytest.approx([3 / 5, 1 / 5, 1 / 5])


def test_partners_share_their_signs_and_their_chance() -> None:
    # One party has three signs, the other one: four to one.
    signs = Signs(0, [(2,), (1,), (1,), (0,)])
    parties = ((0, 2), (1, 3))
    chances = [EVENS_AND_THREES.chance(signs, seat, parties) for seat in range(4)]
    assert chances == pytest.approx([4 / 5, 1 / 5, 4 / 5, 1 / 5])


@pytest.mark.parametrize("game", JUDGED.values(), ids=JUDGED)
def test_every_round_of_every_number_of_players_has_prospects(game: Game) -> None:
    """With two in London, every other one: only then have tiles been activated since."""
    assert game.policy is not None
    for seats in game.seats:
        state = game.setup(seats, seed=3)
        sides = game.parties(seats) or [[seat] for seat in range(seats)]
        known = game.round_of(state)
        rounds = 0
        while asked := game.asked(state):
            if game.round_of(state) != known:
                known, rounds = game.round_of(state), rounds + 1
                chances = [game.policy.prospect(state, side[0]) for side in sides]
                assert (None in chances) == (
                    game.name == "london" and seats == 2 and known % 2 == 0
                )
                if None in chances:
                    continue
                assert sum(chances) == pytest.approx(1)
                assert min(chances) > 0
            game.apply(state, asked[0], game.moves(state, asked[0])[0])
        assert rounds > 0


def test_gold_promises_well() -> None:
    game = games["majority"]
    state = after_a_round(game, 3)
    before = game.policy.prospect(state, 1)
    state.gold[1] += 5
    assert game.policy.prospect(state, 1) > before


def test_a_token_of_the_paysans_promises_well_and_one_of_the_noblesse_ill() -> None:
    game = games["corrompue"]
    for seats in game.seats:
        state = game.setup(seats, seed=1)
        even = game.policy.prospect(state, 0)
        assert even == pytest.approx(1 / seats)
        state.paysan[0] = 1
        assert game.policy.prospect(state, 0) > even
        state.paysan[0], state.noblesse[0] = 0, 1
        assert game.policy.prospect(state, 0) < even


def test_votes_promise_well() -> None:
    game = games["guildes"]
    state = after_a_round(game, 5)
    before = game.policy.prospect(state, 1)
    votes = list(state.counts[0])
    votes[len(votes) // 5] += 5
    state.counts = (tuple(votes),)
    assert game.policy.prospect(state, 1) > before


def after_a_round(game: Game, seats: int) -> Any:
    """The beginning of the second round."""
    state = game.setup(seats, seed=3)
    while game.round_of(state) == 1:
        seat = game.asked(state)[0]
        game.apply(state, seat, game.moves(state, seat)[0])
    return state
