"""How computer players judge Guildes: the card that adds most, the trick that helps most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import exp
from typing import Final

from engine.guildes.components import IN_PLAY, LAPS, NONE, WIDTH
from engine.guildes.flow import moves
from engine.guildes.policy import reasons, schemes
from engine.guildes.policy.worth import SHARE, UNSEEN, gain, worths
from engine.guildes.scoring import totals
from engine.guildes.state import (
    BACK,
    DRAFT,
    LAYING,
    REDISTRIBUTION,
    TRICK_PHASE,
    State,
    cards_of,
    pair,
)
from engine.parts.packs import different, without
from engine.parts.policy import Measure, Policy, Prospects, Signs
from engine.parts.rng import Rng, stream
from engine.parts.values import Outcome
from engine.text import Text

PROSPECTS: Final = Prospects.of(__name__)
CARELESS: Final = 40
"""Of a hundred choices of a beginner, those made without a thought."""
LEFT: Final = {
    table: tuple(sum(laps[turn:]) for turn in range(len(laps) + 1)) for table, laps in LAPS.items()
}
"""Cards that everyone lays from this lap on, by table and lap."""


def gains(
    state: State, seat: int, cards: Iterable[int], held: Sequence[int], unseen: int = 0
) -> dict[int, float]:
    """What each of these cards is worth to a seat that has `held` besides its tableau.

    `unseen`: cards that each of the others has kept, and is going to lay.
    """
    laid, ballot = state.laid, state.ballot
    turn = state.turn - 1 if state.phase == LAYING else 0
    left = LEFT[state.seats, state.event][turn]
    found = {}
    for card in cards:
        column = laid[card::WIDTH]
        mine = column.pop(seat) + held.count(card)
        column.sort(reverse=True)
        kept = UNSEEN * unseen * SHARE[card]
        others = tuple(number + kept for number in column)
        found[card] = gain(card, ballot, left, mine, others)
    return found


class GuildesPolicy(Policy[State]):
    """Takes and lays the card that adds most; plays the trick that helps most."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every move but taking a choice back, and those after which a trick changes nothing."""
        found = [move for move in moves(state, seat) if move != BACK]
        if state.phase == TRICK_PHASE and not state.drawn:
            return [move for move in found if not schemes.idle(state, seat, move)]
        return found

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Sees what a card is worth, but not quite, and often doesn't look; never thinks of what
        others may have kept."""
        if rng.below(100) < CARELESS:
            return rng.choice(self.candidates(state, seat))
        if state.phase == TRICK_PHASE:
            return schemes.quick_answer(state, seat, stream(rng.below(1 << 32)), tries=1)
        return _by_gain(state, seat, lambda _: 0.3 + rng.below(1000) / 600, thinks=False)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """The card that adds most, the best of all ways to play a trick."""
        if state.phase == TRICK_PHASE:
            return schemes.best_answer(state, seat)
        return _by_gain(state, seat, _exactly)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal, with tricks played as it comes."""
        if state.phase == TRICK_PHASE:
            return schemes.quick_answer(state, seat, numbers, schemes.TRIES)
        return _by_gain(state, seat, _exactly)

    def signs(self, state: State) -> Signs:
        """Votes so far, and those that the tableau promises; stages are ballots."""
        votes = totals(state)
        promised = [0.0] * state.seats
        left = LEFT[state.seats, state.event][0]
        for guild in IN_PLAY[state.seats]:
            for seat, more in enumerate(
                worths(guild, state.ballot, left, tuple(state.laid[guild::WIDTH]))
            ):
                promised[seat] += more
        return Signs(state.ballot, list(zip(votes, promised, strict=True)))

    def prospect(self, state: State, seat: int) -> float | None:
        """The chance to have most votes in the end."""
        return PROSPECTS.chance(self.signs(state), seat)

    def reason(self, state: State, seat: int, move: int) -> Text:
        """What this move comes to as the table stands."""
        return reasons.reason(state, seat, move)

    def measures(self, state: State, seat: int, move: int) -> Sequence[Measure]:
        """Votes as the table lies."""
        return reasons.measures(state, seat, move)

    def played_out(self, state: State, seat: int) -> bool:
        """All ways to play a trick are looked at as wholes already."""
        return state.phase != TRICK_PHASE

    def second(self, state: State, seat: int, move: int) -> int | None:
        """The next best card, or way to play a trick; of two cards, one is another."""
        if state.phase == TRICK_PHASE:
            return schemes.second_answer(state, seat, move)
        if len(state.kinds[seat]) <= len(cards_of(move)):
            return None
        return _by_gain(state, seat, _exactly, but=move)

    def why_second(self, state: State, seat: int, move: int, other: int) -> Text:
        """What this move has before the other; where that counts more votes, what others may still
        lay against it."""
        return reasons.apart(state, seat, move, other)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1: mostly by how far ahead of the best other, in votes."""
        ahead = outcome.scores[seat] - max(
            votes for other, votes in outcome.scores.items() if other != seat
        )
        return 1 / (1 + exp(-ahead / 6))


def _exactly(_: int) -> float:
    return 1.0


def _by_gain(
    state: State,
    seat: int,
    sight: Callable[[int], float],
    but: int | None = None,
    *,
    thinks: bool = True,
) -> int:
    """The move with the best cards; `sight`: how a card's worth is misjudged.

    `but`: a move that isn't to be chosen. `thinks`: of what others have kept, in the selection.
    """
    kinds = [card for card in state.kinds[seat] if card != but]
    if state.phase == DRAFT:
        unseen = state.turn - 1 if thinks else 0
        worths = gains(state, seat, kinds, state.hands[seat], unseen)
        return max(worths, key=lambda card: worths[card] * sight(card))
    hand = state.hands[seat]
    if state.phase == REDISTRIBUTION:
        losses = {card: gains(state, seat, (card,), without(hand, card))[card] for card in kinds}
        return min(losses, key=lambda card: losses[card] * sight(card))
    down = [] if state.down[seat] == NONE else [state.down[seat]]
    worths = gains(state, seat, kinds, down)
    first = max(worths, key=lambda card: worths[card] * sight(card))
    if state.lay == 1:
        return first
    rest = [card for card in different(without(hand, first)) if pair(first, card) != but]
    worths = gains(state, seat, rest, [first])
    return pair(first, max(worths, key=lambda card: worths[card] * sight(card)))
