"""Interactions that another process answers: what comes to an older release goes to a newer one.

Whoever has an interaction's token may answer it, and so the whole of it is passed on, as Discord
sent it: the other process does with it what it does with its own. It goes by way of what is told
over the database, which is kept nowhere.
"""

from __future__ import annotations

import asyncio
import zlib
from base64 import b85decode, b85encode
from collections.abc import Callable
from typing import Any, TypeAlias

import orjson
import structlog

from bot.store.notices import Notice
from bot.store.store import Store, StoreFailed

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
