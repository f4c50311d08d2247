"""What may be remarkable in a game of The Majority."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.awards import Award, Feat
from engine.majority.components import COLOURS
from engine.majority.state import State
from engine.majority.telling import COLOUR_NAME

AWARDS: Final = (
    Award("spies", told=("majority.event.spy",), who="seat"),
    Award("killed", told=("majority.event.assassination",), who="seat", amount="cards"),
    Award("bribed", told=("majority.event.bribe",), who="seat", amount="cards"),
    Award("power", single=True),
    Award("total"),
)


def feats(state: State) -> Iterator[Feat]:
    """The power of each seat in each colour, debate after debate."""
    for totals in state.debates:
        for seat in range(state.seats):
            for colour, name in enumerate(COLOUR_NAME):
                power = totals[seat * len(COLOURS) + colour]
                yield Feat("power", seat, power, name)
                yield Feat("total", seat, power)
