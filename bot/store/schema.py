"""The schema: numbered SQL files, applied in order and all together or not at all.

Programs that know an older schema refuse the database from then on, unless every file that they
don't know begins with GO_ON: it adds what they needn't know of, and nothing else.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from bot.store.errors import StoreUnusable
from bot.store.sql import Database
from bot.store.tables import operating

GO_ON: Final = "-- older programs may go on"
_NOTED: Final = "schema"
_TABLE: Final = re.compile(r"^(CREATE|DROP) TABLE (\w+)", re.MULTILINE)


def newest(folder: Path) -> int:
    """The number of the last migration in a folder."""
    return len(_files(folder))


def pending(folder: Path, version: int) -> Iterator[str]:
    """The statements that bring a schema of this version up to the newest."""
    for file in _files(folder)[version:]:
        yield from _statements(file.read_text(encoding="utf-8"))


def oldest(folder: Path) -> int:
    """The schema of the oldest programs that may go on with the newest one."""
    files = _files(folder)
    while files and files[-1].read_text(encoding="utf-8").startswith(GO_ON):
        files.pop()
    return len(files)


def note(db: Database, folder: Path) -> None:
    """Have older programs find out whether they may go on; where nothing is noted, they may not."""
    if oldest(folder) < newest(folder):
        operating.save_fact(db, _NOTED, f"{newest(folder)} {oldest(folder)}")


def goes_on(db: Database, version: int, known: int) -> bool:
    """Whether a program that knows schemas up to `known` may go on with a newer one."""
    match (operating.fact(db, _NOTED) or "").split():
        case [noted, first]:
            return noted == str(version) and first.isdecimal() and int(first) <= known
    return False


def check_known(what: str, version: int, known: int) -> None:
    """Raise StoreUnusable for a schema that isn't this program's; `what`: has it."""
    if version > known:
        raise StoreUnusable(newer(what, version, known))
    if version < known:
        raise StoreUnusable(
            f"{what} has schema {version}, this Guildhall has {known}: use the version that runs,"
            " or start this one once"
        )


def newer(what: str, version: int, known: int) -> str:
    """That a newer program has made it."""
    return f"{what} was made by a newer Guildhall (schema {version}, this one knows {known})"


def check_tables(folder: Path, version: int, there: Iterable[str]) -> None:
    """Raise StoreUnusable where tables of a schema up to this version are lost."""
    wanted: set[str] = set()
    for file in _files(folder)[:version]:
        for what, table in _TABLE.findall(file.read_text(encoding="utf-8")):
            if what == "CREATE":
                wanted.add(table)
            else:
                wanted.remove(table)
    if lost := sorted(wanted.difference(there)):
        raise StoreUnusable(
            f"it is damaged, tables are missing ({', '.join(lost)}): put a backup in its place"
            " (nothing was changed)"
        )


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
