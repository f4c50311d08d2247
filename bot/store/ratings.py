"""Ratings: what a game that ended says of how well its people play (Plackett-Luce).

Computers stand still at what their strength is worth, one everywhere: so a rating means the same
in every server, however few have played there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine.text import frozen

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

_MU: Final = 25.0
_SIGMA: Final = _MU / 3
_STEP: Final = 5.0
"""Between two strengths: with two players the stronger one wins 70 games of 100."""
_KNOWN: Final = 1.0
"""How uncertain it is what a computer is worth."""
_POINTS: Final = 40
_NEWCOMER: Final = 1_000
_UNCERTAIN: Final = 5.0


@frozen
class Rating:
    """What somebody is thought to be worth, and how uncertain that is."""

    mu: float = _MU
    sigma: float = _SIGMA

    @property
    def points(self) -> int:
        """As people read it, what is all but certain; a newcomer has 1,000."""
        return round(_NEWCOMER + _POINTS * (self.mu - 3 * self.sigma))

    @property
    def uncertain(self) -> bool:
        """Whether too few games were played for it to say much."""
        return self.sigma > _UNCERTAIN


ANCHORS: Final = MappingProxyType(
    {
        "easy": Rating(_MU - _STEP, _KNOWN),
        "normal": Rating(_MU, _KNOWN),
        "hard": Rating(_MU + _STEP, _KNOWN),
    }
)
"""What computers are worth, in every game."""


@frozen
class Rated:
    """A seat of a game that ended.

    `before`: of its person, or of its computer. `share`: how much of its choices the person made,
    0 to 1; `present`: whether no computer chose for the person in the end.
    """

    party: int
    place: int
    before: Rating
    share: float = 1.0
    present: bool = True


def after(seats: Sequence[Rated]) -> list[Rating]:
    """The rating of each seat's person after the game.

    Partners win and lose together. It changes by the share of choices that were the person's own;
    whoever didn't play to the end gains nothing, not even certainty.
    """
    parties = sorted({seat.party for seat in seats})
    if len(parties) < 2:
        return [seat.before for seat in seats]
    teams = [[seat for seat in seats if seat.party == party] for party in parties]
    model = _model()
    rated = model.rate(
        [
            [model.create_rating([seat.before.mu, seat.before.sigma]) for seat in team]
            for team in teams
        ],
        ranks=[float(min(seat.place for seat in team)) for team in teams],
    )
    new = dict(zip(parties, map(iter, rated), strict=True))
    return [_counted(seat, next(new[seat.party])) for seat in seats]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - first wanted when a game ends

    return PlackettLuce(_MU, _SIGMA)


def _counted(seat: Rated, new: PlackettLuceRating) -> Rating:
    before = seat.before
    mu = before.mu + seat.share * (new.mu - before.mu)
    if not seat.present:
        return Rating(min(mu, before.mu), before.sigma)
    return Rating(mu, before.sigma + seat.share * (new.sigma - before.sigma))
