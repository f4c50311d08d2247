"""Pointing discord.py at another Discord than the real one."""

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_discord_at(url: str) -> None:
    """Send this process's REST requests, interaction answers included, and gateway to that server.

    Addresses of attachments and for resuming come from the server's own answers."""
    base = yarl.URL(url)
    Route.BASE = str(base / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws") / "gateway"
