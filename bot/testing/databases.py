"""Databases in a file of SQLite that hold nothing yet."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store.sqlite.database import connect


def unused(path: Path) -> Path:
    """The path; in a folder that is there, with a file as a first start leaves it.

    Its schema is made once in a process: that takes seven times as long as to open the file.
    """
    if path.parent.exists() and not path.exists():
        path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "unused.sqlite3"
        connect(path).close()
        return path.read_bytes()
