"""Worlds that a viewer can't tell from the real one."""

from __future__ import annotations

from engine.guildes.components import NUMBER_OF
from engine.guildes.sampling import Place, _deal_choices_first
from tests.engine.guildes.build import GAME, cards, drafting, play, playing_tricks


def test_the_own_answer_is_in_every_sampled_world() -> None:
    state = play(drafting([cards("artisans", "2 nobles")] * 3), 1, "artisans")
    world = GAME.sample(GAME.view(state, 1), 5)
    assert world.choice[1] == NUMBER_OF["artisans"]


def test_who_is_still_asked_has_a_choice_in_every_sampled_world() -> None:
    state = drafting(
        [cards("4 artisans", "milice"), cards("milice", "4 nobles"), cards("5 pretres")]
    )
    for seed in range(50):
        world = GAME.sample(GAME.view(state, 2), seed)
        assert [len(set(pack)) > 1 for pack in world.packs] == [True, True, False]
        assert list(GAME.prompts(world)) == [0, 1]


def test_two_kinds_are_dealt_to_everyone_who_chooses_even_if_luck_never_would() -> None:
    places = [
        Place("packs", 0, 2, chooses=True),
        Place("packs", 1, 2, chooses=True),
        Place("deck", -1, 2),
    ]
    first, second, rest = _deal_choices_first([0, 0, 0, 1, 1, 2], places)
    assert len(set(first)) == len(set(second)) == 2
    assert sorted(first + second + rest) == [0, 0, 0, 1, 1, 2]


def test_a_half_chosen_trick_is_sampled_for_its_player_alone() -> None:
    tableaux = [{"nobles": 2, "artisans": 1}] * 3
    state = play(playing_tricks(["exchange", "mark_nobles", "salvage"], tableaux), 0, "seat:1")
    assert GAME.sample(GAME.view(state, 0), 1).chosen == state.chosen
    assert GAME.sample(GAME.view(state, 1), 1).chosen == ()


def test_drawn_cards_are_sampled_where_somebody_has_to_choose_of_them() -> None:
    tableaux = [{"nobles": 2, "artisans": 1}] * 3
    tricks = ["salvage", "mark_nobles", "mark_pretres"]
    state = playing_tricks(tricks, tableaux, discard=cards("pecheurs", "milice", "paysans"))
    state = play(state, 0, "use")
    for seed in range(20):
        world = GAME.sample(GAME.view(state, 2), seed)
        assert len(set(world.drawn)) == 2
        assert len(world.discard) == 1
