"""Who wins (rules: End)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values import Outcome

PARTIES = ((0, 2), (1, 3))


def result(gold: Sequence[int], spy_holder: int) -> Outcome:
    """Places and scores from the gold by seat; a partner's score is the party's gold.

    The token decides a tie for the first place only: its holder's party with four players, with
    three the tied seat nearest clockwise from its holder.
    """
    if len(gold) == 4:
        scores = {seat: gold[seat] + gold[(seat + 2) % 4] for seat in range(4)}
        first, second = sorted(
            PARTIES, key=lambda party: (-scores[party[0]], spy_holder not in party)
        )
        return Outcome(places=[list(first), list(second)], scores=scores)
    seats = range(len(gold))
    best = min(seats, key=lambda seat: (-gold[seat], (seat - spy_holder) % len(gold)))
    rest = [seat for seat in seats if seat != best]
    lower = sorted({gold[seat] for seat in rest}, reverse=True)
    places = [[best], *([seat for seat in rest if gold[seat] == score] for score in lower)]
    return Outcome(places=places, scores=dict(enumerate(gold)))
