"""Results of games, and what is stored of one person, as the store keeps them."""

from __future__ import annotations

from bot.store import results
from bot.store.changes import Ended
from bot.store.records import Standing
from bot.store.transaction import Transactions


class ResultStore(Transactions):
    """What stays of games that ended."""

    async def uncounted(self) -> list[int]:
        """Ids of the games that are over and have no result yet, the oldest first."""
        return await self._read(results.uncounted)

    async def add_old_result(self, session_id: int, ended: Ended) -> None:
        """Remember how a game ended before results were kept."""
        await self._write(results.add_old, session_id, ended)

    async def standings(
        self, guild_id: int, *, user_id: int | None = None, game: str | None = None
    ) -> list[Standing]:
        """How people stood in a server's games, the oldest first.

        All people or one, in all games or one.
        """
        return await self._read(results.standings_of, guild_id, user_id, game)
