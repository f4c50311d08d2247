"""Games and finders for processes that think; what is here can be found from any process."""

import os

from bot.games import find_game
from engine.guildes import Guildes


class Deadly(Guildes):
    """Whoever imagines a world of it is gone."""

    def sample(self, view, seed):
        os._exit(1)


class Broken(Guildes):
    """No world of it can be imagined; the error's own words name a card."""

    def sample(self, view, seed):
        raise ValueError("the hand holds chevaliers")


def find_deadly(name):
    return Deadly() if name == "guildes" else find_game(name)


def find_broken(name):
    return Broken() if name == "guildes" else find_game(name)


def find_none(name):
    os._exit(1)
