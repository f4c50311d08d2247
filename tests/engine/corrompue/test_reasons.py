"""Why a card of La Cité corrompue is suggested: whether it takes the trick, and what is in it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.bots.advice import advise
from engine.corrompue.components import CARD_OF_ID
from engine.corrompue.flow import KEEP, NAME
from engine.corrompue.policy import CorrompuePolicy
from engine.corrompue.reasons import reason
from engine.rng import Rng
from engine.text import Seat, Text, text
from tests.engine.corrompue.builders import GAME, play, table

HANDS = [
    "paysan:3 paysan:5 noblesse:3",
    "paysan:4 paysan:6 noblesse:4",
    "paysan:2 paysan:9 noblesse:2",
]
POLICY = CorrompuePolicy()
PAYSAN = text("corrompue.faction.paysan")


def lies(paysan: int = 0, noblesse: int = 0) -> Text:
    parts = {"paysan": paysan, "noblesse": noblesse}
    return text(
        "corrompue.reason.in_it",
        cards=tuple(
            text("corrompue.reason.cards", faction=text(f"corrompue.faction.{faction}"), n=number)
            for faction, number in parts.items()
            if number
        ),
    )


def test_the_last_card_takes_the_trick_or_leaves_it() -> None:
    state = play(table(HANDS), "paysan:3", "paysan:4")
    takes = text("corrompue.reason.takes", lies=lies(paysan=3))
    leaves = text("corrompue.reason.leaves", player=Seat(1), lies=lies(paysan=3))
    assert reason(state, 2, CARD_OF_ID["paysan:9"]) == takes
    assert reason(state, 2, CARD_OF_ID["paysan:2"]) == leaves


def test_the_last_card_takes_the_trick_unless_the_milice_token_names_another() -> None:
    state = play(table(HANDS, milice=1), "paysan:3", "paysan:4")
    unless = text("corrompue.reason.takes_unless", player=Seat(1), lies=lies(paysan=3))
    assert reason(state, 2, CARD_OF_ID["paysan:9"]) == unless
    state = play(table(HANDS, milice=2), "paysan:3", "paysan:4")
    assert reason(state, 2, CARD_OF_ID["paysan:9"]).key == "corrompue.reason.takes"


def test_before_the_last_card_it_stays_below_or_can_still_be_beaten() -> None:
    state = play(table(HANDS, leader=2), "paysan:9")
    below = text("corrompue.reason.stays_below", player=Seat(2), lies=lies(paysan=2))
    assert reason(state, 0, CARD_OF_ID["paysan:3"]) == below


def test_the_leader_is_told_how_many_of_the_unseen_cards_beat_the_card() -> None:
    state = table(HANDS, leader=2, won=["paysan:10", "", ""])
    # The own hand holds 2 and 9, and 10 was won: 1 and 3 to 8 are left, 3 to 8 of them higher.
    low = text("corrompue.reason.leads_low", faction=PAYSAN, n=6, unseen=7)
    assert reason(state, 2, CARD_OF_ID["paysan:2"]) == low
    # Culte goes to 8, and a card of the asked faction beats an equal one.
    unbeatable = text("corrompue.reason.unbeatable", faction=PAYSAN)
    assert reason(state, 2, CARD_OF_ID["paysan:9"]) == unbeatable


def test_whoever_leads_high_is_told_that_few_cards_beat_it() -> None:
    hands = ["milice:8 noblesse:3", "milice:2 milice:3", "milice:4 milice:5"]
    # 1 to 7, 9 and 10 weren't seen: 9 and 10 are higher.
    high = text(
        "corrompue.reason.leads_high", faction=text("corrompue.faction.milice"), n=2, unseen=9
    )
    assert reason(table(hands), 0, CARD_OF_ID["milice:8"]) == high


def test_a_card_below_8_can_be_beaten_by_culte_where_every_higher_one_was_seen() -> None:
    seen = " ".join(f"paysan:{value}" for value in (8, 9, 10))
    state = table(
        ["paysan:7 noblesse:3", "milice:2 milice:3", "milice:4 milice:5"], won=[seen, "", ""]
    )
    unbeatable = text("corrompue.reason.unbeatable", faction=PAYSAN)
    assert reason(state, 0, CARD_OF_ID["paysan:7"]) == unbeatable  # nobody was handed Culte
    state.handed[1] = 1
    highest = text("corrompue.reason.highest", faction=PAYSAN)
    assert reason(state, 0, CARD_OF_ID["paysan:7"]) == highest


def test_an_equal_card_of_the_asked_faction_beats_culte() -> None:
    hands = ["paysan:1 noblesse:3", "culte:5 milice:3", "milice:4 milice:5"]
    state = play(table(hands, won=["paysan:8 paysan:9 paysan:10", "", ""]), "paysan:1")
    said = text("corrompue.reason.so_far", faction=PAYSAN, n=3)  # 5, 6 and 7
    assert reason(state, 1, CARD_OF_ID["culte:5"]) == said


def test_a_trick_is_taken_to_break_up_somebody_s_noblesse() -> None:
    """Whoever takes every Noblesse card gives a token to each of the others."""
    hands = ["noblesse:9 noblesse:1", "paysan:1 paysan:2", "noblesse:3 paysan:3"]
    all_noblesse = "noblesse:4 noblesse:5 noblesse:6 noblesse:7"
    state = play(table(hands, leader=2, won=["", all_noblesse, ""]), "noblesse:3")
    move = CARD_OF_ID["noblesse:9"]
    assert POLICY.normal(state, 0, Rng(1)) == move
    breaks_up = text("corrompue.reason.breaks_up", player=Seat(1), n=4)
    assert POLICY.reason(state, 0, move) == breaks_up
    below = text("corrompue.reason.stays_below", player=Seat(2), lies=lies(noblesse=2))
    assert POLICY.reason(state, 0, CARD_OF_ID["noblesse:1"]) == below
    # A trick without Noblesse changes nothing about it.
    state = table(["milice:9 paysan:4", *hands[1:]], leader=0, won=["", all_noblesse, ""])
    said = POLICY.reason(state, 0, CARD_OF_ID["milice:9"])
    assert said.key == "corrompue.reason.leads_high"


def test_the_milice_token_is_spent_to_break_up_somebody_s_noblesse() -> None:
    hands = ["noblesse:1 paysan:4", "noblesse:8 paysan:2", "noblesse:3 paysan:3"]
    all_noblesse = "noblesse:4 noblesse:5 noblesse:6 noblesse:7"
    state = table(hands, won=["", all_noblesse, ""], milice=0)
    state = play(state, "noblesse:1")  # the others have one Noblesse card each
    assert POLICY.normal(state, 0, Rng(1)) == NAME
    breaks_up = text("corrompue.reason.breaks_up", player=Seat(1), n=4)
    assert POLICY.reason(state, 0, NAME) == breaks_up


def test_the_milice_token_is_kept_or_spent_for_what_lies() -> None:
    hands = [f"{hand} milice:{seat + 1}" for seat, hand in enumerate(HANDS)]
    state = play(table(hands, milice=0), "paysan:3", "paysan:4", "paysan:9")
    there = lies(paysan=3)
    assert reason(state, 0, KEEP) == text("corrompue.reason.keep", lies=there)
    assert reason(state, 0, NAME) == text("corrompue.reason.take", lies=there)
    assert reason(state, 0, NAME + 1) == text("corrompue.reason.give", lies=there)


CARDS = {
    *(f"{faction}:{n}" for faction in ("noblesse", "paysan", "milice") for n in range(1, 11)),
    *(f"culte:{n}" for n in range(1, 9)),
}


def faction_of(card: str) -> str:
    return card.split(":", maxsplit=1)[0]


def strongest(cards: list[str]) -> int:
    """The place of the card that takes the trick (rules: tricks)."""
    asked = next((faction_of(card) for card in cards if faction_of(card) != "culte"), "culte")

    def strength(card: str) -> tuple[int, bool]:
        faction, value = card.split(":")
        return (int(value) if faction in (asked, "culte") else 0), faction == asked

    return max(range(len(cards)), key=lambda at: (*strength(cards[at]), -at))


def untrue(view: Any, pick: str, said: Text) -> bool:
    """Whether the reason to play a card says what the rules don't, by the view alone."""
    key, own = said.key.removeprefix("corrompue.reason."), view.viewer
    trick = [each.id for each in view.plays]
    if pick not in CARDS or view.phase != "trick":
        paysan, noblesse = (
            sum(faction_of(card) == name for card in trick) for name in ("paysan", "noblesse")
        )
        there = lies(paysan, noblesse) if paysan or noblesse else text("corrompue.reason.empty")
        return key in {"take", "give", "keep"} and said.args["lies"] != there
    trick.append(pick)
    best = strongest(trick)
    asked = next((faction_of(card) for card in trick if faction_of(card) != "culte"), "culte")
    seen = {card for player in view.players for card in player.cards}
    seen |= {*trick, *view.discarded, *(card.id for card in view.hand)}
    others = [player for player in view.players if player is not view.players[own]]
    culte_out = any(player.handed for player in others) or (
        view.seats == 4 and view.options.four_player_deal == "cult"
    )
    unseen = [card for card in CARDS - seen if faction_of(card) == asked]
    n = sum(strongest([*trick, card]) == len(trick) for card in unseen)
    cultes = [card for card in CARDS - seen if faction_of(card) == "culte" and culte_out]
    by_culte = any(strongest([*trick, card]) == len(trick) for card in cultes)
    mine, last = best == len(trick) - 1, len(trick) == view.seats
    holder = None if view.milice_spent or view.milice == own else view.milice
    noblesse = [player.won["noblesse"] for player in view.players]
    true = {
        "takes": mine and last and holder is None,
        "takes_unless": mine and last and said.args.get("player") == Seat(holder or 0),
        "leaves": last and not mine,
        "stays_below": not last and not mine,
        "culte": mine and not last and asked == "culte",
        "unbeatable": mine and not last and not n and not by_culte,
        "highest": mine and not last and not n and by_culte,
        "so_far": mine and len(trick) > 1 and said.args.get("n") == n > 0,
        "leads_low": len(trick) == 1 and 2 * n > len(unseen) == said.args.get("unseen"),
        "leads_high": len(trick) == 1 and 2 * n <= len(unseen) == said.args.get("unseen"),
        "breaks_up": mine
        and any(faction_of(card) == "noblesse" for card in trick)
        and not noblesse[own]
        and said.args.get("n") == max(noblesse) == sum(noblesse),
    }
    if key in {"leaves", "stays_below"} and said.args["player"] != Seat(
        (view.leader + best) % view.seats
    ):
        return True
    if key.startswith("leads") and said.args["n"] != n:
        return True
    return not true[key]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_reason_is_true_by_the_rules_and_the_view(seats: int) -> None:
    said, false = set(), []
    for seed in range(5):
        state = GAME.setup(seats, seed=seed)
        for step in range(60):
            if not GAME.asked(state):
                break
            seat = GAME.asked(state)[0]
            view = GAME.view(state, seat)
            advice = advise(GAME, view, step)
            assert advice.reason is not None
            said.add(advice.reason.key)
            if untrue(view, advice.picks[0], advice.reason):
                false.append((seed, step, advice))
            GAME.apply(state, seat, GAME.encode(state, seat, advice.picks))
    assert false == []
    assert len(said) >= 6
