"""What channels refuse us is tried again by itself, whatever kind of message it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import inf
from typing import NamedTuple

import discord

from bot.delivery.calling.permissions import missing_in, timed_out
from bot.delivery.wire.faults import Remedy, remedy
from bot.store.records.sessions import Session
from bot.time import Alarms, Clock, Retries

AGAIN_AFTER, AGAIN_AT_LEAST = 10.0, 600.0
"""Seconds after which what was refused is tried again: the first time, and in the end."""
TOLD_FOR = 86_400.0
"""Seconds after the end of a game, or a press, for which its channel is to tell of it."""


class Bar(NamedTuple):
    """Which kind of message, about what, is kept out of which channel of which server."""

    kind: str
    about: Hashable
    guild_id: int | None
    channel_id: int

    @classmethod
    def of(cls, kind: str, record: Session, about: Hashable = None) -> Bar:
        """In the channel of a session."""
        return cls(kind, (record.id, about), record.guild_id, record.channel_id)


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
