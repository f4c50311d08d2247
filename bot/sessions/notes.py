"""What messages show, written down together a little later.

Only start-up asks for it: what is lost costs an edit that changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.store.store import Store, StoreFailed

_log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds for which notes are gathered."""


class Notes:
    """Gathers how many moves boards and hands show, and stores them in one transaction."""

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._boards: dict[tuple[int, int], int] = {}
        self._hands: dict[tuple[int, int], int] = {}
        self._writing: asyncio.Task[None] | None = None

    def board(self, session_id: int, message_id: int, shown: int) -> None:
        """The board of a session shows so many moves."""
        self._boards[session_id, message_id] = shown
        self._soon()

    def hand(self, session_id: int, message_id: int, shown: int) -> None:
        """A private message shows so many moves."""
        self._hands[session_id, message_id] = shown
        self._soon()

    def drop(self, session_id: int) -> None:
        """Forget what was noted of a session: what the store is told next must not be undone."""
        for noted in (self._boards, self._hands):
            for message in [message for message in noted if message[0] == session_id]:
                del noted[message]

    async def write(self) -> None:
        """Store what was gathered; what the store doesn't take is given up."""
        boards, self._boards = self._boards, {}
        hands, self._hands = self._hands, {}
        try:
            if boards or hands:
                await self._store.note_shown(boards, hands)
        except StoreFailed as failed:
            _log.warning("what messages show not noted", reason=str(failed))

    def _soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        while self._boards or self._hands:
            await self._sleep(PAUSE)
            await self.write()
