"""A table that is there: finding it, pausing it, ending it; and places that are taken away."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.calling.channels import TOLD_FOR
from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.start_up import server_gone
from bot.screens.custom_ids import Abandon
from bot.screens.parts import notice
from bot.screens.play.holders import really_end
from bot.sessions import refusals
from bot.sessions.holding import may_host
from bot.sessions.servers import check_abandoning
from bot.sessions.table.table import Table
from bot.store.records.sessions import Outline, Session
from cogs.opening import check_permissions, check_wanted
from cogs.presses import Context, Interaction, handles
from engine.text import text


async def failed(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Whatever a command raised, to the one place for it."""
    cause: Exception = refusals.CommandChanged()
    if isinstance(error, app_commands.CommandInvokeError):
        cause = error.original
    services = interaction.client.services
    if isinstance(cause, refusals.Unreadable):
        services.delivery.changed(cause.outline.id)
    await services.answers.failed(interaction, cause, None)


@app_commands.command(**called("table"))
@app_commands.guild_only()
async def table(interaction: Interaction) -> None:
    """Post the board of this channel's session at the bottom and strip the old one.

    A game whose channel is lost goes on in the channel where one of its players types this.
    Where a game has ended, its result is posted for a day.
    """
    ctx = Context(interaction)
    check_permissions(ctx)
    services, channel_id = ctx.services, ctx.channel_id
    record = await services.store.live_session_in(channel_id) or await _stranded(ctx)
    if record is None:
        await services.sessions.check_apart(channel_id)
        # The result of the last game here, if that ended not long ago.
        here = interaction.guild_id or 0, channel_id
        ended = await services.store.over_in(*here, within=TOLD_FOR)
        if ended is None:
            raise refusals.NoSuchSession
        await services.pressed.bring_board(interaction, ended)
    elif record.channel_id == channel_id:
        await services.pressed.bring_board(interaction, record.id)
        services.computers.wake(await ctx.table(record.id))
    else:
        await check_wanted(ctx)
        async with services.pressed.on_board(interaction, record.id, anew=True):
            await services.delivery.move(record.id, channel_id)


@app_commands.command(**called("abandon"))
@app_commands.guild_only()
async def abandon(interaction: Interaction) -> None:
    """Ask the host or a moderator whether the game should really end."""
    ctx = Context(interaction)
    outline = await ctx.services.store.outline_in(ctx.channel_id)
    if outline is None:
        raise refusals.NoSuchSession
    await _ask_ending(ctx, outline)


@app_commands.command(**called("pause"))
@app_commands.guild_only()
async def pause(interaction: Interaction) -> None:
    """Pause this channel's game, or ask for it."""
    await _typed(Context(interaction), "pause")


@app_commands.command(**called("resume"))
@app_commands.guild_only()
async def resume(interaction: Interaction) -> None:
    """Go on with this channel's game, or ask for it."""
    await _typed(Context(interaction), "resume")


async def _typed(ctx: Context, what: str) -> None:
    table = await wish(ctx, (await ctx.session_here()).id, what)
    done = (table.record.pause.at is not None) == (what == "pause")
    key = f"{what}.done" if done else "vote.noted"
    await ctx.show(notice(ctx.words(text(key))))


async def _stranded(ctx: Context) -> Session | None:
    """The person's latest session in this server that has lost its channel."""
    for record in await ctx.services.store.sessions_of(ctx.user_id):
        stranded = ctx.services.sessions.trouble(record.id) is not None
        if stranded and record.guild_id == ctx.interaction.guild_id:
            return record
    return None


async def _ask_ending(ctx: Context, outline: Outline) -> None:
    await _check_ending(ctx, outline)
    await ctx.show(really_end(outline, ctx.words))


@handles(Abandon)
async def pressed(ctx: Context, press: Abandon) -> None:
    """Ask, or do what was answered."""
    outline = await ctx.services.sessions.outline(press.session)
    match press.answer:
        case "ask":
            await _ask_ending(ctx, outline)
            return
        case "yes":
            await _check_ending(ctx, outline)
            await ctx.services.sessions.abandon(press.session, ctx.seat)
            said = text("abandon.done")
        case _:
            said = text("abandon.kept" if outline.set_apart is None else "abandon.left")
    await ctx.say(said)


async def _check_ending(ctx: Context, outline: Outline) -> None:
    """Raise unless this person may end the session; a lobby is always its host's to close."""
    if not outline.live:
        raise refusals.NotPlaying(outline.status)
    user_id, player = ctx.user_id, False
    host = outline.host_id == user_id
    with suppress(refusals.Unreadable):
        table = await ctx.table(outline.id)
        host = may_host(table.record, user_id)
        player = table.seat_of(user_id) is not None
    if host and outline.status == "lobby":
        return
    ctx.place = outline.channel_id
    server = await ctx.services.store.server(outline.guild_id)
    check_abandoning(server, host=host, player=player, moderator=ctx.moderates)


async def wish(ctx: Context, session_id: int, what: str) -> Table:
    """Have a pause, or go on, or note that somebody would; raises UnknownOption."""
    if what == "pause":
        return await ctx.services.timing.pause(session_id, ctx.user_id)
    if what == "resume":
        return await ctx.services.timing.resume(session_id, ctx.user_id)
    raise refusals.UnknownOption


class Places(commands.Cog):
    """Pauses what was played in a place that is no more."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the game of a channel that is no more, and those of its threads.

        Of threads that were archived we hear nothing: they are asked for.
        """
        await self._channel_gone(channel.id)
        live = await self.services.store.live_by_guild()
        for session_id in live.get(channel.guild.id, ()):
            with suppress(refusals.Unreadable):
                await self.services.delivery.boards.obstacle(
                    await self.services.sessions.table(session_id)
                )

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The same for a thread."""
        await self._channel_gone(payload.thread_id)

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_member_update")
    async def on_allowed(
        self, _: object, now: discord.abc.GuildChannel | discord.Role | discord.Member
    ) -> None:
        """What was forbidden in a channel, or in all, may be allowed by now.

        Of members, a bot without the intent for them hears of itself alone.
        """
        self.services.barred.look_again(now.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """The same for a thread, which may have been unlocked."""
        self.services.barred.look_again(payload.guild_id)

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
            with suppress(refusals.Unreadable):
                await self.services.delivery.boards.lose(record.id, text("board.channel_gone"))
