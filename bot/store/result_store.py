"""Results of games, and what is stored of one person, as the store keeps them."""

from __future__ import annotations

from bot.store import results
from bot.store.changes import Ended
from bot.store.records import Standing
from bot.store.transactions import Transactions


class ResultStore(Transactions):
    """What stays of games that ended."""

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
