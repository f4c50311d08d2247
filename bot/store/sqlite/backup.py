"""Copies a database, also while the bot runs on it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.errors import StoreUnusable
from bot.store.new_file import new_file
from bot.store.sqlite.database import APPLICATION_ID
from bot.store.sqlite.errors import DAMAGED, meaning


async def back_up(source: Path, target: Path) -> None:
    """Copy `source` as it is now to the new file `target`, and check the copy.

    Takes no lock that would disturb a running bot. Raises StoreUnusable, leaving no target.
    """
    await asyncio.to_thread(_back_up, source, target)


def _back_up(source: Path, target: Path) -> None:
    if not os.path.isfile(source):  # noqa: PTH113  (Path.is_file raises where it may not look)
        raise StoreUnusable(f"there is no database {source} to copy")
    with new_file(target) as unfinished:
        copy_checked(source, unfinished)


def copy_checked(source: Path, copy: Path) -> None:
    """Copy one of our databases, and check the copy; raises StoreUnusable."""
    # SQLite alone may open the source: closing any other handle of this process on the file
    # would drop the locks of a store that has it open.
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live:
            (application,) = live.execute("PRAGMA application_id").fetchone()
            if application != APPLICATION_ID:
                raise StoreUnusable(f"{source} isn't a database of Guildhall")
            with closing(sqlite3.connect(copy, isolation_level=None)) as backup:
                live.backup(backup)
                backup.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried about
                (verdict,) = backup.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        raise StoreUnusable(f"{source} can't be copied: {meaning(error)}") from error
    if verdict != "ok":
        raise StoreUnusable(f"{source} can't be copied: {DAMAGED}")
