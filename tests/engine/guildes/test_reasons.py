"""Why a card of Guildes is suggested: what the table would give for it, by hand."""

from __future__ import annotations

from statistics import fmean

import pytest

from engine import games
from engine.bots.search import playout
from engine.guildes import Guildes
from engine.guildes.components import NUMBER_OF, TIES_IGNORED
from engine.guildes.policy.reasons import reason
from engine.guildes.state import DECLINE, REDISTRIBUTION, USE, pair
from engine.parts.policy import LITTLE
from engine.parts.rng import Rng
from engine.text import Seat, Text, text
from tests.engine.claims import positions
from tests.engine.guildes.build import cards, drafting, last_lap, laying, playing_tricks
from tests.engine.guildes.claims import brought
from tests.tiers import some

ERUDITS, MILICE, NOBLES = (NUMBER_OF[name] for name in ("erudits", "milice", "nobles"))


def test_a_card_that_leads_alone_gets_the_whole_first_place() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    state = last_lap(hands, [{"erudits": 2}, {"erudits": 2}, {}], number=1)
    assert reason(state, 0, ERUDITS) == text("guildes.reason.alone", n=8, before=4, cards=3)


def test_level_with_another_the_votes_are_shared() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    state = last_lap(hands, [{}, {"nobles": 1}, {}], number=1)
    shared = text("guildes.reason.shared", n=6, before=0, cards=1, others=(Seat(1),))
    assert reason(state, 0, NOBLES) == shared


def test_a_second_place_pays_from_the_second_ballot_on() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    laid = [{}, {"nobles": 3}, {}]
    first, second = (last_lap(hands, laid, number=number) for number in (1, 2))
    near = text("guildes.reason.nearer", n=2, votes=6, guild=text("guildes.guild.nobles"))
    assert reason(first, 0, NOBLES) == near
    assert reason(second, 0, NOBLES) == text(
        "guildes.reason.behind", n=6, before=0, cards=1, most=3
    )


def test_milice_counts_by_itself() -> None:
    state = drafting([cards("milice", "nobles")] * 3)
    assert reason(state, 0, MILICE) == text("guildes.reason.milice", n=3)


def test_cards_kept_in_the_draft_are_counted_as_if_they_lay() -> None:
    state = drafting([cards("erudits", "nobles")] * 3, kept=cards("2 erudits"))
    guild = text("guildes.guild.erudits")
    surer = text("guildes.reason.surer.draft", n=8, cards=3, most=0, guild=guild)
    assert reason(state, 0, ERUDITS) == surer


def test_of_two_cards_it_is_said_what_they_bring_together() -> None:
    state = laying([cards("2 nobles", "erudits", "4 paysans")] * 3, event="one_or_two")
    both = reason(state, 0, pair(ERUDITS, NOBLES))
    assert both == text("guildes.reason.two", n=8 + 12)


def test_a_card_that_brings_nothing_is_told_by_what_it_costs_another() -> None:
    """Seat 1 is second with 6 votes; both would be, and where ties are ignored nobody is paid."""
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    laid = [{"nobles": 1}, {"nobles": 2}, {"nobles": 4}]
    state = last_lap(hands, laid, number=2)
    state.event = TIES_IGNORED
    told = {"player": Seat(1), "n": 6, "guild": text("guildes.guild.nobles")}
    assert reason(state, 0, NOBLES) == text("guildes.reason.costs", **told)


def redistributed(*hand: str, laid: dict[str, int]) -> list[Text]:
    """What is said for giving away each kind of seat 0's hand, the others having nothing."""
    state = laying([cards(*hand)] * 3)
    state.laid = last_lap([cards("2 paysans")] * 3, [{}, laid, {}], number=1).laid
    state.phase = REDISTRIBUTION
    return [reason(state, 0, kind) for kind in state.kinds[0]]


def test_of_a_card_given_away_it_is_said_what_stays_without_it() -> None:
    """Two of the guild's cards lead as well as three; one against two brings nothing."""
    erudits, nobles = (text(f"guildes.guild.{name}") for name in ("erudits", "nobles"))
    said = redistributed("3 erudits", "nobles", laid={"nobles": 2})
    assert said == [
        text("guildes.reason.spared", n=8, guild=erudits),
        text("guildes.reason.idle", n=0, guild=nobles),
    ]


def test_of_a_card_that_costs_votes_it_is_said_only_if_none_costs_less() -> None:
    """Érudits lead with 8 votes, Nobles with 12."""
    least = text("guildes.reason.least", n=8, guild=text("guildes.guild.erudits"))
    assert redistributed("erudits", "nobles", laid={}) == [least, LITTLE]


def test_a_trick_is_said_by_the_votes_that_it_changes() -> None:
    """Nobles pay 12 to who leads alone: a mark more against another's single card takes all."""
    tableaux = [{"nobles": 1}, {"nobles": 1}, {"paysans": 1}]
    state = playing_tricks(["mark_nobles", "protection", "salvage"], tableaux)
    assert state.waiting[0] == 0
    assert reason(state, 0, USE) == text("guildes.reason.trick.both", n=6, theirs=6)
    assert reason(state, 0, DECLINE) == LITTLE


def test_a_trick_that_changes_nothing_is_declined_for_that() -> None:
    """A lead of four isn't lost or made by one mark."""
    state = playing_tricks(["mark_nobles", "protection", "salvage"], [{"nobles": 4}, {}, {}])
    assert reason(state, 0, DECLINE) == text("guildes.reason.decline")
    assert reason(state, 0, USE) == LITTLE


def test_in_the_last_ballot_nothing_is_promised_for_later_ones() -> None:
    hands = [cards("bourgeois", "nobles"), cards("2 paysans"), cards("2 paysans")]
    # Bourgeois never give more than two ranks, and two have more of them.
    state = last_lap(hands, [{}, {"bourgeois": 3}, {"bourgeois": 2}], number=3)
    assert reason(state, 0, NUMBER_OF["bourgeois"]) == LITTLE


def test_among_three_nobles_the_first_pick_is_told_by_votes_and_held_against_playouts() -> None:
    """Prêtres lead alone with 13 votes, Nobles with 12; a vote is 1/24 of a reward near its middle.

    Nothing that lies there is better than the first by as much as a vote.
    """
    game, a_vote = Guildes(), 1 / 24
    rewards = []
    for seed in range(60):
        state = game.setup(3, game.Options(), seed)
        for seat in game.asked(state):
            view = game.view(state, seat)
            if view.pack.count("nobles") != 3 or "pretres" not in view.pack:
                continue
            first, nobles = (game.encode(state, seat, (card,)) for card in ("pretres", "nobles"))
            said = text("guildes.reason.alone.draft", n=13, before=0, cards=1)
            next_best = text("guildes.reason.second.votes", n=12, mine=13)
            assert game.policy.normal(state, seat, Rng(seed)) == first
            assert game.policy.reason(state, seat, first) == said
            assert game.policy.second(state, seat, first) == nobles
            assert game.policy.why_second(state, seat, first, nobles) == next_best
            for number in range(40):
                world = game.sample(view, number)
                rewards.append(
                    {
                        card: playout(
                            game,
                            game.policy,
                            world,
                            seat,
                            (game.encode(world, seat, (card,)),),
                            number,
                        )
                        for card in {*view.pack}
                    }
                )
    best = fmean(each["pretres"] for each in rewards)
    second = fmean(each["nobles"] for each in rewards)
    others = fmean(
        reward
        for each in rewards
        for card, reward in each.items()
        if card not in ("pretres", "nobles")
    )
    assert len(rewards) >= 400
    assert best > max(second, others) - a_vote


@pytest.mark.parametrize("number", some([150, 300], 0))
def test_the_next_best_never_counts_more_votes_without_a_word_why_not(number: int) -> None:
    """Who read both reasons would choose the other."""
    compared, said = 0, set()
    for position in positions(games["guildes"], number):
        advice = position.advice
        if position.view.phase not in {"draft", "laying"} or advice.second is None:
            continue
        picks, why = advice.second
        cards = [[pick.partition(":")[0] for pick in one] for one in (picks, advice.picks)]
        theirs, mine = (
            brought(position.view, sorted(one, key=NUMBER_OF.__getitem__)) for one in cards
        )
        if theirs > mine and why is not None:
            said.add(why.key.rpartition(".")[2])
            compared += 1
    assert compared > number / 15
    assert {"riskier", "expected"} <= said <= {"riskier", "expected", "played"}
