"""Sampled worlds of six players, counted against all deals, enumerated or walked through."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, permutations, product
from math import factorial, perm, prod
from random import Random

from engine.guildes.components import CARDS, WIDTH
from engine.guildes.options import GuildesOptions
from engine.guildes.scoring import of_seat
from engine.guildes.state import LAYING, TRICK_PHASE, State
from engine.guildes.view import numbers
from tests.engine.guildes.build import GAME
from tests.engine.guildes.test_sampling import moments

SEATS = 6
VIEWER = 0
WORLDS = 500
OTHERS = range(1, SEATS)
"""The other seats, by how many turns a pack takes to them."""
Spot = tuple[int, int]
"""Of these one, and the turn at which it kept a card."""
Kept = Mapping[Spot, int]
Rows = tuple[tuple[int, ...], ...]


OPTIONS = GuildesOptions(events=True, tricks=True)


def all_laid() -> State:
    """The first ballot of a game, when everyone has laid five of the six cards kept."""
    state = next(islice(moments(SEATS, OPTIONS, seed=0), 60, None))
    assert (state.phase, state.ballot, state.discard) == (TRICK_PHASE, 1, [])
    return state


def test_with_six_players_a_card_was_kept_as_often_as_in_all_deals() -> None:
    state = all_laid()
    expected = by_enumeration(state)
    view, drawn = GAME.view(state, VIEWER), Counter[tuple[Spot, int]]()
    for seed in range(WORLDS):
        world = GAME.sample(view, seed)
        for spot in {spot for spot, _ in expected}:
            drawn[spot, world.kept[seat_at(state, spot[0])][spot[1] - 1]] += 1
    assert drawn.keys() <= expected.keys()
    far = {one: (drawn[one] / WORLDS, much) for one, much in expected.items()}
    assert {one: both for one, both in far.items() if abs(both[0] - both[1]) > 0.1} == {}


def seat_at(state: State, distance: int) -> int:
    """The seat to which a pack comes after so many turns."""
    way = {"left": 1, "right": -1}[GAME.view(state, None).direction]
    return (VIEWER + way * distance) % SEATS


def by_enumeration(state: State) -> Mapping[tuple[Spot, int], float]:
    """How likely each card is that was kept of a pack that the viewer handed on.

    Of the pack handed on at turn t the seat at distance d kept a card at turn t + d; at its first
    d turns it kept cards that the viewer hasn't seen.
    """
    view = GAME.view(state, VIEWER)
    packs = [numbers(pack) for pack in view.passed]
    unseen = Counter(CARDS[SEATS]) - Counter([*numbers(view.kept), *chain.from_iterable(packs)])
    of_each = tuple(unseen[card] for card in range(WIDTH))
    laid = {d: Counter(dict(enumerate(of_seat(state.laid, seat_at(state, d))))) for d in OTHERS}
    total = 0.0
    found: defaultdict[tuple[Spot, int], float] = defaultdict(float)
    for kept, orders in shared_out(packs, laid, 1, {}):
        number = orders * ways(lacking(kept, laid), of_each)
        total += number
        for spot, card in kept.items():
            found[spot, card] += number
    return {one: number / total for one, number in found.items() if number}


def shared_out(
    packs: Sequence[Sequence[int]], laid: Mapping[int, Counter[int]], turn: int, kept: Kept
) -> Iterator[tuple[Kept, int]]:
    """Who may have kept which card of the packs handed on from this turn on, and how many ways."""
    if turn > len(packs):
        yield kept, 1
        return
    for order, number in Counter(permutations(packs[turn - 1])).items():
        spots = {(d, turn + d): card for d, card in enumerate(order, start=1)}
        now = {**kept, **spots}
        rest = lacking(now, laid)
        if all(sum(rest[d - 1]) <= d + max(0, SEATS - turn - d) for d in OTHERS):
            for deal, orders in shared_out(packs, laid, turn + 1, now):
                yield deal, orders * number


def lacking(kept: Kept, laid: Mapping[int, Counter[int]]) -> Rows:
    """What each seat laid besides."""
    rest = [laid[d] - Counter(card for (at, _), card in kept.items() if at == d) for d in OTHERS]
    return tuple(tuple(row[card] for card in range(WIDTH)) for row in rest)


@cache
def ways(lacking: Rows, unseen: tuple[int, ...]) -> float:
    """In how many ways unseen cards, these among them, come to the seats: d to the one at d."""
    free = tuple(d - sum(row) for d, row in zip(OTHERS, lacking, strict=True))
    found: Mapping[tuple[int, ...], float] = {(0,) * len(free): 1.0}
    for card in range(WIDTH):
        after: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for used, number in found.items():
            spare = [range(most - so_far + 1) for most, so_far in zip(free, used, strict=True)]
            for more in product(*spare):
                each = [row[card] + one for row, one in zip(lacking, more, strict=True)]
                now = tuple(map(sum, zip(used, more, strict=True)))
                orders = prod(map(factorial, each))
                after[now] += number * perm(unseen[card], sum(each)) / orders
        found = {used: number for used, number in after.items() if number}
    return found.get(free, 0.0)


# What lies in the discard pile a ballot later


def test_with_six_players_a_card_was_discarded_as_often_as_in_all_deals() -> None:
    """Twelve cards of the first ballot, and of the second the viewer has seen the packs."""
    state = next(islice(moments(SEATS, OPTIONS, seed=14), 114, None))
    assert (state.phase, state.ballot, len(state.discard)) == (LAYING, 2, 12)
    view, drawn = GAME.view(state, VIEWER), Counter[int]()
    for number in range(3 * WORLDS):
        drawn.update(GAME.sample(view, number).discard)
    expected = by_walking(state)
    far = {card: (drawn[card] / (3 * WORLDS), much) for card, much in expected.items()}
    assert {card: both for card, both in far.items() if abs(both[0] - both[1]) > 0.1} == {}


def by_walking(state: State, steps: int = 100_000) -> Mapping[int, float]:
    """How many of each card lie in the discard pile, on a walk through deals from the real one.

    One to three pairs change places at a time, wherever the deal still fits then.
    """
    random, deal, found = Random(0), Deal(state), Counter[int]()
    for _ in range(steps):
        ones = random.choices(range(len(deal.cards)), k=random.choice((1, 1, 2, 3)))
        pairs = [(one, random.choice(deal.alike[one])) for one in ones]
        for pair in pairs:
            deal.swap(*pair)
        if not all(deal.fits(spot) for pair in pairs for spot in pair):
            for pair in reversed(pairs):
                deal.swap(*pair)
        found.update(deal.cards[spot] for spot in deal.pile)
    return {card: number / steps for card, number in found.items()}


class Deal:
    """All cards that the viewer hasn't seen for good, each at a spot: the real deal at first."""

    def __init__(self, state: State) -> None:
        self.waiting = state.waiting
        hidden = [*state.discard, *state.deck]
        kept = [(seat_at(state, distance), distance) for distance in OTHERS]
        self.cards = [*chain.from_iterable(state.kept[seat] for seat, _ in kept), *hidden]
        self.seats = [*(seat for seat, _ in kept for _ in range(SEATS)), *(SEATS for _ in hidden)]
        first = len(self.cards) - len(hidden)
        self.pile = range(first, first + len(state.discard))
        packs = [max(0, turn - distance) for _, distance in kept for turn in range(1, SEATS + 1)]
        packs += [0 for _ in hidden]
        self.alike = [[spot for spot, of in enumerate(packs) if of == pack] for pack in packs]
        """To each spot those whose cards came from the same pack, or from one unseen."""
        self.spare = [Counter[int]() for _ in range(SEATS + 1)]
        """What each seat has kept in this ballot and not laid; last what no seat has."""
        for seat, card in zip(self.seats, self.cards, strict=True):
            self.spare[seat][card] += 1
        for seat in range(SEATS):
            self.spare[seat].subtract(dict(enumerate(of_seat(state.laid, seat))))
            self.spare[seat].update(dict(enumerate(of_seat(state.tableaux[0], seat))))

    def swap(self, one: int, other: int) -> None:
        """Two cards change places."""
        cards, here, there = self.cards, self.spare[self.seats[one]], self.spare[self.seats[other]]
        here[cards[one]] -= 1
        there[cards[other]] -= 1
        cards[one], cards[other] = cards[other], cards[one]
        here[cards[one]] += 1
        there[cards[other]] += 1

    def fits(self, spot: int) -> bool:
        """Whether the seat of this spot has what it laid, and a choice if it is asked."""
        seat = self.seats[spot]
        left = [number for number in self.spare[seat].values() if number]
        return min(left) > 0 and (seat not in self.waiting or len(left) > 1)
