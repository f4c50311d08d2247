"""A log with rewinds gives the same game back; whose choices can be taken back follows from it."""

from __future__ import annotations

import asyncio
from functools import cache
from itertools import chain

import pytest

from bot.sessions.table.log import AT_A_TIME, piece_by_piece, points, rewound
from bot.store.records.play import Move, Retractable
from engine import games
from engine.game import Game
from engine.log import Moment, moments, replayed, retold
from engine.parts.rng import Rng
from tests.engine.corrompue.builders import table as trick


def replay(game, begun, moves):
    return list(points(game, moments(game, begun, moves), moves))


def steps(game, state):
    return [prompt.step for prompt in game.prompts(state).values()]


@cache
def random_log(name, seats=3, length=80, seed=3):
    """A game with as many take-backs as there can be; its start, log and last point."""
    game, rng = games[name], Rng(seed)
    begun = game.setup(seats, seed=seed)
    moves, passed = [], replay(game, begun, ())
    while len(moves) < length and game.asked(passed[-1].state):
        at = passed[-1]
        number = len(moves) + 1
        if at.retractable and rng.below(3) == 0:
            choice = at.retractable[rng.below(len(at.retractable))]
            moves.append(Move(number, choice.seat, (), back_to=choice.number))
        else:
            seat = game.asked(at.state)[0]
            picks = game.decode(at.state, seat, rng.choice(list(game.moves(at.state, seat))))
            moves.append(Move(number, seat, picks))
        passed = replay(game, begun, moves)
    return game, begun, moves, passed


@pytest.mark.parametrize("name", list(games))
def test_steps_only_grow_however_often_the_game_goes_back(name):
    game, _, moves, passed = random_log(name)
    assert any(move.back_to is not None for move in moves)
    seen = 0
    for before, after, move in zip(passed, passed[1:], moves, strict=False):
        seen = max([seen, *steps(game, before.state)])
        if move.back_to is not None:
            assert min(steps(game, after.state)) > seen
            assert game.view(after.state, None).step > game.view(before.state, None).step


@pytest.mark.parametrize("name", list(games))
def test_the_same_log_gives_the_same_game_and_story(name):
    game, begun, moves, passed = random_log(name)
    again = replay(game, begun, moves)
    assert [game.dump(at.state) for at in again] == [game.dump(at.state) for at in passed]
    assert again[-1].story == passed[-1].story


@pytest.mark.parametrize("name", list(games))
def test_one_after_the_other_the_points_are_the_same(name):
    game, begun, moves, passed = random_log(name)
    first = Moment(begun, game.opening(begun))
    found = points(game, chain([first], retold(game, first, moves, lambda _: False)), moves)
    for at, same in zip(passed, found, strict=True):
        assert game.dump(same.state) == game.dump(at.state)
        assert (same.story, same.retractable) == (at.story, at.retractable)


@pytest.mark.parametrize("name", list(games))
def test_after_a_rewind_the_game_stands_where_the_choice_was_made(name):
    game, _, moves, passed = random_log(name)
    for after, move in zip(passed[1:], moves, strict=True):
        if move.back_to is not None:
            then = passed[move.back_to - 1]
            assert game.dump(game.anew(after.state, 0)) == game.dump(game.anew(then.state, 0))
            assert after.retractable == then.retractable
            assert after.story[-1].text.key == "told.takes_back"
            assert move.seat in game.prompts(after.state)


def corrompue_log(*picks):
    game = games["corrompue"]
    hands = ("noblesse:1 paysan:1", "noblesse:2 noblesse:3", "noblesse:4 noblesse:5")
    moves = [Move(number, seat, (pick,)) for number, (seat, pick) in enumerate(picks, start=1)]
    return replay(game, trick(hands), moves)[-1]


def test_a_choice_of_somebody_else_ends_what_could_be_taken_back():
    assert corrompue_log((0, "noblesse:1")).retractable == (Retractable(0, 1, own_turn=True),)
    after = corrompue_log((0, "noblesse:1"), (1, "noblesse:2"))
    assert after.retractable == (Retractable(1, 2, own_turn=True),)


def test_a_secret_choice_that_was_changed_is_taken_back_as_a_whole():
    game = games["guildes"]
    begun = game.setup(3, seed=1)
    first, second = [option.id for option in game.prompts(begun)[0].options][:2]
    other = game.prompts(begun)[1].options[0].id
    log = [Move(1, 0, (first,)), Move(2, 1, (other,)), Move(3, 0, (second,))]
    at = replay(game, begun, log)[-1]
    assert at.retractable == (Retractable(0, 1), Retractable(1, 2))


def test_a_game_that_says_nothing_of_it_has_nothing_to_take_back():
    game = games["corrompue"]
    state = game.setup(3, seed=1)
    assert Game.revealed(game, state, state, 0)
    assert not Game.own_turn(game, state, state, 0)


def test_a_rewind_keeps_what_was_told_meanwhile():
    at = corrompue_log((0, "noblesse:1"))
    then = corrompue_log()
    back = rewound(games["corrompue"], at, then, 0)
    assert [entry.text.key for entry in back.story] == [
        *(entry.text.key for entry in at.story),
        "told.takes_back",
    ]


async def test_while_a_long_log_is_played_others_have_the_event_loop():
    turns = []

    async def others():
        while True:
            turns.append(None)
            await asyncio.sleep(0)

    waiting = asyncio.create_task(others())
    _, begun, moves, passed = random_log("corrompue")
    again = await piece_by_piece(replayed(games["corrompue"], Moment(begun, ()), moves))
    waiting.cancel()
    assert again[-1].state == passed[-1].state
    assert len(turns) >= len(moves) // AT_A_TIME > 5
