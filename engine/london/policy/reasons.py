"""Why a choice looks good, in words: how a tile would stand, what a card or reward brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from engine.london.chapters import final, negotiation
from engine.london.chapters.activation import members, parts, programs
from engine.london.chapters.turn import drawn_at_end, hand_limit
from engine.london.numbers import packed
from engine.london.numbers.asks import ELSEWHERE, END, MOVE, RECRUIT, STOP, Ask, Phase
from engine.london.numbers.map import HALL, PLANTATION, SUPPLY
from engine.london.numbers.packed import TO, kind_of, order_of, use_of
from engine.london.policy.greedy import at_most, colours, disputed
from engine.london.policy.plans import played_out, sent
from engine.london.policy.worth import Outlook
from engine.london.table.counts import added
from engine.london.table.frames import asking
from engine.london.table.pawns import elsewhere, sources, targets
from engine.london.table.rounds import activates, last_round
from engine.london.table.state import EMPTY, State
from engine.london.telling.names import place
from engine.london.vote import winner
from engine.parts.policy import LITTLE, Measure
from engine.text import Seat, Text, text

MOST_GAINS: Final = 2
"""Of what an effect gains, what is said."""


def reason(state: State, seat: int, move: int) -> Text:
    """Why this move, of what lies open and the seat's own cards alone."""
    said = _REASONS.get(state.ask)
    if move in _WAYS_OUT:
        return _WAYS_OUT[move](state, seat)
    if move < 0:  # an answer that holds for later, too
        return LITTLE
    return text("london.reason.order") if said is None else said(state, seat, move)


def measures(state: State, seat: int, move: int) -> tuple[Measure, ...]:
    """By what a choice of its kind can be held against another."""
    if move < 0:
        return ()
    match state.ask:
        case Ask.KEEP:
            most = at_most(state.box.mayors[state.mayors[seat][move]])
            return (Measure("london.measure.keep", most),)
        case Ask.LOOK | Ask.ARRANGE:
            return (Measure("london.measure.kept", _scored(state, seat, move)),)
        case Ask.PAY_CARD | Ask.EXCESS:
            return _spared(state, move)
        case Ask.NEGOTIATE | Ask.REPLACE:
            own, others, n = _replaced(state, seat, move)
            return (
                _vote("london.measure.vote", own, others),
                Measure("london.measure.neutrals", n, less=True),
            )
        case Ask.TARGET:
            return _on_tile(state, seat, move)
        case Ask.PLAY if use_of(move) >= TO:
            return _on_tile(state, seat, use_of(move) - TO)
    return ()


def _on_tile(state: State, seat: int, cell: int) -> tuple[Measure, ...]:
    """How the tile would stand with one liveryman more, and how many it still lacks."""
    own, most, how = _standing(state, seat, cell, 1)
    said = text(f"london.measure.{how}", own=own, most=most)
    return (
        Measure("london.measure.target", _RANKS.index(how), said=said),
        Measure("london.measure.missing", _missing(state, cell, 1), less=True),
    )


_RANKS: Final = ("behind", "second", "level", "ahead")


def _vote(key: str, own: int, others: Sequence[int]) -> Measure:
    how, most = _stands(own, others), max(others)
    return Measure(key, _RANKS.index(how), said=text(f"london.measure.{how}", own=own, most=most))


def _keep(state: State, seat: int, move: int) -> Text:
    """The most that the card can score, and how many of the three can score as much."""
    points = [at_most(state.box.mayors[mayor]) for mayor in state.mayors[seat]]
    if points[move] < max(points):
        return LITTLE
    n, next_ = points[move], max((each for each in points if each < points[move]), default=0)
    match points.count(n):
        case 1:
            return text("london.reason.keep", n=n, next=next_)
        case 2:
            return text("london.reason.keep_two", n=n, next=next_)
    return text("london.reason.keep_three", n=n)


def _play(state: State, seat: int, move: int) -> Text:
    use = use_of(move)
    if use >= TO:
        return _target(state, seat, use - TO)
    if use == RECRUIT:
        return text("london.reason.recruit", n=state.pawns[seat][HALL] + 1)
    kind = kind_of(move)
    if use == MOVE:
        return _move(state, seat, kind)
    gains = _comes_to(state, seat, move)
    if gains is None:
        return _unshown(state, state.box.kinds[kind].effect)
    for what, n in (("cards", state.box.kinds[kind].cards), ("pawns", state.box.kinds[kind].pawns)):
        if n:
            gains = text(f"london.reason.gain.for_{what}", gains=gains, n=n)
    return gains


def _comes_to(state: State, seat: int, move: int) -> Text | None:
    """The most telling that an effect gains, played out; None where nothing of it shows."""
    after = played_out(state, seat, move)
    gains = () if after is None else tuple(islice(_gained(state, after, seat), MOST_GAINS))
    if not gains:
        return None
    first, *rest = gains
    return text("london.reason.gain.both", first=first, rest=rest[0]) if rest else first


def _gained(state: State, after: State, seat: int) -> Iterator[Text]:
    """What a seat has more than before, the most telling first."""
    before, now = state.pawns[seat], after.pawns[seat]
    if points := after.scores[seat] - state.scores[seat]:
        yield text("london.reason.gain.vp", n=points)
    then, at_first = Outlook(after, seat), Outlook(state, seat)
    grown = [cell for cell in state.open if now[cell] > before[cell]]
    for cell in sorted(grown, key=lambda at: at_first.stake(at, 0) - then.stake(at, 0)):
        own, most, how = _standing(after, seat, cell, 0)
        yield text(f"london.reason.gain.{how}", place=place(state, cell), own=own, most=most)
    if now[PLANTATION] > before[PLANTATION]:
        own, most, _ = _standing(after, seat, PLANTATION, 0)
        yield text("london.reason.gain.plantation", own=own, most=most)
    if (more := now[HALL] - before[HALL]) > 0:
        yield text("london.reason.gain.hall", n=more, there=now[HALL])
    if neutrals := after.neutrals[seat] - state.neutrals[seat]:
        yield text("london.reason.gain.neutral", n=neutrals)
    if drawn := _cards(after, seat) - _cards(state, seat):
        yield text("london.reason.gain.draw", n=drawn)
    if (at_end := after.drawn_at_end - state.drawn_at_end) and not last_round(state):
        yield text("london.reason.gain.draw_end", n=at_end)
    if after.beadle != state.beadle:
        yield text("london.reason.gain.beadle", place=place(state, after.beadle))


def _cards(state: State, seat: int) -> int:
    """All that the seat on turn has had in hand since it began."""
    return len(state.hands[seat]) + len(state.played) + len(state.spent)


def _unshown(state: State, program: int) -> Text:
    """In general, what an effect is for of which nothing shows yet."""
    verbs = {op.verb for op in state.box.programs[program]}
    if "each_time" in verbs:
        return text("london.reason.later")
    return text("london.reason.unseen") if verbs & {"mayor", "trade"} else LITTLE


def _target(state: State, seat: int, cell: int) -> Text:
    """How the tile would stand with all that go there at once; what that keeps from another, or
    leads to with more, where it isn't second yet."""
    more = sent(state, seat, cell) if state.ask == Ask.TARGET else 1
    own, most, how = _standing(state, seat, cell, more)
    ready = _ready(state, cell, more)
    if how == "level":
        tie = _tie(
            state, cell, [n + more * (at == seat) for at, n in enumerate(_there(state, cell))]
        )
        return text("london.reason.target.level", own=own, most=most, tie=tie, ready=ready)
    if how != "behind":
        return text(f"london.reason.target.{how}", own=own, most=most, ready=ready)
    there = [(pawns[cell], other) for other, pawns in enumerate(state.pawns) if other != seat]
    (first, leader), (next_, player), *rest = sorted(there, reverse=True)
    if first > next_ == own and all(number < own for number, _ in rest):
        seats = {"player": Seat(player), "leader": Seat(leader)}
        return text("london.reason.target.kept", own=own, most=first, ready=ready, **seats)
    n = next_ + 1 - own
    how = _standing(state, seat, cell, more + n)[2]
    return text(f"london.reason.target.then_{how}", n=n, ready=ready)


def _there(state: State, where: int) -> list[int]:
    return [pawns[where] for pawns in state.pawns]


def _tie(state: State, where: int, there: Sequence[int]) -> Text:
    """Who would win it, with so many there by seat (rules: vote, growth)."""
    if where == PLANTATION:
        return text("london.tie.shared")
    first = winner(there, [added(state, each, where) for each in range(state.seats)]).winner
    if first is None:
        return text("london.tie.open")
    return text("london.tie.won", player=Seat(first))


def _standing(state: State, seat: int, cell: int, more: int) -> tuple[int, int, str]:
    """Own liverymen there with so many more, the strongest other's, and what that comes to."""
    own = state.pawns[seat][cell] + more
    others = [pawns[cell] for other, pawns in enumerate(state.pawns) if other != seat]
    return own, max(others), _stands(own, others)


def _stands(own: int, others: Sequence[int]) -> str:
    most = max(others)
    if not own or (own < most and sum(number >= own for number in others) > 1):
        return "behind"
    return "ahead" if own > most else "level" if own == most else "second"


def _ready(state: State, cell: int, more: int) -> Text:
    """Whether the tile is voted on with so many more there, and when."""
    missing = _missing(state, cell, more)
    if missing:
        return text("london.reason.missing", n=missing)
    passed = state.phase == Phase.ACTIVATION and cell <= state.active
    soon = "now" if activates(state) and not passed else "later"
    return text(f"london.reason.ready.{soon}")


def _missing(state: State, cell: int, more: int) -> int:
    """Liverymen that the tile's threshold still lacks with so many more."""
    return max(0, state.box.threshold[state.tiles[cell]] - members(state, cell) - more)


def _move(state: State, seat: int, kind: int) -> Text:
    """From where to where a card moves one best."""
    starts = elsewhere(sources(state, seat, "any"))
    _, start, end = _best_way(state, seat, starts, targets(state, state.box.kinds[kind].colours))
    return _way("move", state, seat, start, end)


def _best_way(
    state: State, seat: int, starts: Iterable[int], ends: Iterable[int]
) -> tuple[float, int, int]:
    """What a move is worth at best, also where that is less than nothing; from where, to where."""
    outlook = Outlook(state, seat)
    ways = [(start, end) for start in starts for end in ends if start != end]
    value = {way: outlook.gain(way[1]) - outlook.loss(way[0]) for way in ways}
    start, end = max(ways, key=value.__getitem__, default=(EMPTY, EMPTY))
    return value.get((start, end), 0.0), start, end


def _way(key: str, state: State, seat: int, start: int, end: int) -> Text:
    return text(
        f"london.reason.{key}",
        leaves=_leaves(state, seat, start),
        place=place(state, end),
        target=_target(state, seat, end),
    )


def _leaves(state: State, seat: int, where: int) -> Text:
    """What is left of the seat where one of its liverymen goes from."""
    if where in (HALL, SUPPLY):
        return text("london.reason.leaves.hall", n=state.pawns[seat][HALL])
    if where in state.resolved:
        return text("london.reason.leaves.master", place=place(state, where))
    own, most, how = _standing(state, seat, where, -1)
    how = how if own else "none"
    return text(f"london.reason.leaves.{how}", place=place(state, where), n=own, most=most)


def _source(state: State, seat: int, where: int) -> Text:
    """What one from there is best for."""
    _, start, end = _best_way(state, seat, [where], targets(state, colours(state)))
    if end == EMPTY:
        return text("london.reason.source", leaves=_leaves(state, seat, where))
    return _way("move", state, seat, start, end)


def _elsewhere(state: State, seat: int) -> Text:
    """Who had better come than somebody on the Guildhall."""
    op = asking(state)
    starts = elsewhere(sources(state, seat, op.source))
    _, start, _ = Outlook(state, seat).way(starts, op.colours)
    leaves = _leaves(state, seat, start if start != EMPTY else starts[0])
    return text("london.reason.source", leaves=leaves)


def _ship(state: State, seat: int, where: int) -> Text:
    own, most, how = _standing(state, seat, PLANTATION, 1)
    leaves = _leaves(state, seat, where)
    if how == "behind":
        return text("london.reason.source", leaves=leaves)
    return text(f"london.reason.ship.{how}", own=own, most=most, leaves=leaves)


def _pay_pawn(state: State, seat: int, move: int) -> Text:
    """Where liverymen are paid from, each place once."""
    paid = dict.fromkeys(packed.unpack(move))
    return text("london.reason.pay_pawn", places=tuple(_leaves(state, seat, at) for at in paid))


def _given_up(state: State, _: int, move: int) -> Text:
    """What cards that are paid or discarded are good for."""
    colours, cards = _spent(state, move)
    return text(f"london.reason.given_up{'.priced' if cards else ''}", n=colours, cards=cards)


def _spent(state: State, move: int) -> tuple[int, int]:
    """Colours of the cards given up, and what their effects cost."""
    numbers = [move] if state.ask == Ask.TRADE else packed.unpack(move)
    colours = cards = 0
    for kind in numbers:
        colours |= state.box.kinds[kind].colours
        cards += state.box.kinds[kind].cards
    return colours.bit_count(), cards


def _spared(state: State, move: int) -> tuple[Measure, ...]:
    return (Measure("london.measure.given_up", _spent(state, move)[0], less=True),)


def _beadle(state: State, seat: int, cell: int) -> Text:
    """How the seat stands where the beadle goes, if it is rewarded there."""
    own, most, how = _standing(state, seat, cell, 0)
    if not own or how == "behind":
        return LITTLE
    ready = _ready(state, cell, int(state.beadle != cell))
    return text(f"london.reason.beadle.{how}", own=own, most=most, ready=ready)


def _choose(state: State, seat: int, move: int) -> Text:
    """What an alternative of an effect comes to; in a reward nothing is played out."""
    return _comes_to(state, seat, move) or _unshown(state, asking(state).options[move])


def _kept(state: State, seat: int, move: int) -> Text:
    """What the mayor's cards kept would score now."""
    return text("london.reason.kept", n=_scored(state, seat, move))


def _scored(state: State, seat: int, move: int) -> int:
    worth = [final.worth(state, seat, state.box.mayors[mayor]) for mayor in state.looked]
    if state.ask == Ask.LOOK:
        return sum(points for at, points in enumerate(worth) if move >> at & 1)
    return sum(worth[at] for at in order_of(move, len(worth))[: asking(state).keep])


def _replace(state: State, seat: int, move: int) -> Text:
    """What a replacement makes of the vote; where it wins no place, how that stands."""
    own, others, n = _replaced(state, seat, move)
    _, most, before = _standing(state, seat, disputed(state), 0)
    if not n:
        return text("london.reason.no_replacement", own=own, most=most, n=state.neutrals[seat])
    now, how = max(others), _stands(own, others)
    if own and how == "level" != before:
        where = disputed(state)
        tie = _tie(state, where, [*others[:seat], own, *others[seat:]])
        return text("london.reason.replace.level", own=own, most=now, n=n, tie=tie)
    if own and how not in ("behind", before):
        return text(f"london.reason.replace.{how}", own=own, most=now, n=n)
    return text("london.reason.replace", own=own, most=most, then=now, n=n) if own else LITTLE


def _replaced(state: State, seat: int, move: int) -> tuple[int, Sequence[int], int]:
    """Own liverymen in the vote, those of others after it, and neutrals spent for that, with what
    was chosen of earlier opponents."""
    where = disputed(state)
    lost = negotiation.unpack(move, state.seats) if state.ask == Ask.NEGOTIATE else {}
    if state.ask == Ask.REPLACE:
        opponents = negotiation.opponents(state, seat, where)
        lost = dict(zip(opponents, (*state.picks, move), strict=False))
    others = [
        pawns[where] - lost.get(other, 0)
        for other, pawns in enumerate(state.pawns)
        if other != seat
    ]
    return state.pawns[seat][where], others, sum(lost.values())


def _take(state: State, seat: int, move: int) -> Text:
    """That nothing of a reward has a price."""
    offered = parts(state, seat)
    if any(not move >> at & 1 for at in offered):
        return LITTLE
    ops = [op for program in programs(state) for op in state.box.programs[program]]
    moves = any(ops[at].verb in ("move", "plantation") for at in offered)
    return text(f"london.reason.take_{'moves' if moves else 'all'}")


def _end(state: State, seat: int) -> Text:
    if last_round(state):
        return text("london.reason.end_last")
    n, cards = drawn_at_end(state), len(state.hands[seat])
    if not cards:
        return text("london.reason.empty", n=n)
    limit = hand_limit(state, seat)
    if (over := cards + n - limit) > 0:
        key = "london.reason.end_over" if state.played else "london.reason.end_rested"
        return text(key, n=over, drawn=n, cards=cards, limit=limit)
    return text("london.reason.end", n=n, cards=cards)


def _stop(state: State, seat: int) -> Text:
    """What the best move would come to, if it isn't worth it; else that all stays as it is."""
    places = [at for at in state.options if at >= 0]
    value, start, end = 0.0, EMPTY, EMPTY
    match state.ask:
        case Ask.TRADE:
            return text("london.reason.stop.trade")
        case Ask.SHIP:
            outlook = Outlook(state, seat)
            start = min(places, key=outlook.loss)
            if outlook.shipped() <= outlook.loss(start):
                return text("london.reason.stop.ship", leaves=_leaves(state, seat, start))
        case Ask.SOURCE:
            ends = targets(state, colours(state))
            value, start, end = _best_way(state, seat, places, ends)
        case Ask.TARGET if state.picks[-1] != SUPPLY:
            value, start, end = _best_way(state, seat, [state.picks[-1]], places)
    if value <= 0 and end != EMPTY:
        return _way("stop.best", state, seat, start, end)
    return text("london.reason.stop.move")


_WAYS_OUT: Final[Mapping[int, Callable[[State, int], Text]]] = {
    END: _end,
    STOP: _stop,
    ELSEWHERE: _elsewhere,
}
_REASONS: Final[Mapping[Ask, Callable[[State, int, int], Text]]] = {
    Ask.KEEP: _keep,
    Ask.PLAY: _play,
    Ask.PAY_CARD: _given_up,
    Ask.PAY_PAWN: _pay_pawn,
    Ask.SOURCE: _source,
    Ask.TARGET: _target,
    Ask.SHIP: _ship,
    Ask.BEADLE: _beadle,
    Ask.CHOOSE: _choose,
    Ask.TRADE: _given_up,
    Ask.LOOK: _kept,
    Ask.ARRANGE: _kept,
    Ask.EXCESS: _given_up,
    Ask.NEGOTIATE: _replace,
    Ask.REPLACE: _replace,
    Ask.TAKE: _take,
}
