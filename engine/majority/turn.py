"""One turn: what the effects of the cards played together do (rules: Effects)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from engine.majority.components import CARDS, COLOUR, EFFECT, KIND_OF_CARD, POWER, Card
from engine.majority.options import MajorityOptions
from engine.parts.values import NOBODY

BRIBES: Final = frozenset(kind for kind, effect in enumerate(EFFECT) if effect == "bribe")
ASSASSINS: Final = frozenset(
    kind for kind, effect in enumerate(EFFECT) if effect == "assassination"
)
SPIES: Final = frozenset(kind for kind, effect in enumerate(EFFECT) if effect == "spy")
TRAITORS: Final = frozenset(kind for kind, effect in enumerate(EFFECT) if effect == "betrayal")

Fate = Literal["kept", "stolen", "killed", "betrayed"]


class Settled(NamedTuple):
    """A turn on the ints of the core; seats index the lists.

    `owner`: who wins the card that this seat played, NOBODY if it is discarded.
    `thief`: whose bribe took it, NOBODY if none did. `spy`: whose 3 takes the token, or NOBODY.
    """

    owner: list[int]
    thief: list[int]
    spy: int


class Resolution(NamedTuple):
    """What a turn comes to: what each seat wins, what is discarded, who holds the token.

    `open_order`: the seats in the order in which the next card is played openly; empty when it
    is played in secret. (The last turn of a round carries nothing over; that is for the caller.)
    """

    won: Mapping[int, tuple[Card, ...]]
    discarded: tuple[Card, ...]
    spy_holder: int
    open_order: tuple[int, ...]


class Play(NamedTuple):
    """What became of one card; `by` are the seats that did it to the card.

    `worked`: whether the card's own effect took place; None for a card without one.
    """

    seat: int
    kind: int
    fate: Fate
    owner: int
    by: tuple[int, ...]
    worked: bool | None


def resolve(
    played: Mapping[int, Card], seats: int, spy_holder: int, options: MajorityOptions | None = None
) -> Resolution:
    """Apply the effects of one turn; `played` holds every seat's card."""
    options = options or MajorityOptions()
    kinds = [KIND_OF_CARD[Card(*played[seat])] for seat in range(seats)]
    owner, _, spy = settle(kinds, spy_holder, options)
    return Resolution(
        won={
            seat: tuple(CARDS[kinds[s]] for s in range(seats) if owner[s] == seat)
            for seat in range(seats)
        },
        discarded=tuple(CARDS[kinds[s]] for s in range(seats) if owner[s] == NOBODY),
        spy_holder=spy_holder if spy == NOBODY else spy,
        open_order=() if spy == NOBODY else open_order(spy, seats),
    )


def open_order(spy: int, seats: int) -> tuple[int, ...]:
    """Who plays when after this seat's working 3: with four players the seat to the right
    first, then clockwise; with three the seat to the left first, so the spy is last.
    """
    first = spy + 1 if seats == 3 else spy - 1
    return tuple([(first + step) % seats for step in range(seats)])


def settle(kinds: Sequence[int], spy_holder: int, options: MajorityOptions) -> Settled:
    """Apply the effects from the lowest power up; `kinds` by seat."""
    seats = len(kinds)
    owner = list(range(seats))
    thief = [NOBODY] * seats
    spy = NOBODY
    if not BRIBES.isdisjoint(kinds):
        _bribe(kinds, owner, thief)
    if not ASSASSINS.isdisjoint(kinds):
        _assassinate(kinds, owner, thief, options)
    if not SPIES.isdisjoint(kinds):
        spy = _spy(kinds, owner, thief, spy_holder, options)
    if not TRAITORS.isdisjoint(kinds):
        _betray(kinds, owner)
    return Settled(owner, thief, spy)


def _bribe(kinds: Sequence[int], owner: list[int], thief: list[int]) -> None:
    """A lone 0 of its colour takes the others' cards of that colour."""
    for seat, kind in enumerate(kinds):
        if kind in BRIBES and kinds.count(kind) == 1:
            for other, taken in enumerate(kinds):
                if other != seat and COLOUR[taken] == COLOUR[kind]:
                    owner[other] = thief[other] = seat


def _assassinate(
    kinds: Sequence[int], owner: list[int], thief: Sequence[int], options: MajorityOptions
) -> None:
    """A 2 discards the cards of the other two colours that no bribe took; all 2s at once."""
    for seat, kind in enumerate(kinds):
        if kind in ASSASSINS and (options.stolen_assassin_acts or thief[seat] == NOBODY):
            for other, victim in enumerate(kinds):
                if COLOUR[victim] != COLOUR[kind] and thief[other] == NOBODY:
                    owner[other] = NOBODY


def _spy(
    kinds: Sequence[int],
    owner: Sequence[int],
    thief: Sequence[int],
    spy_holder: int,
    options: MajorityOptions,
) -> int:
    """Whose 3 takes the token: of those that work, the furthest clockwise from its holder."""
    working = [
        seat
        for seat, kind in enumerate(kinds)
        if kind in SPIES
        and owner[seat] != NOBODY
        and (options.first_edition_spy or thief[seat] == NOBODY)
    ]
    return max(working, key=lambda seat: (seat - spy_holder) % len(kinds), default=NOBODY)


def _betray(kinds: Sequence[int], owner: list[int]) -> None:
    """A traitor that nobody took goes to the seat on the right."""
    for seat, kind in enumerate(kinds):
        if kind in TRAITORS and owner[seat] == seat:
            owner[seat] = (seat - 1) % len(kinds)


def explain(kinds: Sequence[int], spy_holder: int, options: MajorityOptions) -> list[Play]:
    """What became of each card, in the order of the effects (lowest power first)."""
    settled = settle(kinds, spy_holder, options)
    owner, thief, _ = settled
    plays = []
    for seat in sorted(range(len(kinds)), key=lambda seat: (POWER[kinds[seat]], kinds[seat], seat)):
        kind = kinds[seat]
        fate: Fate = "kept"
        by: tuple[int, ...] = ()
        if thief[seat] != NOBODY:
            fate, by = "stolen", (thief[seat],)
        elif owner[seat] == NOBODY:
            fate, by = "killed", _killers(kinds, kind, thief, options)
        elif owner[seat] != seat:
            fate, by = "betrayed", (seat,)
        worked = _worked(kinds, seat, settled, options)
        plays.append(Play(seat, kind, fate, owner[seat], by, worked))
    return plays


def _killers(
    kinds: Sequence[int], victim: int, thief: Sequence[int], options: MajorityOptions
) -> tuple[int, ...]:
    return tuple(
        seat
        for seat, kind in enumerate(kinds)
        if kind in ASSASSINS
        and COLOUR[kind] != COLOUR[victim]
        and (options.stolen_assassin_acts or thief[seat] == NOBODY)
    )


def _worked(
    kinds: Sequence[int], seat: int, settled: Settled, options: MajorityOptions
) -> bool | None:
    kind = kinds[seat]
    if kind in BRIBES:
        return kinds.count(kind) == 1
    if kind in ASSASSINS:
        return options.stolen_assassin_acts or settled.thief[seat] == NOBODY
    if kind in SPIES:
        return seat == settled.spy
    if kind in TRAITORS:
        return settled.thief[seat] == NOBODY and settled.owner[seat] not in {seat, NOBODY}
    return None
