"""Puts a backup in the place of a database; what stood there is kept aside."""

from __future__ import annotations

import itertools
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import StoreUnusable
from bot.store.sqlite.backup import copy_checked
from bot.store.sqlite.database import ERASING, check, claim
from bot.store.sqlite.errors import meaning
from bot.store.sqlite.transaction import transaction

_BESIDE = ("", "-wal", "-shm")
"""What the names of SQLite's files end in."""
_LIVE = "(SELECT id FROM session WHERE status IN ('lobby', 'playing'))"
_FORGOTTEN = (
    # Discord shows what came after the backup: all messages of live games are shown anew.
    ("post", f"UPDATE post SET shown = -1, picture = NULL WHERE session_id IN {_LIVE}"),  # noqa: S608
    ("hand", f"UPDATE session SET board_shown = -1 WHERE id IN {_LIVE}"),  # noqa: S608
    ("hand", f"UPDATE hand SET shown = -1 WHERE session_id IN {_LIVE}"),  # noqa: S608
    ("fact", "DELETE FROM fact WHERE name = 'commands'"),
    ("errand", "DELETE FROM errand"),
    ("press_token", "DELETE FROM press_token"),
)
"""What is true of a backup's own day alone, by a table that not every schema has."""
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def restore(backup: Path, target: Path) -> Path | None:
    """Have `target` be what `backup` is; where the file went that stood there, if one did.

    Raises StoreUnusable with nothing changed: over a running bot, or if the backup is unfit.
    """
    lock = claim(target)
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        if not os.path.isfile(backup):  # noqa: PTH113  (Path.is_file raises where it may not look)
            raise StoreUnusable(f"there is no backup {backup}")
        if target.exists() and target.samefile(backup):
            raise StoreUnusable(f"{backup} is the database itself")
        unfinished.unlink(missing_ok=True)
        copy_checked(backup, unfinished)
        _prepare(unfinished, backup)
        aside = _put_aside(target)
        unfinished.replace(target)
        _settle(target.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreUnusable(f"the database {target} can't be written: {reason}") from error
    finally:
        for suffix in _BESIDE:
            unfinished.with_name(f"{unfinished.name}{suffix}").unlink(missing_ok=True)
        lock.release()
    return aside


def _prepare(copy: Path, backup: Path) -> None:
    """Take out of the copy what is true of its own day alone.

    Its schema stays: the program that made it can go on with it, this one's start brings it up.
    """
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            check(database, backup)
            database.execute(ERASING)
            tables = {name for (name,) in database.execute(_TABLES)}
            with transaction(database):
                for table, statement in _FORGOTTEN:
                    if table in tables:
                        database.execute(statement)
    except sqlite3.Error as error:
        raise StoreUnusable(f"{backup} can't be put back: {meaning(error)}") from error


def _put_aside(target: Path) -> Path | None:
    """Rename the database with its log, however damaged: one that SQLite can open again."""
    if not target.exists():
        return None
    names = (target.with_name(f"{target.name}.replaced-{n}") for n in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    # The log first: a database without its log would open, and lack what stands there.
    for suffix in reversed(_BESIDE):
        file = target.with_name(f"{target.name}{suffix}")
        if file.exists():
            file.rename(aside.with_name(f"{aside.name}{suffix}"))
    return aside


def _settle(folder: Path) -> None:
    """Have the new names survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
