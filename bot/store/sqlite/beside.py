"""A database that a bot may be running on, for whoever looks after it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from bot.store.errors import StoreUnusable
from bot.store.sql import Database
from bot.store.sqlite.database import APPLICATION_ID, ERASING, settle
from bot.store.sqlite.errors import meaning
from bot.store.sqlite.migrate import known_version
from bot.store.sqlite.transaction import transaction
from bot.store.transactions import Begin

_BUSY_SECONDS = 5.0


@contextmanager
def beside(path: Path) -> Iterator[Begin]:
    """The database, in which nothing is held for longer than a change takes.

    Nothing is made and nothing migrated: the schema must be this program's. Raises StoreUnusable.
    """
    if not os.path.isfile(path):  # noqa: PTH113  (Path.is_file raises where it may not look)
        raise StoreUnusable(f"there is no database {path}")
    try:
        # Through SQLite alone: see `bot.store.sqlite.backup`.
        with closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw",
                uri=True,
                timeout=_BUSY_SECONDS,
                isolation_level=None,
            )
        ) as database:
            _check(database, path)
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("PRAGMA synchronous = FULL")
            database.execute(ERASING)
            yield partial(_begun, database)
            settle(database)
    except sqlite3.Error as error:
        raise StoreUnusable(f"the database {path}: {meaning(error)}") from error


@contextmanager
def _begun(database: sqlite3.Connection) -> Iterator[Database]:
    with transaction(database):
        yield database


def _check(database: sqlite3.Connection, path: Path) -> None:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreUnusable(f"{path} isn't a database of Guildhall")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version != known_version():
        raise StoreUnusable(
            f"the database {path} has schema {version}, this Guildhall has {known_version()}:"
            " use the version that runs, or start this one once"
        )
