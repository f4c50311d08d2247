"""Refused when a choice is to be taken back."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from engine.text import text


class NoTakebacks(Refused):
    """The table plays without take-backs."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_takebacks"))


class NothingToTakeBack(Refused):
    """The player hasn't chosen anything yet."""

    def __init__(self) -> None:
        super().__init__(text("refused.nothing_to_take_back"))


class Revealed(Refused):
    """Something hidden has come out since the choice."""

    def __init__(self) -> None:
        super().__init__(text("refused.revealed"))


class ChosenSince(Refused):
    """Somebody else has chosen since, or the game has moved on."""

    def __init__(self) -> None:
        super().__init__(text("refused.chosen_since"))


class NoSay(Refused):
    """The person's word isn't missing: it was given, or it is the own choice that is meant."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_say"))


class CanChange(Refused):
    """The choice can be changed in the hand as it is."""

    def __init__(self) -> None:
        super().__init__(text("refused.can_change"))


class CantGoBack(Refused):
    """The log doesn't lead to where the game stands."""

    def __init__(self) -> None:
        super().__init__(text("refused.cant_go_back"))


class TakebackUndecided(Refused):
    """Somebody asks to take a choice back already."""

    def __init__(self) -> None:
        super().__init__(text("refused.takeback_undecided"))


class TakebackRefused(Refused):
    """The others have let this very choice stand."""

    def __init__(self) -> None:
        super().__init__(text("refused.takeback_refused"))


class ComputerRefuses(Refused):
    """A computer was asked by what it holds, and so has come to be exposed."""

    def __init__(self) -> None:
        super().__init__(text("refused.takeback_computer"))
