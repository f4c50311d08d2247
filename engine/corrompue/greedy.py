"""Greedy play on the core: tricks with Paysans are wanted, tricks with Noblesse are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.corrompue.components import (
    CULTE,
    FACTION,
    FACTION_CARDS,
    MILICE,
    NOBLESSE,
    PAYSAN,
    VALUE,
    cards_in,
)
from engine.corrompue.phases import DISCARD, INTERRUPT, KEEP, NAME
from engine.corrompue.state import State
from engine.corrompue.trick import NO_FACTION, asked, best, counts

TASTE: Final = {NOBLESSE: -1.0, PAYSAN: 1.0, MILICE: 0.4, CULTE: 0.0}
"""What winning a card of each faction is worth."""
WORTH_THE_TOKEN: Final = 1.5
TOO_MANY: Final = {2: 1, 3: 4, 4: 4}
"""By seats: cards of a faction, all one player's, from which on taking them all is likely."""


def choose(state: State, seat: int) -> int:
    """A sensible move of a seat that is asked; looks at nothing that the seat doesn't see."""
    moves = state.moves(seat)
    if state.phase == DISCARD:
        return max(moves, key=lambda cards: sum(map(_burden, cards_in(cards))))
    if state.phase == INTERRUPT:
        return _interrupt(state, seat)
    return max(moves, key=lambda card: _play(state, seat, card))


def _tastes(state: State, seat: int) -> dict[int, float]:
    """TASTE, turned round where one seat is about to take every card of a faction.

    Whoever takes them all gives the tokens to the others; so one Noblesse card is wanted in time,
    and Paysans are left to somebody else once too many are one's own.
    """
    tastes = dict(TASTE)
    too_many = TOO_MANY[state.seats]
    for faction in (NOBLESSE, PAYSAN):
        won = [(cards & FACTION_CARDS[faction]).bit_count() for cards in state.won]
        if won[seat] == 0 and max(won) == sum(won) >= too_many and faction == NOBLESSE:
            tastes[faction] = 1.0
        elif won[seat] == sum(won) >= too_many and faction == PAYSAN:
            tastes[faction] = -1.0
    return tastes


def _taste(cards: Iterable[int], tastes: Mapping[int, float]) -> float:
    return sum(tastes[FACTION[card]] for card in cards)


def _burden(card: int) -> float:
    """How gladly a card is thrown away: high Noblesse first, high Paysans never."""
    return VALUE[card] * {NOBLESSE: 1.0, PAYSAN: -0.6, MILICE: -0.2, CULTE: -0.1}[FACTION[card]]


def _play(state: State, seat: int, card: int) -> float:
    """The trick's value times the chance to take it, and whether the card is well spent."""
    plays = (*state.plays, card)
    tastes = _tastes(state, seat)
    chance = _chance(state, seat, plays)
    faction = asked(plays)
    to_come = state.seats - len(plays)
    follow = tastes[faction] * 0.7 * to_come if faction != NO_FACTION else 0.0
    return chance * (_taste(plays, tastes) + follow) + 0.05 * (1 - 2 * chance) * _burden(card)


def _chance(state: State, seat: int, plays: tuple[int, ...]) -> float:
    """How likely the last of these cards takes the trick: fewer unseen cards beat it."""
    if best(plays) != len(plays) - 1:
        return 0.0
    to_come = state.seats - len(plays)
    if to_come == 0:
        return 1.0
    faction, mine = asked(plays), counts(plays[-1], asked(plays))
    seen = state.hands[seat] | state.discards[seat] | sum(state.won) | sum(1 << c for c in plays)
    wanted = FACTION_CARDS[faction] if faction != NO_FACTION else 0
    unseen = cards_in(wanted & ~seen)
    higher = sum(VALUE[card] > mine for card in unseen)
    share = higher / len(unseen) if unseen else 0.2
    return float((1 - share) ** to_come)


def _interrupt(state: State, seat: int) -> int:
    """Spend the token on a trick that matters: take it, or leave it to the most corrupt."""
    value = _taste(state.plays, _tastes(state, seat))
    if value >= WORTH_THE_TOKEN and state.taker != seat:
        return NAME + seat
    if value <= -WORTH_THE_TOKEN and state.taker == seat:
        others = [other for other in range(state.seats) if other != seat]
        return NAME + max(others, key=lambda other: state.noblesse[other])
    return KEEP
