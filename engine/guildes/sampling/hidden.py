"""The cards that a viewer doesn't see, dealt as they may lie by all that it has seen.

Of a pack that it handed on, a seat knows which cards went where: the next seats kept one each,
and whoever has the pack now holds the rest. When it comes round, the cards that are missing have
been kept by the others. What came from packs that it hasn't seen may be any card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import add, sub
from typing import Final

from engine.guildes.components import ARROW, NONE, NUMBER_OF, SALVAGE, WAY, WIDTH, copies
from engine.guildes.sampling.spots import Spots
from engine.guildes.scoring import of_seat
from engine.guildes.state import DRAFT, TRICK_PHASE, State
from engine.guildes.view import GuildesView, numbers
from engine.parts.packs import different, heap, without
from engine.parts.rng import Rng, stream

UNSEEN: Final = 0
"""The group of cards from packs that the viewer hasn't seen, and of those in no pack."""
STEPS: Final = 48
"""Changes of places, enough to forget which of the first deals were to choose from."""
STEPS_GIVEN: Final = 128
"""The same where besides each seat has given a card away: few first deals fit then."""


class Hidden:
    """What is hidden at a moment; `state` is as the view tells it, with nothing hidden in it.

    Places are what a seat has kept in this ballot (by its number), its pack, the pile of what was
    discarded before tricks began, the deck, and all that others have discarded by now.
    """

    def __init__(self, view: GuildesView, state: State, rng: Rng) -> None:
        self.view, self.state, self.rng = view, state, rng
        self.seats = view.seats
        self.others = [seat for seat in range(view.seats) if seat != view.viewer]
        self.pile, self.deck, self.discards = range(2 * view.seats, 2 * view.seats + 3)
        self.drafting = state.phase == DRAFT
        self.kept = numbers(view.kept)
        self.remembers = bool(self.kept) and not self.drafting
        """Whether the draft is over and the viewer knows of it."""
        self.turns = view.turn - 1 if self.drafting else len(self.kept)
        before = state.tableaux[0] if self.remembers else state.laid
        after = state.tableaux[-1] if len(state.tableaux) > 1 and self.remembers else state.laid
        self.before = before
        """All tableaux as the ballot began."""
        self.laid = list(map(sub, after, before))
        """What was laid since, until tricks began; in the places of `State.laid`."""
        self.undone = _by_guild(map(sub, after, state.laid))
        """Cards that tricks have brought from tableaux to the discard pile, less those back."""
        self.drawer = next((seat for seat in view.awaited if self._has_drawn(seat)), NONE)
        """Who has to lay one of two cards drawn from the discard pile."""
        self.ended = [seat for seat in range(view.seats) if self._has_ended(seat)]
        """Whose cards of this ballot are all laid or discarded."""
        self.gone = self._own_discards()
        self.shared = self._shared()
        self.unseen = self._unseen()

    def _has_drawn(self, seat: int) -> bool:
        if self.state.phase != TRICK_PHASE or self.state.tricks[seat] != SALVAGE:
            return False
        return self.view.players[seat].trick_state == "played"

    def _has_ended(self, seat: int) -> bool:
        return self.state.phase == TRICK_PHASE and not self.view.players[seat].hand

    def _had(self) -> list[int]:
        """All that the viewer had to lay: what it kept, but for the redistribution."""
        view = self.view
        if view.given is None or view.received is None:
            return self.kept
        return [*without(self.kept, NUMBER_OF[view.given]), NUMBER_OF[view.received]]

    def _own_discards(self) -> list[int]:
        """Cards that the viewer has seen go to the discard pile, those it drew of it included."""
        own = self.view.viewer
        if not self.remembers or own is None:
            return [*self.state.drawn]
        if own not in self.ended:
            return []
        return _less(self._had(), heap(of_seat(self.laid, own)))

    # -- what may lie where -----------------------------------------------------------------

    def deal(self) -> None:
        """Fill in all that is hidden. Raises ValueError if no deal fits the view."""
        spots = self._spots()
        seats, drawn = self.seats, stream(self.rng.seed)
        loose = [*self.others, *(seats + seat for seat in self.others)]
        if self.state.phase == TRICK_PHASE:
            loose.append(self.pile)
        spots.deal(loose, self.rng, drawn)
        if spots.giving or spots.lack or any(self.laid):
            spots.repair(drawn)
            spots.mix(STEPS_GIVEN if spots.giving else STEPS, drawn)
        self._fill(spots)

    def _spots(self) -> Spots:
        view, seats = self.view, self.seats
        own = view.viewer
        parts = [self.pile, *(seat for seat in self.ended if seat != own)]
        spots = Spots(self._cards(), self._wants(), self._choosing(), parts)
        spots.kept = [[] for _ in range(seats)]
        for seat in self.others:
            player = view.players[seat]
            if self.drafting or self.remembers:
                groups = [self._group(seat, turn) for turn in range(1, self.turns + 1)]
            else:
                groups = [UNSEEN] * (player.hand + player.face_down)
            spots.kept[seat] = [spots.add(seat, group).start for group in groups]
            spots.add(seats + seat, self._group(seat, self.turns + 1), player.pack)
        if own is not None and view.given is not None:
            first, given = self.turns + 1, NUMBER_OF[view.given]
            ours = [spots.add(own, first + turn).start for turn in range(self.turns)]
            spots.kept[own] = [
                spot for spot, card in zip(ours, self.kept, strict=True) if card == given
            ]
            spots.giving = True
        discarded = view.discarded + 2 * (self.drawer != NONE) - sum(self.undone) - len(self.gone)
        for seat in self.ended:
            if seat != own:
                discarded -= len(spots.kept[seat]) - sum(of_seat(self.laid, seat))
        spots.add(self.pile, UNSEEN, discarded)
        spots.add(self.deck, UNSEEN, len(self.unseen) - len(spots.groups[UNSEEN]))
        return spots

    def _group(self, seat: int, turn: int) -> int:
        """The turn at which the viewer handed on what this seat has at this one, or `UNSEEN`."""
        own = self.view.viewer
        if own is None:
            return UNSEEN
        way = WAY[ARROW[self.state.revealed[-1]]]
        return max(UNSEEN, turn - (seat - own) * way % self.seats)

    def _wants(self) -> list[int]:
        """What each place must hold: what was laid, what the viewer had, what tricks moved."""
        own = self.view.viewer
        # Of the discards, these are known to lie there, and those that came back must have lain.
        discards = [-number for number in self.undone]
        for card in self.state.drawn:
            discards[card] += 1
        for card in self.gone:
            discards[card] -= 1
        for seat in self.ended:
            if seat != own:
                discards = list(map(add, discards, of_seat(self.laid, seat)))
        wants = [*self.laid, *[0] * ((self.seats + 2) * WIDTH), *discards]
        if own is not None:
            wants[own * WIDTH : (own + 1) * WIDTH] = [0] * WIDTH
            for card in self._had() if self.view.given is not None else ():
                wants[own * WIDTH + card] += 1
        return wants

    def _choosing(self) -> Sequence[int]:
        if self.state.phase == TRICK_PHASE:
            return (self.discards,) if self.drawer in self.others else ()
        packs = self.seats if self.drafting else 0
        return [packs + seat for seat in self.others if seat in self.view.awaited]

    # -- the cards --------------------------------------------------------------------------

    def _cards(self) -> list[list[int]]:
        """The cards of each group: unseen, those of a pack handed on, each of the viewer's own."""
        own = [[card] for card in self.kept] if self.view.given is not None else []
        return [self.unseen, *self.shared, *own]

    def _shared(self) -> list[list[int]]:
        """By turn, what was in the pack handed on and isn't in it when it comes round."""
        view = self.view
        passed = [numbers(pack) for pack in view.passed]
        held = [[*pack, card] for pack, card in zip(passed, self.kept, strict=True)]
        held.append(numbers(view.pack))
        later = [*held[self.seats :], *[[]] * self.seats]
        return [_less(pack, left) for pack, left in zip(passed, later, strict=False)]

    def _unseen(self) -> list[int]:
        """Every card of which the viewer knows nothing."""
        state, own = self.state, self.view.viewer
        seen = list(chain.from_iterable(self.shared))
        if own is not None:
            seen += state.packs[own]
            if self.remembers:
                seen += self.kept
            else:
                seen += [*state.hands[own], *state.drawn, *state.down]
        left = list(map(sub, copies(self.seats), _by_guild(self.before)))
        for card in seen:
            if card != NONE:
                left[card] -= 1
        return heap(left)

    # -- where they lie ---------------------------------------------------------------------

    def _fill(self, spots: Spots) -> None:
        view, state, seats = self.view, self.state, self.seats
        orders = [[spots.card[spot] for spot in kept] for kept in spots.kept]
        if self.drafting:
            packs = [spots.held(seats + seat) for seat in range(seats)]
            state.packs = [pack or own for pack, own in zip(packs, state.packs, strict=True)]
        for seat in self.others:
            if self.drafting:
                state.hands[seat] = orders[seat]
            elif seat not in self.ended:
                state.hands[seat] = self._hand(seat, spots.held(seat))
        if self.remembers and view.viewer is not None:
            orders[view.viewer] = self.kept
            state.kept = orders
        if spots.given:
            got = {spots.place[spot]: spots.card[spot] for spot in spots.given}
            given = [spots.card[spot] for spot in spots.given]
            state.redistributed = [given, [got[seat] for seat in range(seats)]]
        pile = spots.held(self.discards)
        self.rng.shuffle(pile)
        if self.drawer in self.others:
            second = next(card for card in pile if card != pile[0])
            state.drawn = sorted((pile[0], second))
            pile = without(pile[1:], second)
        state.discard = pile
        deck = spots.held(self.deck)
        self.rng.shuffle(deck)
        state.deck = deck

    def _hand(self, seat: int, held: list[int]) -> list[int]:
        """What a seat holds of these; one of them may lie face down."""
        if not self.view.players[seat].face_down:
            return held
        asked = seat in self.view.awaited
        down = self.rng.choice(
            [card for card in held if not asked or len(different(without(held, card))) > 1]
        )
        self.state.down[seat] = down
        return without(held, down)


def _less(cards: Sequence[int], others: Sequence[int]) -> list[int]:
    left = [*cards]
    for card in others:
        left.remove(card)
    return left


def _by_guild(row: Iterable[int]) -> list[int]:
    """Numbers of cards in the places of `State.laid`, added up over the seats."""
    every = [*row]
    return [sum(every[guild::WIDTH]) for guild in range(WIDTH)]
