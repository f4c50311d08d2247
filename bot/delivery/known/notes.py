"""What messages show, who was there, and whose press edits for free, written down together later.

What is lost costs an edit that changes nothing, a call, or at the worst a second word to somebody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

import structlog

from bot.store.records.people import Attendance, Post, PostNote, PressToken
from bot.store.store import Store, StoreFailed

_log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds for which notes are gathered."""


class Notes:
    """Gathers what posts show, who attends and tokens, and stores it in one transaction."""

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._posts: dict[tuple[int, int], Post] = {}
        self._attendances: dict[tuple[int, int], Attendance] = {}
        self._tokens: dict[int, PressToken | None] = {}
        self._under_way: Collection[tuple[int, int]] = ()
        self._writing: asyncio.Task[None] | None = None

    def post(self, session_id: int, post: Post) -> None:
        """A message shows something else, where it stands."""
        self._posts[session_id, post.message_id] = post
        self._soon()

    def attendance(self, session_id: int, attendance: Attendance) -> None:
        """Somebody has pressed, or is to be told later."""
        self._attendances[session_id, attendance.user_id] = attendance
        self._soon()

    def token(self, message_id: int, token: PressToken | None) -> None:
        """A press lets a message be edited; None: Discord doesn't any more."""
        self._tokens[message_id] = token
        self._soon()

    def is_noted(self, session_id: int, message_id: int) -> bool:
        """Whether the store isn't told yet what a message shows."""
        return (session_id, message_id) in self._posts or (
            session_id,
            message_id,
        ) in self._under_way

    def drop_post(self, session_id: int, message_id: int) -> None:
        """Forget what was gathered of a message: the store is told better."""
        self._posts.pop((session_id, message_id), None)

    def drop_attendance(self, session_id: int, user_id: int) -> None:
        """Forget what was gathered of somebody: the store is told better."""
        self._attendances.pop((session_id, user_id), None)

    async def write(self) -> None:
        """Store what was gathered; what the store doesn't take is given up."""
        posts, self._posts = self._posts, {}
        attendances, self._attendances = self._attendances, {}
        tokens, self._tokens = self._tokens, {}
        if not posts and not attendances and not tokens:
            return
        self._under_way = posts
        try:
            await self._store.note(
                [PostNote(session_id, post) for (session_id, _), post in posts.items()],
                [(session_id, known) for (session_id, _), known in attendances.items()],
                tokens,
            )
        except StoreFailed as failed:
            _log.warning("what messages show not noted", reason=str(failed), outage="store")
        finally:
            self._under_way = ()

    def _soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        while self._posts or self._attendances or self._tokens:
            await self._sleep(PAUSE)
            await self.write()
