"""A full state that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb, prod
from typing import Final, NamedTuple, TypeAlias

from engine.corrompue.components import (
    ALL,
    CARD_OF_ID,
    CULTE,
    FACTION,
    FACTIONS,
    NO_FACTION,
    cards_in,
    set_of,
)
from engine.corrompue.flow import moves
from engine.corrompue.state import NOTHING, State
from engine.corrompue.view import PHASES, CorrompueView
from engine.parts.rng import Rng, stream
from engine.parts.values import NOBODY

ANYWHERE = -1
ASIDE, PILE = range(2)
"""Numbers of the places that are no seat's; those of the seats come after them."""
TRIES: Final = 120
"""Times that hidden cards try to change places: enough to forget where they were put first."""

Spot: TypeAlias = tuple[int, int]
"""Number of a place, and which of its cards."""


class Place(NamedTuple):
    """Somewhere that hidden cards lie: a seat's hand or discards, the pile, or set aside.

    `factions`: which may lie there.
    """

    seat: int | None
    size: int
    factions: frozenset[int]


class Hidden(NamedTuple):
    """A card that the viewer doesn't see; `owner`: the seat that a Culte card was handed to."""

    card: int
    owner: int


def sample(view: CorrompueView, seed: int) -> State:
    """Deal the hidden cards where they may lie: all such deals as likely as they were.

    Nobody holds a faction that they have shown to be out of, and a seat that is asked for a card
    has two to choose from; deals are drawn until it has.
    """
    rng = Rng(seed)
    state = _seen(view, rng)
    places = _places(view)
    hidden = _hidden(view, state, rng)
    numbers = stream(seed)
    while True:
        held = _deal(places, hidden, rng)
        _mix(view, places, held, numbers)
        _fill(state, view, held)
        if view.phase != "trick" or len(moves(state, view.awaited[0])) > 1:
            break
    if view.phase == "discard":
        state.chosen = [_chosen(view, state, rng, seat) for seat in range(view.seats)]
    state.rng = rng.clone()
    return state


def _seen(view: CorrompueView, rng: Rng) -> State:
    """Everything but the hidden cards, and secret choices of others."""
    state = State.empty(view.seats, view.options, rng, view.dealer)
    state.event, state.trick, state.step = view.event, view.trick, view.step
    state.phase = PHASES.index(view.phase)
    state.opener, state.leader = view.opener, view.leader
    state.waiting = list(view.awaited)
    state.plays = tuple(CARD_OF_ID[play.id] for play in view.plays)
    state.faction = NO_FACTION if view.asked is None else FACTIONS.index(view.asked)
    if view.last_trick is not None:
        plays = view.last_trick.plays
        cards = tuple(CARD_OF_ID[play.id] for play in plays)
        state.last = (plays[0].seat, view.last_trick.taker, cards)
    for seat, player in enumerate(view.players):
        state.noblesse[seat], state.paysan[seat] = player.noblesse, player.paysan
        state.handed[seat], state.culte_played[seat] = player.handed, player.culte_played
        state.voids[seat] = sum(1 << FACTIONS.index(name) for name in player.void)
        state.won[seat] = _set(player.cards)
    state.milice = NOBODY if view.milice is None else view.milice
    state.spent, state.quiet = view.milice_spent, view.quiet
    state.counts = tuple(
        tuple(count.won[name][seat] for seat in range(view.seats) for name in FACTIONS[:CULTE])
        for count in view.counts
    )
    if view.viewer is not None:
        state.hands[view.viewer] = _set(card.id for card in view.hand)
        state.discards[view.viewer] = _set(view.discarded)
    return state


def _places(view: CorrompueView) -> list[Place]:
    places = [
        Place(None, view.aside, frozenset(range(CULTE))),
        Place(None, view.culte_pile, frozenset({CULTE})),
    ]
    for seat, player in enumerate(view.players):
        if seat != view.viewer:
            held = frozenset(
                faction for faction, name in enumerate(FACTIONS) if name not in player.void
            )
            places.append(Place(seat, player.hand, held))
            places.append(Place(seat, player.discarded, frozenset(range(len(FACTIONS)))))
    return places


def _hidden(view: CorrompueView, state: State, rng: Rng) -> list[Hidden]:
    """The cards not seen; of the Culte cards, as many are a seat's as it was handed and holds."""
    seen = set_of(state.plays)
    for cards in (*state.hands, *state.discards, *state.won):
        seen |= cards
    unseen = [card for card in ALL if not seen >> card & 1]
    culte = [card for card in unseen if FACTION[card] == CULTE]
    rng.shuffle(culte)
    owners = [
        seat
        for seat, player in enumerate(view.players)
        if seat != view.viewer
        for _ in range(player.handed - player.culte_played)  # none if it was dealt more
    ]
    owners += [ANYWHERE] * (len(culte) - len(owners))
    hidden = [Hidden(card, owner) for card, owner in zip(culte, owners, strict=True)]
    hidden += [Hidden(card, ANYWHERE) for card in unseen if FACTION[card] != CULTE]
    return hidden


def _deal(places: Sequence[Place], hidden: Sequence[Hidden], rng: Rng) -> list[list[Hidden]]:
    """The hidden cards in their places: at random, and moved on where one is in another's way."""
    order = list(hidden)
    rng.shuffle(order)
    held: list[list[Hidden]] = [[] for _ in places]
    for card in order:
        free = [
            number
            for number, place in enumerate(places)
            if _may_lie(card, place)
            for _ in range(place.size - len(held[number]))
        ]
        if free:
            held[rng.choice(free)].append(card)
        elif not _make_room(card, places, held, set()):
            raise ValueError("no deal of the cards fits this view")
    return held


def _make_room(
    card: Hidden, places: Sequence[Place], held: list[list[Hidden]], tried: set[int]
) -> bool:
    """Put the card down, moving others on in a chain (augmenting path of a matching)."""
    for number, place in enumerate(places):
        if number in tried or not _may_lie(card, place):
            continue
        tried.add(number)
        if len(held[number]) < place.size:
            held[number].append(card)
            return True
        for index, other in enumerate(held[number]):
            if _make_room(other, places, held, tried):
                held[number][index] = card
                return True
    return False


def _mix(
    view: CorrompueView, places: Sequence[Place], held: list[list[Hidden]], numbers: Iterator[int]
) -> None:
    """Let cards change places for long, so that how they were put down doesn't count any more.

    Two or three of them go round: by twos alone, some deals can't be reached from each other.
    """
    at = [
        (number, index)
        for number, cards in enumerate(held)
        if number != PILE  # which Culte cards lie there was drawn before
        for index in range(len(cards))
    ]
    culte = [0] * view.seats
    for place, cards in zip(places, held, strict=True):
        _count(culte, place, sum(FACTION[card.card] == CULTE for card in cards))
    for _ in range(TRIES if at else 0):
        ring = [at[next(numbers) % len(at)] for _ in range(2 + next(numbers) % 2)]
        if len(set(ring)) < len(ring):
            continue
        moves_on = [
            (held[number][index], ring[turn - 1]) for turn, (number, index) in enumerate(ring)
        ]
        if all(FACTION[card.card] in places[number].factions for card, (number, _) in moves_on):
            after = _culte_after(culte, places, ring, moves_on)
            # Metropolis: a deal that could come about in fewer ways is kept less often.
            if after == culte or _ways(view, after) << 16 > next(numbers) * _ways(view, culte):
                culte = after
                for card, (number, index) in moves_on:
                    held[number][index] = card


def _culte_after(
    culte: Sequence[int],
    places: Sequence[Place],
    ring: Sequence[Spot],
    moves_on: Sequence[tuple[Hidden, Spot]],
) -> list[int]:
    """Hidden Culte cards by seat, once these have moved on."""
    after = list(culte)
    for (before, _), (card, (number, _)) in zip(ring, moves_on, strict=True):
        if FACTION[card.card] == CULTE:
            _count(after, places[before], -1)
            _count(after, places[number], 1)
    return after


def _count(culte: list[int], place: Place, cards: int) -> None:
    if place.seat is not None:
        culte[place.seat] += cards


def _ways(view: CorrompueView, culte: Sequence[int]) -> int:
    """Which of its Culte cards each seat was handed, and which it was dealt, in how many ways."""
    return prod(
        comb(hidden + player.culte_played, player.handed)
        for seat, (player, hidden) in enumerate(zip(view.players, culte, strict=True))
        if seat != view.viewer
    )


def _may_lie(card: Hidden, place: Place) -> bool:
    return FACTION[card.card] in place.factions and card.owner in {ANYWHERE, place.seat}


def _fill(state: State, view: CorrompueView, held: Sequence[Sequence[Hidden]]) -> None:
    sets = [set_of(card.card for card in cards) for cards in held]
    state.aside, state.culte_pile = sets[ASIDE], sets[PILE]
    others = [seat for seat in range(view.seats) if seat != view.viewer]
    for seat, hand, discards in zip(others, sets[2::2], sets[3::2], strict=True):
        state.hands[seat], state.discards[seat] = hand, discards


def _chosen(view: CorrompueView, state: State, rng: Rng, seat: int) -> int:
    """The viewer's own discards; some for another seat that has chosen."""
    if seat in view.awaited or not state.handed[seat]:
        return NOTHING
    if seat == view.viewer and view.prompt is not None and view.prompt.answered:
        return _set(view.prompt.answered)
    cards = list(cards_in(state.hands[seat]))
    rng.shuffle(cards)
    return set_of(cards[: state.handed[seat]])


def _set(ids: Iterable[str]) -> int:
    return set_of(CARD_OF_ID[name] for name in ids)
