"""Writes the database of the schema as it is now."""

import asyncio

from bot.store.sqlite.database import known_version
from tests.bot.store.released import FOLDER, write

file = FOLDER / f"schema-{known_version()}.sqlite3"
asyncio.run(write(file))
print(file)
