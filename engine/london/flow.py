"""The game's course: from one choice to the next."""

from __future__ import annotations

from engine.london import activation, final, planting, setup, turn, verbs
from engine.london.asks import BACK, END, SKIP, STOP, UNDO, Ask, Phase
from engine.london.deeds import note
from engine.london.table import EMPTY, GREY, Table


def keep(t: Table, seat: int, at: int) -> None:
    """One seat's answer to the choice that everybody makes at the start."""
    t.kept[seat] = at
    if EMPTY not in t.kept:
        setup.keep(t)
        t.ask = Ask.NOTHING
        t.step += 1
        turn.begin_round(t)
        run(t)


def answer(t: Table, move: int) -> None:
    """Carry out the actor's move and go on to the next choice."""
    t.substep += 1
    if move == BACK:
        del t.picks[t.depths.pop() :]
        t.ask = Ask.NOTHING
    elif move == UNDO:
        turn.undo(t)
        t.ask = Ask.NOTHING
    else:
        if move >= 0:
            t.depths.append(len(t.picks))
        _take(t, move)
    run(t)


def run(t: Table) -> None:
    """Go on until somebody has a choice or the game is over."""
    while True:
        if t.ask != Ask.NOTHING:
            if len(t.options) != 1:
                return
            _take(t, t.options[0])
        elif t.frames:
            verbs.advance(t)
        elif t.phase == Phase.OVER:
            return
        else:
            _advance(t)


def ask_again(t: Table) -> None:
    """Pose the present choice anew, for a table that stands at one."""
    if t.frames:
        verbs.advance(t)
    else:
        _advance(t)


def _advance(t: Table) -> None:
    """On with the phase, and from one phase to the next."""
    if t.phase == Phase.TURNS:
        if turn.advance(t):
            _after_turns(t)
    elif t.phase == Phase.ACTIVATION:
        if activation.advance(t):
            _after_activation(t)
    elif planting.advance(t):
        _after_planting(t)


def _take(t: Table, move: int) -> None:
    asked, t.ask = t.ask, Ask.NOTHING
    if asked == Ask.EXCESS:
        turn.shed(t, move)
    elif move == END:
        turn.leave(t)
    elif move == STOP:
        verbs.stop(t)
    elif move == SKIP:
        verbs.skip(t)
    else:
        t.picks.append(move)


def _after_turns(t: Table) -> None:
    if t.activates():
        activation.begin(t)
    else:
        _after_activation(t)


def _after_activation(t: Table) -> None:
    if t.activates() and not t.open and not t.grey() and t.seats > 2:
        t.round += -t.round % GREY[t.seats]
        note(t, "jump", t.round)
    if t.grey() or not t.open:
        planting.begin(t)
    else:
        _next_round(t)


def _after_planting(t: Table) -> None:
    if t.last_round() or not (t.open or t.stack):
        final.close(t)
        return
    planting.grow(t)
    _next_round(t)


def _next_round(t: Table) -> None:
    t.round += 1
    t.order = t.live[:]
    turn.begin_round(t)
