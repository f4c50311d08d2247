"""The SQL that both databases understand, what carries it out, and in which transactions."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

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


P = ParamSpec("P")
R = TypeVar("R")


Begin = Callable[[], AbstractContextManager[Database]]
"""Begins a transaction, which is committed at the end of the context."""


class Committed(Protocol):
    """Is told how long a transaction took in seconds, and whether it was made."""

    def __call__(self, seconds: float, *, done: bool) -> None: ...


def untold(seconds: float, *, done: bool) -> None:
    """Nobody wants to know."""


class Transactions(ABC):
    """Carries out transactions, one after the other; raises StoreFailed, with nothing changed."""

    @abstractmethod
    def _now(self) -> float:
        """The time of day."""

    @abstractmethod
    async def _write(
        self,
        change: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Make a change, all or nothing."""

    @abstractmethod
    async def _read(
        self,
        look: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Look at what there is."""

    async def _glance(
        self,
        look: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Look at what one single statement gives."""
        return await self._read(look, *args, **kwargs)


Body = Callable[Concatenate[Database, P], R]
Method = Callable[Concatenate[Transactions, P], Coroutine[Any, Any, R]]


def reads(look: Body[P, R]) -> Method[P, R]:
    """The method that looks so, within one transaction."""

    @wraps(look)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._read(look, *args, **kwargs)  # noqa: SLF001  (its own)

    return method


def looks_back(look: Callable[Concatenate[Database, float, P], R]) -> Method[P, R]:
    """The same of a look that is told the time of day."""

    @wraps(look)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._read(look, store._now(), *args, **kwargs)  # noqa: SLF001

    return method


def glances(look: Body[P, R]) -> Method[P, R]:
    """The same of a look that is one single statement."""

    @wraps(look)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._glance(look, *args, **kwargs)  # noqa: SLF001

    return method


def writes(change: Body[P, R]) -> Method[P, R]:
    """The method that makes this change, all or nothing."""

    @wraps(change)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._write(change, *args, **kwargs)  # noqa: SLF001

    return method


def dates(change: Callable[Concatenate[Database, float, P], R]) -> Method[P, R]:
    """The same of a change that is told the time of day."""

    @wraps(change)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._write(change, store._now(), *args, **kwargs)  # noqa: SLF001

    return method
