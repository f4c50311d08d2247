"""One transaction on an SQLite connection, and what carries transactions out."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what the body does, or roll all of it back."""
    # IMMEDIATE: the write lock is taken here, so that no statement can fail for the lack of it.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After some errors, a full disk among them, SQLite has rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


class Transactions(ABC):
    """Carries out transactions, one after the other; raises StoreFailed, with nothing changed."""

    @abstractmethod
    def _now(self) -> float:
        """The time of day."""

    @abstractmethod
    async def _write(
        self,
        change: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Make a change, all or nothing."""

    @abstractmethod
    async def _read(
        self,
        look: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Look at what there is."""
