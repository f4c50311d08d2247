"""Dirty tricks: the phase between laying and count, in letter order.

A trick is a row of small choices. Each has its options from the choices before it; one with a
single option is made without asking. Nothing changes on the table until the last is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.guildes import telling
from engine.guildes.ballot import discard_hand
from engine.guildes.components import (
    EXCHANGE,
    MARKED,
    NUMBER_OF,
    PROTECTION,
    SACRIFICE,
    SALVAGE,
    SECOND_THOUGHTS,
    WIDTH,
)
from engine.guildes.state import (
    BACK,
    DECLINE,
    DECLINED,
    MINUS,
    PLAYED,
    PLUS,
    SEAT,
    SIGN,
    USE,
    State,
)
from engine.parts.packs import different, without
from engine.parts.rng import own_rng
from engine.parts.telling import tell

WORTHY: Final = frozenset(
    NUMBER_OF[guild] for guild in ("bourgeois", "chevaliers", "nobles", "pretres", "alchimistes")
)
"""Guilds that can be sacrificed."""


def choices(trick: int) -> int:
    """How many small choices the trick is made of (salvage: none before the draw)."""
    if MARKED[trick] >= 0:
        return 2
    return {EXCHANGE: 4, SACRIFICE: 3, SECOND_THOUGHTS: 2}.get(trick, 0)


def targets(state: State, seat: int, settled: Sequence[int]) -> list[int]:
    """Moves for the next small choice of this seat's trick, after those settled."""
    trick, place = state.tricks[seat], len(settled)
    if trick == EXCHANGE:
        return _cards(state, settled[-1]) if place % 2 else _exchangers(state, settled)
    if trick == SACRIFICE:
        if place == 0:
            worthy = [guild for guild in _cards(state, SEAT + seat) if guild in WORTHY]
            return [guild for guild in worthy if _victims(state, seat, guild)]
        if place == 1:
            return _victims(state, seat, settled[0])
        return _left_after(state, seat, settled[0], settled[1])
    if trick == SECOND_THOUGHTS:
        return _cards(state, SEAT + seat) if place == 0 else list(different(state.hands[seat]))
    return _unprotected(state) if place == 0 else [PLUS, MINUS]


def _cards(state: State, whom: int) -> list[int]:
    """The guilds that lie before a player, who is given as a move."""
    start = (whom - SEAT) * WIDTH
    row = state.laid[start : start + WIDTH]
    return [guild for guild, number in enumerate(row) if number]


def _unprotected(state: State) -> list[int]:
    return [SEAT + seat for seat, trick in enumerate(state.tricks) if trick != PROTECTION]


def _exchangers(state: State, settled: Sequence[int]) -> list[int]:
    able = [whom for whom in _unprotected(state) if _cards(state, whom)]
    if settled:
        return [whom for whom in able if whom != settled[0]]
    # Of two players it doesn't matter who is named first, so there is nothing to ask.
    return {0: [], 1: [], 2: able[:1]}.get(len(able), able)


def _left_after(state: State, seat: int, sacrificed: int, whom: int) -> list[int]:
    """The guilds before a player once `seat` has discarded the sacrificed card."""
    cards = _cards(state, whom)
    if whom == SEAT + seat and state.laid[seat * WIDTH + sacrificed] == 1:
        cards.remove(sacrificed)
    return cards


def _victims(state: State, seat: int, sacrificed: int) -> list[int]:
    return [whom for whom in _unprotected(state) if _left_after(state, seat, sacrificed, whom)]


SUBSTEPS: Final = 64
"""`step` grows by a multiple of this after a turn: how often a player chose hardly shows."""


# -- whose turn it is ---------------------------------------------------------------------


def next_turn(state: State) -> bool:
    """Go to the next player who has a choice; False when all tricks are through."""
    order = sorted(range(state.seats), key=state.tricks.__getitem__)
    while state.turn < state.seats:
        seat = order[state.turn]
        state.turn += 1
        if state.tricks[seat] == PROTECTION:
            tell(state, telling.protection, seat)
            _end_turn(state, seat, PLAYED)
        elif not usable(state, seat):
            tell(state, telling.not_played, "useless", seat, state.tricks[seat])
            _end_turn(state, seat, DECLINED)
        else:
            state.waiting = [seat]
            state.step += 1
            state.posed = None
            return True
    return False


def usable(state: State, seat: int) -> bool:
    """Whether this trick can do anything (Guildes, tricks: nobody left to target)."""
    if state.tricks[seat] == SALVAGE:
        return bool(state.discard)
    return bool(targets(state, seat, ()))


def pending(state: State) -> tuple[list[int], Sequence[int]]:
    """The moves settled so far in the trick being played, and the options of the next choice.

    No options: nothing is left to choose. A trick that leaves no choice is asked with USE.
    """
    seat = state.waiting[0]
    if state.drawn:
        return [], different(state.drawn)
    answers = [move for move in state.chosen if move != USE]
    settled: list[int] = []
    for _ in range(choices(state.tricks[seat])):
        options = targets(state, seat, settled)
        if len(options) == 1:
            settled.append(options[0])
        elif answers:
            settled.append(answers.pop(0))
        else:
            return settled, options
    return settled, () if state.chosen else (USE,)


def moves(state: State) -> Sequence[int]:
    """Every legal move of the player whose turn it is."""
    options = pending(state)[1]
    if state.drawn:
        return options
    return (*options, DECLINE, BACK) if state.chosen else (*options, DECLINE)


def answer(state: State, seat: int, move: int) -> None:
    """One small choice; the last one plays the trick."""
    if state.drawn:
        _lay_drawn(state, seat, move)
        return
    if move == DECLINE:
        tell(state, telling.not_played, "declined", seat, state.tricks[seat])
        _end_turn(state, seat, DECLINED)
        return
    state.chosen = state.chosen[:-1] if move == BACK else (*state.chosen, move)
    state.substep += 1
    state.posed = None
    settled, options = pending(state)
    if not options:
        _play(state, seat, settled)


def _end_turn(state: State, seat: int, how: int) -> None:
    """The rest of the hand is discarded right after one's own trick."""
    _set_trick_state(state, seat, how)
    discard_hand(state, seat)
    state.chosen, state.drawn = (), []
    _settle(state)
    state.waiting = []


def _settle(state: State) -> None:
    """The answers so far can't be taken back; no step of theirs comes again."""
    state.step += (state.substep // SUBSTEPS + 1) * SUBSTEPS
    state.substep = 0


def _set_trick_state(state: State, seat: int, how: int) -> None:
    state.trick_states = (*state.trick_states[:seat], how, *state.trick_states[seat + 1 :])


# -- what it does -------------------------------------------------------------------------


def _play(state: State, seat: int, settled: Sequence[int]) -> None:
    trick = state.tricks[seat]
    if trick == SALVAGE:
        _draw(state, seat)
        return
    if trick == EXCHANGE:
        _exchange(state, seat, settled)
    elif trick == SACRIFICE:
        _sacrifice(state, seat, settled)
    elif trick == SECOND_THOUGHTS:
        _second_thoughts(state, seat, settled)
    else:
        _mark(state, seat, settled)
    _end_turn(state, seat, PLAYED)


def _exchange(state: State, seat: int, settled: Sequence[int]) -> None:
    one, given, other, taken = settled[0] - SEAT, settled[1], settled[2] - SEAT, settled[3]
    for guild, giver, taker in ((given, one, other), (taken, other, one)):
        state.laid[giver * WIDTH + guild] -= 1
        state.laid[taker * WIDTH + guild] += 1
    tell(state, telling.exchange, seat, (one, given), (other, taken))


def _sacrifice(state: State, seat: int, settled: Sequence[int]) -> None:
    own, victim, card = settled[0], settled[1] - SEAT, settled[2]
    state.laid[seat * WIDTH + own] -= 1
    state.laid[victim * WIDTH + card] -= 1
    state.discard = [*state.discard, own, card]
    tell(state, telling.sacrifice, seat, own, victim, card)


def _draw(state: State, seat: int) -> None:
    """The draw can't be taken back: from here on everyone knows that the trick is played."""
    pile = list(state.discard)
    own_rng(state).shuffle(pile)
    drawn, state.discard = sorted(pile[:2]), pile[2:]
    tell(state, telling.salvage_draws, seat, len(drawn))
    _set_trick_state(state, seat, PLAYED)
    state.chosen, state.drawn = (), drawn
    _settle(state)
    if drawn[0] == drawn[-1]:
        _lay_drawn(state, seat, drawn[0])


def _lay_drawn(state: State, seat: int, card: int) -> None:
    state.laid[seat * WIDTH + card] += 1
    state.discard = [*state.discard, *without(state.drawn, card)]
    tell(state, telling.salvage, seat, card)
    _end_turn(state, seat, PLAYED)


def _second_thoughts(state: State, seat: int, settled: Sequence[int]) -> None:
    taken, laid = settled
    state.laid[seat * WIDTH + taken] -= 1
    state.laid[seat * WIDTH + laid] += 1
    state.hands[seat] = [*without(state.hands[seat], laid), taken]
    tell(state, telling.second_thoughts, seat, taken, laid)


def _mark(state: State, seat: int, settled: Sequence[int]) -> None:
    whom, sign = settled[0] - SEAT, SIGN[settled[1]]
    guild = MARKED[state.tricks[seat]]
    marks = list(state.marks) or [0] * len(state.laid)
    marks[whom * WIDTH + guild] = sign
    state.marks = tuple(marks)
    tell(state, telling.mark, seat, sign, whom, guild)
