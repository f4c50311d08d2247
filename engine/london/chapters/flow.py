"""What happens next: who is asked, what is legal, what a choice sets going, what can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.london.chapters import activation, final, mayors, planting, rewards, setup, turn, verbs
from engine.london.components.box import Box
from engine.london.numbers.asks import (
    ACTIVATION,
    ALWAYS,
    ARRANGE,
    ASK,
    BACK,
    ELSEWHERE,
    END,
    EXCESS,
    HOME,
    KEEP,
    NEGOTIATE,
    NEVER,
    NOTHING,
    ONLY,
    OVER,
    PAY_CARD,
    PAY_PAWN,
    PLAY,
    REPLACE,
    SHIP,
    SKIP,
    SPARE,
    STOP,
    TURNS,
    UNDO,
    Ask,
)
from engine.london.numbers.map import SUPPLY
from engine.london.numbers.packed import order_of, steps_of, unpack
from engine.london.options import LondonOptions
from engine.london.table.rounds import activates, grey, last_round, rounds_to_growth
from engine.london.table.state import EMPTY, State
from engine.london.telling import note
from engine.parts.rng import Rng


def begin(box: Box, seats: int, options: LondonOptions, seed: int) -> State:
    """Everything is laid out; everybody chooses a mayor's card."""
    state = State.bare(box, seats, Rng(seed))
    setup.set_up(state, options.plantation_side)
    return state


def asked(state: State) -> Sequence[int]:
    """Seats whose choice is still missing."""
    if state.ask == KEEP:
        return [seat for seat, kept in enumerate(state.kept) if kept == EMPTY]
    return [] if state.ask == NOTHING else [state.actor]


def moves(state: State, seat: int) -> Sequence[int]:
    """Every move that takes the game forward: Back and Undo turn lead nowhere new."""
    return range(len(state.mayors[seat])) if state.ask == KEEP else state.options


def ways_back(state: State) -> list[int]:
    """How the actor may take back: BACK one choice, UNDO the whole turn, ASK what ALWAYS said.

    And the standing answers that lead nowhere new: ALWAYS where nothing but the end of the turn is
    left, ONLY, HOME and SPARE where they are about what is asked.
    """
    ends = state.ask == PLAY and turn.can_end(state)
    said = state.always | state.ends | state.only | state.home | state.spare
    again = state.ask == PLAY and said >> state.actor & 1
    back = [BACK] * bool(state.depths) + [UNDO] * turn.can_undo(state)
    return [ALWAYS] * ends + _standing(state) + back + [ASK] * again


def _standing(state: State) -> list[int]:
    """The answers that hold for the rest of the game."""
    if state.ask in (NEGOTIATE, REPLACE) and not state.picks:
        return [ONLY] * (not state.only >> state.actor & 1)
    if state.ask == EXCESS:
        return [SPARE]
    return [HOME] * (state.ask == SHIP and state.phase == ACTIVATION)


def apply(state: State, seat: int, move: int) -> None:
    """Carry out a legal move; unchecked."""
    state.posed = None
    if state.ask == KEEP:
        _keep(state, seat, move)
    else:
        _answer(state, move)


def _keep(state: State, seat: int, at: int) -> None:
    """One seat's answer to what everybody chooses at the start."""
    state.kept[seat] = at
    if EMPTY not in state.kept:
        setup.keep(state)
        state.ask = NOTHING
        state.step += 1
        turn.begin_round(state)
        run(state)


def _answer(state: State, move: int) -> None:
    """Carry out the actor's move and go on to the next choice."""
    state.substep += 1
    if move >= 0:
        state.depths.append(len(state.picks))
        _take(state, move)
    elif move == BACK:
        del state.picks[state.depths.pop() :]
        state.ask = NOTHING
    elif move == UNDO:
        turn.undo(state)
        state.ask = NOTHING
    elif move == ASK:
        others = ~(1 << state.actor)
        state.always, state.ends = state.always & others, state.ends & others
        state.only, state.home = state.only & others, state.home & others
        state.spare &= others
        state.ask = NOTHING
    elif move == ONLY:
        state.only |= 1 << state.actor
        state.ask = NOTHING
    elif move == HOME:
        state.home |= 1 << state.actor
        state.ask = NOTHING
    elif move == SPARE:
        state.spare |= 1 << state.actor
        state.ask = NOTHING
    else:
        _take(state, move)
    run(state)


def run(state: State) -> None:
    """Go on until somebody has a choice or the game is over."""
    while True:
        if state.ask == SHIP and state.phase == ACTIVATION and state.home >> state.actor & 1:
            _take(state, STOP)
        elif state.ask != NOTHING:
            if len(state.options) != 1 or turn.can_end(state):
                return
            _take(state, state.options[0])
        elif state.frames:
            verbs.advance(state)
        elif state.phase == OVER:
            return
        else:
            _advance(state)


def ask_again(state: State) -> None:
    """Pose the present choice anew, for a table that stands at one."""
    if state.frames:
        verbs.advance(state)
    else:
        _advance(state)


def _advance(state: State) -> None:
    """On with the phase, and from one phase to the next."""
    if state.phase == TURNS:
        if turn.advance(state):
            _after_turns(state)
    elif state.phase == ACTIVATION:
        if activation.advance(state):
            _after_activation(state)
    elif planting.advance(state):
        _after_planting(state)


def _take(state: State, move: int) -> None:
    asked, state.ask = state.ask, NOTHING
    if asked == EXCESS:
        turn.shed(state, move)
    elif move >= 0:
        state.picks += _chosen(state, asked, move)
    elif move == END:
        turn.leave(state)
    elif move == STOP:
        rewards.stop(state)
    elif move == SKIP:
        rewards.skip(state)
    elif move == ALWAYS and asked == PLAY:
        state.ends |= 1 << state.actor
        turn.leave(state)
    elif move == ALWAYS:
        state.always |= 1 << state.actor
        state.picks = [max(state.options)]  # all parts that are offered
    elif move == NEVER:
        state.never |= 1 << state.actor
    else:
        state.picks = [ELSEWHERE]
        state.depths.append(0)


def _chosen(state: State, asked: Ask, move: int) -> list[int]:
    """The single choices that a move is made of."""
    if asked == PLAY:
        return steps_of(move)
    if asked in (PAY_CARD, PAY_PAWN):
        return unpack(move)
    if asked == ARRANGE:
        return mayors.arranged(state, order_of(move, len(state.looked)))
    return [move]


def _after_turns(state: State) -> None:
    if activates(state):
        activation.begin(state)
    else:
        _after_activation(state)


def _after_activation(state: State) -> None:
    if activates(state) and not state.open and not grey(state) and state.seats > 2:
        state.round += rounds_to_growth(state)
        note(state, "jump", state.round)
    if grey(state) or not state.open:
        planting.begin(state)
    else:
        _next_round(state)


def _after_planting(state: State) -> None:
    if last_round(state) or not (state.open or state.stack):
        final.close(state)
        return
    planting.grow(state)
    _next_round(state)


def _next_round(state: State) -> None:
    state.round += 1
    state.order = state.live[:]
    turn.begin_round(state)


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were drawn or looked at, tiles or markers laid, or others' cards shown."""
    if after.phase == OVER:
        return True
    if before.rng.position != after.rng.position or before.deck != after.deck:
        return True
    if before.stack != after.stack or before.unplaced != after.unplaced:
        return True
    # Whom a standing answer keeps from being asked about votes, only he knows.
    if not _same_turns(before, after) and _was_spared(before, after, seat):
        return True
    # Who has no pawn to recruit has a turn, or none, by the cards in hand.
    if any(
        before.hands[other] and not before.pawns[other][SUPPLY] for other in _came(before, after)
    ):
        return True
    # Cards that the player puts under the mayor's deck, only he knows.
    if after.mayor_deck[: len(before.mayor_deck)] != before.mayor_deck:
        return True
    return any(
        before.hands[other] != after.hands[other] or before.mayors[other] != after.mayors[other]
        for other in range(before.seats)
        if other != seat
    )


def _was_spared(before: State, after: State, seat: int) -> bool:
    """Whether a standing answer of somebody else has kept a question from being asked since.

    Without those answers, no choice of this seat leads there.
    """
    own = 1 << seat
    said = before.always | before.never | before.only | before.home | before.spare
    if not said & ~own:
        return False
    asking = before.clone()
    asking.always, asking.never = before.always & own, before.never & own
    asking.only, asking.home = before.only & own, before.home & own
    asking.spare = before.spare & own
    for move in [*moves(before, seat), *ways_back(before)]:
        tried = asking.clone()
        apply(tried, seat, move)
        if _question(tried) == _question(after):
            return False
    return True


def _question(state: State) -> tuple[object, ...]:
    """What is asked, and what it is about."""
    table = state.pawns, state.neutrals, state.scores, state.markers
    return state.step, state.substep, state.ask, state.actor, state.picks, table


def _same_turns(before: State, after: State) -> bool:
    """Whether both are among the turns of one round."""
    return before.phase == after.phase == TURNS and before.round == after.round


def _came(before: State, after: State) -> list[int]:
    """The seats whose turns have begun between two states, over by now or not."""
    if before.phase != TURNS:
        return []
    last = after.turn if _same_turns(before, after) else after.seats - 1
    return before.order[before.turn + 1 : last + 1]


def own_turn(before: State, after: State, seat: int) -> bool:
    """Whether it is still the turn of this player that it was before."""
    return _turn(before) == _turn(after) == (before.round, TURNS, seat)


def _turn(state: State) -> tuple[int, int, int]:
    on_turn = state.order[state.turn] if state.phase == TURNS else -1
    return state.round, state.phase, on_turn
