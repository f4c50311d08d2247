"""The interpreter of effects and rewards: one small function a verb (London, components).

`t.frames` are the lists of steps under way, the innermost last, all carried out by `t.actor`.
A verb does as much as it can without a question and counts the frame's LEFT down; or it asks,
and is called again when the answer lies in `t.picks`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from engine.london.asks import AT, LEFT, PROGRAM, QUIET, SKIP, SKIPPED, STOP, Ask, Phase
from engine.london.box import GUILDS, Op
from engine.london.counts import COUNT, meets
from engine.london.deeds import note, whisper_drawn
from engine.london.map import HALL, PLANTATION, SUPPLY
from engine.london.table import CELL_RANGE, Table

NO_MAYOR: Final = 5
"""Victory points instead of a look at mayor's cards when there are none."""


def begin(t: Table, program: int, *, skipped: int = 0, quiet: int = 0) -> None:
    """Steps to carry out next; `skipped`: bits of those that are declined."""
    t.frames.append([program, 0, -1, quiet, skipped])


def advance(t: Table) -> None:
    """Carry on with the innermost steps, up to their end or a question."""
    frame = t.frames[-1]
    program = t.box.programs[frame[PROGRAM]]
    if frame[AT] == len(program):
        t.frames.pop()
        return
    op = program[frame[AT]]
    if frame[LEFT] < 0:
        declined = frame[SKIPPED] >> frame[AT] & 1
        frame[LEFT] = 0 if declined else amount(t, t.actor, op)
    if frame[LEFT] > 0:
        VERBS[op.verb](t, frame, op)
    else:
        frame[AT] += 1
        frame[LEFT] = -1


def stop(t: Table) -> None:
    """Give up what is left of the step that asks."""
    t.settle()
    t.frames[-1][LEFT] = 0


def skip(t: Table) -> None:
    """Give up all the rest of a reward."""
    t.settle()
    t.frames = []


def sources(t: Table, seat: int, where: str) -> list[int]:
    """Places of the seat's pawns that a `from` allows, the Guildhall first."""
    pawns = t.pawns[seat]
    if where == "plantation":
        return [PLANTATION] if pawns[PLANTATION] else []
    found = [HALL] if pawns[HALL] and where != "tiles" else []
    if where != "guildhall":
        found += [cell for cell in CELL_RANGE if pawns[cell]]
    return found


def targets(t: Table, colours: int) -> list[int]:
    """Unresolved tiles that a `to` allows, without the one being resolved."""
    tiles, shown, active = t.tiles, t.box.colours, t.active
    return [cell for cell in t.open if shown[tiles[cell]] & colours and cell != active]


def movable(sources: list[int], targets: list[int]) -> list[int]:
    """The sources from which a pawn can reach one of the targets."""
    if len(targets) == 1:
        return [source for source in sources if source != targets[0]]
    return sources if targets else []


def fire(t: Table, event: str) -> None:
    """Set off the effects that wait for this event, the earliest begun first."""
    for waiting in reversed(t.each):
        op = t.box.programs[waiting[0]][waiting[1]]
        if op.event == event and waiting[2]:
            waiting[2] -= 1
            begin(t, op.then, quiet=1)


def amount(t: Table, seat: int, op: Op) -> int:
    """How much of a step there is for the seat as things stand; 0 unless its condition holds."""
    if not meets(t, seat, op.when):
        return 0
    number = op.n if op.per is None else op.n * COUNT[op.per](t, seat)
    return number if op.cap is None else min(number, op.cap)


def _declining(t: Table, frame: list[int]) -> list[int]:
    """Ways out of an offered step: a reward may be left altogether, if more of it follows."""
    if t.phase != Phase.ACTIVATION:
        return [STOP]
    for each in t.frames:
        steps = range(each[AT] + (each is frame), len(t.box.programs[each[PROGRAM]]))
        if any(not each[SKIPPED] >> at & 1 for at in steps):
            return [STOP, SKIP]
    return [STOP]


def _vp(t: Table, frame: list[int], _: Op) -> None:
    t.gain(t.actor, frame[LEFT])
    note(t, "gains", t.actor, frame[LEFT])
    frame[LEFT] = 0


def _recruit(t: Table, frame: list[int], _: Op) -> None:
    # Effects that wait for a recruit come between two pawns.
    one_by_one = t.each and not frame[QUIET]
    number = t.recruit(t.actor, 1 if one_by_one else frame[LEFT])
    if not number:
        frame[LEFT] = 0
        return
    t.recruited += number
    note(t, "recruits", t.actor, number)
    frame[LEFT] = frame[LEFT] - 1 if one_by_one else 0
    if one_by_one:
        fire(t, "recruit")


def _post(t: Table, frame: list[int], op: Op) -> None:
    if len(t.picks) == 2:
        target = t.picks[1]
        t.carry(t.actor, SUPPLY, target)
        t.recruited += 1
        note(t, "posts", t.actor, target)
        _done(t, frame, "recruit")
        return
    reached = targets(t, op.colours) if t.pawns[t.actor][SUPPLY] else []
    if not reached:
        frame[LEFT] = 0
        return
    t.picks = [SUPPLY]
    t.pose(t.actor, Ask.TARGET, reached + _declining(t, frame))


def _move(t: Table, frame: list[int], op: Op) -> None:
    if len(t.picks) == 2:
        move_pawn(t, *t.picks)
        note(t, "moves", t.actor, *t.picks)
        _done(t, frame, "move")
        return
    reached = targets(t, op.colours)
    if not t.picks:
        found = movable(sources(t, t.actor, op.source), reached)
        if not found:
            frame[LEFT] = 0
            return
        if len(found) > 1:
            t.pose(t.actor, Ask.SOURCE, found + _declining(t, frame))
            return
        t.picks = found
    reached = [cell for cell in reached if cell != t.picks[0]]
    t.pose(t.actor, Ask.TARGET, reached if t.depths else reached + _declining(t, frame))


def move_pawn(t: Table, source: int, target: int) -> None:
    """One of the actor's pawns from a place to a tile; a master becomes a member."""
    t.carry(t.actor, source, target)
    t.moved += 1


def _plantation(t: Table, frame: list[int], op: Op) -> None:
    if t.picks:
        source = t.picks[0]
        t.carry(t.actor, source, PLANTATION)
        t.shipped += 1
        note(t, "ships", t.actor, source)
        _done(t, frame, "plantation")
        return
    found = sources(t, t.actor, op.source)
    if found:
        t.pose(t.actor, Ask.SHIP, found + _declining(t, frame))
    else:
        frame[LEFT] = 0


def _done(t: Table, frame: list[int], event: str) -> None:
    """One pawn of an offered step is placed."""
    t.settle()
    frame[LEFT] -= 1
    if not frame[QUIET]:
        fire(t, event)


def _draw(t: Table, frame: list[int], _: Op) -> None:
    drawn = t.draw(t.actor, frame[LEFT])
    if drawn:
        note(t, "draws", t.actor, len(drawn))
        whisper_drawn(t, t.actor, drawn)
    frame[LEFT] = 0


def _draw_end(t: Table, frame: list[int], _: Op) -> None:
    t.drawn_at_end += frame[LEFT]
    frame[LEFT] = 0


def _neutral(t: Table, frame: list[int], _: Op) -> None:
    number = min(frame[LEFT], t.pool)
    if number:
        t.pool -= number
        t.neutrals[t.actor] += number
        note(t, "neutral", t.actor, number)
    frame[LEFT] = 0


def _mayor(t: Table, frame: list[int], op: Op) -> None:
    if not t.looked:
        if not t.mayor_deck:
            t.gain(t.actor, NO_MAYOR)
            note(t, "gains", t.actor, NO_MAYOR)
            frame[LEFT] = 0
            return
        _look(t, op.draw)
    keep = min(op.keep, len(t.looked))
    if not t.picks:
        chosen = combinations(range(len(t.looked)), keep)
        t.pose(t.actor, Ask.LOOK, [sum(1 << card for card in cards) for cards in chosen])
        return
    others = [
        card
        for at, card in enumerate(t.looked)
        if not t.picks[0] >> at & 1 and card not in t.picks[1:]
    ]
    if len(others) > 1:
        t.pose(t.actor, Ask.ORDER, others)
        return
    t.mayors[t.actor] += [card for at, card in enumerate(t.looked) if t.picks[0] >> at & 1]
    buried = t.picks[1:] + others
    t.mayor_deck += buried
    t.knows += [1 << t.actor] * len(buried)
    t.looked = []
    t.settle()
    note(t, "keeps", t.actor, keep)
    frame[LEFT] -= 1


def _look(t: Table, number: int) -> None:
    t.looked = sorted(t.mayor_deck[:number])
    del t.mayor_deck[:number]
    del t.knows[:number]
    t.memo = None
    note(t, "looks", t.actor, len(t.looked))


def _beadle(t: Table, frame: list[int], _: Op) -> None:
    if t.picks:
        t.beadle = t.picks[0]
        note(t, "moves_beadle", t.actor, t.beadle)
        t.settle()
        frame[LEFT] -= 1
        return
    found = [cell for cell in t.open if t.tiles[cell] < GUILDS and cell != t.beadle]
    if found:
        t.pose(t.actor, Ask.BEADLE, found + _declining(t, frame))
    else:
        frame[LEFT] = 0


def _each_time(t: Table, frame: list[int], op: Op) -> None:
    t.each.append([frame[PROGRAM], frame[AT], op.limit])
    frame[LEFT] = 0


def _choose(t: Table, frame: list[int], op: Op) -> None:
    if not t.picks:
        t.pose(t.actor, Ask.CHOOSE, list(range(len(op.options))))
        return
    program = op.options[t.picks[0]]
    t.settle()
    frame[LEFT] -= 1
    begin(t, program)


def _trade(t: Table, frame: list[int], op: Op) -> None:
    hand = t.hands[t.actor]
    if t.picks:
        given = t.picks[0]
        hand.remove(given)
        t.spent.append(given)
        note(t, "trades", t.actor, given)
        t.settle()
        frame[LEFT] -= 1
        begin(t, op.then)
    elif hand:
        t.pose(t.actor, Ask.TRADE, sorted(set(hand)) + _declining(t, frame))
    else:
        frame[LEFT] = 0


Verb = Callable[[Table, list[int], Op], None]

VERBS: Final[dict[str, Verb]] = {
    "vp": _vp,
    "recruit": _recruit,
    "post": _post,
    "move": _move,
    "plantation": _plantation,
    "draw": _draw,
    "draw_end": _draw_end,
    "neutral": _neutral,
    "mayor": _mayor,
    "beadle": _beadle,
    "each_time": _each_time,
    "choose": _choose,
    "trade": _trade,
}
