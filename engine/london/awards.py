"""What may be remarkable in a game of Guilds of London."""

from __future__ import annotations

from typing import Final

from engine.parts.awards import Award

AWARDS: Final = (
    Award("guilds", told=("london.told.wins", "london.told.wins_tie"), least=3),
    Award("plantation", told=("london.told.ships",)),
    Award("moves", told=("london.told.moves",), least=4),
    Award("recruits", told=("london.told.recruits",), amount="n", least=5),
)
