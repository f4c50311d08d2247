"""Servers in SQL: what their managers have set, the results they are owed, who is blocked."""

from __future__ import annotations

from bot.store.records.people import Server
from bot.store.sql import Database, replacing

_SAVE = replacing("server", "guild_id", "locale, speed, abandoning, threads, results_channel_id")


def find(db: Database, guild_id: int) -> Server:
    """What was set for a server, also if nothing was."""
    row = db.execute(
        "SELECT locale, speed, abandoning, threads, results_channel_id FROM server"
        " WHERE guild_id = ?",
        (guild_id,),
    ).fetchone()
    if row is None:
        return Server(guild_id)
    channels = db.execute(
        "SELECT channel_id FROM server_channel WHERE guild_id = ? ORDER BY channel_id", (guild_id,)
    )
    locale, speed, abandoning, threads, results = row
    wanted = tuple(channel_id for (channel_id,) in channels)
    return Server(guild_id, locale, speed, abandoning, threads, results, wanted)


def save(db: Database, server: Server) -> None:
    """Add or replace what is set for a server."""
    db.execute(
        _SAVE,
        (
            *(server.guild_id, server.locale, server.speed, server.abandoning, server.threads),
            server.results_channel_id,
        ),
    )
    db.execute("DELETE FROM server_channel WHERE guild_id = ?", (server.guild_id,))
    db.executemany(
        "INSERT INTO server_channel (guild_id, channel_id) VALUES (?, ?)",
        [(server.guild_id, channel_id) for channel_id in server.channels],
    )


def owe_result(db: Database, session_id: int) -> None:
    """A game is over: its result is to be told where its server wants to read results."""
    db.execute(
        "INSERT INTO result_due (session_id, channel_id)"
        " SELECT id, results_channel_id FROM session JOIN server USING (guild_id)"
        " WHERE id = ? AND results_channel_id IS NOT NULL ON CONFLICT DO NOTHING",
        (session_id,),
    )


def results_due(db: Database) -> list[int]:
    """Ids of the sessions whose results are still to be told, in order."""
    rows = db.execute("SELECT session_id FROM result_due ORDER BY session_id")
    return [session_id for (session_id,) in rows]


def result_due(db: Database, session_id: int) -> int | None:
    """The channel in which a session's result is still to be told."""
    row = db.execute(
        "SELECT channel_id FROM result_due WHERE session_id = ?", (session_id,)
    ).fetchone()
    return None if row is None else int(row[0])


def result_told(db: Database, session_id: int) -> None:
    """The result was told, or never will be."""
    db.execute("DELETE FROM result_due WHERE session_id = ?", (session_id,))
