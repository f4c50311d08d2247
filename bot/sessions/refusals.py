"""What a session refuses, each with the text for whoever asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from bot.sessions.table.exactness import ANOTHER_GAME, NO_GAME, OTHER_COMPONENTS, OTHER_RULES
from bot.store.records.people import LONGEST_NOTICE
from bot.store.records.sessions import Outline, Session
from engine.text import Text, text

_FAULTS: Final = {
    NO_GAME: "no_game",
    OTHER_COMPONENTS: "other_components",
    OTHER_RULES: "other_rules",
    ANOTHER_GAME: "another_game",
}


class Refused(Exception):
    """Something that can't be done; `reason` is for the person who asked."""

    always: ClassVar[Text]
    """The reason of a kind that has but one."""

    def __init__(self, reason: Text | None = None) -> None:
        self.reason = self.always if reason is None else reason
        super().__init__(self.reason.key)


class NoSuchSession(Refused):
    """The message belongs to a session that isn't in the store."""

    always = text("refused.no_session")


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
    """What texts call the reason for which a log can't be played again: one of `exactness`."""
    return _FAULTS.get(why or "", "damaged")


class NotPlaying(Refused):
    """The game hasn't begun yet, is over or was abandoned."""

    def __init__(self, status: str) -> None:
        super().__init__(text(f"refused.status.{status}"))


class NotSeated(Refused):
    """The person has no seat in this session."""

    always = text("refused.not_seated")


class UnknownOption(Refused):
    """No such option, or no such value."""

    always = text("refused.unknown_option")


class Stale(Refused):
    """The press belongs to a moment that is past."""

    always = text("refused.stale")


class SeatNowhere(Refused):
    """The person has no seat in any game."""

    always = text("games.none")


# What a table is to be like, before the game begins.


class NotALobby(Refused):
    """The game has begun, or the lobby was closed."""

    always = text("refused.not_a_lobby")


class WrongNumber(Refused):
    """The game isn't made for so many players."""

    def __init__(self, allowed: tuple[int, ...]) -> None:
        numbers = ", ".join(map(str, allowed))
        super().__init__(text("refused.wrong_number", numbers=numbers))


class NoSpeed(Refused):
    """The spans of a table's speed make no sense."""

    always = text("refused.no_speed")


class NoQuietHours(Refused):
    """The quiet hours make no sense, or the time zone isn't known."""

    always = text("refused.no_quiet_hours")


class NoLesson(Refused):
    """The game has none."""

    always = text("refused.no_lesson")


# Who sits where: a table's seats and invitations.


class SeatPassedOn(Refused):
    """The person had a seat in this game; by now it is played by `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(text("refused.seat_passed_on", name=name))


class NotGone(Refused):
    """The seat's player hasn't left the server, or is there again."""

    always = text("refused.not_gone")


class SeatTaken(Refused):
    """A person plays this seat by now."""

    always = text("refused.seat_taken")


class KnowsAnother(Refused):
    """The person has seen the hand of another seat of this game."""

    always = text("refused.knows_another")


class MayKnowAnother(Refused):
    """Somebody unknown by now has seen the hand of another seat: it might be this person."""

    always = text("refused.may_know_another")


class NotOffered(Refused):
    """The seat isn't offered to this person, or not any more."""

    always = text("refused.not_offered")


class NotYourSeat(Refused):
    """Only whoever plays the seat may say this."""

    always = text("refused.not_your_seat")


class CantBeOffered(Refused):
    """The person has a seat in this game, or has seen the hand of another one."""

    def __init__(self, why: Refused) -> None:
        super().__init__(text(f"{why.reason.key}.other"))


class NotInvitedNow(Refused):
    """The game of invited people is running; its host can offer a seat."""

    always = text("refused.not_invited_now")


class AlreadySeated(Refused):
    """The person has a seat already."""

    always = text("refused.already_seated")


class NotInvited(Refused):
    """The table is for invited people only."""

    always = text("refused.not_invited")


class NobodyNew(Refused):
    """Everybody chosen is invited or seated already."""

    always = text("refused.nobody_new")


class NobodyThere(Refused):
    """The person is neither seated nor invited any more."""

    always = text("refused.nobody_there")


class NoBots(Refused):
    """Only people can be invited."""

    always = text("refused.no_bots")


class TooManyInvited(Refused):
    """A lobby has so many invitations at most."""

    def __init__(self, most: int) -> None:
        super().__init__(text("refused.too_many_invited", n=most))


class TableFull(Refused):
    """Every seat is taken."""

    always = text("refused.table_full")


class SeatsKept(Refused):
    """No seat is free but those that are kept for others."""

    always = text("refused.seats_kept")


class NoComputer(Refused):
    """That computer sits at the table no more."""

    always = text("refused.no_computer")


class PartyFull(Refused):
    """The party has all its partners."""

    always = text("refused.party_full")


class LessonIsAlone(Refused):
    """Nobody plays on in somebody else's lesson."""

    always = text("refused.lesson_is_alone")


# What somebody else may do.


class NotHost(Refused):
    """Only the host may do this."""

    always = text("refused.not_host")


class NotHostNorModerator(Refused):
    """Only the host or a moderator may do this."""

    always = text("refused.not_host_nor_moderator")


class NotModerator(Refused):
    """In this server only moderators may do this."""

    always = text("refused.not_moderator")


class NotPlayerNorModerator(Refused):
    """Only who has a seat in the game, or a moderator, may do this."""

    always = text("refused.not_player_nor_moderator")


class NotManager(Refused):
    """Only who manages the server may do this."""

    always = text("refused.not_manager")


# A running game: its rules, its moment, its clock.


class NoMoreTime(Refused):
    """The player has taken more time as often as anybody may."""

    always = text("refused.no_more_time")


class MoveRefused(Refused):
    """The rules don't allow the choice."""


class Paused(Refused):
    """The game is paused, or waits until it has a channel again."""


class IsPaused(Refused):
    """The game is paused already."""

    always = text("refused.paused")


class NotPaused(Refused):
    """The game isn't paused."""

    always = text("refused.not_paused")


class AlreadyVoted(Refused):
    """The person has asked for this already."""

    always = text("refused.already_voted")


class NoSuggestions(Refused):
    """The table's host hasn't allowed them."""

    always = text("refused.no_suggestions")


# Taking a choice back.


class NoTakebacks(Refused):
    """The table plays without take-backs."""

    always = text("refused.no_takebacks")


class NothingToTakeBack(Refused):
    """The player hasn't chosen anything yet."""

    always = text("refused.nothing_to_take_back")


class Revealed(Refused):
    """Something hidden has come out since the choice."""

    always = text("refused.revealed")


class ChosenSince(Refused):
    """Somebody else has chosen since, or the game has moved on."""

    always = text("refused.chosen_since")


class NoSay(Refused):
    """The person's word isn't missing: it was given, or it is the own choice that is meant."""

    always = text("refused.no_say")


class CanChange(Refused):
    """The choice can be changed in the hand as it is."""

    always = text("refused.can_change")


class CantGoBack(Refused):
    """The log doesn't lead to where the game stands."""

    always = text("refused.cant_go_back")


class TakebackUndecided(Refused):
    """Somebody asks to take a choice back already."""

    always = text("refused.takeback_undecided")


class TakebackRefused(Refused):
    """The others have let this very choice stand."""

    always = text("refused.takeback_refused")


class ComputerRefuses(Refused):
    """A computer was asked by what it holds, and so has come to be exposed."""

    always = text("refused.takeback_computer")


# Looking back at a game that is over.


class NotOver(Refused):
    """Only a game that has been played to its end can be looked back at."""

    always = text("refused.not_over")


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


class NotToBeSaved(Refused):
    """A saved game holds every hand: it is for those who had a seat."""

    always = text("refused.not_to_be_saved")


class NotToBeReviewed(Refused):
    """A review has what a seat saw: it is for those who played."""

    always = text("refused.not_to_be_reviewed")


class NothingToReview(Refused):
    """Somebody who played had nothing to choose."""

    always = text("refused.nothing_to_review")


class FilmUnderWay(Refused):
    """The server has a game drawn as an animated picture already."""

    always = text("refused.film_under_way")


# Where on Discord: channels, servers, the bot's permissions.


class ChannelBusy(Refused):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.channel_busy"))
        self.session = session


class ChannelNotWanted(Refused):
    """The server wants games in other channels: these."""

    def __init__(self, channels: Sequence[int]) -> None:
        where = ", ".join(f"<#{channel_id}>" for channel_id in channels)
        super().__init__(text("refused.channel_not_wanted", where=where))


class ThreadsNotWanted(Refused):
    """The server wants no threads made for tables."""

    always = text("refused.threads_not_wanted")


class NoDirectMessages(Refused):
    """Discord lets nothing reach the person."""

    always = text("refused.no_direct_messages")


class ServerOnly(Refused):
    """A game needs a channel of a server."""

    always = text("refused.server_only")


class CommandChanged(Refused):
    """The command was typed as another version of the bot had it."""

    always = text("refused.command_changed")


class NoThreads(Refused):
    """This channel can have no threads."""

    always = text("refused.no_threads")


class TooManyThreads(Refused):
    """The server has as many open threads as Discord allows."""

    always = text("refused.too_many_threads")


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


class InTimeOut(Refused):
    """A moderator has the bot only look on in this server, `until` a time."""

    def __init__(self, until: str) -> None:
        super().__init__(text("refused.timed_out", until=until))


class NoPermission(Refused):
    """The bot lacks permissions in this channel."""

    def __init__(self, names: Sequence[str]) -> None:
        lacking = tuple(text(f"permission.{name}") for name in names)
        super().__init__(text("refused.permissions", names=lacking))


# What whoever runs the bot may do.


class NotOperator(Refused):
    """Only who runs the bot may do this."""

    always = text("refused.not_operator")


class NumberNeeded(Refused):
    """What is to be ended, blocked or unblocked is named by its number."""

    always = text("refused.number_needed")


class NoSuchNumber(Refused):
    """No game has this number."""

    always = text("refused.no_such_number")


class NotBlocked(Refused):
    """The server isn't blocked."""

    always = text("refused.not_blocked")


class NoticeTooLong(Refused):
    """A notice is a line."""

    def __init__(self, length: int) -> None:
        super().__init__(text("refused.notice_too_long", most=LONGEST_NOTICE, n=length))
