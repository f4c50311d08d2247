"""What may be remarkable in a game of La Cité corrompue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.awards import Award, Feat
from engine.corrompue.state import State
from engine.corrompue.telling import FACTION_NAME

AWARDS: Final = (
    Award("interruptions", told=("corrompue.event.interrupts",), who="seat"),
    Award("faction", single=True),
    Award("tricks", told=("corrompue.event.takes",), who="seat"),
)


def feats(state: State) -> Iterator[Feat]:
    """The cards that each seat has won of each faction, event after event."""
    for won in state.counts:
        counted = len(won) // state.seats
        for seat in range(state.seats):
            for faction, name in enumerate(FACTION_NAME[:counted]):
                yield Feat("faction", seat, won[seat * counted + faction], name)
