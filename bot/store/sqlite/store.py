"""The store in one SQLite file; copies of it, made while the bot runs and put back in its place."""

from __future__ import annotations

import asyncio
import itertools
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import aiosqlite
from filelock import FileLock

from bot.store.errors import StoreFailed, StoreUnusable
from bot.store.sqlite import database
from bot.store.store import Body, Committed, P, R, Store, untold


class _Connection(aiosqlite.Connection):
    """Runs a whole transaction in one hop into the connection's thread.

    One hop is twice as fast as one a statement, and as the thread takes one function after
    the other, no two transactions mix and a cancelled caller never leaves one half done.
    """

    def __init__(self, opened: database.Connection) -> None:
        super().__init__(lambda: opened, iter_chunk_size=1)
        # A program that fails must end, even where it never came to closing the store.
        self._thread.daemon = True

    async def run(self, work: Callable[[database.Connection], R]) -> R:
        result: R = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


class SqliteStore(Store):
    """The store in one SQLite file, for one process at a time.

    Every change fails once the file is no longer where a restart would look for it.
    """

    def __init__(
        self,
        path: Path,
        connection: _Connection,
        lock: FileLock,
        presence: database.Presence,
        clock: Callable[[], float],
        committed: Committed,
    ) -> None:
        super().__init__(clock, committed)
        self.path = path
        self._presence = presence
        self._connection = connection
        self._lock = lock

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        committed: Committed = untold,
    ) -> SqliteStore:
        """Open or make the database; raises StoreUnusable.

        `clock`: the time of day, `steady`: one that is never set; both in seconds. `committed` is
        told how long each transaction took, by the store's own thread.
        """
        lock = database.claim(path)
        try:
            # Not as the connector itself: a failing one leaves aiosqlite's thread behind.
            opened = await asyncio.to_thread(database.connect, path)
        except BaseException:
            lock.release()
            raise
        connection = _Connection(opened)
        await connection
        return cls(path, connection, lock, database.Presence(path, steady), clock, committed)

    async def close(self) -> None:
        """Finish what is under way, close the file and let others have it."""
        self._closed = True
        try:
            await self._connection.close()
        finally:
            self._lock.release()

    async def settle(self) -> None:
        """Have the write-ahead log emptied into the file, with what it holds of the past."""
        await self._run(database.settle)

    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""
        await asyncio.to_thread(back_up, self.path, target)

    async def _write(self, change: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        def work(db: database.Connection) -> R:
            begun, done = time.monotonic(), False
            try:
                self._presence.check()
                with database.transaction(db):
                    result = change(db, *args, **kwargs)
                done = True
                return result
            finally:
                self._committed(time.monotonic() - begun, done=done)

        return await self._run(work)

    async def _read(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._run(lambda db: look(db, *args, **kwargs))

    async def _run(self, work: Callable[[database.Connection], R]) -> R:
        if self._closed:
            raise StoreFailed(f"the database {self.path} is closed")
        try:
            return await self._connection.run(work)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database {self.path}: {database.meaning(error)}") from error


# -- copies ---------------------------------------------------------------------------------------


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Where to write what is `target` in the end; whatever fails leaves neither.

    Raises StoreUnusable, also if the target is there, or being written.
    """
    if not target.name:
        raise StoreUnusable(f"{target} is a folder; name a file in it")
    database.make_folder(target.parent)
    with _alone(target):
        yield from _new(target, database.beside(target, ".unfinished"))


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """While nobody else writes that file."""
    held = database.beside(target, ".writing")
    with database.unless_refused(f"the backup {target} can't be written"):
        lock = database.hold(held, f"the backup {target} is being written")
    try:
        yield
    finally:
        held.unlink(missing_ok=True)  # while it is held, so that it is nobody else's
        lock.release()


def _new(target: Path, unfinished: Path) -> Iterator[Path]:
    with database.unless_refused(f"the backup {target} can't be written"):
        try:
            target.touch(exist_ok=False)
        except FileExistsError:
            # An empty one was begun by a process that came to its end.
            if not target.is_file() or target.stat().st_size:
                raise StoreUnusable(f"{target} exists already; a backup never overwrites") from None
    try:
        unfinished.unlink(missing_ok=True)
        database.make_private(unfinished)
        yield unfinished
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        target.unlink()
        raise


def back_up(source: Path, target: Path) -> None:
    """Copy `source` as it is now to the new file `target`, and check the copy.

    Takes no lock that would disturb a running bot. Raises StoreUnusable, leaving no target.
    """
    if not database.is_there(source):
        raise StoreUnusable(f"there is no database {source} to copy")
    with new_file(target) as unfinished:
        copy_checked(source, unfinished)


def copy_checked(source: Path, copy: Path, damaged: str = database.DAMAGED) -> None:
    """Copy one of our databases, and check the copy; raises StoreUnusable.

    `damaged`: what is said of a source that is.
    """
    # SQLite alone may open the source: closing any other handle of this process on the file
    # would drop the locks of a store that has it open.
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as live:
            (application,) = live.execute("PRAGMA application_id").fetchone()
            if application != database.APPLICATION_ID:
                raise StoreUnusable(f"{source} isn't a database of Guildhall")
            with closing(sqlite3.connect(copy, isolation_level=None)) as backup:
                live.backup(backup)
                backup.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried about
                (verdict,) = backup.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        reason = damaged if database.is_damage(error) else database.meaning(error)
        raise StoreUnusable(f"{source} can't be copied to {copy.parent}: {reason}") from error
    if verdict != "ok":
        raise StoreUnusable(f"{source} can't be copied: {damaged}")


_TAKE_ANOTHER = "it is damaged; take another backup (nothing was changed)"
_BESIDE = ("", "-journal", "-wal", "-shm")
"""What the names of SQLite's files end in."""
_CAME_SINCE = 100_000
"""More sessions than any backup lacks."""
_LIVE = "(SELECT id FROM session WHERE status IN ('lobby', 'playing'))"
_NOT_NUMBERED = "'session' NOT IN (SELECT name FROM sqlite_sequence)"
_FORGOTTEN = (
    # Discord shows what came after the backup: all messages of live games are shown anew.
    ("post", f"UPDATE post SET shown = -1, picture = NULL WHERE session_id IN {_LIVE}"),  # noqa: S608
    ("hand", f"UPDATE session SET board_shown = -1 WHERE id IN {_LIVE}"),  # noqa: S608
    ("hand", f"UPDATE hand SET shown = -1 WHERE session_id IN {_LIVE}"),  # noqa: S608
    ("fact", "DELETE FROM fact WHERE name = 'commands'"),
    ("errand", "DELETE FROM errand"),
    ("press_token", "DELETE FROM press_token"),
    # Messages of sessions that came after the backup stay: their buttons are to be nobody else's.
    # Where there was none yet, SQLite has no number to begin with.
    ("session", f"INSERT INTO sqlite_sequence SELECT 'session', 0 WHERE {_NOT_NUMBERED}"),
    ("session", f"UPDATE sqlite_sequence SET seq = seq + {_CAME_SINCE} WHERE name = 'session'"),  # noqa: S608
)
"""What is true of a backup's own day alone, by a table that not every schema has."""
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"


def restore(backup: Path, target: Path) -> Path | None:
    """Have `target` be what `backup` is; where the file went that stood there, if one did.

    Raises StoreUnusable with nothing changed: over a running bot, or if the backup is unfit.
    """
    if not database.is_there(backup):
        raise StoreUnusable(f"there is no backup {backup}")
    lock, said = database.claim(target), database.noted(target)
    unfinished = database.beside(target, ".unfinished")
    try:
        if target.exists() and target.samefile(backup):
            raise StoreUnusable(f"{backup} is the database itself")
        unfinished.unlink(missing_ok=True)
        database.make_private(unfinished)
        copy_checked(backup, unfinished, _TAKE_ANOTHER)
        _prepare(unfinished, backup)
        there = _there(target)
        aside = _aside(target, there)
        # Until all is done no start takes what is there, or isn't, for the database.
        database.note(target, f"{database.RESTORING} {aside.name}")
        _put_aside(target, there, aside)
        unfinished.replace(target)
        _settle(target.parent)
        database.note(target, database.FILLED)
    except OSError:
        with suppress(OSError):
            if said != database.noted(target) and target.exists():  # all stands where it stood
                database.note(target, said)
        with database.unless_refused(f"the database {target} can't be written"):
            raise
    finally:
        for suffix in _BESIDE:
            database.beside(unfinished, suffix).unlink(missing_ok=True)
        lock.release()
    return aside if there else None


def _prepare(copy: Path, backup: Path) -> None:
    """Take out of the copy what is true of its own day alone.

    Its schema stays: the program that made it can go on with it, this one's start brings it up.
    """
    try:
        with closing(
            sqlite3.connect(copy, isolation_level=None, factory=database.Connection)
        ) as opened:
            database.check(opened, backup)
            opened.execute(f"PRAGMA {database.ERASING}")
            tables = {name for (name,) in opened.execute(_TABLES)}
            with database.transaction(opened):
                for table, statement in _FORGOTTEN:
                    if table in tables:
                        opened.execute(statement)
    except sqlite3.Error as error:
        raise StoreUnusable(f"{backup} can't be put back: {database.meaning(error)}") from error


def _there(file: Path) -> list[str]:
    """Which of a database's files there are."""
    return [suffix for suffix in _BESIDE if database.beside(file, suffix).exists()]


def _aside(target: Path, there: Collection[str]) -> Path:
    """Where these of its files go: where those went that a restore has moved that was broken off,
    unless it came further than that."""
    said, _, name = database.noted(target).partition(" ")
    begun = target.with_name(name) if said == database.RESTORING else None
    if begun is not None and not {*there} & {*_there(begun)}:
        return begun
    names = (database.beside(target, f".replaced-{n}") for n in itertools.count(1))
    return next(name for name in names if not _there(name))


def _put_aside(target: Path, there: Sequence[str], aside: Path) -> None:
    """Rename the database with its logs, however damaged: one that SQLite can open again.

    Also logs alone: they would be played into whatever comes in its place.
    """
    moved: list[str] = []
    try:
        for suffix in reversed(there):
            database.beside(target, suffix).rename(database.beside(aside, suffix))
            moved.append(suffix)
    except OSError:
        for suffix in moved:
            database.beside(aside, suffix).rename(database.beside(target, suffix))
        raise


def _settle(folder: Path) -> None:
    """Have the new names survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
