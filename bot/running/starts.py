"""Sessions with the gateway: how many may be begun today, and how lost ones are made again.

Whoever uses all of a day up has his token reset by Discord.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal, Protocol

import aiohttp
import discord
from discord.backoff import ExponentialBackoff

from bot.delivery.wire.faults import Held

ASKED_FOR = 600.0
"""Seconds for which Discord's word of how many are left is taken; others may begin some."""
LONGEST = 5
"""So often a pause is doubled; discord.py's own ten let people wait for a quarter of an hour."""
KEPT = 20
"""One of so many of a day's sessions is kept: for whoever must mend what used up the others."""


class FewStarts(Held):
    """Few sessions of the day are left: none is begun for so many seconds."""

    def __str__(self) -> str:
        return f"few starts of the day are left, none for {self.seconds:.0f} s"


class Starts:
    """Counts them between two words of Discord's; resuming a session is free."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[discord.SessionStartLimits]],
        clock: Callable[[], float],
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._left = 0
        self._asked_at = 0.0

    async def check(self) -> None:
        """Raise FewStarts, GatewayNotFound, or one of FAILURES, where none had better begin."""
        now = self._clock()
        if self._left > 0 and now < self._asked_at + ASKED_FOR:
            return
        limits = await self._ask()
        self._left, self._asked_at = limits.remaining - limits.total // KEPT, now
        if self._left <= 0:
            raise FewStarts(limits.reset_after / 1000)

    async def begin(self) -> None:
        """Count one that is begun; raises the same."""
        await self.check()
        self._left -= 1


class Connect(Protocol):
    """Makes a connection to the gateway."""

    def __call__(
        self, url: str, *, compress: int = ...
    ) -> Coroutine[Any, Any, aiohttp.ClientWebSocketResponse]: ...


class Soon(ExponentialBackoff[Literal[False]]):
    """Pauses of up to half a minute between two tries to connect a shard again."""

    def __init__(self) -> None:
        super().__init__()
        self._max = LONGEST


def lost_like_any(connect: Connect) -> Connect:
    """The same; raises ClientConnectionError also where aiohttp's own check fails.

    It asserts that the connection is still there once Discord has answered; discord.py, which
    makes lost connections again, ends the bot over an AssertionError.
    """

    async def connected(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        try:
            return await connect(url, compress=compress)
        except AssertionError as lost:
            raise aiohttp.ClientConnectionError("lost amid the handshake") from lost

    return connected
