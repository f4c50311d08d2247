"""Sampled worlds of six players, counted against all deals, one after the other."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, permutations, product
from math import factorial, perm, prod

from engine.guildes.components import CARDS, WIDTH
from engine.guildes.options import GuildesOptions
from engine.guildes.scoring import of_seat
from engine.guildes.state import TRICK_PHASE, State
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


def all_laid() -> State:
    """The first ballot of a game, when everyone has laid five of the six cards kept."""
    options = GuildesOptions(events=True, tricks=True)
    state = next(islice(moments(SEATS, options, seed=0), 60, None))
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
