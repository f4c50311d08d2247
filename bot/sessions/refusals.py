"""What a session refuses, each with the text for whoever asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.sessions.exactness import ANOTHER_GAME, NO_GAME, OTHER_COMPONENTS, OTHER_RULES
from bot.store.records import Outline, Session
from engine.text import Text, text

_APART: Final = {
    NO_GAME: "no_game",
    OTHER_COMPONENTS: "other_components",
    OTHER_RULES: "other_rules",
    ANOTHER_GAME: "another_game",
}


class Refused(Exception):
    """Something that can't be done; `reason` is for the person who asked."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class NoSuchSession(Refused):
    """The message belongs to a session that isn't in the store."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_session"))


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
    why = _APART.get(outline.set_apart or "", "damaged")
    return text("apart.told", why=text(f"apart.{why}"))


class ChannelBusy(Refused):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.channel_busy"))
        self.session = session


class NotALobby(Refused):
    """The game has begun, or the lobby was closed."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_a_lobby"))


class NotPlaying(Refused):
    """The game hasn't begun yet, is over or was abandoned."""

    def __init__(self, status: str) -> None:
        super().__init__(text(f"refused.status.{status}"))


class NotSeated(Refused):
    """The person has no seat in this session."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_seated"))


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


class NotHost(Refused):
    """Only the host may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_host"))


class NotHostNorModerator(Refused):
    """Only the host or a moderator may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_host_nor_moderator"))


class NotModerator(Refused):
    """In this server only moderators may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_moderator"))


class NotPlayerNorModerator(Refused):
    """Only who has a seat in the game, or a moderator, may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_player_nor_moderator"))


class NotManager(Refused):
    """Only who manages the server may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_manager"))


class ChannelNotWanted(Refused):
    """The server wants games in other channels: these."""

    def __init__(self, channels: Sequence[int]) -> None:
        where = ", ".join(f"<#{channel_id}>" for channel_id in channels)
        super().__init__(text("refused.channel_not_wanted", where=where))


class ThreadsNotWanted(Refused):
    """The server wants no threads made for tables."""

    def __init__(self) -> None:
        super().__init__(text("refused.threads_not_wanted"))


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


class WrongNumber(Refused):
    """The game isn't made for so many players."""

    def __init__(self, allowed: tuple[int, ...]) -> None:
        numbers = ", ".join(map(str, allowed))
        super().__init__(text("refused.wrong_number", numbers=numbers))


class UnknownOption(Refused):
    """No such option, or no such value."""

    def __init__(self) -> None:
        super().__init__(text("refused.unknown_option"))


class NoSpeed(Refused):
    """The spans of a table's speed make no sense."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_speed"))


class NoMoreTime(Refused):
    """The player has taken more time as often as anybody may."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_more_time"))


class NoQuietHours(Refused):
    """The quiet hours make no sense, or the time zone isn't known."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_quiet_hours"))


class PartyFull(Refused):
    """The party has all its partners."""

    def __init__(self) -> None:
        super().__init__(text("refused.party_full"))


class Stale(Refused):
    """The press belongs to a moment that is past."""

    def __init__(self) -> None:
        super().__init__(text("refused.stale"))


class MoveRefused(Refused):
    """The rules don't allow the choice."""


class Paused(Refused):
    """The game is paused, or waits until it has a channel again."""


class IsPaused(Refused):
    """The game is paused already."""

    def __init__(self) -> None:
        super().__init__(text("refused.paused"))


class NotPaused(Refused):
    """The game isn't paused."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_paused"))


class AlreadyVoted(Refused):
    """The person has asked for this already."""

    def __init__(self) -> None:
        super().__init__(text("refused.already_voted"))


class NoDirectMessages(Refused):
    """Discord lets nothing reach the person."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_direct_messages"))


class NoLesson(Refused):
    """The game has none."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_lesson"))


class LessonIsAlone(Refused):
    """Nobody plays on in somebody else's lesson."""

    def __init__(self) -> None:
        super().__init__(text("refused.lesson_is_alone"))


class NoSuggestions(Refused):
    """The table's host hasn't allowed them."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_suggestions"))


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


class NotOver(Refused):
    """Only a game that has been played to its end can be looked back at."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_over"))


class CantReplay(Refused):
    """A game can't be played again as it was, by the rules and with the boxes of now."""

    def __init__(self, why: str) -> None:
        kind = _APART.get(why, "damaged")
        super().__init__(text("refused.cant_replay", why=text(f"replay.{kind}")))


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


class ServerOnly(Refused):
    """A game needs a channel of a server."""

    def __init__(self) -> None:
        super().__init__(text("refused.server_only"))


class CommandChanged(Refused):
    """The command was typed as another version of the bot had it."""

    def __init__(self) -> None:
        super().__init__(text("refused.command_changed"))


class SeatNowhere(Refused):
    """The person has no seat in any game."""

    def __init__(self) -> None:
        super().__init__(text("games.none"))


class NoThreads(Refused):
    """This channel can have no threads."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_threads"))


class TooManyThreads(Refused):
    """The server has as many open threads as Discord allows."""

    def __init__(self) -> None:
        super().__init__(text("refused.too_many_threads"))


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
