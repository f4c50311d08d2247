"""A table that is there: finding it, pausing it, ending it."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.calling.permissions import TOLD_FOR
from bot.people import bold
from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens.custom_ids import Abandon
from bot.screens.parts import notice
from bot.screens.play.holders import really_end
from bot.sessions.refusals import (
    CommandChanged,
    NoSuchSession,
    NotPlaying,
    UnknownOption,
    Unreadable,
)
from bot.sessions.seating import may_host
from bot.sessions.servers import check_abandoning
from bot.sessions.table.table import Table
from bot.store.records.sessions import Outline, Session
from cogs.opening import check_permissions, check_wanted
from cogs.presses import handles, moderates
from engine.text import text


class Tables(commands.Cog):
    """Finding and ending games."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services
        bot.tree.error(self.failed)

    async def failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Whatever a command raised, to the one place for it."""
        cause: Exception = CommandChanged()
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        if isinstance(cause, Unreadable):
            self.services.delivery.changed(cause.outline.id)
        await self.services.answers.failed(interaction, cause, None)

    @app_commands.command(**called("table"))
    @app_commands.guild_only()
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the board of this channel's session at the bottom and strip the old one.

        A game whose channel is lost goes on in the channel where one of its players types this.
        Where a game has ended, its result is posted for a day.
        """
        check_permissions(interaction)
        services = self.services
        record = await self._session_here(interaction) or await self._stranded(interaction)
        if record is None:
            await self.services.sessions.check_apart(interaction.channel_id or 0)
            await self._bring_result(interaction)
            return
        if interaction.channel_id is None or record.channel_id == interaction.channel_id:
            await services.pressed.bring_board(interaction, record.id)
            services.computers.wake(await services.sessions.table(record.id))
            return
        await check_wanted(services, interaction)
        async with services.pressed.on_board(interaction, record.id, anew=True):
            await services.delivery.move(record.id, interaction.channel_id)

    @app_commands.command(**called("abandon"))
    @app_commands.guild_only()
    async def abandon(self, interaction: discord.Interaction) -> None:
        """Ask the host or a moderator whether the game should really end."""
        record = await self.services.store.outline_in(interaction.channel_id or 0)
        if record is None:
            raise NoSuchSession
        await _ask_ending(self.services, interaction, record)

    @app_commands.command(**called("pause"))
    @app_commands.guild_only()
    async def pause(self, interaction: discord.Interaction) -> None:
        """Pause this channel's game, or ask for it."""
        await self._typed(interaction, "pause")

    @app_commands.command(**called("resume"))
    @app_commands.guild_only()
    async def resume(self, interaction: discord.Interaction) -> None:
        """Go on with this channel's game, or ask for it."""
        await self._typed(interaction, "resume")

    async def _typed(self, interaction: discord.Interaction, what: str) -> None:
        record = await self.services.store.live_session_in(interaction.channel_id or 0)
        if record is None:
            raise NoSuchSession
        table = await wish(self.services, record.id, interaction.user.id, what)
        done = (table.record.pause.at is not None) == (what == "pause")
        words = self.services.answers.words(interaction)
        key = f"{what}.done" if done else "vote.noted"
        await self.services.answers.show(interaction, notice(words(text(key))))

    async def _bring_result(self, interaction: discord.Interaction) -> None:
        """Post the result of the last game here, if that ended not long ago."""
        here = interaction.guild_id or 0, interaction.channel_id or 0
        session_id = await self.services.store.over_in(*here, within=TOLD_FOR)
        if session_id is None:
            raise NoSuchSession
        await self.services.pressed.bring_board(interaction, session_id)

    async def _session_here(self, interaction: discord.Interaction) -> Session | None:
        if interaction.channel_id is None:
            return None
        return await self.services.store.live_session_in(interaction.channel_id)

    async def _stranded(self, interaction: discord.Interaction) -> Session | None:
        """The person's latest session in this server that has lost its channel."""
        for record in await self.services.store.sessions_of(interaction.user.id):
            stranded = self.services.sessions.trouble(record.id) is not None
            if stranded and record.guild_id == interaction.guild_id:
                return record
        return None


async def _ask_ending(
    services: Services, interaction: discord.Interaction, outline: Outline
) -> None:
    """Ask the host or a moderator whether the game should really end."""
    await _check_ending(services, interaction, outline)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, really_end(outline, words))


@handles(Abandon)
async def abandon(services: Services, interaction: discord.Interaction, press: Abandon) -> None:
    """Ask, or do what was answered."""
    outline = await services.sessions.outline(press.session)
    match press.answer:
        case "ask":
            await _ask_ending(services, interaction, outline)
            return
        case "yes":
            await _check_ending(services, interaction, outline)
            by = bold(interaction.user.display_name)
            await services.sessions.abandon(press.session, by)
            said = text("abandon.done")
        case _:
            said = text("abandon.kept" if outline.set_apart is None else "abandon.left")
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, notice(words(said)))


async def _check_ending(
    services: Services, interaction: discord.Interaction, outline: Outline
) -> None:
    """Raise unless this person may end the session; a lobby is always its host's to close."""
    if not outline.live:
        raise NotPlaying(outline.status)
    user_id, player = interaction.user.id, False
    host = outline.host_id == user_id
    with suppress(Unreadable):
        table = await services.sessions.table(outline.id)
        host = may_host(table.record, user_id)
        player = table.seat_of(user_id) is not None
    if host and outline.status == "lobby":
        return
    server = await services.store.server(outline.guild_id)
    check_abandoning(server, host=host, player=player, moderator=moderates(interaction))


async def wish(services: Services, session_id: int, user_id: int, what: str) -> Table:
    """Have a pause, or go on, or note that somebody would; raises UnknownOption."""
    if what == "pause":
        return await services.timing.pause(session_id, user_id)
    if what == "resume":
        return await services.timing.resume(session_id, user_id)
    raise UnknownOption


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Tables(bot))
