"""The rules of the games, pure: no Discord, no clock, no files, no hidden randomness."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.corrompue import Corrompue
from engine.game import Game
from engine.guildes import Guildes
from engine.london import London
from engine.majority import Majority

games: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType(
    {game.name: game for game in (Guildes(), Majority(), Corrompue(), London())}
)
"""Every game by name."""

__all__ = ["games"]
