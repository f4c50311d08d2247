"""Whether the files that are open are still those which a restart would find."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from bot.store.errors import StoreFailed

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
        log = self._path.with_name(f"{self._path.name}-wal")
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
