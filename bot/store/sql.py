"""The SQL that both databases understand, and what carries it out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Values = Sequence[Any]


class Rows(Protocol):
    """What a statement gave, or how many rows it changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...  # noqa: ANN401  (a row, or None)

    def fetchall(self) -> Sequence[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """Carries out statements within one transaction; values stand for `?`, in order.

    Flags are compared as flags (`NOT away`, `FALSE`), and counted with CASE.
    """

    def execute(self, sql: str, parameters: Values = ..., /) -> Rows: ...

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> object: ...

    def is_damage(self, error: Exception) -> bool:
        """Whether what was read is broken, and not the disk or the moment."""
        ...


def replacing(table: str, key: str, others: str) -> str:
    """Adds a row, or replaces all else of the one with its key; columns as in SQL, in order."""
    values = ", ".join("?" for _ in f"{key}, {others}".split(", "))
    new = ", ".join(f"{column} = excluded.{column}" for column in others.split(", "))
    return (
        f"INSERT INTO {table} ({key}, {others}) VALUES ({values})"  # noqa: S608
        f" ON CONFLICT ({key}) DO UPDATE SET {new}"
    )


def inserted(rows: Rows) -> int:
    """The id that an `INSERT ... RETURNING id` has given."""
    (number,) = rows.fetchone()
    return int(number)


def ids(db: Database, sql: str, values: Values = ()) -> list[int]:
    """What a statement finds that asks for ids alone."""
    return [number for (number,) in db.execute(sql, values)]


def check_finite(row: Values) -> None:
    """Raise ValueError for a number without an end: whatever reckons with it would fail."""
    if any(isinstance(value, float) and not math.isfinite(value) for value in row):
        raise ValueError


Begin = Callable[[], AbstractContextManager[Database]]
"""Begins a transaction, which is committed at the end of the context."""
