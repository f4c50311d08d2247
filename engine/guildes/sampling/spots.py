"""Hidden cards in the spots where they may lie."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from math import comb, prod
from typing import Final, TypeAlias

from engine.guildes.components import NONE, WIDTH
from engine.parts.packs import heap
from engine.parts.rng import Rng

DARING: Final = 16
"""One of so many repairs that make things worse is kept, or there might be no way out."""
DEALS: Final = 6
"""First deals of which one is kept."""
SPAN: Final = 1 << 16
"""Numbers of a stream are below."""
MOST_REPAIRS: Final = 100_000
"""Far more than any view needs that came of a game."""

Change: TypeAlias = tuple[list[int], int, int, list[int]]
"""What was swapped (cards or places), at which two spots, and which were given away before."""


class Spots:
    """Spots for a card each, in places; the spots of a group share out its cards.

    `cards`: those of each group. `wants`: the cards that a place must hold, at
    ``place * WIDTH + card``; below 0 where it has some besides. `choosing`: places that must hold
    two kinds more. `parts`: places that make up the last one of `wants` together.
    """

    def __init__(
        self,
        cards: Sequence[Sequence[int]],
        wants: Sequence[int],
        choosing: Sequence[int],
        parts: Sequence[int],
    ) -> None:
        self.card: list[int] = []
        self.place: list[int] = []
        self.groups: list[list[int]] = [[] for _ in cards]
        self.kept: list[Sequence[int]] = []
        """By seat, the spots of which it may have given one away."""
        self.giving = False
        """Whether each seat gives one away."""
        self.given: list[int] = []
        """By seat, the spot that it gave away; empty if nobody did."""
        self.spare = [-number for number in wants]
        """What a place holds beyond what it must, in the places of `wants`."""
        self.lack = 0
        """How much is missing in what places must hold."""
        self._cards = cards
        self._group: list[int] = []
        self._loose: list[int] = []
        self._kinds = dict.fromkeys(choosing, 0)
        self._parts, self._whole = parts, len(wants) // WIDTH - 1

    def add(self, place: int, group: int, number: int = 1) -> range:
        """Some more spots."""
        spots = range(len(self.place), len(self.place) + number)
        self.place += [place] * number
        self.card += [NONE] * number
        self._group += [group] * number
        self.groups[group] += spots
        return spots

    def held(self, place: int) -> list[int]:
        """What a place holds beyond what it must, in rising order."""
        return heap(self.spare[place * WIDTH : (place + 1) * WIDTH])

    # -- a first deal -----------------------------------------------------------------------

    def deal(self, loose: Collection[int], rng: Rng, numbers: Iterator[int]) -> None:
        """Deal each group its cards, as far as may be so that places get what they must hold.

        Of some such deals one is kept, by how often each should come.
        `loose`: the places whose cards may change places with others of their groups.
        """
        counts = [_counts(group) for group in self._cards]
        cards = [_numbered(row) for row in counts]
        for group in cards:
            rng.shuffle(group)
        # Place by place: from the cards that one must hold follows much for its others.
        wanted = [at for at, spare in enumerate(self.spare) for _ in range(-spare)]
        places, bare = self.place, self.spare
        total = 0.0
        for number in range(DEALS if wanted else 1):
            before = self.card, self.spare, self.place, self.given
            self.card, self.spare = [NONE] * len(self.place), [*bare]
            if self.giving:
                self._give(places, numbers)
            left = [[*row] for row in counts]
            weight, dealt = self._deal_wanted(wanted, left, numbers)
            self._deal_rest(left, cards, next(numbers))
            weight /= self._ways(dealt) if weight else 1
            if any(len(set(self.held(place))) < 2 for place in self._kinds):
                weight = 0.0
            total += weight
            if number and next(numbers) * total >= weight * SPAN:
                self.card, self.spare, self.place, self.given = before
        self._loose = [
            spot
            for spot, place in enumerate(self.place)
            if place in loose and len(self.groups[self._group[spot]]) > 1
        ]
        self.lack = -sum(spare for spare in self.spare if spare < 0)
        for place in self._kinds:
            self._kinds[place] = len(set(self.held(place)))
            self.lack += max(0, 2 - self._kinds[place])

    def _give(self, places: Sequence[int], numbers: Iterator[int]) -> None:
        """Each seat gives one of its spots away, and any of these comes to it."""
        self.place = [*places]
        self.given = [kept[next(numbers) % len(kept)] for kept in self.kept]
        seats = [*range(len(self.given))]
        for spot in self.given:
            self.place[spot] = seats.pop(next(numbers) % len(seats))

    def _deal_wanted(
        self, wanted: Sequence[int], left: Sequence[list[int]], numbers: Iterator[int]
    ) -> tuple[float, list[int]]:
        """Deal cards to where they are wanted, of those that are `left` of each group.

        A card comes from a group the rather, the more of the group are such cards. Gives back how
        much more often than dealt so this choice of spots should come, 0 if it is none, and what
        of `wanted` was dealt.
        """
        free: list[list[int]] = [[] for _ in range(self._whole + 1)]
        for spot, place in enumerate(self.place if wanted else ()):
            free[place].append(spot)
        sizes, dealt, weight = [sum(row) for row in left], [], 1.0
        for at in wanted:
            if self.spare[at] >= 0:
                continue
            place, card = divmod(at, WIDTH)
            fit, chances, chance = [], [], 0.0
            for part in self._inside(place):
                for spot in free[part]:
                    group_of = self._group[spot]
                    if left[group_of][card]:
                        chance += left[group_of][card] / sizes[group_of]
                        fit.append(spot)
                        chances.append(chance)
            weight *= chance
            if fit:
                spot = fit[bisect_right(chances, next(numbers) / SPAN * chance)]
                group_of = self._group[spot]
                left[group_of][card] -= 1
                sizes[group_of] -= 1
                free[self.place[spot]].remove(spot)
                self._put(spot, card)
                dealt.append(at)
        return weight, dealt

    def _ways(self, dealt: Sequence[int]) -> int:
        """In how many ways the wanted cards that were dealt could be chosen of what lies there."""
        return prod(comb(self.spare[at] + number, number) for at, number in Counter(dealt).items())

    def _deal_rest(
        self, left: Sequence[list[int]], cards: Sequence[Sequence[int]], cut: int
    ) -> None:
        """Deal what is left of shuffled groups, which are cut anew for each deal.

        Which cards of a kind are left goes by their numbers: where they lie must tell nothing.
        """
        for spots, row, group in zip(self.groups, left, cards, strict=True):
            at = cut % len(group) if group else 0
            rest = [
                card % WIDTH
                for card in (*group[at:], *group[:at])
                if card < row[card % WIDTH] * WIDTH
            ]
            free = [spot for spot in spots if self.card[spot] == NONE]
            for spot, card in zip(free, rest, strict=True):
                self._put(spot, card)

    def _put(self, spot: int, card: int) -> None:
        place = self.place[spot]
        self.card[spot] = card
        self.spare[place * WIDTH + card] += 1
        if place in self._parts:
            self.spare[self._whole * WIDTH + card] += 1

    def _inside(self, place: int) -> Sequence[int]:
        return self._parts if place == self._whole else (place,)

    # -- other deals of the same cards ------------------------------------------------------

    def repair(self, numbers: Iterator[int]) -> None:
        """Move cards to where they are missing; raises ValueError if no deal fits."""
        for _ in range(MOST_REPAIRS):
            if not self.lack:
                return
            lack = self.lack
            done = self._remedy(numbers) or self._change(numbers)
            if self.lack > lack and next(numbers) % DARING:
                self._undo(*done)
        raise ValueError("no deal of the cards fits")

    def _remedy(self, numbers: Iterator[int]) -> Change | None:
        """Swap a card that a place lacks for one of its own; None if there is no such card."""
        short = [at for at, spare in enumerate(self.spare) if spare < 0]
        if short:
            place, card = divmod(short[next(numbers) % len(short)], WIDTH)
        else:
            place, card = next(one for one, kinds in self._kinds.items() if kinds < 2), NONE
        inside = self._inside(place)
        ours = [spot for spot, at in enumerate(self.place) if at in inside]
        one = ours[next(numbers) % len(ours)]
        there = [
            spot
            for spot in self.groups[self._group[one]]
            if self.place[spot] not in inside and card in {self.card[spot], NONE}
        ]
        if not there or (self.given and next(numbers) % 2):
            return None
        other = there[next(numbers) % len(there)]
        self._swap(self.card, one, other)
        return self.card, one, other, self.given

    def mix(self, steps: int, numbers: Iterator[int]) -> None:
        """Let cards change places where nothing is missing then: all such deals get as likely.

        One or two pairs at a time: by single pairs, some couldn't be reached from each other.
        """
        for step in range(steps):
            first = self._change(numbers)
            second = self._change(numbers) if step % 2 else None
            if self.lack:
                if second is not None:
                    self._undo(*second)
                self._undo(*first)

    def _undo(self, values: list[int], one: int, other: int, given: list[int]) -> None:
        self._swap(values, one, other)
        self.given = given

    def _change(self, numbers: Iterator[int]) -> Change:
        """Two cards of a group change places, or two spots of which one is given away."""
        given = self.given
        if given and next(numbers) % 2:
            values, seat = self.place, next(numbers) % len(given)
            one = given[seat]
            if next(numbers) % 2:
                other = given[next(numbers) % len(given)]
            else:
                other = self.kept[seat][next(numbers) % len(self.kept[seat])]
                self.given = [*given[:seat], other, *given[seat + 1 :]]
        else:
            values, one = self.card, self._loose[next(numbers) % len(self._loose)]
            spots = self.groups[self._group[one]]
            other = spots[next(numbers) % len(spots)]
        self._swap(values, one, other)
        return values, one, other, given

    def _swap(self, values: list[int], one: int, other: int) -> None:
        place, card = self.place, self.card
        here, there, gone, come = place[one], place[other], card[one], card[other]
        values[one], values[other] = values[other], values[one]
        if here == there or gone == come:
            return
        self._replace(here, gone, come)
        self._replace(there, come, gone)
        if here in self._parts:
            if there not in self._parts:
                self._replace(self._whole, gone, come)
        elif there in self._parts:
            self._replace(self._whole, come, gone)

    def _replace(self, place: int, gone: int, come: int) -> None:
        """One card of a place by another."""
        spare = self.spare
        out, into = place * WIDTH + gone, place * WIDTH + come
        spare[out] -= 1
        if spare[out] < 0:
            self.lack += 1
        if spare[into] < 0:
            self.lack -= 1
        spare[into] += 1
        if place in self._kinds and (spare[into] == 1) != (spare[out] == 0):
            kinds = self._kinds[place] + (1 if spare[into] == 1 else -1)
            self.lack += max(0, 2 - kinds) - max(0, 2 - self._kinds[place])
            self._kinds[place] = kinds


def _numbered(row: Sequence[int]) -> list[int]:
    """Cards of each kind, told apart: at ``number * WIDTH + card``."""
    return [number * WIDTH + card for card, copies in enumerate(row) for number in range(copies)]


def _counts(cards: Sequence[int]) -> list[int]:
    row = [0] * WIDTH
    for card in cards:
        row[card] += 1
    return row
