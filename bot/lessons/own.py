"""The lessons of the house's own games, each read at its first use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from bot.lessons.lesson import Lesson, read
from engine import games
from engine.boxes import LESSON
from engine.lazy import Lazy


def _own(name: str) -> Lesson:
    return read(files(f"engine.{name}").joinpath(LESSON))


OWN: Final[Mapping[str, Lesson]] = Lazy(_own, tuple(games))
"""By game."""
