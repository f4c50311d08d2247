"""Greedy play on the core: every choice by its rough value at once, nothing looked ahead."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from engine.london.chapters import final, negotiation
from engine.london.chapters.activation import members
from engine.london.chapters.turn import ways
from engine.london.components.box import Line, Op
from engine.london.numbers.asks import ELSEWHERE, END, MOVE, RECRUIT, STOP, Ask, Phase
from engine.london.numbers.map import HALL, PLANTATION, SUPPLY
from engine.london.numbers.packed import TO, order_of, pack, play, unpack
from engine.london.policy.worth import MAYOR, NEUTRAL, Outlook, card
from engine.london.table.cards import DRAWN_AFTER_PLAY, DRAWN_AFTER_REST, cheapest, held
from engine.london.table.counts import added
from engine.london.table.frames import amount, asking
from engine.london.table.state import State
from engine.london.vote import winner

LATER: Final[tuple[float, ...]] = (1.0, 1.75, 2.3, 2.7, 3.0)
"""What several moves are worth, the best one being worth 1."""


def choose(state: State, seat: int) -> int:
    """A sensible move of a seat that is asked."""
    return _CHOICES[state.ask](state, seat)


def second(state: State, seat: int, move: int) -> int | None:
    """What would be chosen but for this move; None where nothing else is to be weighed."""
    # Of mayor's cards the reason compares all three; the rest is no choice among things.
    if state.ask in (Ask.KEEP, Ask.ORDER, Ask.REPLACE, Ask.TAKE):
        return None
    left = state.clone()
    left.options = [other for other in state.options if other != move]
    things = [other for other in left.options if other >= 0]
    if not things:
        return next((other for other in left.options if other in (STOP, END)), None)
    if state.ask == Ask.EXCESS:
        return _cheapest_cards(left, seat)
    if state.ask == Ask.ARRANGE:  # the same cards kept, others in another order, are no other way
        keep, cards = asking(state).keep, len(state.looked)
        mine = set(order_of(move, cards)[:keep])
        left.options = [way for way in things if set(order_of(way, cards)[:keep]) != mine]
        return _arrange(left, seat) if left.options else None
    if move == STOP and state.ask in (Ask.SOURCE, Ask.SHIP):
        return min(things, key=Outlook(state, seat).loss)
    chosen = choose(left, seat)
    return chosen if chosen in left.options else None


def _keep(state: State, seat: int) -> int:
    """The card that can score most."""
    values = [at_most(state.box.mayors[mayor]) for mayor in state.mayors[seat]]
    return values.index(max(values))


def at_most(lines: tuple[Line, ...]) -> int:
    """The most that a mayor's card can score, its lines added up."""
    return sum(line.table[-1] if line.table else line.cap or line.vp for line in lines)


def _play(state: State, seat: int) -> int:
    """The play that is worth most, or the end of the turn if none is worth a card."""
    outlook = Outlook(state, seat)
    best, chosen = (0.0, END) if END in state.options else (-inf, END)
    each = card(state)
    price = each
    if not state.played:
        # The first card of a turn also costs cards that would be drawn.
        room = 7 - len(state.hands[seat])
        price += each * max(0, min(DRAWN_AFTER_REST, room) - min(DRAWN_AFTER_PLAY, room + 1))
    for kind in sorted(set(state.hands[seat])):
        for way in ways(state, seat, kind):
            value = _value(state, seat, outlook, kind, way) - price
            if value > best:
                move = _moving(state, outlook, kind) if way == MOVE else play(kind, way)
                if move in state.options:
                    best, chosen = value, move
    return chosen


def _moving(state: State, outlook: Outlook, kind: int) -> int:
    """A card played to move, to where it brings most."""
    _, start, end = outlook.way(outlook.sources("any"), state.box.kinds[kind].colours)
    return play(kind, TO + end if start == HALL else MOVE)


def _value(state: State, seat: int, outlook: Outlook, kind: int, way: int) -> float:
    if way == RECRUIT:
        return outlook.recruited()
    held = state.box.kinds[kind]
    if way == MOVE:
        return outlook.way(outlook.sources("any"), held.colours)[0]
    value = -held.cards * card(state)
    if held.pawns:
        value -= held.pawns * min(map(outlook.loss, outlook.sources(held.pawns_from)))
    return value + _worth_of(state, seat, outlook, held.effect)


class _Shift:
    """Values of the steps of an effect, one after the other."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.more_in_hall = 0

    def value(self, op: Op, outlook: Outlook) -> float:
        """What a step is worth, as far as that shows before it."""
        state, seat = self.state, self.seat
        number = amount(state, seat, op)
        if not number:
            return 0.0
        match op.verb:
            case "move" | "post":
                value = self._moves(op, outlook, number)
            case "recruit":
                number = min(number, state.pawns[seat][SUPPLY])
                self.more_in_hall += number
                value = number * outlook.recruited()
            case "choose":
                value = max(_worth_of(state, seat, outlook, option) for option in op.options)
            case "plantation":
                found = outlook.sources(op.source)
                each = (outlook.shipped() - outlook.loss(place) for place in found)
                value = max((0.0, *each)) * min(number, 2)
            case "neutral":
                value = NEUTRAL * min(number, state.pool)
            case "each_time":
                value = 0.3 * min(3, len(state.hands[seat]) - 1)
            case "draw" | "draw_end":
                value = card(state) * number
            case verb:
                value = {"vp": 1.0, "mayor": MAYOR}.get(verb, 0.2) * number
        return value

    def _moves(self, op: Op, outlook: Outlook, number: int) -> float:
        state, seat = self.state, self.seat
        several = LATER[min(number, 5) - 1]
        if op.verb == "post":
            return outlook.reached(op.colours).most * several if state.pawns[seat][SUPPLY] else 0.0
        starts = outlook.sources(op.source)
        if self.more_in_hall and HALL not in starts and op.source != "tiles":
            starts = [HALL, *starts]
        return outlook.way(starts, op.colours)[0] * several


def _worth_of(state: State, seat: int, outlook: Outlook, program: int) -> float:
    shift = _Shift(state, seat)
    return sum(shift.value(op, outlook) for op in state.box.programs[program])


def _cheapest_cards(state: State, _: int) -> int:
    return cheapest(state.box, state.options)


def _cheapest_pawns(state: State, seat: int) -> int:
    loss = Outlook(state, seat).loss
    return min(state.options, key=lambda move: sum(map(loss, unpack(move))))


def colours(state: State) -> int:
    """Colours that the target under way must show."""
    return asking(state).colours if state.frames else state.box.kinds[state.picks[0]].colours


def _source(state: State, seat: int) -> int:
    starts = [place for place in state.options if place >= 0]
    value, start, _ = Outlook(state, seat).way(starts, colours(state))
    if value > 0:
        return start
    return STOP if STOP in state.options else starts[0]


def _target(state: State, seat: int) -> int:
    outlook = Outlook(state, seat)
    source = state.picks[-1]
    ends = [cell for cell in state.options if cell >= 0]
    if ELSEWHERE in state.options:
        op = asking(state)
        starts = outlook.sources(op.source)
        value, start, _ = outlook.way(starts, op.colours)
        if value > 0 and start != HALL:
            return ELSEWHERE
    best = max(ends, key=outlook.gain)
    loss = 0.0 if source == SUPPLY else outlook.loss(source)
    return best if STOP not in state.options or outlook.gain(best) > loss else STOP


def _ship(state: State, seat: int) -> int:
    outlook = Outlook(state, seat)
    best = min((place for place in state.options if place >= 0), key=outlook.loss)
    return best if outlook.shipped() > outlook.loss(best) else STOP


def _beadle(state: State, seat: int) -> int:
    """To the tile at which the seat has most at stake."""
    outlook = Outlook(state, seat)
    return max((cell for cell in state.options if cell >= 0), key=lambda c: outlook.stake(c, 0))


def _option(state: State, seat: int) -> int:
    outlook = Outlook(state, seat)
    op = asking(state)
    return max(
        (at for at in state.options if at >= 0),
        key=lambda at: _worth_of(state, seat, outlook, op.options[at]),
    )


def _trade(state: State, _: int) -> int:
    worst = min((kind for kind in state.options if kind >= 0), key=lambda k: held(state.box, k))
    return worst if held(state.box, worst) < 1 else STOP


def _look(state: State, seat: int) -> int:
    """The cards that would score most at this moment."""
    worth = [final.worth(state, seat, state.box.mayors[mayor]) for mayor in state.looked]
    return max(
        state.options,
        key=lambda bits: sum(points for at, points in enumerate(worth) if bits >> at & 1),
    )


def _arrange(state: State, seat: int) -> int:
    """The cards that would score most at this moment; the others as they come."""
    worth = [final.worth(state, seat, state.box.mayors[mayor]) for mayor in state.looked]
    keep, cards = asking(state).keep, len(state.looked)
    return max(
        state.options, key=lambda move: sum(worth[at] for at in order_of(move, cards)[:keep])
    )


def _excess(state: State, seat: int) -> int:
    hand = state.hands[seat]
    number = len(unpack(state.options[0]))
    return pack(sorted(hand, key=lambda kind: held(state.box, kind))[:number])


def _negotiate(state: State, seat: int) -> int:
    """The replacement that changes the vote most in the seat's favour."""
    return _replacement(state, seat, disputed(state), [m for m in state.options if m >= 0])


def _replacement(state: State, seat: int, place: int, ways: list[int]) -> int:
    outlook, adds = Outlook(state, seat), []
    if place != PLANTATION:
        adds = [added(state, each, place) for each in range(state.seats)]

    def value(move: int) -> float:
        lost = negotiation.unpack(move, state.seats)
        pawns = [own[place] - lost.get(other, 0) for other, own in enumerate(state.pawns)]
        return _result(outlook, place, pawns, adds) - NEUTRAL * sum(lost.values())

    return max(ways, key=value)


def keeps_neutrals(state: State, seat: int) -> bool:
    """Whether no tile still to come in this activation looks worth a neutral pawn."""
    coming = [cell for cell in state.open if cell > state.active]
    return not any(
        _replacement(state, seat, cell, negotiation.ways(state, seat, cell))
        for cell in coming
        if members(state, cell) >= state.box.threshold[state.tiles[cell]]
    )


def _replace(state: State, seat: int) -> int:
    """With many neutrals: from whoever leads, just enough."""
    place = disputed(state)
    other = negotiation.opponents(state, seat, place)[len(state.picks)]
    pawns = [own[place] for own in state.pawns]
    if pawns[other] < max(pawns):
        return 0
    return min(pawns[other] - pawns[seat] + 1, max(state.options))


def disputed(state: State) -> int:
    """The place that is negotiated about."""
    return PLANTATION if state.phase == Phase.PLANTING else state.active


def _result(outlook: Outlook, place: int, pawns: list[int], adds: list[int]) -> float:
    """What a vote with these pawns is worth to the seat, against what others get; `adds`: what
    tied seats add on a tile."""
    state, seat = outlook.state, outlook.seat
    if place == PLANTATION:
        first, second = winner(pawns, [0] * state.seats)
        return 4.0 * (first == seat) + 1.5 * (second == seat) - 1.0 * (first not in (None, seat))
    first, second = winner(pawns, adds)
    tile, values = state.tiles[place], outlook.printed
    if first is None:
        return outlook.stake(place, 0) * 0.5
    if first == seat:
        return outlook.prize(place)
    share = values.second[tile] + values.marker[state.markers[place]]
    return share * (second == seat) - values.first[tile] / state.seats


def _everything(state: State, _: int) -> int:
    return max(state.options)


def _first(state: State, _: int) -> int:
    return state.options[0]


_CHOICES: Final[dict[Ask, Callable[[State, int], int]]] = {
    Ask.KEEP: _keep,
    Ask.PLAY: _play,
    Ask.PAY_CARD: _cheapest_cards,
    Ask.PAY_PAWN: _cheapest_pawns,
    Ask.SOURCE: _source,
    Ask.TARGET: _target,
    Ask.SHIP: _ship,
    Ask.BEADLE: _beadle,
    Ask.CHOOSE: _option,
    Ask.TRADE: _trade,
    Ask.LOOK: _look,
    Ask.ORDER: _first,
    Ask.ARRANGE: _arrange,
    Ask.EXCESS: _excess,
    Ask.NEGOTIATE: _negotiate,
    Ask.REPLACE: _replace,
    Ask.TAKE: _everything,
}
