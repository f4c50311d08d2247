"""Opens the database file: every way in which it can be unfit ends in one clear line."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store import schema
from bot.store.errors import StoreAway, StoreUnusable
from bot.store.new_file import make_folder
from bot.store.sqlite.errors import DAMAGED, is_busy, meaning
from bot.store.sqlite.migrate import MIGRATIONS, known_version, migrate
from bot.store.tables import operating

APPLICATION_ID = 0x4755494C
"""Marks a file as ours ("GUIL", set by the first migration): no other is ever written to."""

ERASING = "PRAGMA secure_delete = ON"
"""What is deleted is overwritten: whoever asks to be forgotten is in no corner of the file."""
_ERASES = "erases"
_FILLED = "filled"
_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables
_BUSY_SECONDS = 2.0  # a press must be answered within three


def claim(path: Path) -> FileLock:
    """Hold the file for this process, until released or the process ends in any way."""
    make_folder(path.parent)
    try:
        if path.is_dir():
            raise StoreUnusable(f"the database {path} is a folder, not a file")
        lock = FileLock(_beside(path), timeout=0, thread_local=False)
        lock.acquire()
    except Timeout:
        raise StoreUnusable(f"the database {path} is in use by another running bot") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreUnusable(f"the database {path} can't be written to: {reason}") from error
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """The checked and migrated database; raises StoreUnusable with nothing overwritten."""
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreUnusable(
            f"this Python has SQLite {sqlite3.sqlite_version}; the store needs 3.37 or newer"
        )
    _check_emptied(path)
    try:
        # Opened in one thread and then used in another, never in two at once.
        connection = sqlite3.connect(
            path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
    except sqlite3.Error as error:
        raise _refusal(path, error) from error
    connection.text_factory = _legible
    try:
        check(connection, path)
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise _refusal(path, error) from error
    except BaseException:
        connection.close()
        raise
    _mark_filled(path)
    return connection


def _refusal(path: Path, error: sqlite3.Error) -> StoreUnusable:
    refusing = StoreAway if is_busy(error) else StoreUnusable
    return refusing(f"the database {path}: {meaning(error)}")


def _beside(path: Path) -> Path:
    """The file that is locked; once there is anything in the database, it says so."""
    return path.with_name(f"{path.name}.lock")


def _check_emptied(path: Path) -> None:
    """Raise StoreUnusable for an empty file that wasn't empty before: SQLite would fill it anew."""
    with suppress(OSError):
        if not path.stat().st_size and _beside(path).read_text() == _FILLED:
            raise StoreUnusable(
                f"the database {path} is empty, and there were games in it: put a backup in its"
                " place, or remove it to begin anew"
            )


def _mark_filled(path: Path) -> None:
    with suppress(OSError):
        if _beside(path).read_text() != _FILLED:
            _beside(path).write_text(_FILLED)


def _legible(stored: bytes) -> str:
    """What can be read of a text: damage to one row is the trouble of whoever needs that row."""
    return stored.decode(errors="replace")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Look before anything is written; raises StoreUnusable."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (application or tables):
        raise StoreUnusable(f"the database {path} belongs to another program")
    known = known_version()
    if version > known and not schema.goes_on(connection, version, known):
        raise StoreUnusable(
            f"the database {path} was made by a newer Guildhall"
            f" (schema {version}, this one knows {known})"
        )
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreUnusable(f"the database {path}: {DAMAGED}")
    there = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    try:
        schema.check_tables(MIGRATIONS, version, (name for (name,) in there))
    except StoreUnusable as lost:
        raise StoreUnusable(f"the database {path}: {lost.reason}") from lost


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(ERASING)
    migrate(connection)
    # Changes nothing, and fails where nothing can be written.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnusable(f"the database {path} must be on a local disk (no WAL there)")
    _erase_leftovers(connection)


def _erase_leftovers(connection: sqlite3.Connection) -> None:
    """Rewrite, once, a file in which releases before have deleted without erasing."""
    if operating.fact(connection, _ERASES) is not None:
        return
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError:  # no room for it: the next start tries again
        return
    operating.save_fact(connection, _ERASES, "yes")


def settle(connection: sqlite3.Connection) -> None:
    """Empty the write-ahead log into the file; a reader may put that off to the next time."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
