"""Why a choice looks good, in words: how a tile would stand, what a card or reward brings."""

from __future__ import annotations

from typing import Final

from engine.london.activation import members
from engine.london.box import Op
from engine.london.components.steps import Step, Vp
from engine.london.frames import amount
from engine.london.mayors import NO_MAYOR
from engine.london.negotiation import unpack
from engine.london.numbers.asks import ELSEWHERE, END, MOVE, RECRUIT, STOP, Ask, Phase
from engine.london.numbers.map import HALL, SUPPLY
from engine.london.numbers.packed import TO, kind_of, use_of
from engine.london.policy.greedy import at_most
from engine.london.policy.worth import Outlook
from engine.london.state import State
from engine.london.table.pawns import sources
from engine.london.table.rounds import activates, last_round, rounds_left
from engine.london.telling import words
from engine.london.turn import drawn_at_end
from engine.text import Text, text

COUNTED: Final = ("vp", "recruit", "post", "move", "plantation", "neutral", "draw", "draw_end")
"""Steps whose number says all that they bring."""


def reason(state: State, seat: int, move: int) -> Text:
    """Why this move, of what lies open and the seat's own cards alone."""
    match state.ask:
        case Ask.KEEP:
            return _keep(state, seat, move)
        case Ask.PLAY:
            return _play(state, seat, move)
        case Ask.TARGET if move >= 0:
            return _target(state, seat, move)
        case Ask.SOURCE if move >= 0:
            return _source(state, seat, move)
        case Ask.NEGOTIATE | Ask.REPLACE:
            lost = sum(unpack(move, state.seats).values()) if move > 0 else 0
            return text(f"london.reason.{'replace' if lost else 'no_replacement'}")
        case Ask.SHIP if move >= 0:
            return text("london.reason.ship")
    key = {STOP: "stop", ELSEWHERE: "elsewhere"}.get(move, state.ask.name.lower())
    return text(f"london.reason.{key}")


def _keep(state: State, seat: int, move: int) -> Text:
    """The most that the card can score, and how many of the three can score as much."""
    points = [at_most(state.box.mayors[mayor]) for mayor in state.mayors[seat]]
    n, next_ = points[move], max((each for each in points if each < points[move]), default=0)
    match points.count(n):
        case 1:
            return text("london.reason.keep", n=n, next=next_)
        case 2:
            return text("london.reason.keep_two", n=n, next=next_)
    return text("london.reason.keep_three", n=n)


def _play(state: State, seat: int, move: int) -> Text:
    if move == END:
        return text("london.reason.end", n=drawn_at_end(state))
    use = use_of(move)
    if use >= TO:
        return _target(state, seat, use - TO)
    if use == RECRUIT:
        return text("london.reason.recruit", n=state.pawns[seat][HALL])
    if use == MOVE:
        return text("london.reason.move")
    kind = kind_of(move)
    effect = _brings(state, seat, state.box.kinds[kind].effect)
    cost = words.cost(state.box.components.cards[kind])
    if cost is not None:
        return text("london.reason.effect_paid", effect=effect, cost=cost)
    return text("london.reason.effect", effect=effect)


def _brings(state: State, seat: int, program: int) -> Text:
    """Steps as far as there is something of them now; those that wait for the turn, as printed."""
    steps: list[Step] = []
    recruited = 0
    for step, op in zip(state.box.steps[program], state.box.programs[program], strict=True):
        if any(count.startswith("turn:") for count in step.counts()):
            steps.append(step)
            continue
        number = min(amount(state, seat, op), _there_is(state, seat, op, recruited))
        if op.verb == "recruit":
            recruited += number
        if op.verb == "mayor" and not state.mayor_deck:
            steps.append(Vp(do="vp", n=number * NO_MAYOR))
        elif number and op.verb in COUNTED:
            as_it_is = {"n": number, "per": None, "max": None, "when": ()}
            steps.append(step.model_copy(update=as_it_is))
        elif number:
            steps.append(step)
    return words.effect(steps or state.box.steps[program])


def _there_is(state: State, seat: int, op: Op, recruited: int) -> int:
    """The most that a step could do, so many having been recruited before it."""
    pawns = state.pawns[seat]
    match op.verb:
        case "recruit" | "post":
            return pawns[SUPPLY] - recruited
        case "neutral":
            return state.pool
        case "move" | "plantation":
            there = sum(pawns[place] for place in sources(state, seat, op.source))
            return there + recruited * (op.source in ("any", "guildhall"))
        case "draw_end" if last_round(state):
            return 0
    return amount(state, seat, op)


def _target(state: State, seat: int, cell: int) -> Text:
    """How the tile would stand with one own liveryman more."""
    own = state.pawns[seat][cell] + 1
    others = [pawns[cell] for other, pawns in enumerate(state.pawns) if other != seat]
    most = max(others)
    how = "ahead" if own > most else "level" if own == most else "second"
    if how == "second" and sum(number >= own for number in others) > 1:
        how = "behind"
    there = members(state, cell) + 1
    missing = max(0, state.box.threshold[state.tiles[cell]] - there)
    when = "ready" if not missing else "missing"
    passed = state.phase == Phase.ACTIVATION and cell <= state.active
    soon = "now" if activates(state) and not passed else "later"
    ready = text("london.reason.missing", n=missing)
    if when == "ready":
        ready = text(f"london.reason.ready.{soon}")
    return text(f"london.reason.target.{how}", own=own, most=most, ready=ready)


def _source(state: State, seat: int, place: int) -> Text:
    if place in (HALL, SUPPLY):
        return text("london.reason.from_hall")
    if place in state.open and Outlook(state, seat).loss(place) <= 0:
        return text("london.reason.idle_there")
    key = "last_rounds" if rounds_left(state) < 2 else "from_there"
    return text(f"london.reason.{key}")
