"""Opens the database file: every way in which it can be unfit ends in one clear line."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store import schema
from bot.store.errors import StoreAway, StoreFailed, StoreUnusable
from bot.store.sql import Begin, Database
from bot.store.tables import operating

DAMAGED = "it is damaged; put a backup in its place (nothing was changed)"

_MEANING = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reports an error, or is full",
    sqlite3.SQLITE_READONLY: "it can't be written to",
    sqlite3.SQLITE_PERM: "it can't be written to",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened or made there",
    sqlite3.SQLITE_NOTADB: "it isn't an SQLite database",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_LOCKED: "another program is writing to it",
}


class Connection(sqlite3.Connection):
    """A connection that can tell what is damaged from trouble with the disk."""

    def is_damage(self, error: Exception) -> bool:
        """By SQLite's own code."""
        return is_damage(error)


def is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged."""
    return _code(error) == sqlite3.SQLITE_CORRUPT


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program has the file for itself at the moment."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def meaning(error: sqlite3.Error) -> str:
    """An SQLite error in a few plain words."""
    return _MEANING.get(_code(error) or 0) or str(error)


def _code(error: Exception) -> int | None:
    """SQLite's code, of which the low byte is the primary one; Python's own errors have none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


@contextmanager
def transaction(connection: Connection) -> Iterator[Database]:
    """Commit what the body does, or roll all of it back."""
    # IMMEDIATE: the write lock is taken here, so that no statement can fail for the lack of it.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # After some errors, a full disk among them, SQLite has rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


EVERY = 1.0
"""Seconds after which the files are looked at again, when something is to be written."""


class Presence:
    """Finds out that the database was removed, moved or replaced while it is open.

    SQLite goes on writing to files without a name; what it writes is lost at the end.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._files = {path: _identity(path)}
        self._clock = clock
        self._looked_at = clock()

    def check(self) -> None:
        """Raise StoreFailed if a file is another one; costs nothing within the second."""
        now = self._clock()
        if now - self._looked_at < EVERY:
            return
        log = beside(self._path, "-wal")
        if log not in self._files and (identity := _identity(log)):
            self._files[log] = identity
        for file, identity in self._files.items():
            if _identity(file) != identity:
                raise StoreFailed(f"the file {file} was removed or replaced while in use")
        self._looked_at = now


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  (nothing but the two numbers)
    except OSError:
        return None
    return found.st_dev, found.st_ino


MIGRATIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to the newest; raises sqlite3.Error with nothing changed."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version >= schema.newest(folder):
        return
    with transaction(connection):
        for statement in schema.pending(folder, version):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {schema.newest(folder)}")
        schema.note(connection, folder)


APPLICATION_ID = 0x4755494C
"""Marks a file as ours ("GUIL", set by the first migration): no other is ever written to."""

ERASING = "secure_delete = ON"
"""What is deleted is overwritten: whoever asks to be forgotten is in no corner of the file."""
_ERASES = "erases"
FILLED, RESTORING = "filled", "restoring"
"""What is noted beside the database: that there is something in it; that it is being replaced,
and under which name it is put aside."""
_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables
_BUSY_SECONDS = 2.0  # a press must be answered within three
_BESIDE_SECONDS = 5.0


@contextmanager
def unless_refused(said: str) -> Iterator[None]:
    """Raise StoreUnusable for what the system refuses in here: this, and why."""
    try:
        yield
    except OSError as error:
        raise StoreUnusable(f"{said}: {error.strerror or error}") from error


def make_folder(folder: Path) -> None:
    """Make the folder unless it is there; raises StoreUnusable."""
    with unless_refused(f"the folder {folder} can't be made"):
        folder.mkdir(parents=True, exist_ok=True)


def make_private(file: Path) -> None:
    """Have an empty file, unless it is there, that nobody else may read: it will hold hands.

    SQLite gives its logs the same rights. Whoever has given others to a file has meant that.
    """
    with suppress(FileExistsError):
        file.touch(0o600, exist_ok=False)


def is_there(path: Path) -> bool:
    """Whether there is such a file; raises StoreUnusable where it can't be looked for."""
    with unless_refused(f"{path} can't be read"):
        try:
            return stat.S_ISREG(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError):
            return False


def hold(file: Path, busy: str) -> FileLock:
    """Lock this file; raises StoreUnusable, which says `busy`, while another process does."""
    lock = FileLock(file, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise StoreUnusable(busy) from None
    return lock


def claim(path: Path) -> FileLock:
    """Hold the file for this process, until released or the process ends in any way."""
    make_folder(path.parent)
    with unless_refused(f"the database {path} can't be written to"):
        if path.is_dir():
            raise StoreUnusable(f"the database {path} is a folder, not a file")
        return hold(beside(path), f"the database {path} is in use by another running bot")


@contextmanager
def unused(path: Path) -> Iterator[None]:
    """While no bot begins on a file; raises StoreUnusable if one runs on it.

    Where none ever ran, nothing is left beside it.
    """
    if not beside(path).exists():
        yield
        return
    lock = claim(path)
    try:
        yield
    finally:
        lock.release()


def connect(path: Path) -> Connection:
    """The checked and migrated database; raises StoreUnusable with nothing overwritten."""
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StoreUnusable(
            f"this Python has SQLite {sqlite3.sqlite_version}; the store needs 3.37 or newer"
        )
    _check_noted(path)
    with unless_refused(f"the database {path} can't be written to"):
        make_private(path)
    try:
        # Opened in one thread and then used in another, never in two at once.
        connection = sqlite3.connect(
            path,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
        )
    except sqlite3.Error as error:
        raise _refusal(path, error) from error
    # Damage to one row is the trouble of whoever needs that row.
    connection.text_factory = lambda stored: stored.decode(errors="replace")
    try:
        check(connection, path)
        _prepare(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise _refusal(path, error) from error
    except BaseException:
        connection.close()
        raise
    with suppress(OSError):
        if noted(path) != FILLED:
            note(path, FILLED)
    return connection


def _refusal(path: Path, error: sqlite3.Error) -> StoreUnusable:
    refusing = StoreAway if is_busy(error) else StoreUnusable
    return refusing(f"the database {path}: {meaning(error)}")


def beside(path: Path, suffix: str = ".lock") -> Path:
    """A file beside it; the one that is locked, in which FILLED or RESTORING is noted."""
    return path.with_name(f"{path.name}{suffix}")


def noted(path: Path) -> str:
    """What is noted beside the database; empty where nothing is, or can be read."""
    try:
        return beside(path).read_text()
    except OSError:
        return ""


def note(path: Path, said: str) -> None:
    """Note this beside the database, for good."""
    with beside(path).open("w") as file:
        file.write(said)
        file.flush()
        os.fsync(file.fileno())


def _check_noted(path: Path) -> None:
    """Raise StoreUnusable for an empty file that wasn't empty before: SQLite would fill it anew;
    and where putting a backup back was broken off."""
    said, _, aside = noted(path).partition(" ")
    if said == RESTORING:
        raise StoreUnusable(
            f"the database {path}: putting a backup in its place was broken off; restore it again"
            f" (what was there before is still there, or {aside} beside it)"
        )
    with suppress(OSError):
        if said == FILLED and not path.stat().st_size:
            raise StoreUnusable(
                f"the database {path} is empty, and there were games in it: put a backup in its"
                " place, or remove it to begin anew"
            )


def check(connection: Connection, path: Path) -> None:
    """Look before anything is written; raises StoreUnusable."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (application or tables):
        raise StoreUnusable(f"the database {path} belongs to another program")
    known = schema.newest(MIGRATIONS)
    if version > known and not schema.goes_on(connection, version, known):
        raise StoreUnusable(schema.newer(f"the database {path}", version, known))
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise StoreUnusable(f"the database {path}: {DAMAGED}")
    there = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    try:
        schema.check_tables(MIGRATIONS, version, (name for (name,) in there))
    except StoreUnusable as lost:
        raise StoreUnusable(f"the database {path}: {lost.reason}") from lost


def _prepare(connection: Connection, path: Path) -> None:
    _secure(connection)
    migrate(connection)
    # Changes nothing, and fails where nothing can be written.
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnusable(f"the database {path} must be on a local disk (no WAL there)")
    _erase_leftovers(connection)


def _secure(connection: Connection) -> None:
    """What each connection is told anew."""
    for pragma in ("foreign_keys = ON", "synchronous = FULL", ERASING):
        connection.execute(f"PRAGMA {pragma}")


def _erase_leftovers(connection: Connection) -> None:
    """Rewrite, once, a file in which releases before have deleted without erasing."""
    if operating.fact(connection, _ERASES) is not None:
        return
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError:  # no room for it: the next start tries again
        return
    operating.save_fact(connection, _ERASES, "yes")


def settle(connection: Connection) -> None:
    """Empty the write-ahead log into the file; a reader may put that off to the next time."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


@contextmanager
def beside_file(path: Path) -> Iterator[Begin]:
    """The database, in which nothing is held for longer than a change takes.

    Nothing is made and nothing migrated: the schema must be this program's. Raises StoreUnusable.
    """
    if not is_there(path):
        raise StoreUnusable(f"there is no database {path}")
    try:
        # Through SQLite alone: see `bot.store.sqlite.store`.
        with closing(
            sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=rw",
                uri=True,
                timeout=_BESIDE_SECONDS,
                isolation_level=None,
                factory=Connection,
            )
        ) as database:
            _check_ours(database, path)
            _secure(database)
            yield partial(transaction, database)
            settle(database)
    except sqlite3.Error as error:
        raise StoreUnusable(f"the database {path}: {meaning(error)}") from error


def _check_ours(database: Connection, path: Path) -> None:
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreUnusable(f"{path} isn't a database of Guildhall")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    schema.check_known(f"the database {path}", version, schema.newest(MIGRATIONS))
