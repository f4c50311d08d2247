"""The store in a PostgreSQL database."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.errors import StoreFailed, StoreUnusable
from bot.store.notices import Ear
from bot.store.postgresql import lease_rows
from bot.store.postgresql.claim import Claim
from bot.store.postgresql.errors import UNREACHABLE, meaning, overtaken
from bot.store.postgresql.lease_rows import Process
from bot.store.postgresql.leases import Leases
from bot.store.postgresql.listening import Listening
from bot.store.postgresql.migrate import migrate
from bot.store.postgresql.server import PATIENCE, READING, WRITING, engine_of, named
from bot.store.postgresql.statements import Statements
from bot.store.shares import USUAL, Pulse, Shares
from bot.store.sql import Database
from bot.store.store import Store
from bot.store.transactions import Committed, untold

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 20
"""How often a change is made anew that others have overtaken."""


class PostgresStore(Store):
    """The store in a PostgreSQL database, for one process at a time."""

    def __init__(
        self,
        dsn: str,
        process: str,
        engine: AsyncEngine,
        claim: Claim | None,
        clock: Callable[[], float],
        committed: Committed,
    ) -> None:
        super().__init__(clock, committed)
        self.name = named(dsn)
        self._writing = engine.execution_options(**WRITING)
        self._reading = engine.execution_options(**READING)
        self._engine = engine
        self._claim = claim
        self._id = process
        self._listening = Listening(dsn, process, PATIENCE)

    @classmethod
    async def open(
        cls,
        dsn: str,
        clock: Callable[[], float] = time.time,
        committed: Committed = untold,
        *,
        alone: bool = True,
    ) -> PostgresStore:
        """Open the database and bring its schema up to date; raises StoreUnusable.

        `dsn`: as libpq takes it, `postgresql://...`; `clock`: the time of day in seconds;
        `alone`: for this process alone.
        """
        process = uuid.uuid4().hex
        engine = engine_of(dsn, process)
        claim = Claim(dsn, PATIENCE) if alone else None
        try:
            await _prepare(engine, claim)
        except (*UNREACHABLE, StoreUnusable) as error:
            if claim is not None:
                await claim.release()
            await engine.dispose()
            reason = error.reason if isinstance(error, StoreUnusable) else meaning(error)
            raise StoreUnusable(f"the database {named(dsn)}: {reason}") from error
        return cls(dsn, process, engine, claim, clock, committed)

    async def close(self) -> None:
        """Let others have the database."""
        self._closed = True
        await self._listening.close()
        if self._claim is not None:
            await self._claim.release()
        await self._engine.dispose()

    def shares(self, shards: Iterable[int] = (0,), total: int = 1, pulse: Pulse = USUAL) -> Shares:
        """Leases on these shards, and on those that nobody has."""
        me = Process(self._id, sorted(shards), total)
        return Leases(
            partial(self._write, lease_rows.beat, me, pulse),
            partial(self._write, lease_rows.go, me),
            frozenset(me.shards),
            total,
            pulse,
        )

    async def listen(self, ear: Ear) -> None:
        """On a connection of its own; when that was lost, anything may have been missed."""
        try:
            await self._listening.begin(ear)
        except UNREACHABLE as error:
            raise StoreFailed(f"the database {self.name}: {meaning(error)}") from error

    async def backup(self, target: Path) -> None:
        """PostgreSQL has its own ways: raises StoreUnusable."""
        raise StoreUnusable(f"the database {self.name} is copied by pg_dump, not by the bot")

    async def _write(
        self,
        change: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        def work(db: Database) -> R:
            if self._claim is not None:
                self._claim.check(db)
            return change(db, *args, **kwargs)

        begun, done = time.monotonic(), False
        try:
            if not self._closed and not await self._held():
                raise StoreFailed(f"the database {self.name} is in use by another running bot")
            result = await self._run(self._writing, work)
            done = True
            return result
        finally:
            self._committed(time.monotonic() - begun, done=done)

    async def _read(
        self,
        look: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        return await self._run(self._reading, lambda db: look(db, *args, **kwargs))

    async def _held(self) -> bool:
        try:
            return self._claim is None or await self._claim.hold()
        except UNREACHABLE as error:
            raise StoreFailed(f"the database {self.name}: {meaning(error)}") from error

    async def _run(self, engine: AsyncEngine, work: Callable[[Database], R]) -> R:
        def within(connection: Connection) -> R:
            return work(Statements(connection))

        if self._closed:
            raise StoreFailed(f"the database {self.name} is closed")
        tries = 0
        while True:
            tries += 1
            try:
                async with engine.begin() as connection:
                    return await connection.run_sync(within)
            except UNREACHABLE as error:
                if not overtaken(error) or tries == TRIES:
                    raise StoreFailed(f"the database {self.name}: {meaning(error)}") from error


async def _prepare(engine: AsyncEngine, claim: Claim | None) -> None:
    """Have the database for this process, with today's schema."""

    def within(connection: Connection) -> None:
        db = Statements(connection)
        migrate(db)
        if claim is not None:
            claim.settle(db)

    if claim is not None and not await claim.hold():
        raise StoreUnusable("it is in use by another running bot")
    async with engine.execution_options(**WRITING).begin() as connection:
        await connection.run_sync(within)
