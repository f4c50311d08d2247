"""Writes the database of the schema as it is now."""

import asyncio

from bot.store.schema import newest
from bot.store.sqlite.database import MIGRATIONS
from tests.bot.store.released import FOLDER, write

file = FOLDER / f"schema-{newest(MIGRATIONS)}.sqlite3"
asyncio.run(write(file))
print(file)
