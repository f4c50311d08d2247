"""One process has the database at a time.

A lock that lives as long as a connection keeps a second one from starting. As a connection may be
lost, the database also knows who has it: whoever does not is found out with the next change.
"""

from __future__ import annotations

import asyncio
import uuid

import asyncpg

from bot.store.errors import StoreFailed
from bot.store.sql import Database

_TAKE = "SELECT pg_try_advisory_lock(hashtext('guildhall'))"


class Claim:
    """Holds a database."""

    def __init__(self, dsn: str, patience: float) -> None:
        self._holder = uuid.uuid4().hex
        self._dsn = dsn
        self._patience = patience
        self._connection: asyncpg.Connection | None = None
        self._taking = asyncio.Lock()

    async def hold(self) -> bool:
        """Hold it, anew where the connection was lost; False if somebody else does.

        Raises asyncpg's errors and OSError; costs nothing while it is held.
        """
        if self._holds():
            return True
        async with self._taking:
            return self._holds() or await self._take()

    def settle(self, db: Database) -> None:
        """Have the database know who has it; once, after `hold`."""
        db.execute("UPDATE guildhall SET holder = ?", (self._holder,))

    def check(self, db: Database) -> None:
        """Raise StoreFailed, within a transaction, if another process has had it since."""
        if db.execute("SELECT holder FROM guildhall").fetchone()[0] != self._holder:
            raise StoreFailed("another bot has taken it over; this one must be started anew")

    async def release(self) -> None:
        """Let others have it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close(timeout=self._patience)

    def _holds(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def _take(self) -> bool:
        connection = await asyncpg.connect(
            self._dsn,
            timeout=self._patience,
            command_timeout=self._patience,
            server_settings={"application_name": "guildhall"},
        )
        if await connection.fetchval(_TAKE):
            self._connection = connection
            return True
        await connection.close()
        return False
