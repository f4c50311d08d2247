"""Pointing discord.py at another Discord than the real one."""

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_discord_at(url: str) -> None:
    """Send every REST request, interaction answers included, and the gateway of this process to the server at `url`.

    Attachment addresses and the address for resuming come from that server's own answers."""
    base = yarl.URL(url)
    Route.BASE = str(base / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws") / "gateway"
