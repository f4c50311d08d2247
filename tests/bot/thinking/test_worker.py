"""What a process does with an order: the clock tells when it is done, and nothing else."""

from functools import partial

import pytest

from bot.games import find_game
from bot.thinking import worker
from bot.thinking.worker import LEAST, Order, Study, ThinkingFailed, choose, study
from engine import games
from engine.bots import counted, players_with
from engine.review import Draft, Effort, Owed
from tests.bot.thinking.players import find_broken


class Clock:
    """Moves on by a little whenever it is looked at."""

    def __init__(self):
        self.now = 100.0
        self.slept = 0.0

    def monotonic(self):
        self.now += 0.01
        return self.now

    def process_time(self):
        return self.now / 4  # others have the rest of the core

    def sleep(self, seconds):
        self.slept += seconds
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(worker, "time", clock)
    return clock


def asked(name="guildes", seed=1, moves=0):
    """A view of somebody who is asked, so many moves after the start."""
    game = games[name]
    state = game.setup(seats=4, seed=seed)
    for _ in range(moves):
        seat = game.asked(state)[0]
        game.apply(state, seat, game.moves(state, seat)[-1])
    return game.view(state, game.asked(state)[0])


@pytest.mark.parametrize("moves", [0, 9, 20, 27])
@pytest.mark.parametrize("name", ["guildes", "corrompue"])
def test_a_choice_takes_all_of_its_time_whatever_the_hand(clock, name, moves):
    choose(find_game, Order(name, asked(name, moves=moves), 5, seconds=0.4))
    assert clock.now == pytest.approx(100.4, abs=0.03)
    assert clock.slept > 0


def test_without_the_time_for_a_search_the_rule_of_thumb_chooses_at_once(clock):
    view = asked()
    normal = players_with(counted(0))["normal"].choose(games["guildes"], view, 5)
    assert choose(find_game, Order("guildes", view, 5, seconds=LEAST / 2)) == normal


def test_counted_playouts_are_all_played_whatever_the_clock_says(clock):
    view = asked()
    hard = players_with(counted(40))["hard"].choose(games["guildes"], view, 5)
    assert choose(find_game, Order("guildes", view, 5, playouts=40)) == hard
    assert clock.slept == 0


def test_a_part_of_a_reading_says_how_much_of_a_core_it_had(clock):
    owed = Owed(1, 1, view := asked(), (view.prompt.options[0].id,))
    endless = Effort(look=10**9)
    part = Study("guildes", owed, 0, (None,) * 4, endless, Draft(), seconds=0.4)
    draft, read, share = study(find_game, part)
    assert draft.moves > 0
    assert read is None
    assert share == pytest.approx(0.25, abs=0.02)


def test_a_failure_is_told_without_its_words():
    with pytest.raises(ThinkingFailed) as failed:
        choose(find_broken, Order("guildes", asked(), 5, seconds=0.2))
    assert failed.value.kind == "ValueError"
    assert "sample" in failed.value.at
    assert "chevaliers" not in str(failed.value)


def test_an_owners_components_are_thought_with(tmp_path):
    find = partial(find_game, london=tmp_path)
    assert find("guildes") is games["guildes"]
    with pytest.raises(ThinkingFailed) as failed:
        choose(find, Order("london", asked("london"), 5, playouts=1))
    assert failed.value.kind == "ComponentError"
