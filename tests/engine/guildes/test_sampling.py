"""Worlds that a viewer can't tell from the real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import pytest

from engine.guildes import Guildes
from engine.guildes.components import CARDS, GUILDS, NONE, NUMBER_OF
from engine.guildes.options import GuildesOptions
from engine.guildes.sampling.spots import Spots
from engine.guildes.scoring import of_seat
from engine.guildes.state import DRAFT, LAYING, TRICK_PHASE, State
from engine.parts.rng import Rng, stream
from tests.engine.guildes.build import (
    GAME,
    cards,
    drafting,
    laying,
    names,
    play,
    play_all,
    playing_tricks,
)


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
    # Twenty cards of the one kind, two of another, and two places of two cards each.
    spots = Spots([[0] * 20 + [1] * 2], [0] * (4 * len(GUILDS)), choosing=[0, 1], parts=[])
    for place, number in enumerate((2, 2, 18)):
        spots.add(place, 0, number)
    spots.deal([0, 1], Rng(1), stream(1))
    spots.repair(stream(1))
    assert [spots.held(place) for place in (0, 1)] == [[0, 1], [0, 1]]
    assert spots.held(2) == [0] * 18


def test_all_deals_that_fit_are_reached_where_two_pairs_must_change_at_once() -> None:
    # Two groups of the same two cards, for the same two places, each of which wants one of them.
    wants = [0] * (3 * len(GUILDS))
    wants[0] = wants[len(GUILDS)] = 1
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(400):
        spots = Spots([[0, 1], [0, 1]], wants, choosing=[], parts=[])
        for group, place in product((0, 1), (0, 1)):
            spots.add(place, group)
        spots.deal([0, 1], Rng(1), stream(1))
        spots.mix(40, stream(seed))
        drawn[tuple(spots.card)] += 1
    assert drawn.keys() == {(0, 1, 1, 0), (1, 0, 0, 1)}
    assert min(drawn.values()) > 150


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


# What a seat has seen of the packs


def worlds(state: State, viewer: int, number: int = 100) -> Iterator[State]:
    """Worlds that could be real for a seat."""
    view = GAME.view(state, viewer)
    for seed in range(number):
        world = GAME.sample(view, seed)
        assert GAME.view(world, viewer) == view
        yield world


def came_round() -> State:
    """Turn 4 of 3 players: seat 0 has the pack again of which it kept artisans at turn 1."""
    first = cards("pecheurs", "paysans", "artisans", "erudits", "marchands")
    state = drafting([first, cards("4 milice", "nobles"), cards("4 nobles", "milice")])
    state = play_all(state, "artisans", "milice", "nobles")
    state = play_all(state, "nobles", "erudits", "milice")
    return play_all(state, "milice", "nobles", "paysans")


def test_cards_missing_from_a_pack_that_comes_round_were_kept_by_the_others() -> None:
    state = came_round()
    assert names(state.packs[0]) == ["pecheurs", "marchands"]
    missing = {NUMBER_OF["erudits"], NUMBER_OF["paysans"]}
    kept = set()
    for world in worlds(state, 0):
        one, other = world.hands[1][1], world.hands[2][2]  # at turns 2 and 3
        assert {one, other} == missing
        kept.add(one)
    assert kept == missing  # nobody knows who kept which


def test_a_pack_just_handed_on_is_in_the_next_seats_hands() -> None:
    for world in worlds(came_round(), 0):
        assert names(world.packs[1]) == ["nobles", "milice"]


def test_who_is_asked_hasnt_got_the_same_cards_left_of_a_pack_that_was_handed_on() -> None:
    # Of two nobles and milice seat 1 has kept one, and seat 2 has a choice between the others.
    for world in worlds(came_round(), 0):
        assert names(world.packs[2]) == ["nobles", "milice"]


def test_who_was_handed_a_pack_has_kept_one_of_it_and_the_next_holds_the_rest() -> None:
    state = play_all(came_round(), "marchands", "nobles", "milice")  # all are kept by now
    for world in worlds(state, 1):
        # Of pecheurs, paysans and marchands, that seat 1 handed on at turn 2, each kept one.
        assert world.kept[2][2] in cards("pecheurs", "paysans", "marchands")
        assert world.kept[0][3] in cards("pecheurs", "paysans", "marchands")
        assert world.kept[2][2] != world.kept[0][3]
        assert names([world.kept[2][2], world.kept[0][3]]).count(names([state.kept[1][4]])[0]) == 0


def test_a_card_handed_on_last_is_in_the_neighbours_hand_until_it_is_laid() -> None:
    """Packs go right: the last of the nobles comes from seat 1 by seat 0 to seat 2."""
    state = drafting(
        [cards("chevaliers", "2 milice"), cards("3 nobles"), cards("3 pretres")], direction="right"
    )
    state = play_all(play_all(state, "milice"), "chevaliers")
    assert state.phase == LAYING
    assert names(state.hands[2]) == ["chevaliers", "nobles", "pretres"]
    nobles = NUMBER_OF["nobles"]
    assert all(nobles in world.hands[2] for world in worlds(state, 0))
    after = play_all(state, "milice", "pretres", "chevaliers")
    assert all(nobles in world.hands[2] for world in worlds(after, 0))
    after = play_all(state, "milice", "pretres", "nobles")
    assert not all(nobles in world.hands[2] for world in worlds(after, 0))


def test_a_card_that_was_laid_was_kept_of_a_pack_that_held_it() -> None:
    """Seat 1 laid pretres, and there are none but in the pack that seat 0 handed on."""
    rest = CARDS[3].count(NUMBER_OF["pretres"]) - 1
    state = drafting(
        [cards("nobles", "milice", "pretres"), cards("3 erudits"), cards("3 artisans")]
    )
    state.laid[NUMBER_OF["pretres"]] = rest
    state.tableaux = (tuple(state.laid),)
    state = play_all(play_all(state, "nobles"), "pretres")
    state = play_all(state, "nobles", "pretres", "artisans")
    for world in worlds(state, 0):
        assert names([world.kept[1][1], world.kept[2][2]]) == ["pretres", "milice"]


def test_worlds_are_drawn_as_often_as_they_come_about() -> None:
    """Seat 0 handed milice and nobles on; seat 1 has kept one of them, then it laid milice."""
    state = drafting(
        [cards("pretres", "nobles", "milice"), cards("2 erudits", "nobles"), cards("3 marchands")]
    )
    state = play_all(state, "pretres", "erudits")
    state = play_all(state, "milice", "erudits")
    assert state.phase == LAYING
    state = play_all(state, "pretres", "milice", "marchands")
    view = GAME.view(state, 0)
    expected = by_hand(view.awaited)
    drawn: Counter[tuple[int, ...]] = Counter()
    number = 4000
    for seed in range(number):
        kept = GAME.sample(view, seed).kept
        drawn[kept[1][1], kept[1][0] == NUMBER_OF["milice"]] += 1
    total = sum(expected.values())
    assert drawn.keys() == expected.keys()
    for one, ways in expected.items():
        assert drawn[one] / number == pytest.approx(ways / total, abs=0.025)


def by_hand(awaited: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """In how many ways seat 1 kept this card at turn 2, and milice at turn 1 or not."""
    left = Counter(CARDS[3])
    # Its own three, what it handed on (milice and nobles; marchands), what came at last.
    left.subtract(cards("pretres", "marchands", "nobles", "milice", "nobles", "marchands"))
    ways: Counter[tuple[int, ...]] = Counter()
    for unseen in product(range(len(GUILDS)), repeat=3):
        number = 1
        for card, times in Counter(unseen).items():
            for one in range(times):
                number *= max(0, left[card] - one)
        for shared in permutations(cards("milice", "nobles")):
            hands = {
                1: Counter([unseen[0], shared[0], NUMBER_OF["marchands"]]),
                2: Counter([unseen[1], unseen[2], shared[1]]),
            }
            hands[1].subtract(cards("milice"))
            hands[2].subtract(cards("marchands"))
            if all(min(hand.values()) >= 0 for hand in hands.values()) and all(
                len(+hands[seat]) > 1 for seat in awaited if seat
            ):
                ways[shared[0], unseen[0] == NUMBER_OF["milice"]] += number
    return +ways


# Whole games


def moments(seats: int, options: GuildesOptions, seed: int) -> Iterator[State]:
    """Every moment of a game at random."""
    state, random = GAME.setup(seats, options, seed), Random(seed)
    while asked := GAME.asked(state):
        yield state
        seat = random.choice(list(asked))
        state = state.clone()
        GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))


VARIANTS = [
    GuildesOptions(events=events, tricks=tricks)
    for events, tricks in product((False, True), repeat=2)
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", Guildes.seats)
def test_a_world_has_every_card_once_and_its_draft_led_to_its_hands(
    seats: int, options: GuildesOptions
) -> None:
    for number, state in enumerate(moments(seats, options, seed=seats)):
        if number % 5 and state.phase != TRICK_PHASE:
            continue
        viewer = number % seats
        view = GAME.view(state, viewer)
        world = GAME.sample(view, number)
        assert GAME.view(world, viewer) == view
        assert Counter(everything(world)) == Counter(CARDS[seats])
        assert all(len(GAME.moves(world, seat)) > 1 for seat in view.awaited)
        if state.phase == DRAFT:
            assert len({len(hand) for hand in world.hands}) == 1
            continue
        for seat in range(seats):
            if state.phase != TRICK_PHASE or world.hands[seat]:
                assert +had(world, seat) == Counter(world.hands[seat])


def everything(state: State) -> Iterator[int]:
    """Every card of a game, wherever it is."""
    for held in (*state.packs, *state.hands, state.deck, state.discard, state.drawn):
        yield from held
    yield from (card for card in state.down if card != NONE)
    for seat in range(state.seats):
        yield from Counter(dict(enumerate(of_seat(state.laid, seat)))).elements()


def had(state: State, seat: int) -> Counter[int]:
    """What a seat must hold: what it kept, but for the redistribution and what it laid."""
    hand = Counter(state.kept[seat])
    if state.redistributed:
        given, got = state.redistributed
        hand[given[seat]] -= 1
        hand[got[seat]] += 1
    after = state.laid if len(state.tableaux) == 1 else state.tableaux[1]
    hand.subtract(dict(enumerate(of_seat(after, seat))))
    hand.update(dict(enumerate(of_seat(state.tableaux[0], seat))))
    if state.down[seat] != NONE:
        hand[state.down[seat]] -= 1
    return hand


def test_who_lays_the_last_card_has_a_choice_besides_the_one_that_lies_face_down() -> None:
    hands = [cards("artisans", "erudits", "marchands", "nobles", "pretres", "milice")] * 6
    state = laying(hands, event="face_down")
    for guild in ("artisans", "erudits", "marchands", "nobles"):
        state = play_all(state, *[guild] * 6)
    for world in worlds(state, 0):
        assert all(len(GAME.moves(world, seat)) > 1 for seat in GAME.asked(world))
