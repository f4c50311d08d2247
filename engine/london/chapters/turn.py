"""A player's turn (London, a player's turn)."""

from __future__ import annotations

from typing import Final

from engine.london.chapters.placing import move_pawn
from engine.london.numbers.asks import (
    EFFECT,
    END,
    EXCESS,
    MOVE,
    PAY_CARD,
    PAY_PAWN,
    PLAY,
    RECRUIT,
    SOURCE,
    TARGET,
    TURNS,
    Ask,
)
from engine.london.numbers.map import HALL, SUPPLY
from engine.london.numbers.packed import choices, plays_to, unpack
from engine.london.numbers.packed import play as play_of
from engine.london.table.cards import DRAWN_AFTER_PLAY, DRAWN_AFTER_REST, cheapest, draw
from engine.london.table.counts import meets
from engine.london.table.frames import begin as begin_steps
from engine.london.table.frames import fire
from engine.london.table.pawns import carry, holds, movable, recruit, sources, targets
from engine.london.table.rounds import last_round
from engine.london.table.state import State, pose, settle
from engine.london.table.way import forget_turn
from engine.london.telling import chapter, note, note_drawn, sum_up

ACTING, LEAVING = range(2)
"""`stage` in the phase TURNS."""

HAND_LIMIT: Final = 7
ROOMY_HAND_LIMIT: Final = 8


def begin_round(state: State) -> None:
    """The turns of a round; the order stays fixed."""
    state.phase = TURNS
    state.turn = 0
    _begin_turn(state)


def _begin_turn(state: State) -> None:
    seat = state.order[state.turn]
    state.stage = ACTING
    state.drawn_at_end = state.moved = state.recruited = state.shipped = 0
    state.memo = (
        tuple(state.pawns[seat]),
        tuple(state.scores),
        tuple(state.live),
        state.neutrals[seat],
        state.pool,
        state.beadle,
    )
    chapter(state, "turn", state.round, seat)


def can_undo(state: State) -> bool:
    """Whether the turn has a beginning to go back to: a card played, nothing hidden seen."""
    return state.phase == TURNS and state.memo is not None and bool(state.played)


def can_end(state: State) -> bool:
    """Whether the turn's end is a choice though there is nothing left to play."""
    ended = state.ends >> state.actor & 1
    return state.options == [END] and can_undo(state) and not ended


def undo(state: State) -> None:
    """Back to the beginning of the turn; only if `can_undo`."""
    if state.memo is None:
        return
    seat = state.order[state.turn]
    pawns, scores, live, state.neutrals[seat], state.pool, state.beadle = state.memo
    state.pawns[seat] = list(pawns)
    state.scores, state.live = list(scores), list(live)
    forget_turn(state, seat)
    state.hands[seat] = sorted(
        [*state.hands[seat], *(kind for kind, _ in state.played), *state.spent]
    )
    state.played, state.spent, state.each, state.frames = [], [], [], []
    settle(state)
    _begin_turn(state)
    note(state, "takes_back", seat)


def advance(state: State) -> bool:
    """On with the turn; True when everybody had one."""
    if state.stage == LEAVING:
        if _excess(state):
            return False
        state.turn += 1
        if state.turn == state.seats:
            return True
        _begin_turn(state)
        return False
    seat = state.order[state.turn]
    if not state.picks:
        pose(state, seat, PLAY, [*plays(state, seat), END])
    elif state.picks[1] == RECRUIT:
        _recruit(state, seat)
    elif state.picks[1] == MOVE:
        _move(state, seat)
    else:
        _effect(state, seat)
    return False


def plays(state: State, seat: int) -> list[int]:
    """The ways to play a card in hand; MOVE is a move from elsewhere than the Guildhall."""
    found: list[int] = []
    pawns, kinds = state.pawns[seat], state.box.kinds
    others = sources(state, seat, "tiles")
    for kind in dict.fromkeys(state.hands[seat]):
        if _payable(state, seat, kind):
            found.append(play_of(kind, EFFECT))
        if pawns[SUPPLY]:
            found.append(play_of(kind, RECRUIT))
        reached = targets(state, kinds[kind].colours)
        if pawns[HALL]:
            found += plays_to(kind, reached)
        if others and movable(others, reached):
            found.append(play_of(kind, MOVE))
    return found


def ways(state: State, seat: int, kind: int) -> list[int]:
    """How a card in hand can be played now."""
    found = [RECRUIT] if state.pawns[seat][SUPPLY] else []
    if movable(sources(state, seat, "any"), targets(state, state.box.kinds[kind].colours)):
        found.append(MOVE)
    if _payable(state, seat, kind):
        found.append(EFFECT)
    return found


def _payable(state: State, seat: int, kind: int) -> bool:
    card = state.box.kinds[kind]
    if len(state.hands[seat]) <= card.cards:
        return False
    if card.needs and not meets(state, seat, card.needs):
        return False
    if not card.pawns:
        return True
    pawns = state.pawns[seat]
    return sum(pawns[at] for at in sources(state, seat, card.pawns_from)) >= card.pawns


def _recruit(state: State, seat: int) -> None:
    _play(state, seat)
    recruit(state, seat, 1)
    state.recruited += 1
    fire(state, "recruit")


def _move(state: State, seat: int) -> None:
    reached = targets(state, state.box.kinds[state.picks[0]].colours)
    if len(state.picks) == 2:
        own = sources(state, seat, "tiles")
        pose(state, seat, SOURCE, movable(own, reached))
    elif len(state.picks) == 3:
        pose(state, seat, TARGET, [cell for cell in reached if cell != state.picks[2]])
    else:
        _, _, source, target = state.picks
        _play(state, seat, source, target)
        move_pawn(state, source, target)
        fire(state, "move")


def _effect(state: State, seat: int) -> None:
    card = state.box.kinds[state.picks[0]]
    given, paid = paid_so_far(state)
    if len(given) < card.cards:
        others = state.hands[seat][:]
        for kind in (state.picks[0], *given):
            others.remove(kind)
        _pay(state, seat, PAY_CARD, others, card.cards - len(given))
        return
    if len(paid) < card.pawns:
        _pay(state, seat, PAY_PAWN, payable_pawns(state, seat), card.pawns - len(paid))
        return
    _play(state, seat)
    for kind in given:
        state.hands[seat].remove(kind)
    state.spent += given
    if given:
        note(state, "pays_cards", seat, *given)
    for source in paid:
        carry(state, seat, source, SUPPLY)
        note(state, "pays_pawn", seat, source)
    begin_steps(state, card.effect)


def paid_so_far(state: State) -> tuple[list[int], list[int]]:
    """Of the effect being paid for: the kinds of the cards chosen, the places of the pawns."""
    _, _, *means = state.picks
    cards = state.box.kinds[state.picks[0]].cards
    return means[:cards], means[cards:]


def payable_pawns(state: State, seat: int) -> list[int]:
    """The places of the pawns that can still be chosen to pay with, a place a pawn."""
    paid = paid_so_far(state)[1]
    return [
        place
        for place in sources(state, seat, state.box.kinds[state.picks[0]].pawns_from)
        for _ in range(state.pawns[seat][place] - paid.count(place))
    ]


def _pay(state: State, seat: int, ask: Ask, means: list[int], number: int) -> None:
    """Ask for the means to pay with; all are taken if so many are owed."""
    if len(means) == number:
        state.picks += means
    else:
        pose(state, seat, ask, choices(sorted(means), number))


def _play(state: State, seat: int, *way_of_pawn: int) -> None:
    """The card lies open from here on; what was chosen is carried out."""
    kind, way = state.picks[0], state.picks[1]
    state.hands[seat].remove(kind)
    state.played.append((kind, way))
    state.actor = seat
    note(state, ("plays_recruit", "plays_move", "plays_effect")[way], seat, kind, *way_of_pawn)
    settle(state)


def leave(state: State) -> None:
    """The end of the turn: discard, draw, then the excess."""
    seat = state.order[state.turn]
    settle(state)
    sum_up(state, seat)
    state.each = []
    state.memo = None
    number = drawn_at_end(state)
    state.discard += [kind for kind, _ in state.played] + state.spent
    state.played, state.spent = [], []
    state.stage = LEAVING
    drawn = draw(state, seat, number)
    if drawn:
        note_drawn(state, seat, drawn)


def drawn_at_end(state: State) -> int:
    """Cards that the end of the turn will bring; none in the last round, nor a second time."""
    if state.stage == LEAVING or last_round(state):
        return 0
    return (DRAWN_AFTER_PLAY if state.played else DRAWN_AFTER_REST) + state.drawn_at_end


def _excess(state: State) -> bool:
    """Ask for the excess, if there is any."""
    seat = state.order[state.turn]
    hand = state.hands[seat]
    if len(hand) <= HAND_LIMIT or last_round(state):
        return False
    excess = len(hand) - hand_limit(state, seat)
    if excess <= 0:
        return False
    ways = choices(hand, excess)
    if not state.spare >> seat & 1:
        pose(state, seat, EXCESS, ways)
        return True
    shed(state, cheapest(state.box, ways))
    return _excess(state)


def hand_limit(state: State, seat: int) -> int:
    """Cards that may be kept at the end of the turn (University of London)."""
    return ROOMY_HAND_LIMIT if holds(state, seat, state.box.roomy) else HAND_LIMIT


def shed(state: State, move: int) -> None:
    """Discard the excess."""
    settle(state)
    seat = state.order[state.turn]
    kinds = unpack(move)
    for kind in kinds:
        state.hands[seat].remove(kind)
    state.discard += kinds
    note(state, "discards", seat, *kinds)
