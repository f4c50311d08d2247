"""When the game ends and who wins (rules: end of the game)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.corrompue.components import COMPONENTS
from engine.values import Outcome

_ENOUGH = COMPONENTS.end.tokens


def result(noblesse: Sequence[int], paysan: Sequence[int]) -> Outcome | None:
    """The outcome by the tokens of each seat; None while nobody has four of a kind.

    Scores are Paysan tokens. With four Noblesse tokens a seat loses, whatever else it holds;
    `places[0]` is empty if all do.
    """
    if max(*noblesse, *paysan) < _ENOUGH:
        return None
    seats = range(len(noblesse))
    losers = [seat for seat in seats if noblesse[seat] >= _ENOUGH]
    winners = [seat for seat in seats if paysan[seat] >= _ENOUGH and seat not in losers]
    keys = {
        seat: (-paysan[seat], noblesse[seat])
        for seat in seats
        if seat not in losers and seat not in winners
    }
    others = [[seat for seat in keys if keys[seat] == key] for key in sorted(set(keys.values()))]
    places = [winners, *others] if winners or not others else others
    return Outcome(places=[*places, losers] if losers else places, scores=dict(enumerate(paysan)))
