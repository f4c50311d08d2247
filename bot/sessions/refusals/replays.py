"""Refused when a game that is over is looked back at."""

from __future__ import annotations

from bot.sessions.refusals import Refused, fault
from engine.text import text


class NotOver(Refused):
    """Only a game that has been played to its end can be looked back at."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_over"))


class CantReplay(Refused):
    """A game can't be played again as it was, by the rules and with the boxes of now."""

    def __init__(self, why: str) -> None:
        super().__init__(text("refused.cant_replay", why=text(f"replay.{fault(why)}")))


class NoReplay(Refused):
    """There is no such game, or not for this person to see."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_replay"))


class HandsDecided(Refused):
    """It was settled already whether all hands may be seen."""

    def __init__(self, state: str) -> None:
        super().__init__(text(f"refused.hands_{state}"))


class NotToBeSaved(Refused):
    """A saved game holds every hand: it is for those who had a seat."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_to_be_saved"))


class FilmUnderWay(Refused):
    """The server has a game drawn as an animated picture already."""

    def __init__(self) -> None:
        super().__init__(text("refused.film_under_way"))
