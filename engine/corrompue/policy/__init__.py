"""How computers judge La Cité corrompue: tricks with Paysans are wanted, with Noblesse not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import Final

from engine.corrompue import reasons
from engine.corrompue.components import (
    COMPONENTS,
    CULTE,
    FACTION,
    FACTION_CARDS,
    MILICE,
    NO_FACTION,
    NOBLESSE,
    PAYSAN,
    VALUE,
    cards_in,
    deal_of,
    set_of,
)
from engine.corrompue.count import militia, result, tokens
from engine.corrompue.flow import KEEP, KEEP_EVENT, NAME, apply, moves
from engine.corrompue.policy.ending import Ending, Won, counted, different
from engine.corrompue.state import DISCARD, INTERRUPT, TRICK, State
from engine.corrompue.trick import asked, best, counts, legal, winning
from engine.parts.policy import Measure, Policy, Prospects, Signs
from engine.parts.rng import Rng
from engine.parts.values import Outcome
from engine.text import Text, text

PROSPECTS: Final = Prospects.of(__name__)
CARELESS: Final = 80
"""Of a hundred choices of a beginner, those made without a thought."""
TASTE: Final = {NOBLESSE: -1.0, PAYSAN: 1.0, MILICE: 0.4, CULTE: 0.0}
"""What winning a card of each faction is worth."""
DISCARDS: Final = 16
"""Of up to 165 ways to discard, those that are played out: there isn't the time for all."""
TWO: Final = 2
"""So few players that what a trick is worth depends on all the others of the event."""
_EVERY: Final = sum(FACTION_CARDS)
OPEN: Final = 5
"""With two, tricks at the end of an event that are solved instead of played out."""
WORTH_THE_TOKEN: Final = 1.5
TOO_MANY: Final = {2: 1, 3: 4, 4: 4}
"""By seats: cards of a faction, all one player's, from which on taking them all is likely."""


class CorrompuePolicy(Policy[State]):
    """Wants tricks with Paysans, and none with Noblesse."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every card, but one alone of those that do the same against all that the seat hasn't
        seen; of all the ways to discard several those that look best, best first.
        """
        if state.phase == TRICK:
            return different(legal(state.hands[seat], state.faction), _against(state, seat))
        ways = moves(state, seat)
        if state.phase == INTERRUPT:
            return ways
        return sorted(ways, key=_burdens, reverse=True)[:DISCARDS]

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Mostly any card that may be played; greedy now and then."""
        if rng.below(100) < CARELESS:
            return rng.choice(moves(state, seat))
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """The card that looks best for this trick; with two, the one that ends the event best."""
        if state.seats > TWO or state.phase == DISCARD:
            return choose(state, seat)
        return max(moves(state, seat), key=lambda move: self._foreseen(state, seat, move))

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def reason(self, state: State, seat: int, move: int) -> Text:
        """What speaks for this move as the table stands."""
        tastes = _tastes(state, seat)
        said = reasons.reason(state, seat, move, tastes)
        return reasons.speaks(state, seat, move, said, tastes)

    def measures(self, state: State, seat: int, move: int) -> Sequence[Measure]:
        """What comes of the trick as it lies, or of the hand."""
        return reasons.measures(state, seat, move, _tastes(state, seat))

    def second(self, state: State, seat: int, move: int) -> int | None:
        """The next best card; of the Milice token, to keep it or the best way to spend it."""
        others = [way for way in moves(state, seat) if way != move]
        if state.phase == DISCARD:
            return max(others, key=_burdens)
        if state.phase == INTERRUPT:
            others = [way for way in others if (way >= NAME if move < NAME else way != KEEP_EVENT)]
        else:  # a card that does the same tells nothing, unless there is no other
            against = _against(state, seat)
            others = [way for way in others if not _same(way, move, against)] or others
        if not others:
            return None
        if state.seats == TWO:
            return max(others, key=lambda way: self._foreseen(state, seat, way))
        if state.phase == INTERRUPT:
            return _spent(state, seat) if move < NAME else KEEP
        tastes = _tastes(state, seat)
        return max(others, key=lambda card: _play(state, seat, card, tastes))

    def why_second(self, state: State, seat: int, move: int, other: int) -> Text:
        """What this move has before the other; of cards that come to the same, what is kept."""
        alike = state.phase == TRICK and FACTION[move] == FACTION[other]
        if alike and _same(move, other, _against(state, seat)):
            return text("corrompue.reason.second.same")
        return reasons.apart(state, seat, move, other, _tastes(state, seat))

    def _foreseen(self, state: State, seat: int, move: int) -> float:
        """What a move promises if the cards lie as they do here, and all go on as they look."""
        world = state.clone()
        apply(world, seat, move)
        while world.event == state.event and world.waiting:
            apply(world, world.waiting[0], choose(world, world.waiting[0]))
        return self._promised(world.noblesse, world.paysan, world.milice, seat)

    def _promised(
        self, noblesse: Sequence[int], paysan: Sequence[int], milice: int | None, seat: int
    ) -> float:
        """What the tokens after an event are worth: the end of the game, or the chance to win."""
        outcome = result(noblesse, paysan)
        if outcome is None:
            return PROSPECTS.chance(_signs(noblesse, paysan, milice), seat)
        return self.reward(outcome, seat)

    def foresight(self, world: State, seat: int) -> Callable[[State], float | None] | None:
        """With two, what the last tricks of the event come to, played with open cards."""
        if world.seats > TWO:
            return None

        def worth(won: Won) -> float:
            nobles, peasants, guards = counted(won)
            noblesse = [*map(add, world.noblesse, tokens(nobles))]
            paysan = [*map(add, world.paysan, tokens(peasants))]
            return self._promised(noblesse, paysan, militia(guards), seat)

        ending = Ending(seat, worth)

        def foreseen(state: State) -> float | None:
            played_out = state.phase != DISCARD and state.hands[state.leader].bit_count() <= OPEN
            return ending.of(state) if played_out else None

        return foreseen

    def reward(self, outcome: Outcome, seat: int) -> float:
        """The seat's part of the victory: nothing else is left of a game."""
        first = outcome.places[0]
        return 1 / len(first) if seat in first else 0.0

    def signs(self, state: State) -> Signs:
        """Each token by its number: a second one weighs otherwise than the first; the Milice."""
        return _signs(state.noblesse, state.paysan, state.milice)

    def prospect(self, state: State, seat: int) -> float | None:
        """The chance to win with the tokens that everybody has."""
        return PROSPECTS.chance(self.signs(state), seat)


def _signs(noblesse: Sequence[int], paysan: Sequence[int], milice: int | None) -> Signs:
    by_seat = [
        (*_held(nobles), *_held(peasants), float(milice == seat))
        for seat, (nobles, peasants) in enumerate(zip(noblesse, paysan, strict=True))
    ]
    return Signs(0, by_seat)


def _held(tokens: int) -> Iterator[float]:
    """For the first token and every further one that doesn't end the game: whether it is held."""
    return (float(tokens > number) for number in range(COMPONENTS.end.tokens - 1))


def choose(state: State, seat: int) -> int:
    """A sensible move of a seat that is asked; looks at nothing that the seat doesn't see."""
    ways = moves(state, seat)
    if state.phase == DISCARD:
        return max(ways, key=_burdens)
    if state.phase == INTERRUPT:
        return _interrupt(state, seat)
    tastes = _tastes(state, seat)
    return max(ways, key=lambda card: _play(state, seat, card, tastes))


def _tastes(state: State, seat: int) -> dict[int, float]:
    """TASTE, turned round where one seat is about to take every card of a faction.

    Whoever takes them all gives the tokens to the others; so one Noblesse card is wanted in time,
    and Paysans are left to somebody else once too many are one's own.
    """
    tastes = dict(TASTE)
    too_many = TOO_MANY[state.seats]
    for faction in (NOBLESSE, PAYSAN):
        won = [(cards & FACTION_CARDS[faction]).bit_count() for cards in state.won]
        if won[seat] == 0 and max(won) == sum(won) >= too_many and faction == NOBLESSE:
            tastes[faction] = 1.0
        elif won[seat] == sum(won) >= too_many and faction == PAYSAN:
            tastes[faction] = -1.0
    return tastes


def _taste(cards: Iterable[int], tastes: Mapping[int, float]) -> float:
    return sum(tastes[FACTION[card]] for card in cards)


def _burden(card: int) -> float:
    """How gladly a card is thrown away: high Noblesse first, high Paysans never."""
    return VALUE[card] * {NOBLESSE: 1.0, PAYSAN: -0.6, MILICE: -0.2, CULTE: -0.1}[FACTION[card]]


def _burdens(cards: int) -> float:
    return sum(map(_burden, cards_in(cards)))


def _play(state: State, seat: int, card: int, tastes: Mapping[int, float]) -> float:
    """What lies in the trick and is to follow: for the seat as far as it is likely to take it, else
    against it, as somebody else has it then. Whoever takes it, the card is gone from the hand."""
    plays = (*state.plays, card)
    chance = _chance(state, seat, plays)
    faction = asked(plays)
    to_come = state.seats - len(plays)
    follow = tastes[faction] * 0.7 * to_come if faction != NO_FACTION else 0.0
    return (2 * chance - 1) * (_taste(plays, tastes) + follow) + 0.05 * _burden(card)


def _chance(state: State, seat: int, plays: tuple[int, ...]) -> float:
    """How likely the last of these cards takes the trick: fewer unseen cards beat it, of those who
    may have any of the asked faction."""
    if best(plays) != len(plays) - 1:
        return 0.0
    faction, mine = asked(plays), counts(plays[-1], asked(plays))
    feared = [(state.leader + place) % state.seats for place in range(len(plays), state.seats)]
    if faction != NO_FACTION:
        feared = [other for other in feared if not state.voids[other] >> faction & 1]
    if not feared:
        return 1.0
    seen = _seen(state, seat) | set_of(plays)
    wanted = FACTION_CARDS[faction] if faction != NO_FACTION else 0
    unseen = cards_in(wanted & ~seen)
    higher = sum(VALUE[card] > mine for card in unseen)
    share = higher / len(unseen) if unseen else 0.2
    return float((1 - share) ** len(feared))


def _seen(state: State, seat: int) -> int:
    """The cards of which a seat knows that nobody will play them but itself."""
    return state.hands[seat] | state.discards[seat] | sum(state.won)


def _against(state: State, seat: int) -> int:
    """The cards that a seat's own may still meet, on the table or in another's hand."""
    unseen = _EVERY & ~_seen(state, seat)
    dealt = deal_of(state.seats, state.options).culte
    if dealt or any(handed for other, handed in enumerate(state.handed) if other != seat):
        return unseen
    return unseen & ~FACTION_CARDS[CULTE]


def _same(one: int, other: int, against: int) -> bool:
    """Whether two cards do the same against all these."""
    return len(different(set_of((one, other)), against)) == 1


def _interrupt(state: State, seat: int) -> int:
    """Spend the token on a trick that matters: take it, or leave it to the most corrupt."""
    value = _taste(state.plays, _tastes(state, seat))
    wanted = value if winning(state) != seat else -value
    return _spent(state, seat) if wanted >= WORTH_THE_TOKEN else KEEP


def _spent(state: State, seat: int) -> int:
    """The token spent: the trick is the seat's own, or leaves it for the most corrupt."""
    if winning(state) != seat:
        return NAME + seat
    others = [other for other in range(state.seats) if other != seat]
    return NAME + max(others, key=lambda other: state.noblesse[other])
