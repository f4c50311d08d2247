"""Copies of a PostgreSQL database, made by its own program while the bot runs."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from bot.store.errors import StoreUnusable
from bot.store.new_file import new_file
from bot.store.postgresql.server import named

_PG_DUMP = "pg_dump"
_PATIENCE = 10
"""Seconds within which a server has to let it in, unless the environment says otherwise."""
_PASSWORD = "password"  # noqa: S105 - what it is called in an address


async def dump(dsn: str, target: Path) -> None:
    """Copy the database as it is now to a new file, for pg_restore; raises StoreUnusable."""
    if shutil.which(_PG_DUMP) is None:
        raise StoreUnusable(f"{_PG_DUMP} isn't installed (Debian: postgresql-client)")
    address, password = _parted(dsn)
    with new_file(target) as unfinished:
        # The list of processes shows arguments to everybody.
        process = await asyncio.create_subprocess_exec(
            *(_PG_DUMP, "--format=custom", f"--file={unfinished}", f"--dbname={address}"),
            env={
                "PGCONNECT_TIMEOUT": str(_PATIENCE),
                **os.environ,
                **({} if password is None else {"PGPASSWORD": password}),
            },
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except BaseException:
            process.kill()
            await process.wait()
            raise
        if process.returncode:
            reason = " ".join(said.decode(errors="replace").split())
            raise StoreUnusable(f"the database {named(dsn)} can't be copied: {reason}")


def _parted(dsn: str) -> tuple[str, str | None]:
    """The address without its password, and that."""
    url = urlsplit(dsn)
    user, at, host = url.netloc.rpartition("@")
    user, _, password = user.partition(":")
    query = dict(parse_qsl(url.query))
    second = query.pop(_PASSWORD, None)
    bare = url._replace(netloc=f"{user}{at}{host}", query=urlencode(query))
    return urlunsplit(bare), unquote(password) or second
