"""The store's SQL as asyncpg wants it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import Connection

from bot.store.sql import Database, Rows, Values


class Statements(Database):
    """Carries out statements on a connection on which a transaction has begun."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Values = (), /) -> Rows:
        """Carry out one statement; raises SQLAlchemy's errors."""
        return self._carried_out(sql, tuple(parameters))

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> None:
        """Carry out one statement with each of these values."""
        if every := [tuple(values) for values in parameters]:
            self._carried_out(sql, every)

    def _carried_out(self, sql: str, values: tuple[object, ...] | list[tuple[object, ...]]) -> Rows:
        rows: Rows = self._connection.exec_driver_sql(numbered(sql), values)
        return rows


@lru_cache(maxsize=1024)
def numbered(sql: str) -> str:
    """`$1`, `$2` and so on in place of every `?`."""
    numbers = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
