"""What the bot must be allowed to do in a channel of a game, and what it lacks there.

What channels refuse us is tried again by itself, whatever kind of message it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import inf
from typing import NamedTuple

import discord
import structlog

from bot.delivery.calling.threads import NEEDED
from bot.delivery.wire.faults import ARCHIVED, FAILURES, LOCKED, Remedy, code_of, remedy
from bot.store.records.sessions import Session
from bot.time import Alarms, Clock, Retries
from engine.text import Text, text

_log = structlog.get_logger(__name__)

_MISSING_ACCESS = 50001


def missing(allowed: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The names of the permissions that the bot needs and lacks."""
    if not allowed.view_channel:
        return ("view_channel",)  # without it the others are not even looked at
    return tuple(name for name in _needed(thread=thread) if not getattr(allowed, name))


def needed_everywhere() -> discord.Permissions:
    """What an invitation of the bot asks for."""
    names = ("view_channel", "send_messages", *NEEDED)
    return discord.Permissions(**dict.fromkeys(names, True))


def missing_in(client: discord.Client, channel_id: int) -> tuple[str, ...] | None:
    """The same for a channel as last heard of.

    None: we don't know the channel. We can't see it, or it is a thread that was archived, or its
    server hasn't been told of yet.
    """
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    thread = isinstance(channel, discord.Thread)
    return missing(channel.permissions_for(channel.guild.me), thread=thread)


def closed(thread: discord.Thread) -> Text | None:
    """What to tell players of a thread in which nobody but moderators may write."""
    if not thread.locked:
        return None
    return text("board.archived" if thread.archived else "board.locked")


def shut_out(lacking: tuple[str, ...]) -> Text:
    """What to tell players of a channel where these permissions are missing."""
    return text("board.shut_out", names=tuple(text(f"permission.{name}") for name in lacking))


def timed_out(me: discord.Member | None, now: float) -> int | None:
    """Until when we may only look on in a server, in Unix time; None: we aren't in time-out."""
    until = None if me is None else me.timed_out_until
    return None if until is None or until.timestamp() <= now else round(until.timestamp())


def why(error: Exception, lacking: tuple[str, ...] | None) -> Text:
    """What to tell players of a refusal in a channel where these permissions are missing."""
    code = code_of(error)
    if remedy(error) is Remedy.GIVE_UP:
        return text("board.refused", code=str(code))
    if code == LOCKED:
        return text("board.locked")
    if code == ARCHIVED:
        return text("board.archived")
    if not lacking:
        # Discord says so; what we know of the channel is nothing, or out of date.
        unseen = code == _MISSING_ACCESS
        lacking = ("view_channel",) if unseen else _needed(thread=lacking is None)
    return shut_out(lacking)


def _needed(*, thread: bool) -> tuple[str, ...]:
    sending = "send_messages_in_threads" if thread else "send_messages"
    return (sending, "attach_files", "embed_links")


AGAIN_AFTER, AGAIN_AT_LEAST = 10.0, 600.0
"""Seconds after which what was refused is tried again: the first time, and in the end."""
TOLD_FOR = 86_400.0
"""Seconds after the end of a game, or a press, for which its channel is to tell of it."""


class Bar(NamedTuple):
    """Which kind of message of a session, about what, is kept out of which channel."""

    kind: str
    session_id: int
    guild_id: int | None
    channel_id: int
    about: Hashable = None

    @classmethod
    def of(cls, kind: str, record: Session, about: Hashable = None) -> Bar:
        """In the channel of a session."""
        return cls(kind, record.id, record.guild_id, record.channel_id, about)


class Barred:
    """Tries it again ever more rarely, at once where we may do more, and when a time-out ends.

    Discord tells of no such end.
    """

    def __init__(self, client: discord.Client, alarms: Alarms, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._retries = Retries[Bar](
            "barred", alarms, clock, first=AGAIN_AFTER, longest=AGAIN_AT_LEAST
        )

    def refused(self, bar: Bar, again: Callable[[], None]) -> float:
        """Leave it alone for a while, then try `again`; for how many seconds."""
        until = self.timed_out(bar.guild_id)
        by = inf if until is None else until + 1 - self._clock.now()
        return self._retries.refused(bar, again, by=by)

    def put_off(self, bar: Bar, error: Exception, again: Callable[[], None]) -> bool:
        """The same after this failure, unless the channel is gone; whether it is tried again."""
        if remedy(error) is Remedy.CHANNEL_GONE:
            return False
        self.refused(bar, again)
        return True

    @contextmanager
    def trying(
        self, bar: Bar, again: Callable[[], None], said: str, *, wanted: bool = True
    ) -> Iterator[None]:
        """What is refused in here is logged, as `said`, and put off, if it is `wanted` still.

        Raises what passes by itself.
        """
        try:
            yield
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            _log.info(said, session=bar.session_id, code=code_of(error))
            if not (wanted and self.put_off(bar, error, again)):
                self.forget(bar)
        else:
            self.forget(bar)

    def waits(self, bar: Bar) -> bool:
        """Whether it is to be left alone still."""
        return self._retries.waits(bar)

    def forget(self, bar: Bar) -> None:
        """It went through, or isn't wanted any more."""
        self._retries.forget(bar)

    def look_again(self, guild_id: int) -> None:
        """Something about what we may do in a server has changed.

        What was refused there is tried at once, unless something is known to be missing.
        """
        for bar in self._retries:
            if bar.guild_id == guild_id and not missing_in(self._client, bar.channel_id):
                self._retries.hurry(bar)

    def timed_out(self, guild_id: int | None) -> int | None:
        """Until when we may only look on in a server, in Unix time; None: we aren't in time-out."""
        guild = self._client.get_guild(guild_id or 0)
        return timed_out(None if guild is None else guild.me, self._clock.now())
