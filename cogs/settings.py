"""What a person sets for himself."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Guildhall
from bot.custom_ids import Setting, carried
from bot.screens.settings import settings
from bot.services import Services
from bot.sessions.refusals import UnknownOption
from bot.store.records import Tell
from bot.translator import said


class SettingsCog(commands.Cog):
    """The command that shows the settings."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(
        name=said("command.settings.name"),
        description=said("command.settings.description"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the person's settings, to be changed there."""
        person = await self.services.people.seen(interaction)
        words = self.services.answers.words(interaction)
        await self.services.answers.show(interaction, settings(person, words))


async def pressed(services: Services, interaction: discord.Interaction, press: Setting) -> None:
    """Carry out a change of a setting, and show it in the message that was pressed."""
    person = await services.people.seen(interaction)
    chosen = next(iter(carried(interaction)[1]), "")
    tell: Tell | None = next((tell for tell in get_args(Tell) if tell == chosen), None)
    if press.name != "tell" or tell is None:
        raise UnknownOption
    person = await services.people.save(replace(person, tell=tell))
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, settings(person, words))


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(SettingsCog(bot))
