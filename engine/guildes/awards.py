"""What may be remarkable in a game of Guildes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.awards import Award, Feat
from engine.guildes.components import GUILDS, WIDTH
from engine.guildes.scoring import of_seat
from engine.guildes.state import State
from engine.guildes.telling import GUILD

_TRICKS: Final = (
    *("protection", "exchange", "sacrifice", "salvage", "second_thoughts"),
    *("plus", "plus_self", "minus", "minus_self"),
)

AWARDS: Final = (
    Award("lead", single=True),
    Award("ballot", told=("guildes.event.votes",), amount="n", single=True),
    Award("tricks", told=tuple(f"guildes.event.trick.{trick}" for trick in _TRICKS)),
    Award("led", single=True),
    Award("rise", single=True),
)


def feats(state: State) -> Iterator[Feat]:
    """At each count: leads in guilds, how many a seat leads alone, and its rise since the last."""
    before = [0] * state.seats
    for ballot, votes in enumerate(state.counts, start=1):
        won = [sum(of_seat(votes, seat)) for seat in range(state.seats)]
        if ballot > 1:
            yield from (Feat("rise", seat, won[seat] - before[seat]) for seat in range(state.seats))
        before = won
        led = dict.fromkeys(range(state.seats), 0)
        for guild in range(len(GUILDS)):
            column = [votes[seat * WIDTH + guild] for seat in range(state.seats)]
            first, second, *_ = sorted(column, reverse=True)
            if first > second:
                leader = column.index(first)
                led[leader] += 1
                yield Feat("lead", leader, first - second, GUILD[guild])
        yield from (Feat("led", seat, number) for seat, number in led.items())
