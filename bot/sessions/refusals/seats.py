"""Who sits where: refused by a table's seats and invitations."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from engine.text import text


class SeatPassedOn(Refused):
    """The person had a seat in this game; by now it is played by `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(text("refused.seat_passed_on", name=name))


class NotGone(Refused):
    """The seat's player hasn't left the server, or is there again."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_gone"))


class SeatTaken(Refused):
    """A person plays this seat by now."""

    def __init__(self) -> None:
        super().__init__(text("refused.seat_taken"))


class KnowsAnother(Refused):
    """The person has seen the hand of another seat of this game."""

    def __init__(self) -> None:
        super().__init__(text("refused.knows_another"))


class MayKnowAnother(Refused):
    """Somebody unknown by now has seen the hand of another seat: it might be this person."""

    def __init__(self) -> None:
        super().__init__(text("refused.may_know_another"))


class NotOffered(Refused):
    """The seat isn't offered to this person, or not any more."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_offered"))


class CantBeOffered(Refused):
    """The person has a seat in this game, or has seen the hand of another one."""

    def __init__(self, why: Refused) -> None:
        super().__init__(text(f"{why.reason.key}.other"))


class NotInvitedNow(Refused):
    """The game of invited people is running; its host can offer a seat."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_invited_now"))


class AlreadySeated(Refused):
    """The person has a seat already."""

    def __init__(self) -> None:
        super().__init__(text("refused.already_seated"))


class NotInvited(Refused):
    """The table is for invited people only."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_invited"))


class NobodyNew(Refused):
    """Everybody chosen is invited or seated already."""

    def __init__(self) -> None:
        super().__init__(text("refused.nobody_new"))


class NobodyThere(Refused):
    """The person is neither seated nor invited any more."""

    def __init__(self) -> None:
        super().__init__(text("refused.nobody_there"))


class NoBots(Refused):
    """Only people can be invited."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_bots"))


class TooManyInvited(Refused):
    """A lobby has so many invitations at most."""

    def __init__(self, most: int) -> None:
        super().__init__(text("refused.too_many_invited", n=most))


class TableFull(Refused):
    """Every seat is taken."""

    def __init__(self) -> None:
        super().__init__(text("refused.table_full"))


class SeatsKept(Refused):
    """No seat is free but those that are kept for others."""

    def __init__(self) -> None:
        super().__init__(text("refused.seats_kept"))


class NoComputer(Refused):
    """That computer sits at the table no more."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_computer"))


class PartyFull(Refused):
    """The party has all its partners."""

    def __init__(self) -> None:
        super().__init__(text("refused.party_full"))


class LessonIsAlone(Refused):
    """Nobody plays on in somebody else's lesson."""

    def __init__(self) -> None:
        super().__init__(text("refused.lesson_is_alone"))
