"""An event: deal, Culte cards, discards, and the next dealer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.corrompue import CorrompueOptions
from engine.corrompue.components import CULTE, FACTION, SEATS, cards_in, deal_of
from engine.corrompue.deal import Dealt, begin_event, deal
from engine.corrompue.state import State
from engine.game import IllegalMove, IncompatibleState
from engine.parts.rng import Rng
from tests.engine.corrompue.builders import GAME, play, table

CULT = CorrompueOptions(four_player_deal="cult")
SEVEN = CorrompueOptions(four_player_deal="seven")


def dealt(
    seats: int,
    *,
    options: CorrompueOptions = CULT,
    noblesse: Sequence[int] = (0, 0, 0, 0),
    first: int = 0,
    seed: int = 1,
) -> Dealt:
    return deal(Rng(seed), deal_of(seats, options), noblesse[:seats], first)


def culte_in(cards: int) -> int:
    return sum(FACTION[card] == CULTE for card in cards_in(cards))


def sizes(sets: Sequence[int]) -> list[int]:
    return [cards.bit_count() for cards in sets]


# -- the deal -------------------------------------------------------------------------------


def test_three_players_are_dealt_all_thirty_faction_cards() -> None:
    three = dealt(3)
    assert sizes(three.hands) == [10, 10, 10]
    assert three.aside == 0
    assert three.culte_pile.bit_count() == 8
    assert sum(map(culte_in, three.hands)) == 0


def test_two_players_are_dealt_ten_and_ten_are_set_aside() -> None:
    two = dealt(2)
    assert sizes(two.hands) == [10, 10]
    assert two.aside.bit_count() == 10
    assert culte_in(two.aside) == 0


def test_four_players_get_eight_with_two_culte_cards_in_the_deck() -> None:
    four = dealt(4)
    assert sizes(four.hands) == [8, 8, 8, 8]
    assert four.aside == 0
    assert sum(map(culte_in, four.hands)) == 2
    assert four.culte_pile.bit_count() == 6


def test_four_players_get_seven_and_two_are_set_aside_by_option() -> None:
    four = dealt(4, options=SEVEN)
    assert sizes(four.hands) == [7, 7, 7, 7]
    assert four.aside.bit_count() == 2
    assert culte_in(four.aside) == 0
    assert four.culte_pile.bit_count() == 8


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 or 3 or 4"):
        GAME.setup(seats)


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_dealer_is_drawn_and_the_left_neighbour_leads(seats: int) -> None:
    views = [GAME.view(GAME.setup(seats, seed=seed), None) for seed in range(40)]
    assert {view.dealer for view in views} == set(range(seats))
    assert all(view.leader == (view.dealer + 1) % seats for view in views)


# -- Culte cards and discards ---------------------------------------------------------------


def test_a_culte_card_for_each_noblesse_token() -> None:
    three = dealt(3, noblesse=(2, 0, 3))
    assert sizes(three.drawn) == [2, 0, 3]
    assert sizes(three.hands) == [12, 10, 13]
    assert three.culte_pile.bit_count() == 3


def test_a_short_pile_is_dealt_card_by_card_from_the_dealers_left() -> None:
    evenly = dealt(4, noblesse=(3, 3, 3, 3), first=2)
    assert sizes(evenly.drawn) == [1, 1, 2, 2]
    assert evenly.culte_pile == 0
    larger = dealt(4, options=SEVEN, noblesse=(3, 3, 3, 3), first=2)
    assert sizes(larger.drawn) == [2, 2, 2, 2]


def test_a_short_pile_goes_on_to_those_who_are_still_owed_a_card() -> None:
    assert sizes(dealt(4, noblesse=(1, 3, 3, 0), first=1).drawn) == [1, 3, 2, 0]
    assert sizes(dealt(4, noblesse=(1, 3, 3, 0), first=2).drawn) == [1, 2, 3, 0]


def test_no_card_of_a_short_pile_and_no_discard() -> None:
    state = State.empty(4, CULT, Rng(5), dealer=1)
    state.noblesse = [3, 3, 3, 3]
    begin_event(state)
    discards = {seat: prompt.most for seat, prompt in GAME.prompts(state).items()}
    assert discards == {0: 1, 1: 1, 2: 2, 3: 2}


def discarding() -> State:
    """Seats 0 and 2 owe two discards and one."""
    state = State.empty(3, CorrompueOptions(), Rng(5), dealer=0)
    state.noblesse = [2, 0, 1]
    begin_event(state)
    return state


def test_as_many_cards_are_discarded_as_were_drawn_in_secret_and_at_once() -> None:
    state = discarding()
    view = GAME.view(state, 0)
    assert view.phase == "discard"
    assert view.simultaneous
    assert view.awaited == (0, 2)
    assert view.prompt is not None
    assert (view.prompt.least, view.prompt.most) == (2, 2)
    assert len(view.prompt.options) == 12
    with pytest.raises(IllegalMove):
        GAME.play(state, 0, [view.hand[0].id])
    with pytest.raises(IllegalMove):
        GAME.play(state, 1, [view.hand[0].id])


def test_culte_cards_may_be_discarded_and_hands_end_as_large_as_dealt() -> None:
    state = discarding()
    culte = [card.id for card in GAME.view(state, 0).hand if card.faction == "culte"]
    state, events = GAME.play(state, 0, culte)
    assert events == ()
    assert GAME.view(state, 2).players[0].discarded == 0
    state, _ = GAME.play(state, 2, [GAME.view(state, 2).hand[0].id])
    view = GAME.view(state, 0)
    assert [player.hand for player in view.players] == [10, 10, 10]
    assert view.discarded == tuple(culte)
    assert [player.handed for player in view.players] == [2, 0, 1]
    assert GAME.view(state, 1).discarded == ()


def test_a_discard_may_be_changed_until_the_last_is_in() -> None:
    state = discarding()
    hand = [card.id for card in GAME.view(state, 0).hand]
    state, _ = GAME.play(state, 0, hand[:2])
    state, _ = GAME.play(state, 0, hand[2:4])
    prompt = GAME.view(state, 0).prompt
    assert prompt is not None
    assert prompt.answered == tuple(hand[2:4])
    state, _ = GAME.play(state, 2, [GAME.view(state, 2).hand[0].id])
    assert GAME.view(state, 0).discarded == tuple(hand[2:4])


def test_what_is_drawn_is_told_to_its_owner_alone() -> None:
    state = State.empty(3, CorrompueOptions(), Rng(5), dealer=0)
    state.noblesse = [2, 0, 1]
    state.told = []
    begin_event(state)
    told = [(event.text.key, event.seat) for event in state.told]
    assert told == [
        ("corrompue.event.begins", None),
        ("corrompue.event.culte", None),
        ("corrompue.event.drawn", 0),
        ("corrompue.event.drawn", 2),
    ]


# -- the next event -------------------------------------------------------------------------


def next_event() -> State:
    hands = ["noblesse:3", "noblesse:8", "noblesse:5"]
    return table(hands, leader=2, noblesse=[0, 1, 0], won=["culte:1 paysan:1", "", "milice:1"])


def test_the_next_dealer_led_the_first_trick_of_the_event_just_ended() -> None:
    view = GAME.view(next_event(), None)
    assert view.event == 2
    assert view.dealer == 2
    assert view.opener == 0


def test_all_cards_return_to_their_piles_for_the_next_event() -> None:
    state = next_event()
    view = GAME.view(state, None)
    assert [player.won for player in view.players] == [
        {"noblesse": 0, "paysan": 0, "milice": 0, "culte": 0}
    ] * 3
    assert [player.hand for player in view.players] == [11, 11, 11]
    assert view.culte_pile == 5


def test_events_follow_until_the_end() -> None:
    state = GAME.setup(3, seed=3)
    events = set()
    while GAME.outcome(state) is None:
        view = GAME.view(state, None)
        events.add(view.event)
        seat = view.awaited[0]
        prompt = GAME.prompts(state)[seat]
        picks = [option.id for option in prompt.options[: prompt.least]]
        state, _ = GAME.play(state, seat, picks)
    assert events == set(range(1, len(events) + 1))
    assert len(GAME.view(state, None).counts) == len(events)


def test_a_dump_of_other_rules_or_of_nothing_is_refused() -> None:
    dump = GAME.dump(GAME.setup(3))
    other = dump.replace(f'"rules_version":{GAME.rules_version}', '"rules_version":0')
    assert other != dump
    for broken in (other, "{}", "", "[]"):
        with pytest.raises(IncompatibleState):
            GAME.load(broken)


def test_a_sampled_world_respects_who_is_out_of_a_faction() -> None:
    hands = [
        "noblesse:3 paysan:2 paysan:3 paysan:4",
        "noblesse:8 milice:2 milice:3 milice:5",
        "paysan:6 milice:4 milice:6 milice:7",
    ]
    state = play(table(hands), "noblesse:3", "paysan:6")
    view = GAME.view(state, 0)
    assert view.players[2].void == ("noblesse",)
    for seed in range(40):
        hand = GAME.view(GAME.sample(view, seed), 2).hand
        assert all(card.faction != "noblesse" for card in hand)
