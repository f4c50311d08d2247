"""Some world that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from engine.guildes.ballot import find_kinds
from engine.guildes.components import (
    EVENTS,
    GUILDS,
    NONE,
    NUMBER_OF,
    SALVAGE,
    TRICKS,
    WIDTH,
    copies,
)
from engine.guildes.flow import moves
from engine.guildes.prompts import MOVE_OF, encode
from engine.guildes.state import DRAFT, OVER, TRICK_PHASE, State
from engine.guildes.view import PHASES, TRICK_STATES, GuildesView
from engine.rng import Rng

DEALS: Final = 100
"""Random deals to try; the first nearly always fits."""


class Place(NamedTuple):
    """Where cards lie that the viewer doesn't see; whoever `chooses` has two kinds at least."""

    name: str
    seat: int
    size: int
    chooses: bool = False


def sample(view: GuildesView, seed: int) -> State:
    """A full state whose view for `view.viewer` is `view`."""
    rng = Rng(seed)
    state = _known(view, rng)
    places = _places(view, state)
    for place, cards in zip(places, _deal(_unseen(view, state), places, rng), strict=True):
        if place.name == "down":
            state.down[place.seat] = cards[0]
        elif place.name in ("packs", "hands"):
            getattr(state, place.name)[place.seat] = sorted(cards)
        else:
            setattr(state, place.name, cards)
    state.drawn = sorted(state.drawn)
    find_kinds(state)
    _choose(view, state, rng)
    return state


def _known(view: GuildesView, rng: Rng) -> State:
    """What the view tells, with nothing in the places that it hides."""
    state = State(view.seats, view.options, rng)
    seats = range(view.seats)
    state.ballot, state.phase, state.turn = view.ballot, PHASES.index(view.phase), view.turn
    state.lay, state.step = view.lay or 1, view.step
    state.revealed = tuple(map(EVENTS.index, (*view.events_before, view.event)))
    state.event = state.revealed[-1] if view.options.events else NONE
    state.first = NONE if view.first_seat is None else view.first_seat
    state.packs = [_cards(view.pack) if seat == view.viewer else [] for seat in seats]
    state.hands = [_cards(view.hand) if seat == view.viewer else [] for seat in seats]
    state.down = [NONE] * view.seats
    if view.viewer is not None and view.own_face_down:
        state.down[view.viewer] = NUMBER_OF[view.own_face_down[0]]
    state.laid = [player.tableau.get(guild, 0) for player in view.players for guild in GUILDS]
    marks = tuple(player.marks.get(guild, 0) for player in view.players for guild in GUILDS)
    state.marks = marks if any(marks) else ()
    state.tricks = tuple(TRICKS.index(player.trick) for player in view.players if player.trick)
    state.trick_states = tuple(
        TRICK_STATES.index(player.trick_state) for player in view.players if player.trick_state
    )
    state.chosen = tuple(MOVE_OF[pick] for pick in view.chosen)
    state.drawn = _cards(view.drawn)
    state.counts = tuple(
        tuple(votes.get(guild, 0) for votes in ballot for guild in GUILDS) for ballot in view.counts
    )
    state.counted = tuple(
        tuple(cards.get(guild, 0) for cards in ballot for guild in GUILDS)
        for ballot in view.counted
    )
    state.choice = [NONE] * view.seats
    state.waiting = list(view.awaited)
    return state


def _cards(names: Sequence[str]) -> list[int]:
    return sorted(NUMBER_OF[name] for name in names)


def _unseen(view: GuildesView, state: State) -> list[int]:
    """Every card that the viewer can't see."""
    number = list(copies(view.seats))
    for guild in range(WIDTH):
        number[guild] -= sum(state.laid[guild::WIDTH])
    own = [state.drawn, *state.packs, *state.hands, [card for card in state.down if card != NONE]]
    for card in chain.from_iterable(own):
        number[card] -= 1
    return [guild for guild, left in enumerate(number) for _ in range(left)]


def _places(view: GuildesView, state: State) -> list[Place]:
    places = []
    for seat, player in enumerate(view.players):
        if seat == view.viewer:
            continue
        asked = seat in view.awaited
        draft = state.phase == DRAFT
        tricks = state.phase == TRICK_PHASE
        places.append(Place("packs", seat, player.pack, asked and draft))
        places.append(Place("hands", seat, player.hand, asked and not draft and not tricks))
        if player.face_down:
            places.append(Place("down", seat, 1))
        if asked and player.trick_state == "played" and state.tricks[seat] == SALVAGE:
            places.append(Place("drawn", seat, 2, chooses=True))
    places.append(Place("discard", NONE, view.discarded))
    left = len(_unseen(view, state)) - sum(place.size for place in places)
    return [*places, Place("deck", NONE, left)]


def _deal(unseen: list[int], places: Sequence[Place], rng: Rng) -> list[list[int]]:
    """Cards for every place; at random, but so that who chooses has a choice."""
    for _ in range(DEALS):
        rng.shuffle(unseen)
        dealt = _split(unseen, [place.size for place in places])
        if all(
            len(set(cards)) > 1 for place, cards in zip(places, dealt, strict=True) if place.chooses
        ):
            return dealt
    return _deal_choices_first(unseen, places)


def _split(cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    start, parts = 0, []
    for size in sizes:
        parts.append(list(cards[start : start + size]))
        start += size
    return parts


def _deal_choices_first(unseen: Sequence[int], places: Sequence[Place]) -> list[list[int]]:
    """Two kinds to everyone who chooses, from what there is most of; then the rest."""
    number = Counter(unseen)
    pairs = []
    for place in places:
        pair = [card for card, _ in number.most_common(2)] if place.chooses else []
        number.subtract(pair)
        pairs.append(pair)
    left = list(number.elements())
    rest = _split(left, [place.size - len(pair) for place, pair in zip(places, pairs, strict=True)])
    return [pair + cards for pair, cards in zip(pairs, rest, strict=True)]


def _choose(view: GuildesView, state: State, rng: Rng) -> None:
    """Secret choices of those who have answered, or who had no choice."""
    if not view.simultaneous or state.phase == OVER:
        return
    for seat in range(view.seats):
        if seat in view.awaited:
            continue
        if seat == view.viewer and view.prompt is not None and view.prompt.answered:
            state.choice[seat] = encode(state, seat, view.prompt.answered)
        else:
            state.choice[seat] = rng.choice(moves(state, seat))
