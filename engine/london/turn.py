"""A player's turn (London, a player's turn)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from engine.london.asks import EFFECT, END, MOVE, RECRUIT, Ask, Phase
from engine.london.counts import meets
from engine.london.deeds import chapter, note, whisper_drawn
from engine.london.map import SUPPLY
from engine.london.table import Table
from engine.london.verbs import begin as begin_steps
from engine.london.verbs import fire, movable, move_pawn, sources, targets

ACTING, LEAVING = range(2)
"""`stage` in the phase TURNS."""

HAND_LIMIT: Final = 7
ROOMY_HAND_LIMIT: Final = 8
DRAWN_AFTER_PLAY: Final = 2
DRAWN_AFTER_REST: Final = 4

MOST_AT_ONCE: Final = 4
"""More excess cards are discarded in several answers: the ways to choose them grow too many."""
LARGE_HAND: Final = 25
"""From a larger hand, more than a menu holds, the excess is discarded one by one."""

KIND_BITS: Final = 7


def pack(kinds: Iterable[int]) -> int:
    """Cards as one move, whatever their order."""
    move = 0
    for kind in sorted(kinds, reverse=True):
        move = move << KIND_BITS | kind + 1
    return move


def unpack(move: int) -> list[int]:
    """The kinds of `pack`, ascending."""
    kinds = []
    while move:
        kinds.append((move & (1 << KIND_BITS) - 1) - 1)
        move >>= KIND_BITS
    return kinds


def begin_round(t: Table) -> None:
    """The turns of a round; the order stays fixed."""
    t.phase = Phase.TURNS
    t.turn = 0
    _begin_turn(t)


def _begin_turn(t: Table) -> None:
    seat = t.order[t.turn]
    t.stage = ACTING
    t.drawn_at_end = t.moved = t.recruited = t.shipped = 0
    t.memo = (
        tuple(t.pawns[seat]),
        tuple(t.scores),
        tuple(t.live),
        t.neutrals[seat],
        t.pool,
        t.beadle,
    )
    chapter(t, "turn", t.round, seat)


def can_undo(t: Table) -> bool:
    """Whether the turn has a beginning to go back to: a card played, nothing hidden seen."""
    return t.phase == Phase.TURNS and t.memo is not None and bool(t.played)


def undo(t: Table) -> None:
    """Back to the beginning of the turn; only if `can_undo`."""
    if t.memo is None:
        return
    seat = t.order[t.turn]
    pawns, scores, live, t.neutrals[seat], t.pool, t.beadle = t.memo
    t.pawns[seat] = list(pawns)
    t.scores, t.live = list(scores), list(live)
    t.hands[seat] = sorted([*t.hands[seat], *(kind for kind, _ in t.played), *t.spent])
    t.played, t.spent, t.each, t.frames = [], [], [], []
    t.settle()
    _begin_turn(t)
    note(t, "takes_back", seat)


def advance(t: Table) -> bool:
    """On with the turn; True when everybody had one."""
    if t.stage == LEAVING:
        if _excess(t):
            return False
        t.turn += 1
        if t.turn == t.seats:
            return True
        _begin_turn(t)
        return False
    seat = t.order[t.turn]
    if not t.picks:
        t.pose(seat, Ask.CARD, [*playable(t, seat), END])
    elif len(t.picks) == 1:
        t.pose(seat, Ask.USE, ways(t, seat, t.picks[0]))
    elif t.picks[1] == RECRUIT:
        _recruit(t, seat)
    elif t.picks[1] == MOVE:
        _move(t, seat)
    else:
        _effect(t, seat)
    return False


def playable(t: Table, seat: int) -> list[int]:
    """The kinds in hand that can be played in some way."""
    kinds = sorted(set(t.hands[seat]))
    if t.pawns[seat][SUPPLY]:
        return kinds
    return [kind for kind in kinds if ways(t, seat, kind)]


def ways(t: Table, seat: int, kind: int) -> list[int]:
    """How a card in hand can be played now."""
    found = [RECRUIT] if t.pawns[seat][SUPPLY] else []
    if movable(sources(t, seat, "any"), targets(t, t.box.kinds[kind].colours)):
        found.append(MOVE)
    if _payable(t, seat, kind):
        found.append(EFFECT)
    return found


def _payable(t: Table, seat: int, kind: int) -> bool:
    card = t.box.kinds[kind]
    if len(t.hands[seat]) <= card.cards or not meets(t, seat, card.needs):
        return False
    if not card.pawns:
        return True
    pawns = t.pawns[seat]
    return sum(pawns[at] for at in sources(t, seat, card.pawns_from)) >= card.pawns


def _recruit(t: Table, seat: int) -> None:
    _play(t, seat)
    t.recruit(seat, 1)
    t.recruited += 1
    fire(t, "recruit")


def _move(t: Table, seat: int) -> None:
    reached = targets(t, t.box.kinds[t.picks[0]].colours)
    if len(t.picks) == 2:
        t.pose(seat, Ask.SOURCE, movable(sources(t, seat, "any"), reached))
    elif len(t.picks) == 3:
        t.pose(seat, Ask.TARGET, [cell for cell in reached if cell != t.picks[2]])
    else:
        _, _, source, target = t.picks
        _play(t, seat, source, target)
        move_pawn(t, source, target)
        fire(t, "move")


def _effect(t: Table, seat: int) -> None:
    card = t.box.kinds[t.picks[0]]
    given, paid = paid_so_far(t)
    if len(given) < card.cards:
        others = t.hands[seat][:]
        for kind in (t.picks[0], *given):
            others.remove(kind)
        _pay(t, seat, Ask.PAY_CARD, others, card.cards - len(given))
        return
    if len(paid) < card.pawns:
        pawns = t.pawns[seat]
        left = [
            place
            for place in sources(t, seat, card.pawns_from)
            for _ in range(pawns[place] - paid.count(place))
        ]
        _pay(t, seat, Ask.PAY_PAWN, left, card.pawns - len(paid))
        return
    _play(t, seat)
    for kind in given:
        t.hands[seat].remove(kind)
    t.spent += given
    if given:
        note(t, "pays_cards", seat, *given)
    for source in paid:
        t.carry(seat, source, SUPPLY)
        note(t, "pays_pawn", seat, source)
    begin_steps(t, card.effect)


def paid_so_far(t: Table) -> tuple[list[int], list[int]]:
    """Of the effect being paid for: the kinds of the cards chosen, the places of the pawns."""
    _, _, *means = t.picks
    cards = t.box.kinds[t.picks[0]].cards
    return means[:cards], means[cards:]


def _pay(t: Table, seat: int, ask: Ask, means: list[int], number: int) -> None:
    """Ask for one of the means to pay with; all are taken if so many are owed."""
    if len(means) == number:
        t.picks += means
    else:
        t.pose(seat, ask, list(dict.fromkeys(means)))


def _play(t: Table, seat: int, *way_of_pawn: int) -> None:
    """The card lies open from here on; what was chosen is carried out."""
    kind, way = t.picks[0], t.picks[1]
    t.hands[seat].remove(kind)
    t.played.append((kind, way))
    t.actor = seat
    note(t, ("plays_recruit", "plays_move", "plays_effect")[way], seat, kind, *way_of_pawn)
    t.settle()


def choices(cards: list[int], number: int) -> list[int]:
    """The different ways of choosing so many of these (sorted) cards, packed."""
    return sorted({pack(kinds) for kinds in combinations(cards, number)})


def leave(t: Table) -> None:
    """The end of the turn: discard, draw, then the excess."""
    seat = t.order[t.turn]
    t.settle()
    t.each = []
    t.memo = None
    number = drawn_at_end(t)
    t.discard += [kind for kind, _ in t.played] + t.spent
    t.played, t.spent = [], []
    t.stage = LEAVING
    drawn = t.draw(seat, number)
    if drawn:
        note(t, "draws", seat, len(drawn))
        whisper_drawn(t, seat, drawn)


def drawn_at_end(t: Table) -> int:
    """Cards that the end of the turn will bring; none in the last round, nor a second time."""
    if t.stage == LEAVING or t.last_round():
        return 0
    return (DRAWN_AFTER_PLAY if t.played else DRAWN_AFTER_REST) + t.drawn_at_end


def _excess(t: Table) -> bool:
    """Ask for the excess, if there is any."""
    seat = t.order[t.turn]
    hand = t.hands[seat]
    excess = len(hand) - hand_limit(t, seat)
    if excess <= 0 or t.last_round():
        return False
    at_once = MOST_AT_ONCE if len(hand) <= LARGE_HAND else 1
    t.pose(seat, Ask.EXCESS, choices(hand, min(excess, at_once)))
    return True


def hand_limit(t: Table, seat: int) -> int:
    """Cards that may be kept at the end of the turn (University of London)."""
    return ROOMY_HAND_LIMIT if t.holds(seat, t.box.roomy) else HAND_LIMIT


def shed(t: Table, move: int) -> None:
    """Discard the excess."""
    t.settle()
    seat = t.order[t.turn]
    kinds = unpack(move)
    for kind in kinds:
        t.hands[seat].remove(kind)
    t.discard += kinds
    note(t, "discards", seat, *kinds)
