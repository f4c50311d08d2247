"""Pausing a game, and going on."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.custom_ids.play import Vote
from bot.languages.translator import said
from bot.running.client import Guildhall
from bot.screens.parts import notice
from bot.services import Services
from bot.sessions.refusals import NoSuchSession, UnknownOption
from bot.sessions.table import Table
from engine.text import text


class Pausing(commands.Cog):
    """The commands of those who play in a channel."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(
        name=said("command.pause.name"),
        description=said("command.pause.description"),
    )
    @app_commands.guild_only()
    async def pause(self, interaction: discord.Interaction) -> None:
        """Pause this channel's game, or ask for it."""
        await self._typed(interaction, "pause")

    @app_commands.command(
        name=said("command.resume.name"),
        description=said("command.resume.description"),
    )
    @app_commands.guild_only()
    async def resume(self, interaction: discord.Interaction) -> None:
        """Go on with this channel's game, or ask for it."""
        await self._typed(interaction, "resume")

    async def _typed(self, interaction: discord.Interaction, what: str) -> None:
        record = await self.services.store.live_session_in(interaction.channel_id or 0)
        if record is None:
            raise NoSuchSession
        table = await _wish(self.services, record.id, interaction.user.id, what)
        done = (table.record.pause.at is not None) == (what == "pause")
        words = self.services.answers.words(interaction)
        key = f"{what}.done" if done else "vote.noted"
        await self.services.answers.show(interaction, notice(words(text(key))))


async def pressed(services: Services, interaction: discord.Interaction, press: Vote) -> None:
    """Carry out a wish that was pressed on the board."""
    async with services.pressed.on_board(interaction, press.session):
        await _wish(services, press.session, interaction.user.id, press.what)


async def _wish(services: Services, session_id: int, user_id: int, what: str) -> Table:
    if what == "pause":
        return await services.timing.pause(session_id, user_id)
    if what == "resume":
        return await services.timing.resume(session_id, user_id)
    raise UnknownOption


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(Pausing(bot))
