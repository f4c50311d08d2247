"""Why a card of La Cité corrompue is suggested: whether it takes the trick, and what is in it."""

from __future__ import annotations

import pytest

from bot.languages import Languages
from engine import games
from engine.corrompue import reasons
from engine.corrompue.components import CARD_OF_ID, FACTION, IDS
from engine.corrompue.flow import KEEP, KEEP_EVENT, NAME
from engine.corrompue.policy import TASTE, CorrompuePolicy
from engine.corrompue.reasons import measures
from engine.corrompue.state import DISCARD, State
from engine.parts.policy import LITTLE
from engine.parts.rng import Rng
from engine.text import Seat, Text, text
from tests.engine.claims import positions
from tests.engine.corrompue.builders import play, table
from tests.engine.corrompue.claims import lies
from tests.tiers import some

HANDS = [
    "paysan:3 paysan:5 noblesse:3",
    "paysan:4 paysan:6 noblesse:4",
    "paysan:2 paysan:9 noblesse:2",
]
POLICY = CorrompuePolicy()
PAYSAN = text("corrompue.faction.paysan")


def reason(state: State, seat: int, move: int) -> Text:
    """What a move comes to, for or against it."""
    return reasons.reason(state, seat, move, TASTE)


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


def test_what_the_last_card_wins_is_counted_unless_the_milice_token_names_another() -> None:
    wanted = dict.fromkeys(range(4), 1.0)
    for milice, known in ((1, False), (2, True)):
        state = play(table(HANDS, milice=milice), "paysan:3", "paysan:4")
        counted = {
            one.about: one.number for one in measures(state, 2, CARD_OF_ID["paysan:9"], wanted)
        }
        assert counted == (
            {"corrompue.faction.paysan": 3, "corrompue.faction.noblesse": 0} if known else {}
        )


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
    unbeatable = text("corrompue.reason.unbeatable")
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
    unbeatable = text("corrompue.reason.unbeatable")
    assert reason(state, 0, CARD_OF_ID["paysan:7"]) == unbeatable  # nobody was handed Culte
    state.handed[1] = 1
    highest = text("corrompue.reason.highest", faction=PAYSAN)
    assert reason(state, 0, CARD_OF_ID["paysan:7"]) == highest


def test_no_card_is_feared_of_a_faction_that_nobody_who_still_plays_has() -> None:
    hands = ["paysan:2 noblesse:3", "milice:2 milice:3", "milice:4 milice:5"]
    state, paysan = table(hands), CARD_OF_ID["paysan:2"]
    state.voids[1] = 1 << FACTION[paysan]
    assert reason(state, 0, paysan).key == "corrompue.reason.leads_low"
    state.voids[2] = 1 << FACTION[paysan]
    assert reason(state, 0, paysan) == text("corrompue.reason.unbeatable")
    state.handed[1] = 1
    follows = text("corrompue.reason.nobody_follows", faction=PAYSAN)
    assert reason(state, 0, paysan) == follows
    assert measures(state, 0, paysan, TASTE) == ()


def test_a_card_is_better_kept_only_where_it_helps_later() -> None:
    hands = ["paysan:10 milice:1", "noblesse:1 noblesse:4", "noblesse:6 milice:3"]
    state = play(table(hands), "paysan:10")
    low, high = CARD_OF_ID["noblesse:1"], CARD_OF_ID["noblesse:4"]
    lower = text("corrompue.reason.second.lower")
    assert reasons.apart(state, 1, high, low, TASTE) == lower
    assert reasons.apart(state, 1, low, high, TASTE) == LITTLE


def test_a_lead_is_told_apart_by_the_unseen_cards_that_beat_it() -> None:
    """Of Noblesse as many as can be, of Paysans as few; 1 to 10 but those in hand are unseen."""
    state = table(["noblesse:1 noblesse:4 paysan:2 paysan:8", *["milice:1 milice:2"] * 2])
    faction = text("corrompue.faction.noblesse")
    fewer = text("corrompue.reason.second.beaten", faction=faction, n=6, mine=8)
    ids = (CARD_OF_ID[card] for card in ("noblesse:1", "noblesse:4", "paysan:8", "paysan:2"))
    one, four, eight, two = ids
    assert reasons.apart(state, 0, one, four, TASTE) == fewer
    more = text("corrompue.reason.second.beaten", faction=PAYSAN, n=7, mine=2)
    assert reasons.apart(state, 0, eight, two, TASTE) == more
    assert reasons.apart(state, 0, two, eight, TASTE) == LITTLE


def test_a_card_that_alone_takes_or_leaves_a_trick_says_so() -> None:
    hands = ["noblesse:5 milice:1", "noblesse:4 noblesse:10", "paysan:3 paysan:6"]
    state = play(table(hands), "noblesse:5")
    four, ten = CARD_OF_ID["noblesse:4"], CARD_OF_ID["noblesse:10"]
    highest = text("corrompue.reason.second.so_far")
    assert reasons.apart(state, 1, four, ten, TASTE) == highest
    state = play(table(HANDS), "paysan:3", "paysan:4")
    nine, low = CARD_OF_ID["paysan:9"], CARD_OF_ID["paysan:2"]
    leaves = text("corrompue.reason.second.leaves", player=Seat(1))
    assert reasons.apart(state, 2, nine, low, TASTE) == leaves


def test_a_paysan_that_goes_to_another_is_no_better_than_a_card_that_helps_nobody() -> None:
    hands = ["noblesse:10 milice:1", "paysan:9 culte:7", "noblesse:3 noblesse:6"]
    state = play(table(hands), "noblesse:10")
    culte, paysan = CARD_OF_ID["culte:7"], CARD_OF_ID["paysan:9"]
    gives = text("corrompue.reason.second.gives")
    assert reasons.apart(state, 1, culte, paysan, TASTE) == gives
    assert reasons.apart(state, 1, paysan, culte, TASTE) == LITTLE


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
    assert POLICY.reason(state, 0, CARD_OF_ID["noblesse:1"]) == LITTLE  # it leaves it to seat 2
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
    taker = Seat(2)
    assert reason(state, 0, KEEP) == text("corrompue.reason.keep", player=taker, lies=there)
    assert reason(state, 0, NAME) == text("corrompue.reason.take", player=taker, lies=there)


def test_after_the_last_trick_the_milice_token_is_kept_for_no_other() -> None:
    state = play(table(HANDS, milice=0), "paysan:3", "paysan:4", "paysan:9")
    state.hands = [0, 0, 0]
    kept = text("corrompue.reason.keep_last", player=Seat(2), lies=lies(paysan=3))
    assert reason(state, 0, KEEP) == kept


def test_the_milice_token_is_spent_for_noblesse_that_lies_where_nobody_has_all_of_it() -> None:
    hands = ["noblesse:1 paysan:4", "noblesse:8 paysan:2", "noblesse:3 paysan:3"]
    state = play(table(hands, milice=0), "noblesse:1")  # the others have one Noblesse card each
    take = text("corrompue.reason.take", player=Seat(1), lies=lies(noblesse=3))
    assert reason(state, 0, NAME) == take


def test_a_trick_given_away_names_who_gets_it_and_the_tokens_held() -> None:
    hands = [f"{hand} milice:{seat + 1}" for seat, hand in enumerate(HANDS)]
    state = play(table(hands, milice=2), "paysan:3", "paysan:4", "paysan:9")
    state.noblesse[1] = 2
    told = {"player": Seat(1), "instead": Seat(2), "lies": lies(paysan=3), "n": 2}
    assert reason(state, 2, NAME + 1) == text("corrompue.reason.give", **told)


def test_a_trick_turned_from_one_to_another_names_both() -> None:
    hands = [f"{hand} milice:{seat + 1}" for seat, hand in enumerate(HANDS)]
    state = play(table(hands, milice=0), "paysan:3", "paysan:4", "paysan:9")  # seat 2 would win it
    state.noblesse[1] = 1
    told = {"player": Seat(1), "instead": Seat(2), "lies": lies(paysan=3), "n": 1}
    assert reason(state, 0, NAME + 1) == text("corrompue.reason.give_instead", **told)


def test_of_cards_given_up_it_is_said_what_noblesse_and_paysan_stays() -> None:
    state = table(["noblesse:9 noblesse:4 paysan:5", "paysan:4", "paysan:2"])
    state.phase, state.handed[0] = DISCARD, 1
    gone = (text("corrompue.reason.cards", faction=text("corrompue.faction.noblesse"), n=1),)
    said = text("corrompue.reason.discard", cards=gone, n=1, highest=4, paysan=1)
    assert reason(state, 0, 1 << CARD_OF_ID["noblesse:9"]) == said


def second(state: State, seat: int) -> tuple[str, Text]:
    """The next best card to what is suggested, and what is said of it."""
    move = POLICY.normal(state, seat, Rng(1))
    other = POLICY.second(state, seat, move)
    assert other is not None
    return IDS[other], POLICY.why_second(state, seat, move, other)


def test_of_two_cards_that_leave_the_trick_the_second_is_told_apart_by_what_stays() -> None:
    hands = ["paysan:10 milice:1", "paysan:1 paysan:4", "noblesse:3 noblesse:6"]
    state = play(table(hands), "paysan:10")
    assert second(state, 1) == ("paysan:4", text("corrompue.reason.second.higher"))
    state = play(table([*hands[:2], "noblesse:3 noblesse:10"]), "paysan:10", "paysan:1")
    assert second(state, 2) == ("noblesse:3", text("corrompue.reason.second.lower"))


def test_a_card_that_does_the_same_is_the_second_only_where_there_is_no_other() -> None:
    hands = ["paysan:10 milice:1", "paysan:1 paysan:2 paysan:7", "noblesse:3 noblesse:6"]
    assert second(play(table(hands), "paysan:10"), 1)[0] == "paysan:7"
    state = play(table([hands[0], "paysan:1 paysan:2", hands[2]]), "paysan:10")
    assert second(state, 1) == ("paysan:2", text("corrompue.reason.second.same"))


def test_a_card_of_another_faction_is_told_apart_by_its_faction() -> None:
    hands = ["paysan:10 milice:1", "milice:2 culte:7", "noblesse:3 noblesse:6"]
    state = play(table(hands), "paysan:10")
    milice, culte = CARD_OF_ID["milice:2"], CARD_OF_ID["culte:7"]
    said = text("corrompue.reason.second.culte")
    assert POLICY.why_second(state, 1, milice, culte) == said
    said = text("corrompue.reason.second.faction", faction=text("corrompue.faction.milice"))
    assert POLICY.why_second(state, 1, culte, milice) == said


def test_of_a_trick_that_nobody_can_refuse_or_win_that_is_said() -> None:
    """Noblesse that each of one's cards takes; Paysans that none of them takes."""
    hands = ["noblesse:1 milice:1", "noblesse:2 paysan:3", "noblesse:4 noblesse:6"]
    state = play(table(hands), "noblesse:1")  # only one card can follow
    forced = text("corrompue.reason.forced")
    assert POLICY.reason(state, 2, CARD_OF_ID["noblesse:4"]) == forced
    hands = ["paysan:9 milice:1", "paysan:4 paysan:6", "paysan:3 paysan:7"]
    state = play(table(hands), "paysan:9")
    assert POLICY.reason(state, 1, CARD_OF_ID["paysan:4"]) == text("corrompue.reason.lost")


def test_nothing_is_said_for_a_card_by_what_speaks_against_it() -> None:
    """The higher card takes Noblesse that the lower one leaves; of Paysans it's the reverse."""
    hands = ["noblesse:5 milice:1", "noblesse:4 noblesse:10", "paysan:3 paysan:6"]
    state = play(table(hands), "noblesse:5")
    assert POLICY.reason(state, 1, CARD_OF_ID["noblesse:10"]) == LITTLE
    assert POLICY.reason(state, 1, CARD_OF_ID["noblesse:4"]).key == "corrompue.reason.stays_below"
    hands = ["paysan:5 milice:1", "paysan:4 paysan:10", "paysan:3 paysan:7"]
    state = play(table(hands), "paysan:5")
    assert POLICY.reason(state, 1, CARD_OF_ID["paysan:4"]) == LITTLE
    assert POLICY.reason(state, 1, CARD_OF_ID["paysan:10"]).key == "corrompue.reason.unbeatable"


def test_a_discard_is_told_apart_by_the_cards_that_go_instead() -> None:
    state = table(["noblesse:9 noblesse:4 paysan:5", "paysan:4", "paysan:2"])
    state.phase, state.handed[0] = DISCARD, 1
    nine, four = (1 << CARD_OF_ID[f"noblesse:{value}"] for value in (9, 4))
    theirs, mine = (text("corrompue.card.noblesse", value=value) for value in (9, 4))
    said = text("corrompue.reason.second.discard", theirs=(theirs,), mine=(mine,))
    assert reasons.apart(state, 0, four, nine, TASTE) == said


def test_the_milice_token_is_kept_for_this_trick_or_spent_whichever_way_it_is_kept() -> None:
    hands = [f"{hand} milice:{seat + 1}" for seat, hand in enumerate(HANDS)]
    state = play(table(hands, milice=0), "paysan:3", "paysan:4", "paysan:9")
    assert POLICY.second(state, 0, KEEP) == POLICY.second(state, 0, KEEP_EVENT) == NAME
    assert POLICY.second(state, 0, NAME) == KEEP


@pytest.mark.parametrize("number", some([150, 300], 0))
def test_what_is_said_of_the_next_best_is_not_what_is_said_of_the_suggestion(number: int) -> None:
    """Fewer than a tenth of suggestions say that the next best does the same."""
    languages = Languages.load()
    every = [languages.words(name, ["Ada"] * 4) for name in ("en", "fr")]
    same = 0
    for at in positions(games["corrompue"], number):
        said = None if at.advice.second is None else at.advice.second[1]
        if said is not None and at.advice.reason is not None:
            assert all(words(said) != words(at.advice.reason) for words in every)
            same += said.key == "corrompue.reason.second.same"
    assert same < number / 10
