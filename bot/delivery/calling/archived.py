"""Archived threads: Discord tells us no more of them, but answers when it is asked for one."""

from __future__ import annotations

from typing import NamedTuple

import discord
import structlog

from bot.delivery.calling.messages import Messages
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import let_be

_log = structlog.get_logger(__name__)

AT_ONCE = 10
"""Threads that are asked for at the same time, at most; the others when somebody looks again."""


class Stood(NamedTuple):
    """Where a thread is, which never changes: below which channel, and whether for few alone."""

    parent_id: int
    private: bool


class ArchivedThreads:
    """Asks once for each thread, and in its own time; memory alone knows the answer."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._known: dict[int, Stood | None] = {}
        self._work = Coalesced("archived thread", self._find)

    def stood(self, channel_id: int) -> Stood | None:
        """Where a thread is that we don't hear of; None: there is none, or it isn't known yet."""
        if channel_id not in self._known and self._work.backlog().waiting < AT_ONCE:
            self._work.ask(channel_id)
        return self._known.get(channel_id)

    async def settled(self) -> None:
        """Wait until all that was looked for is known."""
        await self._work.settled()

    def close(self) -> None:
        """Ask no more."""
        self._work.close()

    async def _find(self, channel_id: int) -> None:
        channel: object = None
        with let_be(_log, "archived thread not found"):
            channel = await self._messages.channel(channel_id)
        self._known[channel_id] = (
            Stood(channel.parent_id, channel.is_private())
            if isinstance(channel, discord.Thread)
            else None
        )
