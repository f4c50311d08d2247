"""The six event cards of the variant, each as its text and ruling say."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove
from engine.guildes.components import EVENTS, GUILDS, NONE
from engine.guildes.options import GuildesOptions, event_rule
from engine.guildes.state import State
from engine.text import text
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

DEALT = {3: 10, 4: 9, 5: 7, 6: 6}


def laps(seats: int, event: str) -> list[int]:
    """How many cards everyone lays in each lap of a ballot with this event."""
    state = laying([cards(*GUILDS[: DEALT[seats]])] * seats, event=event)
    numbers: list[int] = []
    while state.ballot == 1:
        if len(numbers) < GAME.view(state, None).turn:
            numbers.append(GAME.view(state, None).lay)
        seat = GAME.asked(state)[0]
        state = state.clone()
        GAME.apply(state, seat, GAME.moves(state, seat)[-1])
    return numbers


# -- one card less ------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "laid"), [(3, 7), (4, 6), (5, 4), (6, 4)])
def test_one_card_less(seats: int, laid: int) -> None:
    hand = cards(f"{DEALT[seats] - 4} artisans", "4 nobles")
    view = GAME.view(laying([hand] * seats, event="one_card_less"), 0)
    assert view.headline.args["turns"] == laid


def test_one_card_less_leaves_one_more_to_discard() -> None:
    state = last_lap([cards("3 nobles", "pretres")] * 4, [{}] * 4, number=1, event="one_card_less")
    state = play_all(state, *["nobles"] * 4)
    assert len(state.discard) == 4 * 3


# -- ties ignored -------------------------------------------------------------------------


def test_ties_ignored_leaves_tied_players_out_of_the_count() -> None:
    state = last_lap(
        [cards("2 pretres"), cards("2 pretres"), cards("milice", "pretres")],
        [{"artisans": 2}, {"artisans": 2}, {"artisans": 1, "milice": 1}],
        number=2,
        event="ties_ignored",
    )
    state = play(state, 2, "milice")
    counted = GAME.view(state, None).counts[0]
    assert [seat["artisans"] for seat in counted] == [0, 0, 7]
    assert [seat["pretres"] for seat in counted] == [0, 0, 0]
    assert [seat["milice"] for seat in counted] == [0, 0, 6]


# -- in turn ------------------------------------------------------------------------------


def in_turn() -> State:
    """Four players about to lay in turn."""
    return laying([cards("5 artisans", "4 nobles")] * 4, event="in_turn")


def test_in_turn_cards_are_laid_openly_one_player_after_another_to_the_right() -> None:
    state = in_turn()
    first = state.first
    order = []
    for _ in range(4):
        (seat,) = GAME.asked(state)
        order.append(seat)
        events = told(state, seat, "nobles")
        assert find(events, "guildes.event.lays")[0].args["player"].number == seat
        state = play(state, seat, "nobles")
        assert tableau(state, seat) == {"nobles": 1}
    assert order == [first, (first - 1) % 4, (first - 2) % 4, (first - 3) % 4]


def test_in_turn_the_first_player_moves_one_seat_to_the_right_after_each_lap() -> None:
    state = in_turn()
    firsts = []
    for lap in range(1, 8):
        assert GAME.view(state, None).turn == lap
        firsts.append(GAME.view(state, None).first_seat)
        for _ in range(4):
            state = play(state, GAME.asked(state)[0], "artisans" if lap < 5 else "nobles")
    start = firsts[0]
    assert start is not None
    assert firsts == [(start - lap) % 4 for lap in range(7)]
    assert GAME.view(state, None).first_seat is None


def test_in_turn_the_first_player_is_random() -> None:
    options_on = GuildesOptions(events=True)
    firsts = set()
    for seed in range(60):
        state = GAME.setup(3, options_on, seed)
        if GAME.view(state, None).event != "in_turn":
            continue
        while state.first == NONE:
            seat = GAME.asked(state)[0]
            GAME.apply(state, seat, GAME.moves(state, seat)[0])
        firsts.add(state.first)
    assert firsts == {0, 1, 2}


def test_in_turn_nobody_chooses_out_of_turn_nor_twice() -> None:
    state = in_turn()
    (seat,) = GAME.asked(state)
    assert not GAME.view(state, None).simultaneous
    with pytest.raises(IllegalMove):
        play(state, (seat + 1) % 4, "nobles")
    with pytest.raises(IllegalMove):
        play(play(state, seat, "nobles"), seat, "artisans")


# -- redistribution -----------------------------------------------------------------------


def redistribution() -> State:
    """Three players about to discard a card each."""
    return laying(
        [cards("9 artisans", guild) for guild in ("nobles", "pretres", "milice")],
        event="redistribution",
    )


def test_redistribution_everyone_discards_one_and_gets_one_of_these() -> None:
    state = redistribution()
    assert GAME.view(state, None).phase == "redistribution"
    assert options(state, 1) == ["artisans", "pretres"]
    after = play_all(state, "nobles", "pretres", "milice")
    received = [name for hand in after.hands for name in names(hand) if name != "artisans"]
    assert sorted(received) == ["milice", "nobles", "pretres"]
    assert [len(hand) for hand in after.hands] == [10, 10, 10]
    assert GAME.view(after, None).phase == "laying"
    assert GAME.view(after, None).discarded == 0


def test_redistribution_is_shuffled_and_the_own_card_may_come_back() -> None:
    first_seat = set()
    for seed in range(40):
        state = redistribution()
        state.rng = type(state.rng)(seed)
        after = play_all(state, "nobles", "pretres", "milice")
        first_seat |= set(names(after.hands[0])) - {"artisans"}
    assert first_seat == {"nobles", "pretres", "milice"}


def test_redistribution_tells_only_the_player_what_left_and_arrived() -> None:
    state = play(play(redistribution(), 0, "nobles"), 1, "pretres")
    events = told(state, 2, "milice")
    after = play(state, 2, "milice")
    given = [event for event in events if event.text.key == "guildes.event.given"]
    left = [(event.seat, event.text.args["card"]) for event in given]
    gone = ("nobles", "pretres", "milice")
    assert left == [(seat, text(f"guildes.guild.{card}")) for seat, card in enumerate(gone)]
    received = [event for event in events if event.text.key == "guildes.event.received"]
    assert [event.seat for event in received] == [0, 1, 2]
    for seat, event in enumerate(received):
        (arrived,) = set(names(after.hands[seat])) - {"artisans"}
        assert event.text.args["card"].key == f"guildes.guild.{arrived}"
    public = [event for event in events if event.seat is None]
    assert "nobles" not in repr(public)
    assert "pretres" not in repr(public)


def test_redistribution_begins_a_chapter_in_which_the_laying_goes_on() -> None:
    """What was passed from hand to hand stays in sight until the first cards are laid."""
    state = drafting([cards("artisans", "nobles")] * 3)
    state.event = EVENTS.index("redistribution")
    state = play(play(state, 0, "nobles"), 1, "nobles")
    begins = [event for event in told(state, 2, "nobles") if event.chapter]
    assert keys(begins) == ["guildes.event.redistribution"]
    state = play(play(redistribution(), 0, "nobles"), 1, "pretres")
    assert not any(event.chapter for event in told(state, 2, "milice"))


# -- one or two cards ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "numbers"),
    [(3, [2, 1, 2, 1, 2]), (4, [1, 2, 1, 2, 1]), (5, [2, 1, 2]), (6, [2, 1, 2])],
)
def test_one_or_two_cards(seats: int, numbers: list[int]) -> None:
    assert laps(seats, "one_or_two") == numbers


def test_two_cards_may_be_two_copies() -> None:
    hand = cards("5 artisans", "5 nobles")
    state = laying([hand] * 3, event="one_or_two")
    assert options(state, 0) == ["artisans", "artisans:2", "nobles", "nobles:2"]
    state = play(state, 0, "artisans", "artisans:2")
    assert GAME.prompts(state)[0].answered == ("artisans", "artisans:2")
    state = play(play(state, 1, "nobles", "artisans:2"), 2, "nobles:2", "nobles")
    assert [tableau(state, seat) for seat in range(3)] == [
        {"artisans": 2},
        {"artisans": 1, "nobles": 1},
        {"nobles": 2},
    ]


def test_two_cards_have_to_be_two_and_a_second_copy_has_to_be_there() -> None:
    state = laying([cards("artisans", "9 nobles")] * 3, event="one_or_two")
    for picks in (["artisans"], ["artisans", "artisans"], ["artisans", "artisans:2"]):
        with pytest.raises(IllegalMove):
            play(state, 0, *picks)


# -- face down ----------------------------------------------------------------------------


def face_down(laps_done: int) -> State:
    """Five players who lay face down, after some laps with Artisans, then Nobles."""
    state = laying([cards("3 artisans", "3 nobles", "pretres")] * 5, event="face_down")
    for lap in range(laps_done):
        state = play_all(state, *["artisans" if lap < 2 else "nobles"] * 5)
    return state


def test_face_down_the_first_card_stays_hidden() -> None:
    state = face_down(1)
    view = GAME.view(state, 0)
    assert view.players[1].tableau["artisans"] == 0
    assert [player.face_down for player in view.players] == [1] * 5
    assert view.own_face_down == ("artisans",)
    assert GAME.view(state, None).own_face_down == ()


def test_face_down_the_card_before_is_turned_up_when_the_next_is_laid() -> None:
    state = face_down(3)
    assert tableau(state, 1) == {"artisans": 2}
    assert GAME.view(state, 1).own_face_down == ("nobles",)


def test_face_down_the_last_two_are_turned_up_together() -> None:
    state = face_down(4)
    assert tableau(state, 1) == {"artisans": 2, "nobles": 1}
    for seat in range(4):
        state = play(state, seat, "pretres")
    events = told(state, 4, "pretres")
    turned = find(events, "guildes.event.turns_up")
    assert [[text.key for text in event.args["cards"]] for event in turned] == [
        ["guildes.guild.nobles", "guildes.guild.pretres"]
    ] * 5
    state = play(state, 4, "pretres")
    assert tableau(state, 0) == {"artisans": 2, "nobles": 2, "pretres": 1}
    assert state.down == [NONE] * 5


def test_face_down_what_is_laid_is_not_told() -> None:
    state = face_down(0)
    for seat in range(4):
        state = play(state, seat, "pretres")
    events = told(state, 4, "pretres")
    assert "pretres" not in repr(events)
    assert "guildes.event.face_down" in keys(events)


# -- the card itself ----------------------------------------------------------------------


def test_an_event_is_told_with_its_text_only_if_it_applies() -> None:
    for applies in (False, True):
        state = GAME.setup(4, GuildesOptions(events=applies), seed=5)
        event = GAME.view(state, None).event
        told_rules = [
            event.text.key for event in GAME.opening(state) if event.text.key.endswith(".rule")
        ]
        assert told_rules == ([f"guildes.event_card.{event}.rule"] if applies else [])


@pytest.mark.parametrize(
    ("seats", "numbers"),
    [(3, "2, 1, 2, 1, 2"), (4, "1, 2, 1, 2, 1"), (5, "2, 1, 2"), (6, "2, 1, 2")],
)
def test_one_or_two_cards_tells_the_numbers_of_this_table_alone(seats: int, numbers: str) -> None:
    assert event_rule("one_or_two", seats).args == {"cards": numbers}


# -- what is told of a lap ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "number", "key", "args"),
    [
        (None, 1, "lap", {"card": 8, "cards": 8}),
        ("one_or_two", 2, "lap_two", {"first": 7, "last": 8, "cards": 8}),
        ("face_down", 1, "lap_face_down", {"card": 8, "cards": 8}),
    ],
)
def test_a_lap_tells_which_of_the_cards_are_laid(
    event: str | None, number: int, key: str, args: dict[str, int]
) -> None:
    hand = cards("3 artisans", "3 nobles")
    state = last_lap([hand] * 3, [{}] * 3, number=1, event=event)
    picks = ["artisans", "artisans:2"][:number]
    for seat in (0, 1):
        state = play(state, seat, *picks)
    (said,) = find(told(state, 2, *picks), f"guildes.event.{key}")
    assert {name: said.args[name] for name in args} == args
    laid = said.args.get("laid", ())
    artisans = text("guildes.guild.artisans")
    alike = artisans if number == 1 else text("list.alike", count=2, thing=artisans)
    assert [each.args["cards"] for each in laid] == [(alike,)] * len(laid)
