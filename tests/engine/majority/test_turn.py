"""The effects of one turn: the rules' examples and rulings, then every turn there can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from engine.majority import MajorityOptions
from engine.majority.turn import Card, Resolution, open_order, resolve
from tests.tiers import by_turns

DEFAULT = MajorityOptions()
FIRST_EDITION = MajorityOptions(first_edition_spy=True)
HARMLESS_WHEN_STOLEN = MajorityOptions(stolen_assassin_acts=False)


def card(name: str) -> Card:
    colour, power = name.split(":")
    return Card(colour, int(power))


def turn(cards: str, *, spy: int = 0, options: MajorityOptions = DEFAULT) -> Resolution:
    """The turn in which seats 0, 1, ... play these cards."""
    played = {seat: card(name) for seat, name in enumerate(cards.split())}
    return resolve(played, len(played), spy, options)


def won(result: Resolution) -> list[str]:
    """What each seat wins, as one string a seat."""
    return [
        " ".join(sorted(f"{c.colour}:{c.power}" for c in result.won[seat]))
        for seat in sorted(result.won)
    ]


def discarded(result: Resolution) -> list[str]:
    return sorted(f"{c.colour}:{c.power}" for c in result.discarded)


# -- cards without an effect ----------------------------------------------------------------


def test_plain_cards_are_won_by_their_players() -> None:
    result = turn("red:10 blue:9 yellow:6 red:5")
    assert won(result) == ["red:10", "blue:9", "yellow:6", "red:5"]
    assert result.discarded == ()
    assert result.spy_holder == 0
    assert result.open_order == ()


# -- 0, bribe -------------------------------------------------------------------------------


def test_bribe_takes_all_other_cards_of_its_colour_and_is_kept_itself() -> None:
    result = turn("red:0 red:10 blue:9 red:5")
    assert won(result) == ["red:0 red:10 red:5", "", "blue:9", ""]


def test_two_bribes_of_one_colour_cancel_each_other() -> None:
    result = turn("red:0 red:10 red:0 blue:5")
    assert won(result) == ["red:0", "red:10", "red:0", "blue:5"]


def test_three_bribes_of_one_colour_cancel_each_other() -> None:
    assert won(turn("red:0 red:10 red:0 red:0")) == ["red:0", "red:10", "red:0", "red:0"]


def test_bribes_of_two_colours_both_work() -> None:
    assert won(turn("red:0 blue:0 red:9 blue:9")) == ["red:0 red:9", "blue:0 blue:9", "", ""]


# -- 2, assassination -----------------------------------------------------------------------


def test_assassination_discards_the_cards_of_the_other_two_colours() -> None:
    result = turn("red:2 blue:10 yellow:9 red:5")
    assert won(result) == ["red:2", "", "", "red:5"]
    assert discarded(result) == ["blue:10", "yellow:9"]


def test_card_taken_by_a_bribe_is_safe_from_assassination() -> None:
    result = turn("red:2 blue:0 blue:10 yellow:9")
    assert won(result) == ["red:2", "blue:10", "", ""]
    assert discarded(result) == ["blue:0", "yellow:9"]


def test_bribe_that_worked_can_be_killed_itself_but_not_what_it_took() -> None:
    result = turn("blue:0 blue:9 blue:6 red:2")
    assert won(result) == ["blue:6 blue:9", "", "", "red:2"]
    assert discarded(result) == ["blue:0"]


def test_cancelled_bribes_can_be_killed() -> None:
    assert discarded(turn("blue:0 blue:0 blue:6 red:2")) == ["blue:0", "blue:0", "blue:6"]


def test_two_assassins_of_different_colours_kill_everything_and_each_other() -> None:
    result = turn("red:2 blue:2 yellow:10 red:9")
    assert won(result) == ["", "", "", ""]
    assert discarded(result) == ["blue:2", "red:2", "red:9", "yellow:10"]


def test_two_assassins_of_different_colours_leave_what_a_bribe_took() -> None:
    result = turn("red:2 blue:2 yellow:0 yellow:9")
    assert won(result) == ["", "", "yellow:9", ""]
    assert discarded(result) == ["blue:2", "red:2", "yellow:0"]


def test_two_assassins_of_one_colour_spare_each_other() -> None:
    result = turn("red:2 red:2 blue:10 red:5")
    assert won(result) == ["red:2", "red:2", "", "red:5"]
    assert discarded(result) == ["blue:10"]


def test_bribed_assassin_still_acts() -> None:
    result = turn("red:2 red:0 blue:10 yellow:5")
    assert won(result) == ["", "red:0 red:2", "", ""]
    assert discarded(result) == ["blue:10", "yellow:5"]


def test_bribed_assassin_has_no_effect_when_the_option_is_off() -> None:
    result = turn("red:2 red:0 blue:10 yellow:5", options=HARMLESS_WHEN_STOLEN)
    assert won(result) == ["", "red:0 red:2", "blue:10", "yellow:5"]
    assert discarded(result) == []


def test_bribed_assassin_is_safe_from_another_assassin_and_kills_it() -> None:
    result = turn("red:2 red:0 blue:2 yellow:5")
    assert won(result) == ["", "red:2", "", ""]
    assert discarded(result) == ["blue:2", "red:0", "yellow:5"]


def test_killed_assassin_still_acts_when_stolen_ones_do_not() -> None:
    result = turn("red:2 blue:2 yellow:5 blue:9", options=HARMLESS_WHEN_STOLEN)
    assert discarded(result) == ["blue:2", "blue:9", "red:2", "yellow:5"]


# -- 3, spy ---------------------------------------------------------------------------------


def test_spy_takes_the_token_and_the_next_card_is_played_openly() -> None:
    result = turn("red:10 blue:3 yellow:9 red:5", spy=3)
    assert result.spy_holder == 1
    assert result.open_order == (0, 1, 2, 3)
    assert won(result) == ["red:10", "blue:3", "yellow:9", "red:5"]


def test_with_four_the_spy_plays_second_and_the_partner_last() -> None:
    assert open_order(2, 4) == (1, 2, 3, 0)
    assert open_order(0, 4) == (3, 0, 1, 2)


def test_with_three_the_left_neighbour_plays_first_and_the_spy_last() -> None:
    assert open_order(0, 3) == (1, 2, 0)
    assert turn("red:10 blue:9 yellow:3").open_order == (0, 1, 2)


def test_bribed_spy_does_nothing() -> None:
    result = turn("blue:0 blue:3 yellow:9 red:5")
    assert result.spy_holder == 0
    assert result.open_order == ()


def test_bribed_spy_works_under_the_first_edition_rule_for_who_played_it() -> None:
    result = turn("blue:0 blue:3 yellow:9 red:5", options=FIRST_EDITION)
    assert result.spy_holder == 1
    assert result.open_order == (0, 1, 2, 3)
    assert won(result) == ["blue:0 blue:3", "", "yellow:9", "red:5"]


@pytest.mark.parametrize("options", [DEFAULT, FIRST_EDITION])
def test_killed_spy_does_nothing(options: MajorityOptions) -> None:
    result = turn("red:2 blue:3 yellow:9 red:5", options=options)
    assert result.spy_holder == 0
    assert result.open_order == ()


def test_of_several_spies_the_furthest_clockwise_from_the_token_takes_it() -> None:
    assert turn("red:3 blue:3 yellow:3 red:5", spy=3).spy_holder == 2
    assert turn("red:3 blue:3 yellow:3 red:5", spy=2).spy_holder == 1


def test_holders_own_spy_is_the_nearest() -> None:
    assert turn("red:3 blue:3 yellow:9 red:5", spy=0).spy_holder == 1


def test_holders_own_spy_alone_keeps_the_token_and_opens_the_next_card() -> None:
    result = turn("red:3 blue:5 yellow:9 red:5", spy=0)
    assert result.spy_holder == 0
    assert result.open_order == (3, 0, 1, 2)


def test_spy_that_does_not_work_does_not_count_among_several() -> None:
    assert turn("red:3 blue:3 yellow:9 blue:0", spy=3).spy_holder == 0


# -- 7, betrayal ----------------------------------------------------------------------------


def test_betrayal_goes_to_the_right_hand_neighbour() -> None:
    assert won(turn("red:7 blue:9 yellow:9 red:5")) == ["", "blue:9", "yellow:9", "red:5 red:7"]


def test_several_betrayals_move_at_once_one_seat_each() -> None:
    result = turn("red:7 blue:7 yellow:7 red:5")
    assert won(result) == ["blue:7", "yellow:7", "", "red:5 red:7"]


def test_bribed_betrayal_stays_with_the_briber() -> None:
    assert won(turn("red:9 blue:7 blue:0 red:5")) == ["red:9", "", "blue:0 blue:7", "red:5"]


def test_killed_betrayal_is_discarded() -> None:
    result = turn("red:2 blue:7 yellow:9 red:5")
    assert won(result) == ["red:2", "", "", "red:5"]
    assert discarded(result) == ["blue:7", "yellow:9"]


# -- every turn there can be ----------------------------------------------------------------

COLOURS = ("red", "blue", "yellow")
KINDS = tuple(Card(colour, power) for colour in COLOURS for power in (0, 2, 3, 7, 10))
"""One card for each colour and effect; 5, 6, 9 and 10 are all without one."""
MOST_COPIES = {2: 2, 7: 2}
"""More than two 2s or 7s of a colour don't exist; of the others there are enough."""
EVERY_OPTION = [
    MajorityOptions(first_edition_spy=early, stolen_assassin_acts=acts)
    for early, acts in product((False, True), repeat=2)
]


def turns(seats: int) -> Iterator[tuple[Card, ...]]:
    """Every combination of kinds that can meet."""
    for cards in product(KINDS, repeat=seats):
        if all(cards.count(c) <= MOST_COPIES.get(c.power, seats) for c in set(cards)):
            yield cards


def spy_holders(cards: Sequence[Card]) -> range:
    """Where the token lies matters only between several spies."""
    several = sum(card.power == 3 for card in cards) > 1
    return range(len(cards)) if several else range(1)


class Reference:
    """The effects asked card by card ("what happens to me?") instead of effect by effect."""

    def __init__(self, cards: Sequence[Card], spy: int, options: MajorityOptions) -> None:
        self.cards, self.spy, self.options = cards, spy, options
        self.everyone = range(len(cards))
        self.thieves = [self.who_steals(seat) for seat in self.everyone]
        self.killers = [self.who_kills(seat) for seat in self.everyone]
        self.spies = {seat for seat in self.everyone if self.works_as_spy(seat)}

    def who_steals(self, seat: int) -> set[int]:
        zeros = {s for s in self.everyone if self.cards[s] == (self.cards[seat].colour, 0)}
        return zeros - {seat} if len(zeros) == 1 else set()

    def who_kills(self, seat: int) -> set[int]:
        if self.thieves[seat]:
            return set()
        return {
            s
            for s in self.everyone
            if self.cards[s].power == 2
            and self.cards[s].colour != self.cards[seat].colour
            and not (self.thieves[s] and not self.options.stolen_assassin_acts)
        }

    def works_as_spy(self, seat: int) -> bool:
        if self.cards[seat].power != 3 or self.killers[seat]:
            return False
        return self.options.first_edition_spy or not self.thieves[seat]

    def winner(self, seat: int) -> int | None:
        if self.killers[seat]:
            return None
        if self.thieves[seat]:
            return min(self.thieves[seat])
        return self.right_of(seat) if self.cards[seat].power == 7 else seat

    def right_of(self, seat: int) -> int:
        return seat - 1 if seat else len(self.cards) - 1

    def holder(self) -> int:
        seat = self.spy
        for _ in self.cards:
            seat = self.right_of(seat)
            if seat in self.spies:
                return seat
        return self.spy


def assert_as_the_rules_say(cards: tuple[Card, ...], spy: int, options: MajorityOptions) -> None:
    seats = len(cards)
    result = resolve(dict(enumerate(cards)), seats, spy, options)
    reference = Reference(cards, spy, options)
    winners = [reference.winner(seat) for seat in range(seats)]
    told = (cards, spy, options)
    for seat in range(seats):
        expected = sorted(c for c, winner in zip(cards, winners, strict=True) if winner == seat)
        assert sorted(result.won[seat]) == expected, told
    killed = sorted(c for c, winner in zip(cards, winners, strict=True) if winner is None)
    assert sorted(result.discarded) == killed, told
    assert result.spy_holder == reference.holder(), told
    if not reference.spies:
        assert result.open_order == (), told
    else:
        spy_last = seats == 3
        last = result.spy_holder if spy_last else (result.spy_holder + 2) % 4
        assert result.open_order[-1] == last, told
        assert sorted(result.open_order) == list(range(seats)), told


@pytest.mark.parametrize(("options", "seats"), by_turns(EVERY_OPTION, [3, 4]), ids=str)
def test_every_turn_there_can_be(options: MajorityOptions, seats: int) -> None:
    for cards in turns(seats):
        for spy in spy_holders(cards):
            assert_as_the_rules_say(cards, spy, options)


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_turning_the_table_turns_the_result(options: MajorityOptions) -> None:
    for cards in turns(3):
        for spy in range(3):
            here = resolve(dict(enumerate(cards)), 3, spy, options)
            turned = resolve(
                {(seat + 1) % 3: card for seat, card in enumerate(cards)}, 3, (spy + 1) % 3, options
            )
            assert turned.spy_holder == (here.spy_holder + 1) % 3
            for seat in range(3):
                assert sorted(turned.won[(seat + 1) % 3]) == sorted(here.won[seat])


def test_cards_without_an_effect_are_all_alike() -> None:
    for powers in product((5, 6, 9), repeat=3):
        for rest in turns(1):
            cards = (*(Card("red", p) for p in powers[:2]), Card("blue", powers[2]), *rest)
            tens = (Card("red", 10), Card("red", 10), Card("blue", 10), *rest)
            result = resolve(dict(enumerate(cards)), 4, 0, DEFAULT)
            with_tens = resolve(dict(enumerate(tens)), 4, 0, DEFAULT)
            assert len(result.discarded) == len(with_tens.discarded)
            assert [len(result.won[s]) for s in range(4)] == [
                len(with_tens.won[s]) for s in range(4)
            ]
