"""Why a choice of Guilds of London is suggested: how the tile would stand, by hand."""

from __future__ import annotations

import pytest

from engine.london.asks import END, RECRUIT
from engine.london.packed import TO, play
from engine.london.policy.reasons import reason
from engine.rng import Rng
from engine.text import Text, text
from tests.engine.london.builders import GAME, TOWN, place, scene, turns

WEAVERS = play(GAME.box.kind_number[41], TO + place("C2"))


def standing(*there: int) -> tuple[int, int]:
    """Liverymen missing on the Weavers' tile after one more, and their threshold."""
    threshold = GAME.box.threshold[GAME.box.tile_number["weavers"]]
    return max(0, threshold - sum(there) - 1), threshold


def on_weavers(*there: int):
    return turns(scene(tiles=TOWN, pawns={"C2": there}))


def test_a_tile_where_one_more_leads() -> None:
    missing, _ = standing(1, 1, 0)
    ready = text("london.reason.missing", n=missing)
    said = text("london.reason.target.ahead", own=2, most=1, ready=ready)
    assert reason(on_weavers(1, 1, 0), 0, WEAVERS) == said


def test_a_tile_where_one_more_draws_level_or_comes_second() -> None:
    level, second = on_weavers(1, 2, 0), on_weavers(0, 3, 0)
    ready = text("london.reason.missing", n=standing(1, 2, 0)[0])
    assert reason(level, 0, WEAVERS) == text(
        "london.reason.target.level", own=2, most=2, ready=ready
    )
    assert reason(second, 0, WEAVERS) == text(
        "london.reason.target.second", own=1, most=3, ready=ready
    )


def test_a_tile_that_reaches_its_threshold_is_voted_on_in_this_round() -> None:
    _, threshold = standing()
    state = on_weavers(threshold - 1, 0, 0)
    ready = text("london.reason.ready.now")
    said = text("london.reason.target.ahead", own=threshold, most=0, ready=ready)
    assert reason(state, 0, WEAVERS) == said


def test_with_two_players_it_may_be_the_next_round() -> None:
    _, threshold = standing()
    state = turns(scene(2, tiles=TOWN, pawns={"C2": (threshold - 1, 0)}, round_=5))
    ready = text("london.reason.ready.later")
    said = text("london.reason.target.ahead", own=threshold, most=0, ready=ready)
    assert reason(state, 0, WEAVERS) == said


def test_a_turn_is_ended_for_the_cards_that_it_draws() -> None:
    assert reason(on_weavers(0, 0, 0), 0, END) == text("london.reason.end", n=4)


def test_a_recruit_joins_those_on_the_guildhall() -> None:
    recruits = play(GAME.box.kind_number[41], RECRUIT)
    assert reason(on_weavers(0, 0, 0), 0, recruits) == text("london.reason.recruit", n=4)


def kept(*names: str) -> tuple[int, Text]:
    """Which of these mayor's cards is suggested, and why."""
    state = GAME.setup(3, seed=1)
    ids = [mayor.id for mayor in GAME.box.components.mayors]
    state.mayors[0] = [ids.index(name) for name in names]
    move = GAME.policy.normal(state, 0, Rng(1))
    return move, GAME.policy.reason(state, 0, move)


@pytest.mark.parametrize(
    ("names", "move", "said"),
    [
        # Cheapside up to 7, Watling Street up to 8, All liveries up to 6.
        (("m11", "m12", "m17"), 1, text("london.reason.keep", n=8, next=7)),
        # Merchant adventurers 3 a liveryman, at most 9, as Friends in council.
        (("m13", "m17", "m14"), 0, text("london.reason.keep_two", n=9, next=6)),
        # Red, blue and green tiles: 5 or more are 7.
        (("m01", "m02", "m03"), 0, text("london.reason.keep_three", n=7)),
        # Lord of the liveries: at most 5, and 2 more for most masters.
        (("m17", "m21", "m17"), 1, text("london.reason.keep", n=7, next=6)),
    ],
)
def test_a_mayor_s_card_is_kept_for_the_most_that_it_can_score(
    names: tuple[str, ...], move: int, said: Text
) -> None:
    assert kept(*names) == (move, said)
