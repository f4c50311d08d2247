"""Computer players, on views alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.advice import Advice, Ranked, advise
from engine.bots.players import Easy, Hard, Normal, NotAsked, Player
from engine.bots.search import Patience, counted


def players_with(patience: Patience) -> Mapping[str, Player]:
    """Players by strength, weakest first; `patience` is for those who search."""
    return MappingProxyType({"easy": Easy(), "normal": Normal(), "hard": Hard(patience)})


players: Final = players_with(counted(playouts=400))
"""Players who need no clock."""
STRENGTHS: Final = tuple(players)

__all__ = [
    "STRENGTHS",
    "Advice",
    "NotAsked",
    "Patience",
    "Player",
    "Ranked",
    "advise",
    "counted",
    "players",
    "players_with",
]
