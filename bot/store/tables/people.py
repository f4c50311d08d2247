"""People, and servers as their managers have set them, in SQL."""

from __future__ import annotations

from dataclasses import replace

from bot.store.records.people import Person, QuietHours, Server
from bot.store.sql import Database
from bot.store.tables.columns import Columns, Table

PEOPLE = Table(
    Person,
    "person",
    key="user_id",
    quiet=Columns(QuietHours, start="quiet_from", end="quiet_until"),
)
_SERVERS = Table(Server, "server", key="guild_id", channels=None)


def person(db: Database, user_id: int) -> Person | None:
    """The person, if ever saved."""
    return PEOPLE.find(db, user_id)


def save_person(db: Database, person: Person) -> None:
    """Add or replace a person."""
    PEOPLE.save(db, [person])


def server(db: Database, guild_id: int | None) -> Server:
    """What a server's managers have set; of direct messages, nothing."""
    found = _SERVERS.find(db, guild_id or 0)
    if found is None:
        return Server(guild_id or 0)
    channels = db.execute(
        "SELECT channel_id FROM server_channel WHERE guild_id = ? ORDER BY channel_id", (guild_id,)
    )
    return replace(found, channels=tuple(channel_id for (channel_id,) in channels))


def save_server(db: Database, server: Server) -> None:
    """Replace what is set for a server."""
    _SERVERS.save(db, [server])
    db.execute("DELETE FROM server_channel WHERE guild_id = ?", (server.guild_id,))
    db.executemany(
        "INSERT INTO server_channel (guild_id, channel_id) VALUES (?, ?)",
        [(server.guild_id, channel_id) for channel_id in server.channels],
    )
