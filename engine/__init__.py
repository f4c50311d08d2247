"""The rules of the games, pure: no Discord, no clock, no files, no hidden randomness."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, TypeVar

from engine.game import Game

__all__ = ["Lazy", "games"]

T = TypeVar("T")


class Lazy(Mapping[str, T]):
    """Values by name, each made once, at its first use: a start needs none of them."""

    def __init__(self, make: Callable[[str], T], names: Iterable[str]) -> None:
        self._make = make
        self._names = tuple(names)
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


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
