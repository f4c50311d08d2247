"""The slash commands."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.custom_ids.looks import Show
from bot.delivery.calling.barred import TOLD_FOR
from bot.delivery.calling.permissions import missing, timed_out
from bot.languages.translator import said
from bot.running.client import Guildhall
from bot.screens import listing
from bot.screens.parts import button, date, notice
from bot.services import Services
from bot.sessions.holding import absence
from bot.sessions.refusals import (
    CommandChanged,
    InTimeOut,
    NoPermission,
    NoSuchSession,
    SeatNowhere,
    ServerOnly,
    Unreadable,
)
from bot.store.records.sessions import Session
from cogs import choices, ending, holders, watching
from cogs.opening import check_wanted, open_lobby
from engine.text import text

Command: TypeAlias = app_commands.Command[Any, ..., None]


def play(services: Services) -> Command:
    """`/play`, with a choice of the games that are there."""

    @app_commands.command(
        name=said("command.play.name"),
        description=said("command.play.description"),
    )
    @app_commands.rename(game=said("command.play.game.name"))
    @app_commands.describe(game=said("command.play.game.description"))
    @app_commands.choices(game=choices.of_games(services.games, services.languages))
    @app_commands.guild_only()
    async def play(interaction: discord.Interaction, game: app_commands.Choice[str]) -> None:
        """Open a lobby; in a channel with a live session, show the way to it."""
        check_permissions(interaction)
        await open_lobby(services, interaction, game.value)

    return play


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

    @app_commands.command(
        name=said("command.hand.name"),
        description=said("command.hand.description"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def hand(self, interaction: discord.Interaction) -> None:
        """The hand of this channel's session; elsewhere, of the only one, or a choice of them."""
        person = await self.services.people.reachable(await self.services.people.seen(interaction))
        here = await self._session_here(interaction)
        mine = await self.services.store.sessions_of(interaction.user.id)
        if here is not None and interaction.guild_id is not None:
            mine = [record for record in mine if record.id == here.id]
        if not mine:
            if here is None and interaction.guild_id is not None:
                await self._check_apart(interaction)
            raise SeatNowhere() if here is None else absence(here, interaction.user.id)
        if len(mine) > 1:
            await self._choose_hand(interaction, mine)
            return
        # Typed elsewhere than at the table, it says as much.
        await self.services.delivery.attended(mine[0].id, interaction.user.id)
        table = await self.services.sessions.table(mine[0].id)
        await self.services.pressed.whisper_hand(interaction, table, person)

    @app_commands.command(
        name=said("command.table.name"),
        description=said("command.table.description"),
    )
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
            await self._check_apart(interaction)
            await self._bring_result(interaction)
            return
        if interaction.channel_id is None or record.channel_id == interaction.channel_id:
            await services.pressed.bring_board(interaction, record.id)
            services.computers.wake(await services.sessions.table(record.id))
            return
        await check_wanted(services, interaction)
        async with services.pressed.bringing_board(interaction, record.id):
            await services.delivery.move(record.id, interaction.channel_id)

    @app_commands.command(
        name=said("command.games.name"),
        description=said("command.games.description"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def games(self, interaction: discord.Interaction) -> None:
        """The person's live sessions with links, those that wait for the person first.

        In a server, its other games too, to look on at.
        """
        await self.services.people.seen(interaction)
        services, user_id = self.services, interaction.user.id
        words = services.answers.words(interaction)
        lines = []
        for record in await services.store.sessions_of(user_id):
            try:
                table = await services.sessions.table(record.id)
            except Unreadable:
                continue
            words_there = services.answers.words(interaction, table.record)
            obstacle = await services.delivery.boards.obstacle(table)
            lines.append(listing.line(table, user_id, obstacle, words_there))
        apart = [
            listing.apart(outline, words, installed=outline.game in services.games)
            for outline in await services.store.apart_of(user_id)
        ]
        said = [line for _, line in sorted(lines)] + apart
        others = await watching.to_watch(services, interaction)
        await services.answers.show(interaction, listing.running(said, others, words))

    @app_commands.command(
        name=said("command.abandon.name"),
        description=said("command.abandon.description"),
    )
    @app_commands.guild_only()
    async def abandon(self, interaction: discord.Interaction) -> None:
        """Ask the host or a moderator whether the game should really end."""
        record = await self.services.store.outline_in(interaction.channel_id or 0)
        if record is None:
            raise NoSuchSession
        await ending.ask(self.services, interaction, record)

    @app_commands.command(
        name=said("command.replace.name"),
        description=said("command.replace.description"),
    )
    @app_commands.guild_only()
    async def replace(self, interaction: discord.Interaction) -> None:
        """Offer a seat of this channel's running game to somebody else."""
        record = await self._session_here(interaction)
        if record is None:
            await self._check_apart(interaction)
            raise NoSuchSession
        table = await self.services.sessions.table(record.id)
        await holders.ask_which(self.services, interaction, table)

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

    async def _check_apart(self, interaction: discord.Interaction) -> None:
        """Raise Unreadable where the channel's only session is set apart."""
        outline = await self.services.store.outline_in(interaction.channel_id or 0)
        if outline is not None and outline.set_apart is not None:
            raise Unreadable(outline)

    async def _stranded(self, interaction: discord.Interaction) -> Session | None:
        """The person's latest session in this server that has lost its channel."""
        for record in await self.services.store.sessions_of(interaction.user.id):
            stranded = self.services.sessions.trouble(record.id) is not None
            if stranded and record.guild_id == interaction.guild_id:
                return record
        return None

    async def _choose_hand(self, interaction: discord.Interaction, records: list[Session]) -> None:
        words = self.services.answers.words(interaction)
        buttons = [
            button(
                words(
                    text(
                        "hand.of",
                        game=words(text(f"game.{record.game}.name")),
                        number=record.id,
                    )
                ),
                Show(record.id, "hand"),
            )
            for record in records[:20]
        ]
        screen = notice(words(text("hand.which")), *buttons)
        await self.services.answers.show(interaction, screen)


def check_permissions(interaction: discord.Interaction) -> None:
    """Raise unless a game can be shown here: ServerOnly, InTimeOut, NoPermission."""
    if interaction.guild_id is None or not interaction.channel_id:
        raise ServerOnly
    me = None if interaction.guild is None else interaction.guild.me
    until = timed_out(me, interaction.created_at.timestamp())
    if until is not None:
        raise InTimeOut(date(until))
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=thread)
    if lacking:
        raise NoPermission(lacking)


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    bot.tree.add_command(play(bot.services))
    await bot.add_cog(Tables(bot))
