"""The gateway: how many sessions may be begun, what another process answers.

Whoever uses all of a day's sessions up has their token reset by Discord. Whoever has an
interaction's token may answer it, and so the whole of it is passed on, as Discord sent it: the
other process does with it what it does with its own. It goes by way of what is told over the
database, which is kept nowhere.
"""

from __future__ import annotations

import asyncio
import zlib
from base64 import b85decode, b85encode
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Literal, TypeAlias

import aiohttp
import discord
import orjson
import structlog
from discord.backoff import ExponentialBackoff

from bot.delivery.wire.faults import Held
from bot.store.shares import Notice
from bot.store.store import Store, StoreFailed

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
        self, ask: Callable[[], Awaitable[discord.SessionStartLimits]], clock: Callable[[], float]
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


Connect: TypeAlias = Callable[..., Coroutine[Any, Any, aiohttp.ClientWebSocketResponse]]
"""Makes a connection to the gateway."""


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


_log = structlog.get_logger(__name__)

Sent: TypeAlias = dict[str, Any]
"""An interaction as the gateway has it, with its token."""
PART = 7_000
"""Characters of one notice; PostgreSQL takes less than 8000 bytes."""
MOST_PARTS = 100
"""Of interactions that are under way; of one whose sender has ended the rest never comes."""


class PassingOn:
    """Sends interactions to another process, and takes in those that others send."""

    def __init__(self, store: Store, take_in: Callable[[Sent], None]) -> None:
        self._store = store
        self._take_in = take_in
        self._parts: dict[int, list[str]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def send(self, process: str, sent: Sent) -> None:
        """Have that process answer; where it can't be told, this one does."""
        task = asyncio.create_task(self._sent(process, sent))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def settled(self) -> None:
        """Wait until all has been sent."""
        if self._sending:
            await asyncio.wait(self._sending)

    def heard(self, notice: Notice) -> None:
        """A part of an interaction has come; with the last one it is taken in."""
        left, part = notice.detail.split(" ")
        parts = self._parts.setdefault(notice.about, [])
        parts.append(part)
        if int(left):
            while len(self._parts) > MOST_PARTS:
                del self._parts[next(iter(self._parts))]
            return
        del self._parts[notice.about]
        self._take_in(orjson.loads(zlib.decompress(b85decode("".join(parts)))))

    async def _sent(self, process: str, sent: Sent) -> None:
        written = b85encode(zlib.compress(orjson.dumps(sent))).decode()
        parts = [written[start : start + PART] for start in range(0, len(written), PART)]
        try:
            for left, part in zip(reversed(range(len(parts))), parts, strict=True):
                await self._store.tell("press", int(sent["id"]), f"{process} {left} {part}")
        except StoreFailed as failed:
            _log.warning("interaction not passed on", reason=str(failed))
            self._take_in(sent)
