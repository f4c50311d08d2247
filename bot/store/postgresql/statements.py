"""The store's SQL as asyncpg wants it, awaited for functions that don't await."""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import asyncpg
from greenlet import getcurrent, greenlet

from bot.store.postgresql.errors import SERVER, StatementFailed
from bot.store.sql import Database, Rows, Values

T = TypeVar("T")


async def carried_out(work: Callable[[], T]) -> T:
    """What `work` gives; whatever it waits for is awaited here."""
    working = greenlet(work)
    working.gr_context = getcurrent().gr_context
    given: Any = working.switch()
    while not working.dead:
        try:
            value = await given
        except BaseException as error:  # noqa: BLE001 - it is the work's to deal with
            given = working.throw(error)
        else:
            given = working.switch(value)
    return cast("T", given)


def waited(wanted: Awaitable[T]) -> T:
    """What comes of it, for who is being carried out; raises what it raises."""
    outside = getcurrent().parent
    if outside is None:
        raise RuntimeError("nobody is there to await it")
    return cast("T", outside.switch(wanted))


_GIVES_ROWS = re.compile(r"\s*(SELECT|WITH)\b|.*\bRETURNING\b", re.IGNORECASE | re.DOTALL)


class Found(Rows):
    """What a statement gave, or how many rows it changed."""

    def __init__(self, rows: Sequence[Any], rowcount: int) -> None:
        self._rows = rows
        self._rowcount = rowcount

    @property
    def rowcount(self) -> int:
        """How many rows were changed, or are given."""
        return self._rowcount

    def fetchone(self) -> Any:  # noqa: ANN401  (a row, or None)
        """The first row."""
        return next(iter(self._rows), None)

    def fetchall(self) -> Sequence[Any]:
        """All rows."""
        return self._rows

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows)


class Statements(Database):
    """Carries out statements on a connection, for who is being carried out himself (`bridge`)."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Values = (), /) -> Rows:
        """Carry out one statement; raises StatementFailed."""
        statement = translated(sql)
        if statement.gives_rows:
            records = _given(self._connection.fetch(statement.sql, *parameters))
            return Found([tuple(record) for record in records], len(records))
        status = _given(self._connection.execute(statement.sql, *parameters))
        return Found((), _changed(status))

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> None:
        """Carry out one statement with each of these values."""
        every = [tuple(values) for values in parameters]
        if len(every) == 1:
            self.execute(sql, *every)
        elif every:
            _given(self._connection.executemany(translated(sql).sql, every))

    def is_damage(self, error: Exception) -> bool:
        """The server looks after that."""
        return False


class Translated(NamedTuple):
    """A statement as asyncpg takes it, and whether it gives rows."""

    sql: str
    gives_rows: bool


@lru_cache(maxsize=1024)
def translated(sql: str) -> Translated:
    """With `$1`, `$2` and so on in place of every `?`."""
    numbers = itertools.count(1)
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
    return Translated(numbered, _GIVES_ROWS.match(sql) is not None)


def _given(wanted: Awaitable[T]) -> T:
    try:
        return waited(wanted)
    except SERVER as error:
        # Some of them are ValueErrors, as what a damaged row raises.
        raise StatementFailed from error


def _changed(status: str) -> int:
    """How many rows a statement has changed, by what the server says of it: `UPDATE 2`."""
    number = status.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0
