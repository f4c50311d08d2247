"""Channels, threads and servers that are taken away from us."""

from __future__ import annotations

import contextlib

import discord
from discord.ext import commands

from bot.running.client import Guildhall
from bot.running.start_up import server_gone
from bot.sessions.refusals import Unreadable


class Places(commands.Cog):
    """Pauses what was played in a place that is no more."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the game of a channel that is no more."""
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """What was forbidden there may be allowed by now."""
        self.services.delivery.look_again(channel.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The same for a thread, which may have been unlocked."""
        self.services.delivery.look_again(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """The same for all channels."""
        self.services.delivery.look_again(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """The same; of members, a bot without the intent for them hears of itself alone."""
        self.services.delivery.look_again(member.guild.id)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Keep a forum's post open while a game is played in it, unless it was locked."""
        if before.archived or not after.archived:
            return
        record = await self.services.store.live_session_in(after.id)
        if record is None or record.status != "playing":
            return
        if self.services.sessions.owns(record):
            await self.services.threads.take_up(after)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Leave a server at once that the operator has blocked."""
        await self.services.errands.joined(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The same for a whole server that removed us; one that is only unavailable didn't."""
        live = await self.services.store.live_by_guild()
        await server_gone(self.services, live.get(guild.id, ()))

    async def _channel_gone(self, channel_id: int) -> None:
        record = await self.services.store.live_session_in(channel_id)
        if record is not None:
            with contextlib.suppress(Unreadable):
                await self.services.delivery.channel_gone(record.id)


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Places(bot))
