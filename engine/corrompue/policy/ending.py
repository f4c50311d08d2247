"""With two players, the rest of an event as if all cards lay open: alpha-beta over its tricks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from engine.corrompue.components import ALL, ALONE, CULTE, FACTION, NO_FACTION, cards_in, set_of
from engine.corrompue.state import State
from engine.corrompue.trick import best, legal
from engine.parts.values import NOBODY

Won: TypeAlias = int
"""How many cards of each faction both seats have won, four bits each; `counted` reads it."""
Trick: TypeAlias = tuple[int, int, int, Won, int]
"""The cards of who leads and of the other, who leads, what is won, who may spend the token."""

BITS: Final = 4
_CARDS: Final = range(ALL[-1] + 1)
_HOLDS: Final = [[best((led, reply)) == 0 for reply in _CARDS] for led in _CARDS]
"""By the card led, then by the reply: whether the leader's takes the trick."""
_TELLING: Final = [
    [
        set_of(
            card
            for card in ALL
            if FACTION[one] != FACTION[other]
            or _HOLDS[one][card] != _HOLDS[other][card]
            or _HOLDS[card][one] != _HOLDS[card][other]
        )
        for other in _CARDS
    ]
    for one in _CARDS
]
"""For two cards, those against which they don't do the same."""
_ASKED: Final = [NO_FACTION if faction == CULTE else faction for faction in FACTION]
_ONE: Final = [
    [0 if faction == CULTE else 1 << BITS * (2 * faction + seat) for faction in FACTION]
    for seat in range(2)
]
"""By seat and card, what its winning adds to what is won."""


class Ending:
    """How an event ends for a seat if both do their best; what is found is kept.

    `worth`: what the cards won by then come to for the seat, from 0 to 1; the rest is the other's.
    """

    def __init__(self, seat: int, worth: Callable[[Won], float]) -> None:
        self._seat = seat
        self._worth = worth
        self._ends: dict[Won, float] = {}
        self._known: dict[Trick, tuple[float, float]] = {}

    def of(self, state: State) -> float:
        """From 0 to 1, of a state in which somebody is asked within the tricks."""
        leader = state.leader
        token = NOBODY if state.spent or state.quiet else state.milice
        trick = state.hands[leader], state.hands[1 - leader], leader, packed(state.won), token
        match state.plays:
            case (led, reply):
                value = self._taken(trick, led, reply, -1.0, 1.0)
            case (led,):
                value = self._answered(trick, led, -1.0, 1.0)
            case _:
                value = self._led(trick, -1.0, 1.0)
        return (1 + value if leader == self._seat else 1 - value) / 2

    # What the leader has, less what the other has: exact between `low` and `high`, else a bound on
    # the same side.

    def _led(self, trick: Trick, low: float, high: float) -> float:
        """Before a trick."""
        leading, other, leader, won, token = trick
        if not leading & leading - 1 and (token == NOBODY or not leading):
            end = self._end(won + _last(leading, other, leader) if leading else won)
            return end if leader == self._seat else -end
        least, most = self._known.get(trick, (-1.0, 1.0))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        found, floor = -1.0, low
        for card in different(leading, other):
            after = leading ^ ALONE[card], other, leader, won, token
            value = self._answered(after, card, floor, high)
            if value > found:
                found = value
                if found >= high:
                    break
                floor = max(floor, found)
        self._known[trick] = (found if found > low else least, found if found < high else most)
        return found

    def _answered(self, trick: Trick, led: int, low: float, high: float) -> float:
        """Once the leader's card lies."""
        leading, other, leader, won, token = trick
        found, roof = 1.0, high
        for reply in different(legal(other, _ASKED[led]), leading | ALONE[led]):
            after = leading, other ^ ALONE[reply], leader, won, token
            value = self._taken(after, led, reply, low, roof)
            if value < found:
                found = value
                if found <= low:
                    break
                roof = min(roof, found)
        return found

    def _taken(self, trick: Trick, led: int, reply: int, low: float, high: float) -> float:
        """Once both cards lie; the Milice token's holder may still spend it."""
        leader, token = trick[2], trick[4]
        holds = _HOLDS[led][reply]
        kept = self._after(trick, led, reply, low, high, holds=holds)
        if token == NOBODY:
            return kept
        spent = (*trick[:4], NOBODY)
        if token == leader:
            if kept >= high:
                return kept
            return max(kept, self._after(spent, led, reply, max(low, kept), high, holds=not holds))
        if kept <= low:
            return kept
        return min(kept, self._after(spent, led, reply, low, min(high, kept), holds=not holds))

    def _after(
        self, trick: Trick, led: int, reply: int, low: float, high: float, *, holds: bool
    ) -> float:
        """Once the trick is the leader's, or the other's."""
        leading, other, leader, won, token = trick
        if holds:
            one = _ONE[leader]
            won += one[led] + one[reply]
            return self._led((leading, other, leader, won, token), low, high)
        one = _ONE[1 - leader]
        won += one[led] + one[reply]
        return -self._led((other, leading, 1 - leader, won, token), -high, -low)

    def _end(self, won: Won) -> float:
        if won not in self._ends:
            self._ends[won] = 2 * self._worth(won) - 1
        return self._ends[won]


def _last(leading: int, other: int, leader: int) -> Won:
    """What the last trick adds, in which nobody has a choice."""
    led, reply = leading.bit_length() - 1, other.bit_length() - 1
    one = _ONE[leader if _HOLDS[led][reply] else 1 - leader]
    return one[led] + one[reply]


def packed(won: Sequence[int]) -> Won:
    """The count of the cards that both seats have won, given as sets."""
    return sum(_ONE[seat][card] for seat, cards in enumerate(won) for card in cards_in(cards))


def counted(won: Won) -> list[list[int]]:
    """Cards won by faction, then by seat."""
    mask = (1 << BITS) - 1
    return [
        [won >> BITS * (2 * faction + seat) & mask for seat in range(2)] for faction in range(CULTE)
    ]


def different(cards: int, against: int) -> Sequence[int]:
    """Of these cards one of each sort: those of a sort do the same against the other's cards."""
    every = cards_in(cards)
    if len(every) == 1:
        return every
    last = every[0]
    found = [last]
    for card in every[1:]:
        if _TELLING[last][card] & against:
            found.append(card)
        last = card
    return found
