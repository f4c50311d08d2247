"""Who takes a trick, and what may be played to it."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.corrompue.components import IDS, NO_FACTION, Card, cards_in
from engine.corrompue.trick import asked, counts, legal, winner
from tests.engine.corrompue.builders import GAME, card, cards, offered, play, table


def taken(names: str) -> int:
    """Who takes the trick when seats 0, 1, ... play these cards."""
    return winner([(seat, card(name)) for seat, name in enumerate(names.split())])


def test_the_highest_card_of_the_asked_faction_takes_the_trick() -> None:
    assert taken("noblesse:4 noblesse:9 noblesse:7") == 1


def test_a_card_off_the_asked_faction_counts_nothing() -> None:
    assert taken("noblesse:1 paysan:10 milice:10") == 0


def test_culte_always_counts_its_value() -> None:
    assert taken("noblesse:5 culte:6 noblesse:2") == 1
    assert taken("noblesse:5 culte:4 noblesse:2") == 0


def test_the_first_card_that_is_not_culte_sets_the_faction() -> None:
    assert taken("culte:3 paysan:5 noblesse:10") == 1
    assert taken("culte:3 paysan:2 noblesse:10") == 0


def test_the_asked_faction_beats_an_equal_culte() -> None:
    assert taken("culte:6 noblesse:6 paysan:9") == 1
    assert taken("noblesse:6 culte:6 paysan:9") == 0


def test_all_culte_the_highest_takes_it() -> None:
    assert taken("culte:3 culte:8 culte:5 culte:1") == 1


def test_plays_may_start_at_any_seat() -> None:
    assert winner([(2, Card("milice", 3)), (0, Card("milice", 8)), (1, Card("paysan", 9))]) == 0


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_after_the_lead_does_not_matter(order: tuple[int, ...]) -> None:
    followers = [Card("noblesse", 7), Card("culte", 7), Card("paysan", 10)]
    plays = [(0, Card("noblesse", 2)), *((seat + 1, followers[seat]) for seat in order)]
    assert winner(plays) == 1


def ids(hand: int) -> str:
    return " ".join(IDS[number] for number in cards_in(hand))


HAND = cards("noblesse:3 noblesse:8 paysan:2 culte:5")


def test_a_player_must_follow_with_a_faction_card() -> None:
    assert ids(legal(HAND, asked(cards_in(cards("noblesse:9"))))) == "noblesse:3 noblesse:8"
    assert ids(legal(HAND, asked(cards_in(cards("paysan:9"))))) == "paysan:2"


def test_without_the_asked_faction_any_card_may_be_played_culte_too() -> None:
    assert legal(HAND, asked(cards_in(cards("milice:9")))) == HAND


def test_leading_or_after_nothing_but_culte_any_card_may_be_played() -> None:
    assert asked([]) == NO_FACTION
    assert asked(cards_in(cards("culte:1 culte:2"))) == NO_FACTION
    assert legal(HAND, NO_FACTION) == HAND


def test_what_a_card_counts() -> None:
    asked_noblesse = asked(cards_in(cards("noblesse:9")))
    worth = {IDS[number]: counts(number, asked_noblesse) for number in cards_in(HAND)}
    assert worth == {"noblesse:3": 3, "noblesse:8": 8, "paysan:2": 0, "culte:5": 5}


# -- at the table ---------------------------------------------------------------------------

THREE = [
    "noblesse:3 paysan:2 culte:5",
    "noblesse:8 noblesse:9 culte:6",
    "paysan:7 milice:4 culte:7",
]


def test_only_legal_cards_are_offered() -> None:
    state = play(table(THREE), "noblesse:3")
    assert offered(state, 1) == ["noblesse:8", "noblesse:9"]
    assert offered(play(state, "noblesse:8"), 2) == ["paysan:7", "milice:4", "culte:7"]


def test_the_view_says_why_the_others_cannot_be_played() -> None:
    state = play(table(THREE), "noblesse:3")
    blocked = {card.id: card.blocked for card in GAME.view(state, 1).hand}
    assert blocked["noblesse:8"] is None
    assert blocked["culte:6"] is not None
    assert blocked["culte:6"].key == "corrompue.blocked.culte"
    hand = ["noblesse:3 paysan:2", "noblesse:8 noblesse:9 milice:1"]
    blocked = {c.id: c.blocked for c in GAME.view(play(table(hand), "noblesse:3"), 1).hand}
    assert blocked["milice:1"] is not None
    assert blocked["milice:1"].key == "corrompue.blocked.faction"


def test_after_a_culte_lead_culte_may_still_be_played() -> None:
    state = play(table(THREE), "culte:5")
    assert offered(state, 1) == ["noblesse:8", "noblesse:9", "culte:6"]
    assert offered(play(state, "culte:6"), 2) == ["paysan:7", "milice:4", "culte:7"]


def test_a_single_legal_card_is_played_unasked() -> None:
    state = play(table(THREE), "paysan:2")
    state = play(state, "culte:6")
    view = GAME.view(state, None)
    assert view.trick == 9
    assert view.last_trick is not None
    assert [play.id for play in view.last_trick.plays] == ["paysan:2", "culte:6", "paysan:7"]
    assert view.last_trick.taker == 2


def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = play(table(THREE), "noblesse:3", "noblesse:9", "milice:4")
    assert GAME.view(state, None).leader == 1
    assert list(GAME.prompts(state)) == [1]


def test_the_trick_is_shown_as_it_grows() -> None:
    view = GAME.view(play(table(THREE), "noblesse:3", "noblesse:8"), None)
    assert [(play.seat, play.id, play.counts) for play in view.plays] == [
        (0, "noblesse:3", 3),
        (1, "noblesse:8", 8),
    ]
    assert view.asked == "noblesse"
    assert view.winning == 1


def test_who_does_not_follow_is_known_to_be_out_of_the_faction() -> None:
    state = play(table(THREE), "noblesse:3", "noblesse:8", "milice:4")
    assert [player.void for player in GAME.view(state, None).players] == [(), (), ("noblesse",)]


# -- the Milice token -----------------------------------------------------------------------

MILICE = [
    "noblesse:3 paysan:2 paysan:3",
    "noblesse:8 milice:2 milice:3",
    "noblesse:5 milice:4 milice:6",
]


def test_the_holder_is_asked_after_the_last_card_with_keeping_it_first() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3")
    view = GAME.view(state, None)
    assert view.phase == "interrupt"
    assert offered(state, 0) == ["keep", "keep_event", "seat:0", "seat:2"]


def test_the_holder_may_name_anyone_but_the_winner_who_takes_the_cards_and_leads() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "seat:2")
    view = GAME.view(state, None)
    assert view.leader == 2
    assert view.players[2].won["noblesse"] == 3
    assert view.players[1].won["noblesse"] == 0
    assert view.last_trick is not None
    assert (view.last_trick.winner, view.last_trick.taker) == (1, 2)


def test_the_holder_may_name_him_or_herself() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "seat:0")
    assert GAME.view(state, None).players[0].won["noblesse"] == 3


def test_a_spent_token_is_set_aside_for_the_rest_of_the_event() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "seat:2")
    view = GAME.view(state, None)
    assert (view.milice, view.milice_spent) == (0, True)
    state = play(state, "milice:6", "paysan:2", "milice:2")
    assert GAME.view(state, None).phase != "interrupt"


def test_a_kept_token_is_asked_about_again_after_the_next_trick() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "keep", "milice:2", "milice:4", "paysan:2")
    assert GAME.view(state, None).phase == "interrupt"


def test_keeping_it_for_the_event_ends_the_questions_and_only_the_holder_sees_it() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "keep_event")
    assert [GAME.view(state, viewer).quiet for viewer in (0, 1, 2, None)] == [
        True,
        False,
        False,
        False,
    ]
    state = play(state, "milice:2", "milice:4", "paysan:2")
    assert GAME.view(state, None).event == 2


def test_after_the_last_trick_only_keeping_or_naming_is_left() -> None:
    state = play(table(MILICE, milice=0), "noblesse:3", "keep", "milice:2", "milice:4", "paysan:2")
    state = play(state, "keep")
    assert GAME.view(state, None).phase == "interrupt"
    assert offered(state, 0) == ["keep", "seat:0", "seat:1"]


def test_nobody_is_asked_without_the_token() -> None:
    assert GAME.view(play(table(MILICE), "noblesse:3"), None).phase == "trick"
