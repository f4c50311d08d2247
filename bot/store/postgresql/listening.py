"""Hears what others change, on a connection of its own."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import asyncpg
import structlog

from bot.store.notices import Ear, read
from bot.store.postgresql.errors import UNREACHABLE, meaning

_log = structlog.get_logger(__name__)

CHANNEL = "guildhall"
RETRY = 1.0
"""Seconds between two tries to listen again."""
ALIVE = 5.0
"""Seconds after which a connection on which nothing is heard is tried."""


class Listening:
    """Listens until it is closed, over as many connections as it takes."""

    def __init__(self, dsn: str, own: str, patience: float) -> None:
        """`own`: the process whose words aren't told."""
        self._dsn = dsn
        self._own = own
        self._patience = patience
        self._task: asyncio.Task[None] | None = None
        self._ear: Ear | None = None

    async def begin(self, ear: Ear) -> None:
        """Listen from now on; raises asyncpg's errors and OSError."""
        self._ear = ear
        connection = await self._connected(ear)
        self._task = asyncio.create_task(self._listen(ear, connection))

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def missed(self) -> None:
        """A change of the process's own may have been made, of which nobody tells it."""
        if self._ear is not None:
            self._ear.missed()

    async def _listen(self, ear: Ear, connection: asyncpg.Connection) -> None:
        try:
            while True:
                await self._until_lost(connection)
                _log.warning("nothing is heard of other processes")
                connection = await self._again(ear)
                ear.missed()
        finally:
            connection.terminate()

    async def _until_lost(self, connection: asyncpg.Connection) -> None:
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            while not (ended.is_set() or connection.is_closed()):
                with suppress(TimeoutError):
                    async with asyncio.timeout(ALIVE):
                        await ended.wait()
                if not ended.is_set():
                    await connection.execute("SELECT 1", timeout=self._patience)
        except (*UNREACHABLE, asyncpg.InternalClientError):
            # The last: the connection was lost at this very moment.
            connection.terminate()

    async def _again(self, ear: Ear) -> asyncpg.Connection:
        while True:
            try:
                return await self._connected(ear)
            except UNREACHABLE as error:
                _log.warning("not listening yet", reason=meaning(error), outage="store")
            await asyncio.sleep(RETRY)

    async def _connected(self, ear: Ear) -> asyncpg.Connection:
        def heard(_: object, __: int, ___: str, said: object) -> None:
            notice = read(str(said), self._own)
            if notice is not None:
                ear.heard(notice)

        connection = await asyncpg.connect(
            self._dsn,
            timeout=self._patience,
            command_timeout=self._patience,
            server_settings={"application_name": "guildhall"},
        )
        try:
            await connection.add_listener(CHANNEL, heard)
        except BaseException:
            connection.terminate()
            raise
        return connection
