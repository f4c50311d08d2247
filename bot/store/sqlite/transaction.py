"""One transaction on an SQLite connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


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
