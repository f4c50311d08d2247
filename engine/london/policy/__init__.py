"""How computer players judge Guilds of London."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final

from engine.london.chapters.flow import moves, ways_back
from engine.london.chapters.turn import can_end
from engine.london.numbers.asks import ALWAYS, HOME, NEVER, ONLY, SPARE, STOP, Ask
from engine.london.policy import reasons
from engine.london.policy.greedy import choose, keeps_neutrals, second
from engine.london.policy.plans import rows
from engine.london.policy.standing import signs
from engine.london.table.cards import cheapest
from engine.london.table.rounds import activates
from engine.london.table.state import State
from engine.parts.policy import Measure, Policy, Prospects, Signs
from engine.parts.rng import Rng
from engine.parts.values import Outcome
from engine.text import Text

PROSPECTS: Final = Prospects.of(__name__)
CARELESS: Final = 38
"""Of a hundred choices of a beginner, those made without a thought."""


class LondonPolicy(Policy[State]):
    """Greedy; the strongest plans its whole turn and plays out the best plans."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every move."""
        return moves(state, seat)

    def played_out(self, state: State, seat: int) -> bool:
        """A turn is planned as a whole, and its playouts take long."""
        return False

    def rows(self, state: State, seat: int) -> Sequence[Sequence[int]]:
        """The most promising rows of plays; of other choices the greedy one and its rivals."""
        return rows(state, seat)

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Greedy, but now and then anything at all."""
        if state.ask != Ask.TAKE and rng.below(100) < CARELESS:
            return rng.choice(moves(state, seat))
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """What seems best at once."""
        return choose(state, seat)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def shortcut(self, state: State, seat: int, move: int) -> int:
        """All rewards, and the turn's end, from now on; neutral pawns only where they count, and
        none in this activation; no reward's pawn to the plantation; the easily spared as excess."""
        if state.ask == Ask.PLAY and can_end(state):
            return ALWAYS
        if state.ask == Ask.TAKE and move == max(state.options):
            return ALWAYS
        if state.ask in (Ask.NEGOTIATE, Ask.REPLACE) and not move:
            if ONLY in ways_back(state):
                return ONLY
            if NEVER in state.options and keeps_neutrals(state, seat):
                return NEVER
        if move == STOP and HOME in ways_back(state):
            return HOME
        if state.ask == Ask.EXCESS and move == cheapest(state.box, state.options):
            return SPARE
        return move

    def signs(self, state: State) -> Signs:
        """How every seat stands."""
        return signs(state)

    def prospect(self, state: State, seat: int) -> float | None:
        """The chance to be elected, once tiles have been activated since the last such round."""
        if state.seats == 2 and activates(state):
            return None
        return PROSPECTS.chance(signs(state), seat)

    def reason(self, state: State, seat: int, move: int) -> Text:
        """What this move comes to as the table stands."""
        return reasons.reason(state, seat, move)

    def measures(self, state: State, seat: int, move: int) -> Sequence[Measure]:
        """VP, cards and votes as the table stands."""
        return reasons.measures(state, seat, move)

    def second(self, state: State, seat: int, move: int) -> int | None:
        """The greedy choice of what is left; to stop, where nothing else is."""
        return second(state, seat, move)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1, by how far ahead of the best other."""
        ahead = outcome.scores[seat] - max(
            score for other, score in outcome.scores.items() if other != seat
        )
        return 1 / (1 + exp(-ahead / 10))
