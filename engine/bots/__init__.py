"""Computer players, on views alone."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.advice import Advice, Ranked, advise
from engine.bots.players import Easy, Hard, Normal, NotAsked, Player
from engine.bots.search import TimeLeft, counted


def players_with(time_left: TimeLeft) -> Mapping[str, Player]:
    """Players by strength, weakest first; `time_left` is for those who search."""
    return MappingProxyType({"easy": Easy(), "normal": Normal(), "hard": Hard(time_left)})


players: Final = players_with(counted(playouts=400))
"""Players who need no clock."""
STRENGTHS: Final = tuple(players)

__all__ = [
    "STRENGTHS",
    "Advice",
    "NotAsked",
    "Player",
    "Ranked",
    "TimeLeft",
    "advise",
    "counted",
    "players",
    "players_with",
]
