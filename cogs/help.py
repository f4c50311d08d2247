"""`/help`: what the bot is, how one begins, and the rules of each game."""

from __future__ import annotations

import math

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.calling.answers import deferred, thinking
from bot.running.client import Guildhall
from bot.running.commands import called, registered
from bot.running.services import Services
from bot.screens.about import About, about
from bot.screens.custom_ids import Rules
from bot.sessions.refusals import UnknownOption
from cogs.looks import reader_of
from cogs.presses import handles


class Help(commands.Cog):
    """The command that tells of the bot."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot

    @app_commands.command(**called("help"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def help(self, interaction: discord.Interaction) -> None:
        """What it is, how one begins; version, uptime, latency, privacy and terms."""
        services, application = self.bot.services, self.bot.application
        counts = await services.store.counts()
        latency = self.bot.latency
        how = About(
            games=sum(number for (_, status), number in counts.items() if status == "playing"),
            since=int(services.started),
            latency=round(1000 * latency) if math.isfinite(latency) else None,
            privacy=None if application is None else application.privacy_policy_url,
            terms=None if application is None else application.terms_of_service_url,
            commands=await registered(services.store),
        )
        words = services.answers.words(interaction)
        await services.answers.show(interaction, about(how, tuple(services.games), words))


@handles(Rules)
async def rules(services: Services, interaction: discord.Interaction, press: Rules) -> None:
    """Show a page of a game's rules, for that person alone."""
    if press.game not in services.games:
        raise UnknownOption
    game, reader = services.games[press.game], await reader_of(services, interaction)
    book, in_words = services.rulebook, reader.in_words
    if press.page:
        await deferred(interaction)
        screen = await book.of_game(game, reader.locale, press.page - 1, in_words=in_words)
        await services.answers.replace(interaction, screen)
    else:
        await thinking(interaction, alone=True)
        screen = await book.of_game(game, reader.locale, in_words=in_words)
        await services.answers.show(interaction, screen)


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Help(bot))
