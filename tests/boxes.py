"""The house's own games as boxes, for the suite that packages run over theirs."""

from bot.games import Box
from bot.languages import LOCALES
from engine import games
from images import MODULES

BOXES = [Box(game, MODULES[name], LOCALES) for name, game in games.items()]
