"""The house's own games as boxes, for the suite that packages run over theirs."""

from pathlib import Path

from bot.games import Box
from bot.languages import LOCALES
from engine import games
from engine.parts.boxes import LESSON
from images import MODULES

ENGINE = Path(__file__).parents[1] / "engine"

BOXES = [
    Box(game, MODULES[name], LOCALES, lesson=ENGINE / name / LESSON) for name, game in games.items()
]
