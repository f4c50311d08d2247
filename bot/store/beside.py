"""A database that a bot may be running on, for whoever looks after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pydantic import SecretStr

from bot.store.opening import check_packages
from bot.store.sqlite.beside import beside as beside_file
from bot.store.transactions import Begin


def work_beside(database: Path | SecretStr, work: Callable[[Begin], None]) -> None:
    """Do something with a database in which nothing is held for longer than a change takes.

    Nothing is made and nothing migrated: the schema must be this program's. Raises StoreUnusable.
    """
    if isinstance(database, Path):
        with beside_file(database) as begin:
            work(begin)
        return
    check_packages()
    # Not before: its packages are for those alone who want them.
    from bot.store.postgresql.beside import work_beside as beside_server  # noqa: PLC0415

    beside_server(database.get_secret_value(), work)
