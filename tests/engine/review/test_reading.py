"""What a review says of choices: it adds up, knows no secrets, and finds what was bad."""

from __future__ import annotations

import pickle
from collections import deque
from dataclasses import replace

import pytest

from engine import games
from engine.guildes.components import NUMBER_OF
from engine.parts.rng import Rng
from engine.parts.values import Outcome
from engine.review import (
    Answer,
    Choice,
    Draft,
    Effort,
    Reading,
    Review,
    following,
    owed,
    read_choice,
    reviewed,
)
from engine.review.chances import Came, ToWin, Worlds
from engine.review.reading import Owed
from engine.text import text
from tests.engine.guildes.build import cards, last_lap
from tests.engine.review.builders import LITTLE, played

SHOWN = {"low": 0, "high": 1000, "worlds": 8}


@pytest.fixture(scope="module", params=[("guildes", 3), ("majority", 4), ("corrompue", 3)])
def grown(request):
    game, last, log = played(*request.param)
    return game, last, log, list(reviewed(game, last, log, 1, (), LITTLE))


def test_beginning_costs_and_luck_add_up_to_the_result(grown) -> None:
    for review in grown[3][1:]:
        costs = sum(choice.cost for choice in review.choices)
        assert review.beginning - costs + sum(review.luck) == review.result


def test_a_better_answer_differs_by_the_cost_and_stands_second(grown) -> None:
    for choice in grown[3][-1].choices:
        if choice.cost:
            assert choice.before == choice.answers[1].chance > choice.after


def test_a_review_grows_by_a_choice(grown) -> None:
    steps = grown[3]
    assert [len(step.choices) for step in steps] == list(range(steps[-1].total + 1))
    assert [step.done for step in steps] == [False] * steps[-1].total + [True]


def test_a_choice_is_the_same_however_often_its_reading_is_left_and_taken_up() -> None:
    game, last, log = played("guildes", 3)
    made = owed(game, last, log, 1)[2]
    draft, read = Draft(), None
    while read is None:  # one world at a time, each time from the draft alone
        left = iter((True, False))
        draft = pickle.loads(pickle.dumps(draft))  # noqa: S301 - our own
        read = Reading(game, made, 1, (), LITTLE).go_on(draft, lambda left=left: next(left))
    assert read == read_choice(game, made, 1, (), LITTLE)


def test_a_long_game_is_read_within_its_budget_in_fewer_worlds() -> None:
    effort = Effort(look=6, told=12, step=4, most=24, fewest=2)
    game, last, log = played("majority", 3)

    def read(budget):
        *_, review = reviewed(game, last, log, 1, (), effort, budget)
        return sum(choice.moves for choice in review.choices), review

    needed, whole = read(10**9)
    budget = 2 * needed // 3
    played_for, less = read(budget)
    assert needed // 3 < played_for <= budget
    assert less.done
    worlds = [choice.answers[0].worlds for choice in less.choices]
    assert min(worlds) >= effort.fewest
    assert sum(worlds) < sum(choice.answers[0].worlds for choice in whole.choices)
    assert read(budget) == (played_for, less)
    first, *_ = owed(game, last, log, 1)
    assert whole.choices[0] == read_choice(game, first, 1, (), effort)


def test_what_is_read_again_has_its_part_also_where_the_first_reading_took_all() -> None:
    view = games["majority"].view(games["majority"].setup(3, seed=4), 0)
    choices = [Owed(31 - left, 1, view, (), left) for left in (30, 20, 10)]
    review = Review(seat=0, result=0, total=3, passes=2)
    for choice in choices:
        review = review.grown(doubted(choice.entry, 100, moves=5_000))
    found = []
    while review.again:
        again = following(choices, review, 4_000)
        found.append(again.moves)
        moves, times = again.before.moves + again.moves, again.before.times + 1
        review = review.grown(doubted(again.entry, 100, moves=moves, times=times))
    # A quarter each time, by how long games from there are: 30 to 20 to 10.
    assert found == [500, 333, 166] * 2


def test_what_a_choice_leaves_of_the_budget_goes_to_those_after_it() -> None:
    view = games["majority"].view(games["majority"].setup(3, seed=4), 0)
    choices = [Owed(31 - left, 1, view, (), left) for left in (30, 20, 10)]
    review = Review(seat=0, result=0, total=3)
    found = []
    for took in (100, 400, 200):
        found.append(following(choices, review, 600).moves)
        answer = Answer(picks=(), chance=0, **SHOWN)
        choice = Choice(entry=1, round=1, cost=0, answers=(answer,), moves=took)
        review = review.grown(choice)
    assert found == [300, 333, 100]


def doubted(entry: int, doubt: int, *, times: int = 1, moves: int = 100) -> Choice:
    """A choice that was read so often and may cost so much."""
    answer = Answer(picks=("a",), chance=500, **SHOWN)
    rivals = (("b",),) if doubt else ()
    about = {"times": times, "doubt": doubt, "rivals": rivals, "moves": moves}
    return Choice(entry=entry, round=1, cost=0, answers=(answer,), **about)


def test_what_may_cost_most_is_read_again_and_the_dearest_of_it_once_more() -> None:
    review = Review(seat=0, result=0, total=14, passes=2)
    for entry in range(1, 15):  # the first is settled; the second may cost least
        review = review.grown(doubted(entry, 10 * (entry - 1)))
    assert review.again == tuple(range(14, 2, -1))
    assert not review.done
    assert all(not one.rivals for one in review.choices if one.entry < 3)
    for entry in range(3, 15):
        review = review.grown(doubted(entry, 200 - entry if entry < 8 else 0, times=2))
    assert (review.again, len(review.choices)) == ((3, 4, 5, 6), 14)
    for entry in (3, 4, 5, 6):
        assert not review.done
        review = review.grown(doubted(entry, 300, times=3))
    assert review.done
    assert [one.times for one in review.choices] == [1, 1, *[3] * 4, *[2] * 8]
    assert not any(one.doubt or one.rivals for one in review.choices)


def test_a_review_with_nothing_in_doubt_is_done_as_all_is_read() -> None:
    review = Review(seat=0, result=0, total=1, passes=2).grown(doubted(1, 0))
    assert review.done


def test_what_is_read_again_has_a_quarter_of_the_moves_each_time_and_what_was_left() -> None:
    view = games["majority"].view(games["majority"].setup(3, seed=4), 0)
    choices = [Owed(31 - left, 1, view, (), left) for left in (30, 20, 10)]
    review = Review(seat=0, result=0, total=3, passes=2)
    assert following(choices, review, 1200).moves == 300  # of half of them
    for owed_choice in choices:
        review = review.grown(doubted(owed_choice.entry, owed_choice.entry))
    again = following(choices, review, 1200)
    # 900 less the 300 that were played.
    assert (again.entry, again.moves, again.before) == (1, 300, review.choices[0])
    review = review.grown(doubted(1, 0, times=2, moves=400))
    review = review.grown(doubted(11, 7, times=2, moves=200))
    assert following(choices, review, 1200).moves == 900 - 400 - 200 - 100
    review = review.grown(doubted(21, 9, times=2, moves=200))
    last = following(choices, review, 1200)
    assert (last.entry, last.moves) == (11, 400 * 20 // 30)


def test_a_choice_is_read_again_against_its_rivals_alone_in_fresh_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, last, log = played("guildes", 3)
    made = next(one for one in owed(game, last, log, 1) if len(one.view.prompt.options) > 2)
    numbers: list[int] = []
    play = Worlds.play

    def spied(self: Worlds, ends, came, number: int) -> int:
        numbers.append(number)
        return play(self, ends, came, number)

    monkeypatch.setattr(Worlds, "play", spied)
    first = read_choice(game, made, 1, (), LITTLE)
    before, numbers[:] = set(numbers), []
    rivals = tuple(answer.picks for answer in first.answers[1:3])
    doubtful = first.model_copy(update={"rivals": rivals, "doubt": 50})
    again = read_choice(game, replace(made, before=doubtful), 1, (), LITTLE)
    assert before.isdisjoint(numbers)
    assert {answer.picks for answer in again.answers} == {made.picks, *rivals}
    assert (again.times, again.stake) == (2, first.stake)
    assert again.moves > first.moves


def test_each_time_that_a_choice_is_read_fewer_rivals_are_held_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    moves = list(game.moves(state, 0))
    picks = [game.decode(state, 0, move) for move in moves]

    def the_later_the_better(game, policy, world, seat, row, seed):
        policy.moves += 1
        place = moves.index(row[0])
        return place / len(moves) + (seed + place) % 3 - 1  # of three worlds, luck evens out

    monkeypatch.setattr("engine.review.chances.playout", the_later_the_better)
    effort = Effort(look=3, told=12, step=4, most=40, fewest=6)
    choice = Owed(1, 1, game.view(state, 0), picks[0], moves=1)
    first = read_choice(game, choice, 0, (), effort)
    assert first.rivals == (picks[-1], picks[-2])
    again = read_choice(game, replace(choice, before=first), 0, (), effort)
    assert again.rivals == (picks[-1],)
    last = read_choice(game, replace(choice, before=again), 0, (), effort)
    assert [answer.picks for answer in last.answers] == [picks[0], picks[-1]]
    assert (last.doubt, last.rivals) == (0, ())


def test_the_answer_that_is_surely_better_is_held_against_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Played out it leads by 0.5, the two others by 0.41 each, which looked better at first."""
    game = games["majority"]
    state = game.setup(3, seed=4)
    chosen, best, second, third, *_ = game.moves(state, 0)
    looked = {(chosen,): 0.2, (best,): 0.82, (second,): 0.92, (third,): 0.92}
    deep = {(chosen,): 0.1, (best,): 0.6, (second,): 0.51, (third,): 0.51}

    def playout(game, policy, world, seat, row, seed):
        policy.moves += 1
        return deep.get(tuple(row), 0.0) + (0.001 if seed % 2 else -0.001)

    def glance(self: Worlds, ends, number: int) -> int:
        for at, row in enumerate(ends):  # of three worlds, luck evens out
            ends[row].append(looked.get(tuple(row), 0.0) + (0.08, -0.04, -0.04)[(number + at) % 3])
        return len(ends)

    monkeypatch.setattr(Worlds, "glance", glance)
    monkeypatch.setattr("engine.review.chances.playout", playout)
    effort = Effort(look=3, told=12, step=4, most=40, fewest=6)
    choice = Owed(1, 1, game.view(state, 0), game.decode(state, 0, chosen), moves=1)
    first = read_choice(game, choice, 0, (), effort)
    again = read_choice(game, replace(choice, before=first), 0, (), effort)
    assert first.answers[1].picks == again.answers[1].picks == game.decode(state, 0, best)
    assert again.cost == first.cost > 0


@pytest.mark.parametrize(("rivals", "counts"), [(1, True), (2, False), (3, False)])
def test_the_best_of_more_rivals_must_be_further_ahead(
    rivals: int, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One leads by 0.20 +- 0.252 in turns: 2.1 standard errors (1.96, 2.24 and 2.39 are wanted)."""
    game = games["majority"]
    state = game.setup(3, seed=4)
    chosen, best, *others = game.moves(state, 0)

    def a_little_better(game, policy, world, seat, row, seed):
        lead = 0.2 + (0.252 if seed % 2 else -0.252)
        return 0.5 + (lead if row == (best,) else 0.0)

    monkeypatch.setattr("engine.review.chances.playout", a_little_better)
    held = tuple(game.decode(state, 0, move) for move in (best, *others)[:rivals])
    doubtful = doubted(1, 50).model_copy(update={"rivals": held})
    made = Owed(1, 1, game.view(state, 0), game.decode(state, 0, chosen), before=doubtful)
    effort = Effort(look=3, told=8, step=4, most=8)
    assert (read_choice(game, made, 0, (), effort).cost > 0) is counts


def test_a_look_ends_with_the_round_and_counts_for_no_place() -> None:
    game = games["guildes"]
    view = game.view(game.setup(3, seed=4), 0)
    row = (game.moves(game.setup(3, seed=4), 0)[0],)
    looked: dict[tuple[int, ...], list[float]] = {row: []}
    played_out: dict[tuple[int, ...], list[float]] = {row: []}
    worlds = Worlds(game, view, 0)
    moves = worlds.glance(looked, 0)
    assert 2 * moves < worlds.play(played_out, {row: Came()}, 0)
    assert 0 < looked[row][0] < 1
    assert played_out[row][0] in (0, 1 / 3, 0.5, 1)


def test_a_beginner_plays_as_one_and_others_as_well_as_they_can() -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    policy = ToWin(game, 3, ("easy", None, "hard"))
    numbers = [iter(range(100)) for _ in range(3)]
    found = [policy.quick(state, seat, numbers[seat]) for seat in range(3)]
    assert found[1:] == [game.policy.quick(state, seat, iter(())) for seat in (1, 2)]
    assert found[0] == game.policy.easy(state, 0, Rng(1))
    assert [next(left) for left in numbers] == [2, 0, 0]


def test_games_are_played_to_their_end() -> None:
    """A win is a win: nothing between is told but of a shared one."""
    game = games["guildes"]
    view = game.view(game.setup(3, seed=4), 0)
    row = (game.moves(game.setup(3, seed=4), 0)[0],)
    ends: dict[tuple[int, ...], list[float]] = {row: []}
    came = {row: Came()}
    worlds = Worlds(game, view, 0)
    for number in range(12):
        worlds.play(ends, came, number)
    assert {*ends[row]} <= {0.0, 1 / 3, 0.5, 1.0}
    # First in as many as were won, second or third in the others.
    first = sum(end > 0 for end in ends[row])
    assert first + 2 * (12 - first) <= came[row].places <= first + 3 * (12 - first)
    # Each world is won once, and by the seat as often as its ends say.
    assert sum(came[row].won) == pytest.approx(12)
    assert came[row].won[0] == pytest.approx(sum(ends[row]))


def test_accuracy_is_what_was_not_lost_of_all_that_was_at_stake() -> None:
    answer = Answer(picks=(), **dict(SHOWN, chance=500))
    choices = tuple(
        Choice(entry=1, round=1, cost=0, answers=(answer,), lost=lost, stake=stake)
        for lost, stake in ((100, 200), (0, 300), (25, 0))
    )
    # 125 of 500 thousandths are lost; of the first and the last 125 of 200, of the last all.
    assert Review(seat=0, result=0, total=3, choices=choices).accuracy == 75
    assert Review(seat=0, result=0, total=2, choices=choices[::2]).accuracy == 38
    worse = choices[0].model_copy(update={"lost": 300})
    assert Review(seat=0, result=0, total=1, choices=(worse,)).accuracy == 0


def test_what_was_lost_and_at_stake_is_counted_also_where_it_is_not_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    view, moves = game.view(state, 0), game.moves(state, 0)
    begin = Worlds(game, view, 0).seed

    def alike_but_one(game, policy, world, seat, row, seed):
        if row[0] == moves[0]:
            return 0.0
        if row[0] == moves[1] and seed < begin + LITTLE.look:
            return 1.0
        return 0.5 if row[0] != moves[1] else float(seed % 2)

    monkeypatch.setattr("engine.review.chances.playout", alike_but_one)
    picks = game.decode(state, 0, moves[0])
    choice = read_choice(game, Owed(1, 1, view, picks), 0, (), LITTLE)
    # Of all answers the first look has one at 0, one at 1, all others at a half: on average a half.
    assert choice.stake == 500
    assert choice.lost == 500


def test_accuracy_of_a_review_stored_before_is_a_hundred_less_what_was_lost() -> None:
    lost = [(600, 100), (600, 50), (600, 0)]
    choices = tuple(
        Choice(entry=1, round=1, cost=cost, answers=(Answer(picks=(), **dict(SHOWN, chance=at)),))
        for at, cost in lost
    )
    assert Review(seat=0, result=0, total=3, choices=choices).accuracy == 85
    assert Review(seat=0, result=0, total=27, choices=choices * 9).accuracy == 0


def test_all_choices_between_two_answers_are_read_as_they_were_made(grown) -> None:
    game, last, log, steps = grown
    for choice, made in zip(steps[-1].choices, owed(game, last, log, 1), strict=True):
        assert choice.entry == made.entry
        assert choice.answers[0].picks == tuple(log[made.entry - 1].picks)


def test_of_worlds_that_look_the_same_the_same_is_said() -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    view = game.view(state, 0)
    other = game.sample(view, 99)
    assert game.dump(other) != game.dump(state)
    picks = (view.prompt.options[0].id,)
    said = [
        read_choice(game, Owed(1, 1, game.view(world, 0), picks), 0, (), LITTLE)
        for world in (state, other)
    ]
    assert said[0] == said[1]


def test_all_answers_are_played_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    seen: dict[int, list[str]] = {}

    def watched(game, policy, world, seat, row, seed):
        seen.setdefault(row[0], []).append(f"{seed} {game.dump(world)}")
        return 0.5

    monkeypatch.setattr("engine.review.chances.playout", watched)
    moves = game.moves(state, 0)[:3]
    worlds = Worlds(game, game.view(state, 0), 0)
    for number in range(5):
        rows = [(move,) for move in moves]
        worlds.play({row: [] for row in rows}, {row: Came() for row in rows}, number)
    first, *others = seen.values()
    assert len(set(first)) == 5
    assert all(other == first for other in others)


def test_the_one_choice_that_loses_the_game_is_the_turning_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.review.reading.learned", {}.get)
    game, last, log = played("majority", 3)
    fatal = owed(game, last, log, 1)[4]
    planted = Worlds(game, fatal.view, 1)
    loses = game.encode(planted.first(), 1, fatal.picks)

    def loses_by_one(game, policy, world, seat, row, seed):
        there = 0 <= seed - planted.seed < LITTLE.look + LITTLE.most
        return 0.25 if there and row == (loses,) else 0.75

    monkeypatch.setattr("engine.review.chances.playout", loses_by_one)
    *_, review = reviewed(game, last, log, 1, (), LITTLE)
    (turn,) = review.turning_points
    # Of 8 worlds 2 won, or 6, and half a one of one more: 2.5 / 9 and 6.5 / 9.
    assert (turn.entry, turn.cost, turn.after, turn.before) == (fatal.entry, 444, 278, 722)
    assert turn.answers[1].low < 750 < turn.answers[1].high


def test_what_only_looked_better_at_first_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first worlds the chosen card loses; in all further ones nothing is better."""
    monkeypatch.setattr("engine.review.reading.learned", {}.get)
    game = games["majority"]
    state = game.setup(3, seed=4)
    view = game.view(state, 0)
    begin, chosen = Worlds(game, view, 0).seed, game.moves(state, 0)[0]

    def unlucky_at_first(game, policy, world, seat, row, seed):
        return 0.0 if row == (chosen,) and seed < begin + LITTLE.look else 1.0

    monkeypatch.setattr("engine.review.chances.playout", unlucky_at_first)
    picks = game.decode(state, 0, chosen)
    choice = read_choice(game, Owed(1, 1, view, picks), 0, (), LITTLE)
    # All of 4 worlds, or of 8, are won: 4.5 / 5, 8.5 / 9.
    assert (choice.cost, choice.reason) == (0, None)
    assert choice.after == {4: 900, 8: 944}[choice.answers[0].worlds]


def test_where_a_measure_speaks_for_what_was_chosen_the_game_says_what_it_can_of_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Érudits lead alone with three, for 8 votes instead of 4; a first Noble shares a lead for 6,
    and more Nobles than Érudits are unseen."""
    game, nobles = games["guildes"], NUMBER_OF["nobles"]
    hands = [cards("erudits", "nobles"), *[cards("2 paysans")] * 2]
    state = last_lap(hands, [{"erudits": 2}, {"erudits": 2, "nobles": 1}, {}], number=1)

    def nobles_lose(game, policy, world, seat, row, seed):
        return float(row != (nobles,))

    monkeypatch.setattr("engine.review.chances.playout", nobles_lose)
    owes = Owed(1, 1, game.view(state, 0), game.decode(state, 0, nobles))
    choice = read_choice(game, owes, 0, (), LITTLE)
    assert choice.answers[1].picks == ("erudits",)
    assert choice.reason == text("guildes.reason.alone", n=8, before=4, cards=3)
    assert choice.apart is not None
    assert choice.apart.key == "guildes.reason.riskier"


def test_partners_win_together_and_those_who_share_a_place_share_the_win() -> None:
    party = ToWin(games["majority"], 4)
    assert party.reward(Outcome(places=[[0, 2], [1, 3]], scores={}), 2) == 1
    assert party.reward(Outcome(places=[[0, 2], [1, 3]], scores={}), 3) == 0
    assert party.reward(Outcome(places=[[0, 1, 2, 3]], scores={}), 3) == 0.5
    alone = ToWin(games["guildes"], 3)
    assert alone.reward(Outcome(places=[[0, 1], [2]], scores={}), 1) == 0.5


def test_a_running_game_is_not_reviewed() -> None:
    game, last, log = played("majority", 3)
    with pytest.raises(ValueError, match="runs"):
        deque(reviewed(game, last.before, log, 0, (), LITTLE))
