"""The four rounds of The Majority, from the deal to the end."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game import Event, IllegalMove, IncompatibleState
from engine.majority import MajorityOptions
from engine.majority.components import CARDS, COMPONENTS, deck_of
from engine.majority.state import State, result
from engine.text import Seat, text
from tests.engine.majority.builders import GAME, choose, exchange, kinds, table, totals


def first_choices(state: State) -> State:
    """The state after everyone awaited has chosen the first card offered."""
    for seat, prompt in GAME.prompts(state).items():
        if prompt.answered is None:
            state, _ = GAME.play(state, seat, [prompt.options[0].id])
    return state


def played_to(state: State, *, round_: int, phase: str) -> State:
    while (GAME.view(state, None).round, GAME.view(state, None).phase) != (round_, phase):
        state = first_choices(state)
    return state


def test_whoever_keeps_a_card_is_told_that_the_next_player_gets_the_rest() -> None:
    prompts = GAME.prompts(GAME.setup(4, MajorityOptions(), 1))
    assert [prompts[seat].ask.args["to"] for seat in range(4)] == [*map(Seat, (1, 2, 3, 0))]


@pytest.mark.parametrize(
    ("options", "acts"),
    [(MajorityOptions(), "untouched"), (MajorityOptions(first_edition_spy=True), "unkilled")],
)
def test_what_is_said_of_the_spy_holds_with_the_options(
    options: MajorityOptions, acts: str
) -> None:
    view = GAME.view(GAME.setup(3, options, 1), 0)
    (spy,) = (topic for topic in GAME.topics(view) if topic.id == "spy")
    assert spy.body[0].args["spy"] == text(f"majority.rules.acts.{acts}")


# -- components -----------------------------------------------------------------------------


def test_every_colour_has_24_cards_with_the_copies_of_the_rules() -> None:
    copies = Counter(deck_of(COMPONENTS, 4))
    assert sum(copies.values()) == 72
    for colour in ("red", "blue", "yellow"):
        powers = {
            CARDS[kind].power: n for kind, n in copies.items() if CARDS[kind].colour == colour
        }
        assert powers == {0: 4, 2: 2, 3: 4, 5: 3, 6: 3, 7: 2, 9: 3, 10: 3}


def test_with_three_one_card_of_six_powers_leaves_each_colour() -> None:
    removed = Counter(deck_of(COMPONENTS, 4)) - Counter(deck_of(COMPONENTS, 3))
    assert sum(removed.values()) == 18
    assert {CARDS[kind].power for kind in removed} == {0, 3, 5, 6, 9, 10}


def test_a_table_of_cards_that_does_not_fill_the_rounds_is_refused() -> None:
    data = COMPONENTS.model_dump()
    data["cards"][0]["copies"] = 5
    with pytest.raises(ValueError, match="has to be 54 cards"):
        type(COMPONENTS).model_validate(data)


# -- setting up -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="3 or 4"):
        GAME.setup(seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_token_is_drawn_from_the_seed(seats: int) -> None:
    holders = {GAME.view(GAME.setup(seats, seed=seed), None).spy for seed in range(40)}
    assert holders == set(range(seats))


def test_partners_sit_opposite_and_three_players_have_none() -> None:
    assert GAME.parties(4) == ((0, 2), (1, 3))
    assert GAME.parties(3) == ()


# -- selection ------------------------------------------------------------------------------


def test_round_one_deals_six_and_asks_five_picks() -> None:
    state = GAME.setup(4, seed=1)
    for pack in (6, 5, 4, 3, 2):
        view = GAME.view(state, 0)
        assert view.phase == "draft"
        assert len(view.pack) == pack
        assert len(view.hand) == 6 - pack
        state = first_choices(state)
    view = GAME.view(state, 0)
    assert view.phase == "exchange"
    assert len(view.hand) == 6


def test_packs_go_to_the_left_and_the_single_last_card_is_taken() -> None:
    state = GAME.setup(3, seed=5)
    packs = [kinds(" ".join(c.id for c in GAME.view(state, seat).pack)) for seat in range(3)]
    state = first_choices(state)
    for seat in range(3):
        right = packs[seat - 1]
        received = kinds(" ".join(card.id for card in GAME.view(state, seat).pack))
        assert received == right[1:]
    while GAME.view(state, None).phase == "draft":
        state = first_choices(state)
    assert [player.hand for player in GAME.view(state, None).players] == [6, 6, 6]


@pytest.mark.parametrize("round_", [2, 3, 4])
def test_later_rounds_draft_four_cards_and_the_kept_one(round_: int) -> None:
    state = GAME.setup(4, seed=3)
    state = played_to(state, round_=round_, phase="draft")
    view = GAME.view(state, 0)
    assert [player.pack for player in view.players] == [5] * 4
    assert [player.hand for player in view.players] == [0] * 4
    assert view.turns == 4


def test_the_kept_card_lies_in_its_owners_next_pack() -> None:
    state = table(["red:10 red:9", "blue:10 blue:9", "yellow:10 yellow:9"], round_=2)
    state.deck = kinds(
        "red:5 red:5 red:5 red:5 blue:5 blue:5 blue:5 blue:6 red:6 red:6 red:6 red:0"
    )
    state = choose(state, "red:9", "blue:9", "yellow:9")
    assert [
        kept in [card.id for card in GAME.view(state, seat).pack]
        for seat, kept in enumerate(["red:10", "blue:10", "yellow:10"])
    ] == [True] * 3


@pytest.mark.parametrize("seats", [3, 4])
def test_the_draw_pile_is_exactly_empty_at_the_end(seats: int) -> None:
    state = GAME.setup(seats, seed=2)
    while GAME.outcome(state) is None:
        state = first_choices(state)
    view = GAME.view(state, None)
    assert view.deck == 0
    assert [player.hand for player in view.players] == [1] * seats
    won = sum(len(powers) for player in view.players for powers in player.won.values())
    assert won + len(view.discarded) + seats == (72 if seats == 4 else 54)


# -- exchange -------------------------------------------------------------------------------

FOUR_HANDS = ["red:10 red:9 red:5", "blue:10 blue:9 blue:5", "yellow:10 yellow:9", "red:0 blue:0"]


def test_partners_exchange_a_card_chosen_blind() -> None:
    state = exchange(FOUR_HANDS)
    state = choose(state, "red:9", "blue:9", "yellow:9")
    assert GAME.view(state, 0).received is None
    state, events = GAME.play(state, 3, ["blue:0"])
    view = GAME.view(state, 0)
    assert [card.id for card in view.hand] == ["red:5", "red:10", "yellow:9"]
    assert view.given == "red:9"
    assert view.received == "yellow:9"
    assert [card.id for card in GAME.view(state, 3).hand] == ["red:0", "blue:9"]
    told = [event.seat for event in events if event.text.key == "majority.event.received"]
    assert told == [0, 1, 2, 3]


def test_only_partners_know_what_they_exchanged() -> None:
    state = choose(exchange(FOUR_HANDS), "red:9", "blue:9", "yellow:9", "blue:0")
    assert GAME.view(state, 1).received == "blue:0"
    assert GAME.view(state, None).given is None
    assert GAME.view(state, None).received is None
    assert GAME.view(state, None).hand == ()


def test_a_card_received_is_remembered_until_one_like_it_is_played() -> None:
    state = choose(exchange(FOUR_HANDS), "red:9", "blue:9", "yellow:9", "blue:0")
    state = choose(state, "yellow:9", "blue:5", "yellow:10", "red:0")
    assert GAME.view(state, 0).received is None
    assert GAME.view(state, 2).given is None
    assert GAME.view(state, 0).given == "red:9"


def test_with_three_players_there_is_no_exchange() -> None:
    state = GAME.setup(3, seed=1)
    phases = set()
    while GAME.outcome(state) is None:
        phases.add(GAME.view(state, None).phase)
        state = first_choices(state)
    assert "exchange" not in phases


# -- playing --------------------------------------------------------------------------------


def test_cards_won_count_for_their_colour_and_bribed_ones_for_the_briber() -> None:
    state = table(["red:0 red:5", "red:10 red:9", "blue:9 blue:5"])
    state = choose(state, "red:0", "red:10", "blue:9")
    assert totals(state, 0) == {"red": 10, "blue": 0, "yellow": 0}
    assert totals(state, 1) == {"red": 0, "blue": 0, "yellow": 0}
    assert totals(state, 2) == {"red": 0, "blue": 9, "yellow": 0}


def test_effects_never_touch_cards_won_before() -> None:
    state = table(["red:9 red:5 red:6", "red:10 yellow:2 red:6", "blue:9 red:0 blue:6"])
    state = choose(state, "red:9", "red:10", "blue:9")
    state = choose(state, "red:5", "yellow:2", "red:0")
    assert totals(state, 0) == {"red": 9, "blue": 0, "yellow": 0}
    assert totals(state, 1) == {"red": 10, "blue": 0, "yellow": 2}
    assert totals(state, 2) == {"red": 5, "blue": 9, "yellow": 0}
    assert GAME.view(state, None).discarded == ("red:0",)


def test_five_cards_are_played_in_round_one_and_four_later() -> None:
    state = GAME.setup(3, seed=4)
    turns: Counter[int] = Counter()
    while GAME.outcome(state) is None:
        view = GAME.view(state, None)
        if view.phase in {"play", "open"}:
            turns[view.round] = max(turns[view.round], view.turn)
        state = first_choices(state)
    assert turns == {1: 5, 2: 4, 3: 4, 4: 4}


def test_a_choice_may_be_changed_until_the_last_is_in() -> None:
    state = table(["red:10 red:9", "blue:10 blue:9", "yellow:10 yellow:9"])
    state = choose(state, "red:9", "blue:9")
    assert GAME.view(state, 0).awaited == (2,)
    state, _ = GAME.play(state, 0, ["red:10"])
    prompt = GAME.view(state, 0).prompt
    assert prompt is not None
    assert prompt.answered == ("red:10",)
    state, _ = GAME.play(state, 2, ["yellow:9"])
    assert totals(state, 0)["red"] == 10


def test_a_hand_of_one_kind_is_never_asked() -> None:
    state = table(["red:10 red:10", "blue:10 blue:9", "yellow:10 yellow:9"])
    assert list(GAME.prompts(state)) == [1, 2]
    state = choose(state, "", "blue:9", "yellow:9")
    assert totals(state, 0)["red"] == 10


def test_a_card_not_in_hand_is_refused() -> None:
    state = table(["red:10 red:9", "blue:10 blue:9", "yellow:10 yellow:9"])
    with pytest.raises(IllegalMove):
        GAME.play(state, 0, ["blue:10"])


# -- open play ------------------------------------------------------------------------------

SPIES = [
    "red:5 red:6 red:9",
    "blue:3 blue:6 blue:9",
    "yellow:5 yellow:6 yellow:9",
    "red:0 red:6 blue:0",
]


def after_the_spy() -> State:
    """Seat 1's 3 has just worked."""
    return choose(table(SPIES), "red:5", "blue:3", "yellow:5", "red:6")


def test_after_a_spy_cards_are_played_openly_one_after_another() -> None:
    state = after_the_spy()
    assert GAME.view(state, None).spy == 1
    asked = []
    for card in ("red:6", "blue:6", "yellow:6"):
        (seat,) = GAME.prompts(state)
        asked.append(seat)
        state, events = GAME.play(state, seat, [card])
        laid = GAME.view(state, None).players[seat].laid
        assert laid is not None
        assert laid.id == card
        assert [event.text.key for event in events] == ["majority.event.laid"]
    assert asked == [0, 1, 2]
    assert list(GAME.prompts(state)) == [3]


def test_open_cards_take_effect_only_when_all_are_down() -> None:
    state = after_the_spy()
    for seat, card in enumerate(("red:6", "blue:6", "yellow:6")):
        state, _ = GAME.play(state, seat, [card])
    assert totals(state, 0)["red"] == 5
    state, _ = GAME.play(state, 3, ["red:0"])
    assert totals(state, 3)["red"] == 12
    assert totals(state, 0)["red"] == 5


def test_the_turn_after_an_open_one_is_secret_again() -> None:
    hands = [f"{hand} yellow:10" for hand in SPIES]
    state = choose(table(hands), "red:5", "blue:3", "yellow:5", "red:6")
    for seat, card in enumerate(("red:6", "blue:6", "yellow:6", "red:0")):
        state, _ = GAME.play(state, seat, [card])
    view = GAME.view(state, None)
    assert view.phase == "play"
    assert view.awaited == (0, 1, 2, 3)
    assert view.open_order == ()


def test_an_open_card_is_final() -> None:
    state, _ = GAME.play(after_the_spy(), 0, ["red:6"])
    with pytest.raises(IllegalMove):
        GAME.play(state, 0, ["red:9"])


def test_a_spy_as_the_last_card_moves_the_token_but_opens_nothing() -> None:
    state = table(["red:5 red:6", "blue:3 blue:6", "yellow:5 yellow:6"])
    state = choose(state, "red:5", "blue:3", "yellow:5")
    view = GAME.view(state, None)
    assert view.phase == "over"
    assert view.spy == 1
    state = table(["red:5 red:6", "blue:3 blue:6", "yellow:5 yellow:6"], round_=1)
    state.deck = kinds(
        "red:0 red:5 red:6 red:9 blue:0 blue:5 blue:6 blue:9 red:0 red:2 red:3 red:7"
    )
    state = choose(state, "red:5", "blue:3", "yellow:5")
    state = played_to(state, round_=2, phase="play")
    assert GAME.view(state, None).open_order == ()


# -- debate and end -------------------------------------------------------------------------


def test_a_debate_pays_each_colour_and_won_cards_stay() -> None:
    state = table(["red:10 red:6", "red:9 blue:6", "blue:5 yellow:6"], round_=1)
    state.deck = kinds(
        "red:0 red:5 red:6 red:9 blue:0 blue:5 blue:6 blue:9 red:0 red:2 red:3 red:7"
    )
    state = choose(state, "red:10", "red:9", "blue:5")
    view = GAME.view(state, None)
    assert view.debates[0].gold == {"red": (2, 2, 0), "blue": (0, 0, 2), "yellow": (0, 0, 0)}
    assert [player.gold for player in view.players] == [2, 2, 2]
    assert view.players[0].won == {"red": (10,), "blue": (), "yellow": ()}
    assert view.round == 2


def test_the_richer_party_wins() -> None:
    outcome = result([10, 9, 4, 6], spy_holder=0)
    assert outcome.places == [[1, 3], [0, 2]]
    assert outcome.scores == {0: 14, 1: 15, 2: 14, 3: 15}


@pytest.mark.parametrize(("spy", "places"), [(1, [[1, 3], [0, 2]]), (2, [[0, 2], [1, 3]])])
def test_a_tie_of_parties_goes_to_the_one_with_the_token(spy: int, places: list[list[int]]) -> None:
    assert result([10, 9, 5, 6], spy_holder=spy).places == places


def test_with_three_the_richest_wins() -> None:
    assert result([10, 12, 5], spy_holder=0).places == [[1], [0], [2]]


def test_with_three_a_tie_goes_to_the_holder_if_tied() -> None:
    assert result([12, 5, 12], spy_holder=2).places == [[2], [0], [1]]


def test_with_three_a_tie_goes_to_the_nearest_clockwise_from_the_holder() -> None:
    assert result([12, 5, 12], spy_holder=1).places == [[2], [0], [1]]
    assert result([12, 12, 5], spy_holder=2).places == [[0], [1], [2]]


def test_the_token_breaks_no_tie_below_the_first_place() -> None:
    assert result([5, 12, 5], spy_holder=2).places == [[1], [0, 2]]
    assert result([7, 7, 7], spy_holder=1).places == [[1], [0, 2]]


def test_the_last_card_in_hand_counts_for_nothing() -> None:
    state = table(["red:5 red:10", "blue:5 blue:10", "yellow:5 yellow:10"])
    state = choose(state, "red:5", "blue:5", "yellow:5")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == {0: 2, 1: 2, 2: 2}
    assert totals(state, 0)["red"] == 5


# -- what is told and shown -----------------------------------------------------------------


def told(events: tuple[Event, ...]) -> list[str]:
    return [event.text.key.removeprefix("majority.event.") for event in events]


def test_effects_are_told_in_their_order() -> None:
    state = table(
        ["red:0 red:5 red:5", "red:9 red:5 red:9", "blue:2 red:5 red:9", "blue:7 red:5 red:6"]
    )
    state = choose(state, "red:0", "red:9", "blue:2")
    _, events = GAME.play(state, 3, ["blue:7"])
    assert told(events) == ["turn", "bribe", "assassination", "betrayal"]
    assert events[0].chapter
    owned = [text("majority.owned", seat=Seat(0), card=text("majority.card.red", power=0))]
    assert events[2].text.args["cards"] == tuple(owned)


def test_a_debate_tells_in_a_line_who_earned_what() -> None:
    state = table(["red:10 red:6", "red:9 blue:6", "blue:5 yellow:6"], round_=1)
    state.deck = kinds(
        "red:0 red:5 red:6 red:9 blue:0 blue:5 blue:6 blue:9 red:0 red:2 red:3 red:7"
    )
    _, events = GAME.play(choose(state, "red:10", "red:9"), 2, ["blue:5"])
    each = tuple(text("majority.got", seat=Seat(seat), gold=2) for seat in range(3))
    assert [event.text for event in events if not event.detail][2:4] == [
        text("majority.event.gold", each=each),
        text("majority.event.round", round=2, n=5),
    ]


def test_who_wins_no_gold_in_a_debate_is_told_too() -> None:
    state = table(["red:10 red:6", "red:9 blue:6", "red:5 yellow:6"], round_=1)
    state.deck = kinds(
        "red:0 red:5 red:6 red:9 blue:0 blue:5 blue:6 blue:9 red:0 red:2 red:3 red:7"
    )
    _, events = GAME.play(choose(state, "red:10", "red:9"), 2, ["red:5"])
    each = [text("majority.got", seat=Seat(seat), gold=gold) for seat, gold in enumerate((2, 2, 0))]
    [gold] = [event.text for event in events if event.text.key == "majority.event.gold"]
    assert gold.args["each"] == tuple(each)


def test_the_last_turn_is_shown_in_the_order_of_the_effects() -> None:
    state = table(
        ["red:0 red:5 red:6", "red:9 red:5 red:6", "blue:2 red:5 red:6", "blue:7 red:5 red:6"]
    )
    last = GAME.view(choose(state, "red:0", "red:9", "blue:2", "blue:7"), None).last_turn
    assert last is not None
    shown = [(play.card.id, play.fate, play.owner, play.by, play.worked) for play in last.plays]
    assert shown == [
        ("red:0", "killed", None, (2,), True),
        ("blue:2", "kept", 2, (), True),
        ("blue:7", "betrayed", 2, (3,), True),
        ("red:9", "stolen", 0, (0,), None),
    ]


def effects_shown(*cards: str) -> dict[str, str | None]:
    """What is said of each card's own effect after these four are played."""
    state = table([f"{card} red:5 red:6" for card in cards])
    last = GAME.view(choose(state, *cards), None).last_turn
    assert last is not None
    return {p.card.id: p.effect_note and p.effect_note.key for p in last.plays}


def test_an_effect_that_finds_no_card_is_not_said_to_have_worked() -> None:
    assert effects_shown("blue:0", "red:9", "red:10", "red:6")["blue:0"] == "majority.vain.bribe"
    shown = effects_shown("yellow:2", "yellow:9", "yellow:10", "yellow:6")
    assert shown["yellow:2"] == "majority.vain.assassination"
    shown = effects_shown("blue:0", "yellow:2", "blue:9", "yellow:6")
    assert shown["blue:0"] == "majority.worked.bribe"
    assert shown["yellow:2"] == "majority.worked.assassination"  # it kills the 0


def test_hand_and_pack_are_seen_by_their_owner_alone() -> None:
    state = GAME.setup(4, seed=9)
    assert len(GAME.view(state, 2).pack) == 6
    assert GAME.view(state, None).pack == ()
    shown = GAME.view(state, 2).model_dump(exclude={"pack", "prompt", "viewer"})
    assert shown == GAME.view(state, 1).model_dump(exclude={"pack", "prompt", "viewer"})


def test_an_earlier_choice_is_told_to_nobody() -> None:
    state = table(["red:10 red:9", "blue:10 blue:9", "yellow:10 yellow:9"])
    state, events = GAME.play(state, 0, ["red:10"])
    assert events == ()
    assert "red:10" not in GAME.view(state, 1).model_dump_json()


def test_a_dump_of_other_rules_or_of_nothing_is_refused() -> None:
    dump = GAME.dump(GAME.setup(3))
    other = dump.replace(f'"rules_version":{GAME.rules_version}', '"rules_version":1')
    assert other != dump
    for broken in (other, "{}", "", "[]"):
        with pytest.raises(IncompatibleState):
            GAME.load(broken)


def test_options_reach_the_turns() -> None:
    hands = ["blue:0 red:5 red:6", "blue:3 red:5 red:6", "yellow:9 red:5 red:6"]
    state = table(hands, options=MajorityOptions(first_edition_spy=True))
    state = choose(state, "blue:0", "blue:3", "yellow:9")
    assert GAME.view(state, None).spy == 1
