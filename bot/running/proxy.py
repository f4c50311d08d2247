"""A rate-limit proxy between the bot and Discord, such as nirn-proxy or twilight-http-proxy."""

from __future__ import annotations

from typing import Final

from discord.http import Route

from bot.services import Rates

LEFT_TO_PROXY: Final = Rates(calls_per_second=10_000, burst=10_000)
"""It knows what all processes ask of Discord, and lets their calls wait."""


def call_through(proxy: str) -> None:
    """Send this process's calls to the proxy's address, as it passes them on: `/api/v10/...`.

    The gateway and the files are Discord's own as before.
    """
    Route.BASE = f"{proxy}/api/v10"
