"""A ballot of the base game: selection, laying, count; and the end."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from engine.guildes.components import NONE, WIDTH, copies
from engine.guildes.options import GuildesOptions
from engine.guildes.scoring import totals
from engine.guildes.state import State
from engine.guildes.telling import shares
from engine.text import Seat, Text
from tests.engine.guildes.build import (
    GAME,
    cards,
    drafting,
    find,
    keys,
    last_lap,
    laying,
    names,
    options,
    play,
    play_all,
    tableau,
    told,
)

DEALT_AND_LAID = {3: (10, 8), 4: (9, 7), 5: (7, 5), 6: (6, 5)}


def to_the_end(state: State, random: Random) -> list[State]:
    """Random play; every state on the way."""
    states = [state]
    while GAME.asked(state):
        state = state.clone()
        seat = GAME.asked(state)[0]
        GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))
        states.append(state)
    return states


def everywhere(state: State) -> list[int]:
    """How many cards of each guild there are, wherever they lie."""
    number = [sum(state.laid[guild::WIDTH]) for guild in range(WIDTH)]
    down = [card for card in state.down if card != NONE]
    places = [state.deck, state.discard, state.drawn, down, *state.packs, *state.hands]
    for card in chain.from_iterable(places):
        number[card] += 1
    return number


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_cards_dealt_and_laid_in_each_ballot(seats: int) -> None:
    dealt, laid = DEALT_AND_LAID[seats]
    states = to_the_end(GAME.setup(seats, seed=3), Random(1))
    for state in states:
        if state.phase == 0 and state.turn == 1:
            assert [len(pack) for pack in state.packs] == [dealt] * seats
            for seat in range(seats):
                assert sum(tableau(state, seat).values()) == laid * (state.ballot - 1)
    assert len(states[-1].counts) == 3
    assert len(states[-1].discard) == 3 * seats * (dealt - laid)
    assert len(states[-1].deck) == sum(copies(seats)) - 3 * seats * dealt


@pytest.mark.parametrize("events", [False, True])
@pytest.mark.parametrize("tricks", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_card_appears_or_is_lost(seats: int, tricks: bool, events: bool) -> None:
    variants = GuildesOptions(events=events, tricks=tricks)
    for seed in range(4):
        for state in to_the_end(GAME.setup(seats, variants, seed), Random(seed)):
            assert tuple(everywhere(state)) == copies(seats)


@pytest.mark.parametrize(
    ("direction", "third_cards"),
    [("left", ["milice", "pecheurs", "paysans"]), ("right", ["paysans", "milice", "pecheurs"])],
)
def test_packs_travel_where_the_arrow_points_left_being_the_next_seat(
    direction: str, third_cards: list[str]
) -> None:
    packs = [cards("artisans", "2 nobles", third) for third in ("pecheurs", "paysans", "milice")]
    state = play_all(drafting(packs, direction=direction), "artisans", "artisans", "artisans")
    assert [names(pack) for pack in state.packs] == [
        names(cards("2 nobles", third)) for third in third_cards
    ]
    assert [names(hand) for hand in state.hands] == [["artisans"]] * 3


@pytest.mark.parametrize(("direction", "to"), [("left", [1, 2, 0]), ("right", [2, 0, 1])])
def test_whoever_keeps_a_card_is_told_who_gets_the_rest(direction: str, to: list[int]) -> None:
    packs = [cards("artisans", "2 nobles") for _ in range(3)]
    prompts = GAME.prompts(drafting(packs, direction=direction))
    assert [prompts[seat].ask.args["to"] for seat in range(3)] == [Seat(seat) for seat in to]


def test_the_last_card_of_a_pack_is_kept_without_asking() -> None:
    kept = cards("8 pretres")
    state = drafting(
        [cards("artisans", guild) for guild in ("nobles", "milice", "paysans")], kept=kept
    )
    events = told(play(play(state, 0, "artisans"), 1, "artisans"), 2, "artisans")
    state = play_all(state, "artisans", "artisans", "artisans")
    assert names(state.hands[1]) == ["artisans", "nobles", *["pretres"] * 8]
    assert GAME.view(state, 0).phase == "laying"
    assert [event.seat for event in events if event.text.key == "guildes.event.kept"] == [
        0,
        1,
        2,
    ] * 2


def test_a_pack_of_equal_cards_is_not_asked() -> None:
    state = drafting(
        [cards("3 milice"), cards("artisans", "2 nobles"), cards("artisans", "2 pretres")]
    )
    assert list(GAME.prompts(state)) == [1, 2]
    assert names(play_all(state, "nobles", "pretres").hands[0]) == ["milice"]


def test_a_kept_card_can_be_looked_at_but_not_exchanged() -> None:
    state = drafting([cards("artisans", "2 nobles")] * 3, kept=cards("pretres"))
    assert GAME.view(state, 1).hand == ("pretres",)
    assert options(state, 1) == ["artisans", "nobles"]


def test_a_choice_changes_until_the_last_player_has_chosen() -> None:
    state = drafting([cards("artisans", "2 nobles")] * 3)
    state = play(play(state, 0, "artisans"), 0, "nobles")
    assert GAME.prompts(state)[0].answered == ("nobles",)
    state = play_all(state, "artisans", "artisans")
    assert names(state.hands[0]) == ["nobles"]


def test_who_has_chosen_shows_and_what_does_not() -> None:
    state = play(drafting([cards("artisans", "2 nobles")] * 3), 1, "artisans")
    assert GAME.view(state, None).awaited == (0, 2)
    assert "answered" in repr(GAME.view(state, 1).prompt)
    assert GAME.view(state, 0) == GAME.view(
        play(drafting([cards("artisans", "2 nobles")] * 3), 1, "nobles"), 0
    )


def test_cards_are_revealed_at_once_and_stay() -> None:
    hands = [cards("5 artisans", "5 nobles")] * 3
    state = play(laying(hands), 0, "artisans")
    assert tableau(state, 0) == {}
    events = told(play(state, 1, "nobles"), 2, "nobles")
    (lap,) = find(events, "guildes.event.lap")
    assert [laid.args["player"].number for laid in lap.args["laid"]] == [0, 1, 2]
    state = play_all(state, "nobles", "nobles")
    assert [tableau(state, seat) for seat in range(3)] == [
        {"artisans": 1},
        {"nobles": 1},
        {"nobles": 1},
    ]


def test_what_is_not_laid_is_discarded_unseen() -> None:
    state = last_lap([cards("artisans", "nobles", "pretres")] * 3, [{}] * 3, number=1)
    events = told(play(play(state, 0, "nobles"), 1, "nobles"), 2, "nobles")
    state = play_all(state, "nobles", "nobles", "nobles")
    assert names(state.discard) == sorted(["artisans", "pretres"] * 3)
    assert "pretres" not in repr(events)
    assert GAME.view(state, 0).discarded == 6


def test_a_lap_with_nothing_to_choose_goes_on_by_itself() -> None:
    state = last_lap([cards("2 nobles")] * 3, [{}] * 3, number=1)
    assert GAME.view(state, None).ballot == 2
    assert state.counts[0][7] == 12 // 3


def test_the_count_is_told_and_kept_by_guild() -> None:
    state = last_lap(
        [cards("artisans", "milice"), cards("2 nobles"), cards("2 nobles")],
        [{"artisans": 1}, {"artisans": 1}, {"milice": 2}],
        number=2,
    )
    events = told(state, 0, "artisans")
    state = play(state, 0, "artisans")
    view = GAME.view(state, None)
    # artisans 2-1-0: 7 and 4; nobles 0-1-1: (12 + 6) / 2; milice 0-0-2: 6
    assert view.counts[0][0]["artisans"] == 7
    assert [sum(seat.values()) for seat in view.counts[0]] == [7, 4 + 9, 9 + 6]
    (won,) = find(events, "guildes.event.votes_won")  # a line, however many play
    assert [one.args["votes"] for one in won.args["each"]] == [7, 13, 15]
    assert not find(events, "guildes.event.in_all")  # it says no number twice
    assert keys(events).index("guildes.event.votes_won") < keys(events).index(
        "guildes.event.ballot"
    )


def test_what_later_counts_come_to_in_all_is_told_in_detail() -> None:
    state = to_the_end(GAME.setup(3, seed=1), Random(1))[-1]
    events = list(shares(state))
    assert all(event.detail for event in events)
    (in_all,) = find(events, "guildes.event.in_all")
    assert [one.args["votes"] for one in in_all.args["each"]] == totals(state)


def test_an_event_card_is_used_once_in_a_game() -> None:
    for seed in range(30):
        state = to_the_end(GAME.setup(4, seed=seed), Random(seed))[-1]
        assert len(set(state.revealed)) == 3


def test_without_the_variant_only_the_direction_of_an_event_is_known() -> None:
    state = GAME.setup(4, seed=1)
    (begins,) = GAME.opening(state)
    assert begins.text.key == "guildes.event.ballot"
    assert set(begins.text.args) == {"ballot"}
    assert GAME.view(state, None).direction in ("left", "right")
    with_text, rule = GAME.opening(GAME.setup(4, GuildesOptions(events=True), seed=1))
    assert with_text.text.key == "guildes.event.ballot_with_event"
    card = with_text.text.args["card"]
    assert isinstance(card, Text)
    assert rule.text.key == f"{card.key}.rule"


def test_without_the_variant_an_event_is_only_an_arrow() -> None:
    for seed in range(20):
        for state in to_the_end(GAME.setup(4, seed=seed), Random(seed)):
            view = GAME.view(state, None)
            assert view.phase == "over" or view.headline.args["turns"] in (8, 7)
            assert view.lay in (0, 1)
            assert view.first_seat is None


def end(tableaux: list[dict[str, int]], tie_break: str) -> list[list[int]]:
    """Places of a game that ends with these tableaux, all laying one Nobles more."""
    state = last_lap(
        [cards("2 nobles")] * (len(tableaux) - 1) + [cards("nobles", "paysans")], tableaux, number=3
    )
    state.options = GuildesOptions(tie_break=tie_break)
    outcome = GAME.outcome(play(state, len(tableaux) - 1, "nobles"))
    assert outcome is not None
    return [list(place) for place in outcome.places]


def test_most_votes_win() -> None:
    state = last_lap(
        [cards("2 nobles"), cards("2 nobles"), cards("nobles", "milice")],
        [{"artisans": 1}, {}, {}],
        number=3,
    )
    outcome = GAME.outcome(play(state, 2, "milice"))
    assert outcome is not None
    # artisans 7; nobles (12 + 6) / 2 = 9; milice 3
    assert dict(outcome.scores) == {0: 16, 1: 9, 2: 3}
    assert outcome.places == [[0], [1], [2]]


# Seat 0: 3 Milice, 9 votes. Seat 1: Érudits alone 8 and Paysans third 1, 9 votes. Seat 2: Paysans
# first 6. Seat 3: Paysans second 3. Nobles are shared evenly.
LEVEL = [{"milice": 3}, {"erudits": 1, "paysans": 1}, {"paysans": 3}, {"paysans": 2}]


def test_a_tie_goes_to_the_most_milice() -> None:
    assert end(LEVEL, "milice") == [[0], [1], [2], [3]]


def test_a_tie_is_shared_if_the_option_says_so() -> None:
    assert end(LEVEL, "shared") == [[0, 1], [2], [3]]


def test_a_tie_in_milice_too_is_shared() -> None:
    # Seats 1 and 2: Chevaliers (11 + 5) / 2 = 8 and a Milice 3; seat 0: 3 Milice 9.
    two = {"chevaliers": 1, "milice": 1}
    assert end([{"milice": 3}, two, two], "milice") == [[1, 2], [0]]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_snapshot_at_the_end_is_within_3_kb(seats: int) -> None:
    variants = GuildesOptions(events=True, tricks=True)
    state = to_the_end(GAME.setup(seats, variants, seed=1 << 255), Random(1))[-1]
    assert len(GAME.dump(state).encode()) <= 3000
