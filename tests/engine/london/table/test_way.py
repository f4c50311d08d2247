"""How points and votes came about: kept, told and seen by everybody."""

from __future__ import annotations

from random import Random

import pytest

from engine.london.table.way import SOURCES
from tests.engine.london.builders import GAME, activate, box_with_tile, effect, grow, play, scene
from tests.images.speech import Speech

SAID = Speech("en", ("Ada", "Berta", "Cléo"))


def gained(state, seat, number=4):
    """What a seat gained in a round, by source, without what brought nothing."""
    found = GAME.view(state, None).gained(number, seat)
    return {source: points for source, points in found.items() if points}


def test_points_of_a_card_are_those_of_the_turn() -> None:
    assert gained(effect({"do": "vp", "n": 3}), 0) == {"cards": 3}


def test_a_turn_that_is_taken_back_brought_nothing() -> None:
    state = play(effect({"do": "vp", "n": 3}), "undo")
    assert gained(state, 0) == {}
    assert state.points == ()


def test_a_turn_taken_back_leaves_what_was_gained_before() -> None:
    state = effect({"do": "vp", "n": 3})
    state.points = (*[0] * 5, 2, *state.points[6:])
    assert play(state, "undo").points == (0, 0, 0, 0, 0, 2)


def test_rewards_of_a_tile_are_told_apart_by_who_they_are_for() -> None:
    # Haberdashers, first: 2 VP and more; second: 1 VP. Marker s5: 1 VP and recruit 1.
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}, markers_on={"C2": "s5"})
    state = activate(state)
    state = play(state, [option.id for option in GAME.prompts(state)[0].options if option.ticked])
    first = state.scores[0]
    state = play(state, ["part:0", "part:1", "part:2"])
    assert gained(state, 0) == ({"first": first} if first else {})
    assert gained(state, 1) == {"second": 2}
    assert gained(state, 2) == {}


def test_the_plantation_is_a_source_of_its_own() -> None:
    state = grow(scene(tiles={"C2": "haberdashers"}, pawns={"plantation": [2, 1, 0]}))
    while GAME.view(state, None).phase == "growth":
        seat = GAME.asked(state)[0]
        state = play(state, GAME.prompts(state)[seat].options[0].id)
    sources = {source for seat in range(3) for source in gained(state, seat)}
    assert sources <= {"plantation"}
    assert sum(state.scores) == sum(sum(gained(state, seat).values()) for seat in range(3))


@pytest.mark.parametrize("seats", GAME.seats)
def test_all_points_of_a_game_have_a_source(seats: int) -> None:
    state, random = GAME.setup(seats, seed=seats), Random(seats)
    while asked := GAME.asked(state):
        seat = random.choice(asked)
        move = random.choice(GAME.moves(state, seat))
        state, _ = GAME.play(state, seat, GAME.decode(state, seat, move))
    view = GAME.view(state, None)
    assert max(state.scores) > 0
    for seat, player in enumerate(view.players):
        by_round = sum(
            sum(view.gained(number, seat).values()) for number in range(1, view.rounds + 1)
        )
        final = player.pairs + sum(card.points for card in player.revealed)
        assert by_round + final == player.score
        assert view.unknown(seat) == 0
    assert len(view.points) <= view.rounds * seats * len(SOURCES)


# Votes


def test_a_vote_is_told_and_kept_with_pawns_winner_and_second() -> None:
    state = activate(scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}))
    (tally,) = GAME.view(state, None).tallies
    assert (tally.cell, tally.tile, tally.round) == ("C2", "haberdashers", 4)
    assert (tally.pawns, tally.added) == ((3, 1, 0), (0, 0, 0))
    assert (tally.winner, tally.second, tally.marker) == (0, 1, "s2")


def test_masters_are_kept_of_those_alone_whose_tie_they_break() -> None:
    tiles = {"C2": "blacksmiths", "D2": "butchers", "C1": "paviors"}
    state = scene(tiles=tiles, pawns={"C2": [2, 2, 1]}, masters={"D2": 1, "C1": 2})
    (tally,) = GAME.view(activate(state), None).tallies
    assert (tally.pawns, tally.added, tally.winner) == ((2, 2, 1), (0, 1, 0), 1)


def test_an_undecided_vote_is_kept_too() -> None:
    state = activate(scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 2, 0]}))
    (tally,) = GAME.view(state, None).tallies
    assert (tally.winner, tally.second) == (None, None)
    assert tally.pawns == (2, 2, 0)


def test_votes_are_kept_until_the_next_activation() -> None:
    state = activate(scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 2, 0]}))
    again = activate(state)
    assert len(GAME.view(again, None).tallies) == 1


def test_parts_of_a_reward_that_are_declined_are_kept_with_the_vote() -> None:
    # Grocers, first: 6 VP, draw 2; second: draw 2. Marker s5: 1 VP and recruit 1.
    state = scene(tiles={"C2": "grocers"}, pawns={"C2": [5, 1]}, markers_on={"C2": "s5"})
    state = play(activate(state), ["part:1"])
    (tally,) = GAME.view(state, None).tallies
    assert (tally.declined, tally.cell) == ((1, 0), "C2")
    (tally,) = GAME.view(play(state, ["part:0", "part:2"]), None).tallies
    assert tally.declined == (0b1, 0b10)
    said = GAME.view(state, None).told(tally)
    assert SAID(said).endswith(
        "First, Ada: Draw 2 cards. Declined: 6 VP. "
        "Second, Berta: 1 VP. Draw 2 cards. Declined: Recruit 1 liveryman."
    )


def test_what_is_stopped_or_skipped_before_any_of_it_is_done_is_declined_too() -> None:
    # Drapers, first: 4 VP, move 1, send 1 to the plantation, take 1 neutral liveryman.
    tiles = {"C2": "drapers", "D2": "weavers"}
    state = activate(scene(tiles=tiles, pawns={"C2": [5]}))
    state = play(state, ["part:0", "part:1", "part:2", "part:3"])
    stopped, skipped = play(state, "stop"), play(state, "skip")
    assert [tally.declined[0] for tally in GAME.view(stopped, None).tallies] == [0b10]
    assert [tally.declined[0] for tally in GAME.view(skipped, None).tallies] == [0b1110]


def test_a_step_that_is_stopped_half_way_is_not_declined() -> None:
    box = box_with_tile("butchers", first=[{"do": "move", "n": 2}], bonus=[])
    tiles = {"C2": "butchers", "D2": "weavers"}
    state = play(activate(scene(tiles=tiles, pawns={"C2": [2]}, box=box)), ["part:0"], "d2", "stop")
    assert [tally.declined[0] for tally in GAME.view(state, None).tallies] == [0]


def test_what_is_declined_is_told_by_name() -> None:
    state = activate(scene(tiles={"C2": "grocers"}, pawns={"C2": [6]}))
    _, events = GAME.play(state, 0, ["part:1"])
    assert "Ada declines: 6 VP." in [SAID(event.text) for event in events]
    _, events = GAME.play(state, 0, ["part:0", "part:1"])
    assert not any("declines" in SAID(event.text) for event in events)


def test_how_a_vote_came_about_is_a_detail_for_everybody() -> None:
    """Who gains what is told as it is gained, and not here as well."""
    state = scene(
        tiles={"C2": "haberdashers", "D2": "haberdashers"},
        pawns={"C2": [3, 1, 0]},
        neutrals=[0, 1, 0],
    )
    state = activate(state)
    _, events = GAME.play(state, 1, [GAME.prompts(state)[1].options[0].id], detailed=True)
    details = [event for event in events if event.detail]
    assert [SAID(event.text) for event in details] == ["Haberdashers (C2): Ada 3 and Berta 1."]
    assert details[0].seat is None
