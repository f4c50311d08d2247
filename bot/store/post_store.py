"""Our messages and who attends them, as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.store import posts, press_tokens
from bot.store.posts import PostNote
from bot.store.records.messages import Attendance, Post, PostKind, PressToken
from bot.store.transactions import Transactions

_NO_TOKENS: Mapping[int, PressToken | None] = MappingProxyType({})


class PostStore(Transactions):
    """Messages, when people pressed, and whom they must be told."""

    async def lagging(self) -> list[int]:
        """Ids of the sessions that start-up must bring up to date, in order.

        Those set apart whose messages don't say so yet; and those whose computers owe a choice,
        whose board or a hand shows less than there is, that are live without a board, where
        somebody whose direct messages are open has no hand of a running game yet, or where a
        message offers a seat that isn't offered any more. Lobbies and running games come first.
        """
        return await self._read(posts.lagging)

    async def changed_within(self, seconds: float) -> list[int]:
        """Ids of the sessions, but for abandoned ones, that were changed so lately, in order."""
        return await self._read(posts.changed_since, self._now() - seconds)

    async def posts(self, session_id: int) -> list[Post]:
        """Our messages of a session."""
        return [post for post, _ in await self.posts_and_tokens(session_id)]

    async def posts_and_tokens(self, session_id: int) -> list[tuple[Post, PressToken | None]]:
        """The same, each with the token of its last press; some may have expired."""
        return await self._glance(posts.of_session, session_id)

    async def save_post(self, session_id: int, post: Post, told: Attendance | None = None) -> None:
        """Remember where a message stands and what it shows, in place of its kind's last one.

        `told`: whom it tells, all or nothing.
        """
        await self._write(posts.save, session_id, post, told)

    async def forget_post(self, session_id: int, kind: PostKind, user_id: int) -> None:
        """Drop a message that is gone."""
        await self._write(posts.forget, session_id, kind, user_id)

    async def attendances(self, session_id: int) -> list[Attendance]:
        """When the people of a session pressed and were told, as far as known."""
        return await self._glance(posts.attendances, session_id)

    async def save_attendance(self, session_id: int, attendance: Attendance) -> None:
        """Remember when somebody pressed and was told."""
        await self._write(posts.save_attendance, session_id, attendance)

    async def note(
        self,
        shown: Sequence[PostNote],
        attendances: Sequence[tuple[int, Attendance]],
        tokens: Mapping[int, PressToken | None] = _NO_TOKENS,
    ) -> None:
        """Remember what messages show, unless they were replaced since, and who attended.

        `tokens`: by message, the last press's; None where Discord refused it.
        """
        await self._write(posts.note, shown, attendances, tokens)

    async def drop_expired_tokens(self, now: float) -> None:
        """Delete the tokens that are worth nothing any more."""
        await self._write(press_tokens.drop_expired, now)

    async def due(self) -> dict[int, float]:
        """By session, when somebody must be told next that the table waits."""
        return await self._read(posts.due)
