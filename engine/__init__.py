"""The rules of the games, pure: no Discord, no clock, no files, no hidden randomness."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from engine.game import Game
from engine.lazy import Lazy

_CLASSES: Final = {
    "guildes": "Guildes",
    "majority": "Majority",
    "corrompue": "Corrompue",
    "london": "London",
}


def _game(name: str) -> Game[Any, Any, Any]:
    game: Game[Any, Any, Any] = getattr(import_module(f"engine.{name}"), _CLASSES[name])()
    return game


games: Final[Mapping[str, Game[Any, Any, Any]]] = Lazy(_game, _CLASSES)
"""Every game by name, imported at its first use."""

__all__ = ["games"]
