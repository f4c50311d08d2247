"""The local table: a small Discord of the project's own on loopback, with a page to play on."""

from bot.local.connect import point_discord_at
from bot.local.rules.limits import NO_LIMITS, Limits
from bot.local.server import LocalDiscord, PortTaken

__all__ = ["NO_LIMITS", "Limits", "LocalDiscord", "PortTaken", "point_discord_at"]
