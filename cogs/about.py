"""What the bot is and how it is."""

from __future__ import annotations

import math

import discord
from discord import app_commands
from discord.ext import commands

from bot.languages.translator import said
from bot.running.client import Guildhall
from bot.screens.about import About, about


class AboutCog(commands.Cog):
    """The command that tells of the bot."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot

    @app_commands.command(
        name=said("command.about.name"),
        description=said("command.about.description"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def about(self, interaction: discord.Interaction) -> None:
        """Version, running games, uptime, latency; privacy and terms."""
        services, application = self.bot.services, self.bot.application
        counts = await services.store.counts()
        latency = self.bot.latency
        how = About(
            games=sum(number for (_, status), number in counts.items() if status == "playing"),
            since=int(services.started),
            latency=round(1000 * latency) if math.isfinite(latency) else None,
            privacy=None if application is None else application.privacy_policy_url,
            terms=None if application is None else application.terms_of_service_url,
        )
        words = services.answers.words(interaction)
        await services.answers.show(interaction, about(how, words))


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(AboutCog(bot))
