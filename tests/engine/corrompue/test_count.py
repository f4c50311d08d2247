"""The count, and the end of the game."""

from __future__ import annotations

from engine.corrompue.count import award, result
from tests.engine.corrompue.builders import GAME, play, table


def won(**cards: list[int]) -> list[dict[str, int]]:
    """Cards won by seat, from one list a faction."""
    seats = len(next(iter(cards.values())))
    return [{faction: number[seat] for faction, number in cards.items()} for seat in range(seats)]


def test_most_noblesse_cards_earn_a_token() -> None:
    assert award(won(noblesse=[5, 3, 2])).noblesse == [1, 0, 0]


def test_all_tied_for_most_get_a_token() -> None:
    assert award(won(noblesse=[4, 4, 2])).noblesse == [1, 1, 0]
    assert award(won(paysan=[3, 3, 3, 1])).paysan == [1, 1, 1, 0]


def test_who_took_every_noblesse_card_gets_none_and_all_others_one() -> None:
    assert award(won(noblesse=[0, 10, 0])).noblesse == [1, 0, 1]


def test_paysan_is_counted_like_noblesse() -> None:
    assert award(won(paysan=[2, 5, 3])).paysan == [0, 1, 0]
    assert award(won(paysan=[0, 0, 10, 0])).paysan == [1, 1, 0, 1]


def test_every_card_means_every_card_won_in_this_event() -> None:
    assert award(won(noblesse=[6, 0])).noblesse == [0, 1]
    assert award(won(milice=[6, 0])).milice is None


def test_most_milice_cards_take_the_token() -> None:
    assert award(won(milice=[2, 5, 3])).milice == 1


def test_tied_for_most_milice_nobody_has_the_token() -> None:
    assert award(won(milice=[4, 4, 2])).milice is None


def test_who_took_all_milice_cards_does_not_get_the_token() -> None:
    assert award(won(milice=[0, 10, 0])).milice is None


def test_a_faction_of_which_no_card_was_won_gives_nothing() -> None:
    nothing = award(won(noblesse=[0, 0], paysan=[0, 0], milice=[0, 0]))
    assert nothing == ([0, 0], [0, 0], None)


def test_factions_are_counted_apart() -> None:
    counted = award(won(noblesse=[5, 3, 2], paysan=[3, 3, 4], milice=[1, 6, 3]))
    assert counted == ([1, 0, 0], [0, 0, 1], 1)


# -- at the table ---------------------------------------------------------------------------

LAST_TRICK = ["noblesse:3 paysan:2", "noblesse:8 milice:2", "noblesse:5 milice:4"]


def test_culte_cards_count_for_none() -> None:
    hands = ["culte:8 culte:7", "noblesse:1 paysan:1", "culte:1 culte:2"]
    state = table(hands, won=["", "noblesse:2", ""])
    state = play(state, "culte:8", "noblesse:1", "culte:1")
    count = GAME.view(state, None).counts[0]
    assert count.won == {"noblesse": (1, 1, 0), "paysan": (1, 0, 0), "milice": (0, 0, 0)}
    assert count.noblesse == (1, 1, 0)
    assert count.paysan == (0, 1, 1)


def test_the_milice_token_is_given_up_unless_won_again() -> None:
    state = table(LAST_TRICK, milice=2, won=["", "milice:1 milice:3 milice:5", ""])
    state = play(state, "noblesse:3", "keep", "keep")
    view = GAME.view(state, None)
    assert view.event == 2
    assert view.milice == 1
    state = table(LAST_TRICK, milice=2, won=["milice:1", "milice:3", ""])
    state = play(state, "noblesse:3", "keep", "keep")
    assert GAME.view(state, None).milice == 2


def test_a_tie_for_milice_leaves_the_token_to_nobody() -> None:
    state = table(LAST_TRICK, milice=2, won=["milice:1 milice:3", "", ""])
    state = play(state, "noblesse:3", "keep", "keep")
    assert GAME.view(state, None).milice is None


def test_a_token_spent_and_won_again_may_be_used_again() -> None:
    state = table(LAST_TRICK, milice=1, won=["milice:1", "milice:3 milice:5 milice:6 milice:7", ""])
    view = GAME.view(play(state, "noblesse:3", "seat:0"), None)
    assert view.event == 2
    assert view.milice == 1
    assert not view.milice_spent


def test_the_last_count_is_shown_as_one_whose_milice_token_may_be_used_again() -> None:
    won = ["milice:1", "milice:3 milice:5 milice:6 milice:7", "paysan:3"]
    state = table(LAST_TRICK, milice=1, won=won, paysan=[0, 0, 3])
    view = GAME.view(play(state, "noblesse:3", "seat:0"), None)
    assert view.outcome is not None
    assert (view.milice, view.milice_spent) == (1, False)
    assert view.just_counted()


# -- the end --------------------------------------------------------------------------------


def test_the_game_goes_on_while_nobody_has_four_tokens_of_a_kind() -> None:
    assert result([3, 3, 3], [3, 3, 3]) is None


def test_four_paysan_tokens_win_for_all_who_have_them() -> None:
    outcome = result([1, 0, 2], [4, 4, 3])
    assert outcome is not None
    assert outcome.places == [[0, 1], [2]]
    assert outcome.scores == {0: 4, 1: 4, 2: 3}


def test_four_noblesse_tokens_lose_and_the_others_are_ranked() -> None:
    outcome = result([2, 4, 1, 3], [1, 3, 1, 2])
    assert outcome is not None
    assert outcome.places == [[3], [2], [0], [1]]


def test_equals_by_paysan_and_noblesse_share_a_place() -> None:
    outcome = result([2, 4, 2], [1, 0, 1])
    assert outcome is not None
    assert outcome.places == [[0, 2], [1]]


def test_both_at_once_for_one_player_is_a_loss() -> None:
    outcome = result([4, 1, 2], [4, 2, 1])
    assert outcome is not None
    assert outcome.places == [[1], [2], [0]]


def test_a_champion_wins_though_another_is_both() -> None:
    outcome = result([4, 1, 2], [4, 4, 1])
    assert outcome is not None
    assert outcome.places == [[1], [2], [0]]


def test_if_all_lose_nobody_wins() -> None:
    outcome = result([4, 4], [4, 1])
    assert outcome is not None
    assert outcome.places == [[], [0, 1]]


def test_the_count_that_brings_the_fourth_token_ends_the_game() -> None:
    hands = ["paysan:3 noblesse:1", "paysan:8 noblesse:9", "paysan:5 noblesse:2"]
    state = table(hands, paysan=[0, 3, 2], won=["paysan:1", "", ""])
    state = play(state, "paysan:3")
    while GAME.prompts(state):
        (seat,) = GAME.prompts(state)
        state, _ = GAME.play(state, seat, [GAME.prompts(state)[seat].options[0].id])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places[0] == [1]
    assert GAME.view(state, None).players[1].paysan == 4
