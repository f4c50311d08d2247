"""Somebody's name as messages show it."""

from __future__ import annotations

import discord


def bold(name: str) -> str:
    """Somebody's name in a message, whatever characters it has."""
    return f"**{discord.utils.escape_markdown(name)}**"
