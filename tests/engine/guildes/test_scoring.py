"""The count, by the examples of the rules and the rulings."""

from __future__ import annotations

import pytest

from engine.guildes.scoring import count


def votes(guild: str, *numbers: int, ballot: int, ties_ignored: bool = False) -> list[int]:
    """Each seat's votes for one guild."""
    counted = count([{guild: number} for number in numbers], ballot, ties_ignored)
    return [seat[guild] for seat in counted]


def test_first_ballot_only_the_first_rank_scores() -> None:
    assert votes("artisans", 3, 2, 1, 0, ballot=1) == [7, 0, 0, 0]


def test_first_ballot_three_tied_in_erudits_get_two_each() -> None:
    assert votes("erudits", 2, 2, 2, 1, ballot=1) == [2, 2, 2, 0]


def test_second_ballot_two_tied_first_share_both_ranks() -> None:
    assert votes("artisans", 3, 3, 2, 1, ballot=2) == [5, 5, 0, 0]


def test_second_ballot_two_tied_second_share_the_second_rank() -> None:
    assert votes("artisans", 3, 2, 2, ballot=2) == [7, 2, 2]


def test_third_ballot_two_tied_first_leave_the_third_rank_to_the_next() -> None:
    assert votes("artisans", 3, 3, 2, 1, ballot=3) == [5, 5, 1, 0]


def test_third_ballot_two_tied_first_and_two_tied_next_who_get_nothing() -> None:
    assert votes("artisans", 3, 3, 2, 2, ballot=3) == [5, 5, 0, 0]


def test_third_ballot_four_tied_in_chevaliers_get_four_each() -> None:
    assert votes("chevaliers", 2, 2, 2, 2, 1, ballot=3) == [4, 4, 4, 4, 0]


def test_third_ballot_four_tied_in_artisans_get_three_each() -> None:
    assert votes("artisans", 1, 1, 1, 1, ballot=3) == [3, 3, 3, 3]


def test_third_ballot_two_tied_second_share_second_and_third_rank() -> None:
    assert votes("artisans", 3, 2, 2, 1, ballot=3) == [7, 2, 2, 0]


def test_third_ballot_a_tie_for_the_third_rank_shares_it() -> None:
    assert votes("pretres", 4, 3, 1, 1, ballot=3) == [13, 6, 2, 2]


def test_third_ballot_three_tied_first_in_alchimistes_leave_the_fourth_rank() -> None:
    assert votes("alchimistes", 2, 2, 2, 1, ballot=3) == [8, 8, 8, 2]


def test_alchimistes_have_four_ranks_in_the_third_ballot_only() -> None:
    assert votes("alchimistes", 4, 3, 2, 1, ballot=3) == [14, 7, 4, 2]
    assert votes("alchimistes", 4, 3, 2, 1, ballot=2) == [14, 7, 0, 0]


@pytest.mark.parametrize(("guild", "first", "second"), [("pecheurs", 5, 3), ("bourgeois", 10, 5)])
def test_pecheurs_and_bourgeois_never_have_a_third_rank(
    guild: str, first: int, second: int
) -> None:
    assert votes(guild, 3, 2, 1, ballot=3) == [first, second, 0]


def test_three_tied_first_in_bourgeois_share_two_ranks() -> None:
    assert votes("bourgeois", 1, 1, 1, ballot=3) == [5, 5, 5]


@pytest.mark.parametrize("ballot", [1, 2, 3])
def test_milice_scores_three_per_card_at_every_count(ballot: int) -> None:
    assert votes("milice", 3, 1, 0, 1, ballot=ballot) == [9, 3, 0, 3]


def test_no_card_no_votes() -> None:
    assert votes("nobles", 1, 0, 0, ballot=3) == [12, 0, 0]
    assert votes("nobles", 0, 0, 0, ballot=3) == [0, 0, 0]


def test_guilds_in_play_are_those_of_the_tableaux() -> None:
    counted = count([{"artisans": 1, "milice": 2}, {"nobles": 1}, {}], 1)
    assert counted == (
        {"artisans": 7, "nobles": 0, "milice": 6},
        {"artisans": 0, "nobles": 12, "milice": 0},
        {"artisans": 0, "nobles": 0, "milice": 0},
    )


def test_ties_ignored_a_third_player_takes_the_first_rank() -> None:
    assert votes("artisans", 3, 3, 1, ballot=2, ties_ignored=True) == [0, 0, 7]


def test_ties_ignored_leaves_out_all_tied_at_whatever_rank_at_once() -> None:
    assert votes("alchimistes", 4, 4, 3, 3, 1, ballot=2, ties_ignored=True) == [0, 0, 0, 0, 14]
    assert votes("nobles", 5, 3, 3, 2, 1, ballot=3, ties_ignored=True) == [12, 0, 0, 6, 3]


def test_ties_ignored_does_not_touch_the_milice() -> None:
    assert votes("milice", 2, 2, 1, ballot=2, ties_ignored=True) == [6, 6, 3]


def test_an_effective_number_below_zero_counts_as_none() -> None:
    assert votes("nobles", -1, 0, 1, ballot=3) == [0, 0, 12]
    assert votes("nobles", -1, 0, 1, ballot=3, ties_ignored=True) == [0, 0, 12]


@pytest.mark.parametrize("ballot", [0, 4])
def test_there_are_three_ballots(ballot: int) -> None:
    with pytest.raises(ValueError, match="no ballot"):
        count([{"nobles": 1}], ballot)
