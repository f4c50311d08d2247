"""Which channels whoever typed or pressed can read."""

from __future__ import annotations

import discord

from bot.delivery.calling.archived import ArchivedThreads


def sees(interaction: discord.Interaction, guild_id: int | None, channel_id: int) -> bool:
    """Whether a channel or thread of this very server is open to that person.

    Of an archived thread we don't know it: no.
    """
    inside = _inside(interaction, guild_id)
    channel = None if inside is None else inside.guild.get_channel_or_thread(channel_id)
    if inside is None or channel is None:
        return False
    allowed = channel.permissions_for(inside)
    closed = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (not closed or allowed.manage_threads)


def could_see(
    interaction: discord.Interaction,
    guild_id: int | None,
    channel_id: int,
    archived: ArchivedThreads,
) -> bool:
    """The same, also of an archived thread, once it is known where that stood."""
    inside = _inside(interaction, guild_id)
    if inside is None:
        return False
    guild = inside.guild
    if guild.get_channel_or_thread(channel_id) is not None:
        return sees(interaction, guild_id, channel_id)
    stood = archived.stood(channel_id)
    parent = None if stood is None else guild.get_channel(stood.parent_id)
    if stood is None or parent is None:
        return False
    allowed = parent.permissions_for(inside)
    reads = allowed.view_channel and allowed.read_message_history
    return reads and (not stood.private or allowed.manage_threads)


def _inside(interaction: discord.Interaction, guild_id: int | None) -> discord.Member | None:
    """Who it is as a member of this server, if it happens there."""
    guild, person = interaction.guild, interaction.user
    there = guild is not None and guild.id == guild_id
    return person if there and isinstance(person, discord.Member) else None
