"""The schema: numbered SQL files, applied in order and all together or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path


def newest(folder: Path) -> int:
    """The number of the last migration in a folder."""
    return len(_files(folder))


def pending(folder: Path, version: int) -> Iterator[str]:
    """The statements that bring a schema of this version up to the newest."""
    for file in _files(folder)[version:]:
        yield from _statements(file.read_text(encoding="utf-8"))


def _files(folder: Path) -> list[Path]:
    files = sorted(folder.glob("*.sql"))
    for number, file in enumerate(files, start=1):
        if int(file.name.partition("_")[0]) != number:
            raise ValueError(f"migration {number} is missing before {file.name}")
    return files


def _statements(script: str) -> Iterator[str]:
    # One after the other: a script as a whole would commit the open transaction first.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
