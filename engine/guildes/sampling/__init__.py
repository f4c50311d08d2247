"""Some world that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.guildes.ballot import find_kinds
from engine.guildes.components import EVENTS, GUILDS, NONE, NUMBER_OF, TRICKS
from engine.guildes.flow import moves
from engine.guildes.prompts import MOVE_OF, encode
from engine.guildes.sampling.hidden import Hidden
from engine.guildes.state import DRAFT, OVER, State
from engine.guildes.view import PHASES, TRICK_STATES, GuildesView, numbers
from engine.parts.rng import Rng


def sample(view: GuildesView, seed: int) -> State:
    """A full state whose view for `view.viewer` is `view`.

    All deals of the hidden cards that agree with the packs that it has seen are as likely.
    """
    rng = Rng(seed)
    state = _known(view, rng)
    Hidden(view, state, rng).deal()
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
    # In a draft a hand is in the order in which it was kept.
    hand = numbers(view.kept) if state.phase == DRAFT else _cards(view.hand)
    state.hands = [hand if seat == view.viewer else [] for seat in seats]
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
    state.counts = _rows(view.counts)
    state.counted = _rows(view.counted)
    state.tableaux = _rows(view.tableaux)
    state.choice = [NONE] * view.seats
    state.waiting = list(view.awaited)
    return state


def _cards(names: Sequence[str]) -> list[int]:
    return sorted(numbers(names))


def _rows(tables: Sequence[Sequence[Mapping[str, int]]]) -> tuple[tuple[int, ...], ...]:
    """Numbers by seat and guild, in the places of `State.laid`."""
    return tuple(tuple(row.get(guild, 0) for row in rows for guild in GUILDS) for rows in tables)


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
