"""All that the house asks of a game."""

from bot.testing.suite import *
from liars_dice.box import BOX

BOXES = [BOX]
