"""How the bot talks to a PostgreSQL server."""

from __future__ import annotations

from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

WRITING = {"isolation_level": "SERIALIZABLE"}
# One moment for all that is read together; never overtaken.
READING = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
# Whoever has waited for another that migrates sees what that has done.
MIGRATING = {"isolation_level": "READ COMMITTED"}

PATIENCE = 5.0
"""Seconds after which a server that doesn't answer counts as gone."""
FROZEN = 3.0
"""Seconds after which a transaction is rolled back whose process says nothing: others wait."""
_CONNECTIONS = 8


def engine_of(dsn: str, process: str = "") -> AsyncEngine:
    """Connections to the database, none of which is opened yet.

    `process`: in whose name others are told of changes.
    """
    # What is written or asked is never part of an error: it may be hidden.
    return create_async_engine(
        make_url(dsn).set(drivername="postgresql+asyncpg"),
        pool_size=_CONNECTIONS,
        max_overflow=0,
        pool_timeout=PATIENCE,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={
            "timeout": PATIENCE,
            "command_timeout": PATIENCE,
            "server_settings": {
                "application_name": "guildhall",
                "guildhall.process": process,
                "idle_in_transaction_session_timeout": f"{round(FROZEN * 1000)}",
            },
        },
    )


def named(dsn: str) -> str:
    """The database as people may read it: without user and password."""
    url = make_url(dsn)
    host = url.host or url.query.get("host") or "localhost"
    return f"{url.database} at {host}"
