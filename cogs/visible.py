"""Which channels whoever typed or pressed can read."""

from __future__ import annotations

import discord


def sees(interaction: discord.Interaction, guild_id: int | None, channel_id: int) -> bool:
    """Whether a channel or thread of this very server is open to that person.

    Of an archived thread we don't know it: no.
    """
    guild, person = interaction.guild, interaction.user
    if guild is None or guild.id != guild_id or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return False
    allowed = channel.permissions_for(person)
    closed = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (not closed or allowed.manage_threads)
