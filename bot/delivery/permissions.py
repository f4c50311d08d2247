"""What the bot must be allowed to do in a channel of a game."""

from __future__ import annotations

import discord


def missing(allowed: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The names of the permissions that the bot needs and lacks."""
    if not allowed.view_channel:
        return ("view_channel",)  # without it the others are not even looked at
    sending = "send_messages_in_threads" if thread else "send_messages"
    needed = (sending, "attach_files", "embed_links")
    return tuple(name for name in needed if not getattr(allowed, name))


def missing_in(client: discord.Client, channel_id: int) -> tuple[str, ...]:
    """The same for a channel as last heard of; empty while servers are still being told of."""
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        known = not any(guild.unavailable for guild in client.guilds)
        return ("view_channel",) if known else ()
    thread = isinstance(channel, discord.Thread)
    return missing(channel.permissions_for(channel.guild.me), thread=thread)
