"""What may be remarkable in a game of liar's dice."""

from __future__ import annotations

from typing import Final

from engine.awards import Award

AWARDS: Final = (
    Award("calls", told=("liars_dice.event.calls",), who="caller"),
    Award("bids", told=("liars_dice.event.bids",), who="seat", least=3),
)
