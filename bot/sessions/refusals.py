"""What a session refuses, each with the text for whoever asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, Literal

from bot.sessions.table.reading import ANOTHER_GAME, NO_GAME, OTHER_COMPONENTS, OTHER_RULES
from bot.store.records.sessions import Outline, Session
from engine.text import Argument, Text, text

_FAULTS: Final = {
    NO_GAME: "no_game",
    OTHER_COMPONENTS: "other_components",
    OTHER_RULES: "other_rules",
    ANOTHER_GAME: "another_game",
}


class Refused(Exception):
    """Something that can't be done; `reason` is for the person who asked."""

    def __init__(self, reason: Text) -> None:
        self.reason = reason
        super().__init__(reason.key)


class _Saying(Refused):
    """One whose reason is one text, given what that is about, unless somebody says it better."""

    _key: ClassVar[str]

    def __init__(self, reason: Text | None = None, **about: Argument) -> None:
        super().__init__(text(self._key, **about) if reason is None else reason)


def _saying(name: str, key: str) -> type[_Saying]:
    """A kind of this name that says this text."""
    return type(name, (_Saying,), {"_key": key, "__module__": __name__})


NoSuchSession = _saying("NoSuchSession", "refused.no_session")
"""The message belongs to a session that isn't in the store."""
NotSeated = _saying("NotSeated", "refused.not_seated")
"""The person has no seat in this session."""
UnknownOption = _saying("UnknownOption", "refused.unknown_option")
"""No such option, or no such value."""
Stale = _saying("Stale", "refused.stale")
"""The press belongs to a moment that is past."""
SeatNowhere = _saying("SeatNowhere", "games.none")
"""The person has no seat in any game."""


class Unreadable(Refused):
    """The session can't be played on as it was; it was set apart: `outline`."""

    def __init__(self, outline: Outline) -> None:
        super().__init__(why_apart(outline))
        self.outline = outline


def why_apart(outline: Outline) -> Text:
    """Why a session that was set apart stands still, what brings it back, and who may end it.

    Of one that was ended since, how.
    """
    if not outline.live:
        return text(f"refused.status.{outline.status}")
    return text("apart.told", why=text(f"apart.{fault(outline.set_apart)}"))


def fault(why: str | None) -> str:
    """What texts call the reason for which a log can't be played again: see `reading`."""
    return _FAULTS.get(why or "", "damaged")


class NotPlaying(Refused):
    """The game hasn't begun yet, is over or was abandoned."""

    def __init__(self, status: str) -> None:
        super().__init__(text(f"refused.status.{status}"))


# What a table is to be like, before the game begins.

NotALobby = _saying("NotALobby", "refused.not_a_lobby")
"""The game has begun, or the lobby was closed."""
WrongNumber = _saying("WrongNumber", "refused.wrong_number")
"""The game isn't made for so many players: for these `numbers`."""
NoLesson = _saying("NoLesson", "refused.no_lesson")
"""The game has none."""


class Miswritten(Refused):
    """What was written in a form makes no sense; `what` of it."""

    def __init__(self, what: Literal["nudge", "limit", "order", "hours", "zone"]) -> None:
        super().__init__(text(f"refused.form.{what}"))


# Who sits where: a table's seats and invitations.

NotGone = _saying("NotGone", "refused.not_gone")
"""The seat's player hasn't left the server, or is there again."""
SeatPassedOn = _saying("SeatPassedOn", "refused.seat_passed_on")
"""The person had a seat in this game; by now it is played by `name`."""
SeatTaken = _saying("SeatTaken", "refused.seat_taken")
"""A person plays this seat by now."""
KnowsAnother = _saying("KnowsAnother", "refused.knows_another")
"""The person has seen the hand of another seat of this game."""
MayKnowAnother = _saying("MayKnowAnother", "refused.may_know_another")
"""Somebody unknown by now has seen the hand of another seat: it might be this person."""
NotOffered = _saying("NotOffered", "refused.not_offered")
"""The seat isn't offered to this person, or not any more."""
NotYourSeat = _saying("NotYourSeat", "refused.not_your_seat")
"""Only whoever plays the seat may say this."""
Overruled = _saying("Overruled", "refused.overruled")
"""A moderator has offered the seat that its player would keep."""
OtherHolder = _saying("OtherHolder", "refused.other_holder")
"""Somebody else plays the seat than when it was to be offered."""
NotInvitedNow = _saying("NotInvitedNow", "refused.not_invited_now")
"""The game of invited people is running; its host can offer a seat."""
AlreadySeated = _saying("AlreadySeated", "refused.already_seated")
"""The person has a seat already."""
NotInvited = _saying("NotInvited", "refused.not_invited")
"""The table is for invited people only."""
NobodyNew = _saying("NobodyNew", "refused.nobody_new")
"""Everybody chosen is invited or seated already."""
NobodyThere = _saying("NobodyThere", "refused.nobody_there")
"""The person is neither seated nor invited any more."""
NoBots = _saying("NoBots", "refused.no_bots")
"""Only people can be invited."""
TooManyInvited = _saying("TooManyInvited", "refused.too_many_invited")
"""A lobby has `n` invitations at most."""
TableFull = _saying("TableFull", "refused.table_full")
"""Every seat is taken."""
SeatsKept = _saying("SeatsKept", "refused.seats_kept")
"""No seat is free but those that are kept for others."""
NoComputer = _saying("NoComputer", "refused.no_computer")
"""That computer sits at the table no more."""
PartyFull = _saying("PartyFull", "refused.party_full")
"""The party has all its partners."""
LessonIsAlone = _saying("LessonIsAlone", "refused.lesson_is_alone")
"""Nobody plays on in somebody else's lesson."""


class CantBeOffered(Refused):
    """The person has a seat in this game, or has seen the hand of another one."""

    def __init__(self, why: Refused) -> None:
        super().__init__(text(f"{why.reason.key}.other"))


# What somebody else may do.

NotHost = _saying("NotHost", "refused.not_host")
"""Only the host may do this."""
NotHostNorModerator = _saying("NotHostNorModerator", "refused.not_host_nor_moderator")
"""Only the host or a moderator may do this."""
NotModerator = _saying("NotModerator", "refused.not_moderator")
"""In this server only moderators may do this."""
NotPlayerNorModerator = _saying("NotPlayerNorModerator", "refused.not_player_nor_moderator")
"""Only who has a seat in the game, or a moderator, may do this."""
NotManager = _saying("NotManager", "refused.not_manager")
"""Only who manages the server may do this."""


# A running game: its rules, its moment, its clock.

NoMoreTime = _saying("NoMoreTime", "refused.no_more_time")
"""The player has taken more time as often as anybody may."""
IsPaused = _saying("IsPaused", "refused.paused")
"""The game is paused already."""
NotPaused = _saying("NotPaused", "refused.not_paused")
"""The game isn't paused."""
AlreadyVoted = _saying("AlreadyVoted", "refused.already_voted")
"""The person has asked for this already."""
NoSuggestions = _saying("NoSuggestions", "refused.no_suggestions")
"""The table's host hasn't allowed them."""


class MoveRefused(Refused):
    """The rules don't allow the choice."""


class Paused(Refused):
    """The game is paused, or waits until it has a channel again."""


# Taking a choice back.

NoTakebacks = _saying("NoTakebacks", "refused.no_takebacks")
"""The table plays without take-backs."""
NothingToTakeBack = _saying("NothingToTakeBack", "refused.nothing_to_take_back")
"""The player hasn't chosen anything yet."""
Revealed = _saying("Revealed", "refused.revealed")
"""Something hidden has come out since the choice."""
ChosenSince = _saying("ChosenSince", "refused.chosen_since")
"""Somebody else has chosen since, or the game has moved on."""
CanChange = _saying("CanChange", "refused.can_change")
"""The choice can be changed in the hand as it is."""
CantGoBack = _saying("CantGoBack", "refused.cant_go_back")
"""The log doesn't lead to where the game stands."""
TakebackUndecided = _saying("TakebackUndecided", "refused.takeback_undecided")
"""Somebody asks to take a choice back already."""
TakebackRefused = _saying("TakebackRefused", "refused.takeback_refused")
"""The others have let this very choice stand."""
ComputerRefuses = _saying("ComputerRefuses", "refused.takeback_computer")
"""A computer was asked by what it holds, and so has come to be exposed."""


class NoSay(_Saying):
    """The person's word isn't missing: it was given, or it is the own choice that is meant."""

    _key = "refused.no_say"


class NotAsked(NoSay):
    """In somebody's own turn those alone are asked of whose cards it has shown something."""

    _key = "refused.not_asked"


# Looking back at a game that is over.

NotOver = _saying("NotOver", "refused.not_over")
"""Only a game that has been played to its end can be looked back at."""
NotToBeSaved = _saying("NotToBeSaved", "refused.not_to_be_saved")
"""A saved game holds every hand: it is for those who had a seat."""
NotToBeReviewed = _saying("NotToBeReviewed", "refused.not_to_be_reviewed")
"""A review has what a seat saw: it is for those who played."""
NothingToReview = _saying("NothingToReview", "refused.nothing_to_review")
"""Somebody who had a seat made no choice between answers, or a computer made all of them."""
FilmUnderWay = _saying("FilmUnderWay", "refused.film_under_way")
"""The server has a game drawn as an animated picture already."""


class CantReplay(Refused):
    """A game can't be played again as it was, by the rules and with the boxes of now."""

    def __init__(self, why: str) -> None:
        super().__init__(text("refused.cant_replay", why=text(f"replay.{fault(why)}")))


class NoReplay(Refused):
    """There is no such game, or not for this person to see; or there are several."""

    def __init__(self, several: int = 0) -> None:
        fits = text("refused.several_replays", n=several)
        super().__init__(fits if several else text("refused.no_replay"))


class HandsDecided(Refused):
    """It was settled already whether all hands may be seen."""

    def __init__(self, state: str) -> None:
        super().__init__(text(f"refused.hands_{state}"))


# Where on Discord: channels, servers, the bot's permissions.

ThreadsNotWanted = _saying("ThreadsNotWanted", "refused.threads_not_wanted")
"""The server wants no threads made for tables."""
ChannelNotWanted = _saying("ChannelNotWanted", "refused.channel_not_wanted")
"""The server wants games in other channels: `where`."""
NoDirectMessages = _saying("NoDirectMessages", "refused.no_direct_messages")
"""Discord lets nothing reach the person."""
NoFiles = _saying("NoFiles", "refused.no_files")
"""Discord takes no file where it was asked for."""
ServerOnly = _saying("ServerOnly", "refused.server_only")
"""A game needs a channel of a server."""
CommandChanged = _saying("CommandChanged", "refused.command_changed")
"""The command was typed as another version of the bot had it."""
NoThreads = _saying("NoThreads", "refused.no_threads")
"""This channel can have no threads."""
TooManyThreads = _saying("TooManyThreads", "refused.too_many_threads")
"""The server has as many open threads as Discord allows."""
NotInThread = _saying("NotInThread", "refused.not_in_thread")
"""Nobody has added the bot to this private thread: it may answer there, and no more."""
InTimeOut = _saying("InTimeOut", "refused.timed_out")
"""A moderator has the bot only look on in this server, `until` a time."""


class ChannelBusy(Refused):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.channel_busy"))
        self.session = session


class TableMoved(Refused):
    """The table is in another channel by now: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.table_moved"))
        self.session = session


class CantTell(Refused):
    """The bot lacks permissions in a channel where it should tell something."""

    def __init__(self, channel_id: int, names: Sequence[str]) -> None:
        lacking = tuple(text(f"permission.{name}") for name in names)
        super().__init__(text("refused.cant_tell", names=lacking, where=f"<#{channel_id}>"))


class NoPermission(Refused):
    """The bot lacks permissions in this channel."""

    def __init__(self, names: Sequence[str]) -> None:
        lacking = tuple(text(f"permission.{name}") for name in names)
        super().__init__(text("refused.permissions", names=lacking))


# What whoever runs the bot may do.

NotOperator = _saying("NotOperator", "refused.not_operator")
"""Only who runs the bot may do this."""
NumberNeeded = _saying("NumberNeeded", "refused.number_needed")
"""What is to be ended, blocked or unblocked is named by its number."""
NoSuchNumber = _saying("NoSuchNumber", "refused.no_such_number")
"""No game has this number."""
NotBlocked = _saying("NotBlocked", "refused.not_blocked")
"""The server isn't blocked."""
NoticeTooLong = _saying("NoticeTooLong", "refused.notice_too_long")
"""A notice is a line, of so many characters at `most`, and not of `n`."""
