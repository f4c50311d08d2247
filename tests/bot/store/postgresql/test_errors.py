"""Whoever runs the bot reads in plain words what a server, or something else, says."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from bot.store.errors import StoreUnusable
from bot.store.postgresql import store as module
from bot.store.postgresql.statements import meaning
from bot.store.postgresql.store import PostgresStore
from tests.postgresql import connected, emptied

STATES = [
    error
    for error in vars(asyncpg.exceptions).values()
    if isinstance(error, type) and issubclass(error, asyncpg.PostgresError) and error.sqlstate
]


async def test_a_database_without_a_schema() -> None:
    dsn = await emptied()
    async with connected(dsn) as connection:
        await connection.execute("DROP SCHEMA public CASCADE")
    with pytest.raises(StoreUnusable) as refusal:
        await PostgresStore.open(dsn)
    said = "it has no schema in which the user may keep tables (3F000)"
    assert refusal.value.reason.endswith(f": {said}")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"N"])
async def test_something_that_is_no_postgresql_server(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def other(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(answer)
        await writer.drain()
        writer.close()

    monkeypatch.setattr(module, "TRIES", 1)
    async with await asyncio.start_server(other, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        with pytest.raises(StoreUnusable) as refusal:
            await PostgresStore.open(f"postgresql://ada:s3cret@127.0.0.1:{port}/games")
    name, _, said = refusal.value.reason.partition(": ")
    assert name == "the database games at 127.0.0.1"
    broken_off = "the connection broke off, or what answers there is no PostgreSQL server"
    assert said in (
        *(broken_off, f"{broken_off} (08003)"),
        *("it doesn't answer", "Connection reset by peer"),
    )


def test_every_state_has_words_of_its_own() -> None:
    assert len(STATES) > 200
    for error in STATES:
        said = meaning(error("with what was asked"))
        assert "with what was asked" not in said
        assert error.__name__ not in said
        assert said.startswith(("it ", "its ", "there is no ", "the user ", "the connection "))
