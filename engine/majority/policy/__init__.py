"""How computers judge The Majority: the card that looks best by the gold it would bring now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from operator import add
from typing import Final, NamedTuple

from engine.majority.components import COLOUR, COLOURS, COMPONENTS, EFFECT, POWER, partner
from engine.majority.flow import moves
from engine.majority.rounds import WIDTH, pay, ranks
from engine.majority.state import EXCHANGE, NONE, OPEN, PARTIES, PLAY, State
from engine.majority.telling import COLOUR_NAME
from engine.majority.turn import BRIBES, open_order
from engine.parts.policy import LITTLE, Measure, Policy, Prospects, Signs
from engine.parts.rng import Rng
from engine.parts.values import Outcome
from engine.text import Seat, Text, text

DAZZLED: Final = 95
"""Of a hundred choices of a beginner, those for the strongest card, whatever it brings."""
PROSPECTS: Final = Prospects.of(__name__)
SPREAD: Final = 5
"""Gold ahead that makes a party fairly sure to win."""

LOOT: Final = 5
"""Power that a bribe takes, on average about."""
BONUS: Final = {"bribe": 0.5, "assassination": 1.0, "spy": 0.4, "betrayal": 0.0, None: 0.0}
"""Gold that an effect is worth beside the power it moves."""
GROWTH: Final = 0.12
"""Gold that a point of power is worth in the debates to come."""


class MajorityPolicy(Policy[State]):
    """Greedy for the gold of the next debate."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every move."""
        return moves(state, seat)

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Mostly for the strongest card; who has most of a colour earns little, though."""
        if rng.below(100) < DAZZLED:
            return max(moves(state, seat), key=POWER.__getitem__)
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """The card that looks best by the gold that it would bring now."""
        return choose(state, seat)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def reason(self, state: State, seat: int, move: int) -> Text:
        """What this move comes to as the table stands."""
        return reason(state, seat, move)

    def measures(self, state: State, seat: int, move: int) -> Sequence[Measure]:
        """Gold if the debate were held now; what a bribe or an assassin brings shows only then."""
        return measures(state, seat, move)

    def second(self, state: State, seat: int, move: int) -> int | None:
        """The next best card, if there is one of which nothing takes away what it brings."""
        others = [kind for kind in moves(state, seat) if kind != move]
        if not others:
            return None
        return max(others, key=lambda kind: (not _lost(state, kind), promise(state, seat, kind)))

    def why_second(self, state: State, seat: int, move: int, other: int) -> Text:
        """What this move has before the other that weighs most."""
        return apart(state, seat, move, other)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1, by how far the seat's party is ahead of the best other, in gold."""
        partners = next((party for party in PARTIES if seat in party), ())
        alone = len(outcome.scores) != len(PARTIES) * 2
        ours = (seat,) if alone else partners
        best = max(gold for other, gold in outcome.scores.items() if other not in ours)
        return 1 / (1 + exp((best - outcome.scores[seat]) / SPREAD))

    def signs(self, state: State) -> Signs:
        """Gold, power won, and colours in which nobody has more; stages are rounds."""
        most = [max(state.totals[colour::WIDTH]) for colour in range(WIDTH)]
        by_seat = []
        for seat in range(state.seats):
            totals = state.totals[seat * WIDTH : (seat + 1) * WIDTH]
            leads = sum(mine == top for mine, top in zip(totals, most, strict=True))
            by_seat.append((state.gold[seat], sum(totals), leads))
        return Signs(state.round, by_seat)

    def prospect(self, state: State, seat: int) -> float | None:
        """The chance of the seat's party."""
        return PROSPECTS.chance(self.signs(state), seat, PARTIES if state.seats == 4 else ())


def choose(state: State, seat: int) -> int:
    """A sensible move of a seat that is asked; looks at nothing that the seat doesn't see."""
    return max(moves(state, seat), key=lambda kind: promise(state, seat, kind))


def promise(state: State, seat: int, kind: int) -> float:
    """What choosing this card is worth: to play it, or to give it to the partner."""
    if state.phase == EXCHANGE:
        return worth(state, partner(seat), kind) - worth(state, seat, kind)
    return worth(state, seat, kind)


def worth(state: State, seat: int, kind: int) -> float:
    """What playing this card brings the seat's party, in gold, against the others' average."""
    effect = EFFECT[kind]
    totals = state.totals[COLOUR[kind] :: len(COLOURS)]
    before = _margin(totals, state, seat)
    gainer = (seat - 1) % state.seats if effect == "betrayal" else seat
    power = LOOT if effect == "bribe" else POWER[kind]
    totals[gainer] += power
    growth = GROWTH * power if gainer == seat else -GROWTH * power / 2
    return _margin(totals, state, seat) - before + growth + BONUS[effect]


def _margin(totals: Sequence[int], state: State, seat: int) -> float:
    return _edge(pay(totals), state, seat)


def _edge(gold: Sequence[int], state: State, seat: int) -> float:
    ours = _ours(gold, state, seat)
    return ours - (sum(gold) - ours) / 2


def _ours(gold: Sequence[int], state: State, seat: int) -> int:
    """Gold of the seat's side."""
    return gold[seat] + (gold[partner(seat)] if state.seats == 4 else 0)


KEPT: Final = 1
"""Cards that stay in hand for the next round: the one before is the round's last."""


def reason(state: State, seat: int, kind: int) -> Text:
    """What speaks for this card, of the cards won and of what it says."""
    effect, colour = EFFECT[kind], COLOUR[kind]
    if state.phase == EXCHANGE:
        return (effect != "betrayal" and _won(state, partner(seat), kind, "partner")) or LITTLE
    if _lost(state, kind):
        return LITTLE
    match effect:
        case None:
            return _won(state, seat, kind, "own") or LITTLE
        case "betrayal":
            return _betrayed(state, seat, kind) or LITTLE
        case "bribe":
            return text("majority.reason.bribe", colour=COLOUR_NAME[colour], power=LOOT)
        case "assassination":
            others = (name for other, name in enumerate(COLOUR_NAME) if other != colour)
            return text("majority.reason.assassination", colours=tuple(others))
    if _is_last(state, seat):
        return text("majority.reason.spy_last")
    return text("majority.reason.spy", n=open_order(seat, state.seats).index(seat))


def _is_last(state: State, seat: int) -> bool:
    """Whether a card is played, and is the round's last."""
    return state.phase in (PLAY, OPEN) and len(state.hands[seat]) == KEPT + 1


def measures(state: State, seat: int, kind: int) -> tuple[Measure, ...]:
    """Gold of the seat's side and of the others if the debate were held with this card won."""
    if EFFECT[kind] in ("bribe", "assassination"):
        return ()
    promised = _promised(state, seat, partner(seat) if state.phase == EXCHANGE else seat, kind)
    return (
        Measure(f"majority.measure.{'team' if state.seats == 4 else 'gold'}", promised.ours),
        Measure("majority.measure.others", promised.others, less=True),
    )


class Promised(NamedTuple):
    """Gold of a seat's side and of the others if the debate were held with a card won, and the
    power that it has moved to the seat."""

    ours: int
    others: int
    power: int


def _promised(state: State, seat: int, whom: int, kind: int) -> Promised:
    """What a card comes to that `whom` plays; a bribe takes what the computer counts on."""
    effect, gold = EFFECT[kind], [0] * state.seats
    gainer = (whom - 1) % state.seats if effect == "betrayal" else whom
    power = 0 if _lost(state, kind) else LOOT if effect == "bribe" else POWER[kind]
    for colour in range(WIDTH):
        totals = state.totals[colour::WIDTH]
        if colour == COLOUR[kind]:
            totals[gainer] += power
        gold = [*map(add, gold, pay(totals))]
    ours = _ours(gold, state, seat)
    return Promised(ours, sum(gold) - ours, power if gainer == seat else 0)


def apart(state: State, seat: int, move: int, other: int) -> Text:
    """What weighs most of that which this move has before the other, as `promise` weighs it."""
    if state.phase == EXCHANGE:
        return _given(state, seat, move, other)
    if _lost(state, other):
        return text("majority.reason.second.lost")
    mine, theirs = (_promised(state, seat, seat, kind) for kind in (move, other))
    ours = "team" if state.seats == 4 else "gold"
    weights = {
        ours: mine.ours - theirs.ours,
        "others": (theirs.others - mine.others) / 2,
        "power": GROWTH * (mine.power - theirs.power),
        "effect": BONUS[EFFECT[move]] - BONUS[EFFECT[other]],
    }
    key = max(weights, key=weights.__getitem__)
    if weights[key] <= 0:
        return LITTLE
    if key == "effect" and mine.ours <= theirs.ours:
        level = "level" if EFFECT[other] else "level.none"
        key = level if mine.ours == theirs.ours else "effect"
    elif key == "effect":
        key = ours
    elif EFFECT[other] == "bribe" != EFFECT[move]:
        key += ".bribe"  # of one that is suggested, its reason says what is counted on
    at = {"others": "others", "power": "power"}.get(key.partition(".")[0], "ours")
    n, number = (getattr(one, at) for one in (theirs, mine))
    return text(f"majority.reason.second.{key}", n=n, mine=number, power=LOOT)


def _given(state: State, seat: int, move: int, other: int) -> Text:
    """Gold that the seat's party has of a card with the partner, and doesn't with the seat."""
    mine, theirs = (
        _promised(state, seat, partner(seat), kind).ours - _promised(state, seat, seat, kind).ours
        for kind in (move, other)
    )
    if mine <= theirs:
        return LITTLE
    key = "given" if theirs > 0 else "kept"
    return text(f"majority.reason.second.{key}", n=theirs, mine=mine, player=Seat(partner(seat)))


def _lost(state: State, kind: int) -> bool:
    """Whether what lies open takes or discards a card, which then is worth nothing."""
    if state.phase != OPEN or EFFECT[kind] == "bribe":
        return False
    if EFFECT[kind] == "assassination":
        return _bribed(state, kind) and not state.options.stolen_assassin_acts
    return _bribed(state, kind) or any(
        EFFECT[card] == "assassination" and COLOUR[card] != COLOUR[kind]
        for card in state.chosen
        if card != NONE
    )


def _bribed(state: State, kind: int) -> bool:
    """Whether a bribe that lies open, the only one of its colour, takes it."""
    bribe = next(card for card in BRIBES if COLOUR[card] == COLOUR[kind])
    return state.chosen.count(bribe) == 1


def _betrayed(state: State, seat: int, kind: int) -> Text | None:
    """What is gained where a card goes to the neighbour."""
    neighbour = (seat - 1) % state.seats
    totals, before, after = _paid(state, neighbour, kind)
    now, then, n = _ours(before, state, seat), _ours(after, state, seat), after[seat]
    colour = COLOUR_NAME[COLOUR[kind]]
    if then <= now:
        return _costs(state, seat, kind, before, after)
    if then - now != n - before[seat]:
        return text("majority.reason.team", colour=colour, n=then, before=now)
    return text(
        "majority.reason.betrayal",
        player=Seat(neighbour),
        colour=colour,
        power=totals[neighbour],
        n=n,
        before=before[seat],
    )


def _paid(state: State, seat: int, kind: int) -> tuple[list[int], list[int], list[int]]:
    """The totals of a card's colour once this seat has won it; its gold before, and then."""
    totals = state.totals[COLOUR[kind] :: len(COLOURS)]
    before = pay(totals)
    totals[seat] += POWER[kind]
    return totals, before, pay(totals)


def _costs(
    state: State, seat: int, kind: int, before: Sequence[int], after: Sequence[int]
) -> Text | None:
    """Who of the others loses most gold by it, if they lose more than the seat's side."""
    if _edge(after, state, seat) <= _edge(before, state, seat):
        return None
    ours = (seat, partner(seat)) if state.seats == 4 else (seat,)
    others = [other for other in range(state.seats) if other not in ours]
    whom = max(others, key=lambda other: before[other] - after[other])
    colour, n = COLOUR_NAME[COLOUR[kind]], before[whom] - after[whom]
    return text("majority.reason.costs", player=Seat(whom), colour=colour, n=n) if n > 0 else None


def _won(state: State, seat: int, kind: int, whose: str) -> Text | None:
    """What the seat gains by the card in the card's colour, its partner too; else the others'
    loss, else how it would stand there."""
    totals, before, after = _paid(state, seat, kind)
    now, then = _ours(before, state, seat), _ours(after, state, seat)
    colour, n = COLOUR_NAME[COLOUR[kind]], after[seat]
    if then <= now:
        costs = _costs(state, seat, kind, before, after)
        return costs or _stands(state, seat, kind, whose, spared=then == now)
    if then - now != n - before[seat]:
        return text("majority.reason.team", colour=colour, n=then, before=now)
    how = "first" if ranks(totals)[seat] == 1 else "second"
    return text(
        f"majority.reason.{whose}.{how}",
        player=Seat(seat),
        colour=colour,
        power=totals[seat],
        n=n,
        before=before[seat],
    )


def _stands(state: State, seat: int, kind: int, whose: str, *, spared: bool) -> Text | None:
    """How the seat would stand in a colour that pays it no more than now; `spared`: nor less."""
    totals, before, _ = _paid(state, seat, kind)
    colour, own = COLOUR_NAME[COLOUR[kind]], totals[seat]
    others = [total for other, total in enumerate(totals) if other != seat]
    place, was = ranks(totals)[seat], ranks(state.totals[COLOUR[kind] :: WIDTH])[seat]
    below = [total for total in others if total <= own]
    if whose == "own" and spared and before[seat] and place == was and below:
        how = "first" if place == 1 else "second"
        return text(f"majority.reason.surer.{how}", colour=colour, power=own, next=max(below))
    later = state.round < COMPONENTS.rounds.count
    if whose == "own" and place == 3 and (later or not _is_last(state, seat)):
        second = max(total for total in others if total < max(others))
        return text("majority.reason.nearer", colour=colour, power=own, n=second - own)
    if later and POWER[kind]:
        return text(f"majority.reason.{whose}.later", colour=colour, power=own, player=Seat(seat))
    return None
