"""Results of games, and what is stored of one person, as the store keeps them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.store import personal, results, retention
from bot.store.changes import Ended
from bot.store.records.seats import Departed
from bot.store.records.sessions import Standing
from bot.store.transactions import Transactions


class ResultStore(Transactions):
    """What stays of games that ended, and of people who want nothing to stay."""

    async def uncounted(self) -> list[int]:
        """Ids of the games that were over before results were kept, the oldest first."""
        return await self._read(results.uncounted)

    async def count(self, session_id: int, ended: Ended) -> None:
        """Remember how such a game ended."""
        await self._write(results.count, session_id, ended)

    async def standings(
        self, guild_id: int, *, user_id: int | None = None, game: str | None = None
    ) -> list[Standing]:
        """How people stood in a server's games, the oldest first.

        All people or one, in all games or one.
        """
        return await self._read(results.standings_of, guild_id, user_id, game)

    async def exported(self, user_id: int) -> dict[str, personal.Rows]:
        """All that is stored of somebody, as rows by name and column."""
        return await self._read(personal.exported, user_id)

    async def sessions_with(self, user_id: int) -> list[int]:
        """Ids of the sessions of which anything names somebody, in order."""
        return await self._read(personal.sessions_of, user_id)

    async def forget_person(
        self, user_id: int, computers: Sequence[str], nameless: Callable[[str], str]
    ) -> list[int]:
        """Erase all that is stored of somebody; messages of live sessions lag.

        See `personal.forget`.
        """
        return await self._write(personal.forget, user_id, computers, nameless)

    async def leave_unknown(
        self,
        session_id: int,
        user_id: int,
        gone: Departed | None,
        story: str,
        known: int | None = None,
    ) -> None:
        """Have nobody know any more who left a running game; all its messages lag.

        `gone`: in place of who left; `story`: without the name. Raises Overtaken.
        """
        await self._write(personal.leave_unknown, session_id, user_id, gone, story, known)

    async def expired(self, before: float, most: int) -> list[int]:
        """Ids of the oldest sessions that ended before that time."""
        return await self._read(retention.expired, before, most)

    async def purge(self, session_ids: Sequence[int]) -> None:
        """Delete sessions that have ended, but for their results."""
        await self._write(retention.purge, session_ids)
