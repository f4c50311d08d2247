"""What lessons advise, held against the counts that follow and what hard computers do there.

Each lesson's own deal is played again and again, against its beginners; Guilds of London: see
test_london.py.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from statistics import fmean
from typing import Any

from bot.sessions.lessons import OWN
from engine import games
from engine.bots import players
from engine.bots.players import Hard, Player
from engine.bots.search import counted
from engine.majority.rounds import pay

PLAYS = 16
PLAYOUTS = 24
WHO: dict[str, Player] = {"easy": players["easy"], "hard": Hard(counted(PLAYOUTS))}


@cache
def played(game: str, who: str) -> tuple[Any, ...]:
    """How the lesson stands at its end for everybody, `who` in the learner's seat."""
    rules, lesson = games[game], OWN[game]
    ends = []
    for play in range(PLAYS):
        state, seed = rules.setup(lesson.seats, seed=lesson.seed), play * 1000
        while not lesson.is_over(rules.view(state, None)):
            seat = rules.asked(state)[0]
            chooses, seed = WHO[who] if seat == 0 else players[lesson.computers], seed + 1
            picks = chooses.choose(rules, rules.view(state, seat), seed)
            state, _ = rules.play(state, seat, picks)
        ends.append(rules.view(state, None))
    return tuple(ends)


def placed(view: Any, seat: int) -> int:
    """In how many colours of The Majority a seat is first or second."""
    totals = view.debates[0].totals.values()
    return sum(0 < of[seat] >= sorted(set(of))[-2:][0] for of in totals)


def led(view: Any, seat: int) -> list[int]:
    """By how many cards a seat leads alone, for each guild in which it does."""
    tableaux = [dict(player.tableau) for player in view.players]
    ahead = [
        mine - max(each[guild] for each in tableaux if each is not tableaux[seat])
        for guild, mine in tableaux[seat].items()
        if guild != "milice"
    ]
    return [more for more in ahead if more > 0]


def test_the_more_colours_of_the_majority_one_is_first_or_second_in_the_more_gold() -> None:
    gold = defaultdict(list)
    for view in (*played("majority", "easy"), *played("majority", "hard")):
        for seat, player in enumerate(view.players):
            gold[placed(view, seat)].append(player.gold)
    assert fmean(gold[1]) + 1 < fmean(gold[2]) < fmean(gold[3]) - 1


def test_one_strong_colour_of_the_majority_pays_2_and_the_second_there_more() -> None:
    assert pay([33, 12, 0]) == [2, 6, 0]
    assert pay([15, 3, 1]) == [2, 3, 0]
    for view in played("majority", "hard"):
        (debate,) = view.debates
        for colour, totals in debate.totals.items():
            assert debate.gold[colour][totals.index(max(totals))] == 2


def test_hard_computers_are_first_or_second_in_more_colours_than_beginners() -> None:
    hard, easy = (
        fmean(placed(view, 0) for view in played("majority", who)) for who in ("hard", "easy")
    )
    assert hard > easy + 0.5


def test_in_the_first_ballot_of_guildes_nobody_gets_votes_for_a_second_place() -> None:
    behind = 0
    for view in (*played("guildes", "easy"), *played("guildes", "hard")):
        for seat, votes in enumerate(view.counts[0]):
            for guild, number in votes.items():
                column = [player.tableau[guild] for player in view.players]
                if guild != "milice" and 0 < column[seat] < max(column):
                    behind += 1
                    assert number == 0
    assert behind > 0


def test_hard_computers_lead_many_guilds_by_a_card_and_have_more_votes_than_beginners() -> None:
    hard, easy = ([led(view, 0) for view in played("guildes", who)] for who in ("hard", "easy"))
    assert fmean(map(len, hard)) > fmean(map(len, easy)) + 0.5
    assert fmean(more for leads in hard for more in leads) < 1.25
    votes = {who: fmean(view.players[0].total for view in played("guildes", who)) for who in WHO}
    assert votes["hard"] > votes["easy"]


def test_one_or_two_cards_lead_the_pecheurs() -> None:
    """Where anybody leads them alone."""
    columns = [
        [player.tableau["pecheurs"] for player in view.players]
        for who in WHO
        for view in played("guildes", who)
    ]
    leads = [max(column) for column in columns if column.count(max(column)) == 1]
    assert leads
    assert sum(cards <= 2 for cards in leads) > len(leads) / 2


def test_hard_computers_take_peasants_and_leave_the_nobility() -> None:
    """By the tokens that the deal brought."""
    paysan, noblesse = (
        {who: sum(getattr(view.players[0], of) for view in played("corrompue", who)) for who in WHO}
        for of in ("paysan", "noblesse")
    )
    assert paysan["hard"] > paysan["easy"]
    assert noblesse["hard"] < noblesse["easy"]
