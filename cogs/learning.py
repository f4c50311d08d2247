"""Learning a game: `/learn`, and its button."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.languages import FALLBACK
from bot.people import direct_channel
from bot.running.client import Guildhall
from bot.running.commands import called, choices_of, said, with_options
from bot.running.services import Services
from bot.screens.custom_ids import Learn
from bot.screens.play import guiding
from bot.sessions.play.lobby import Opener
from bot.sessions.refusals import ChannelBusy, UnknownOption
from bot.sessions.table.table import Table
from bot.thinking.computers import NAMES
from cogs.opening import begun, begun_elsewhere, check_permissions, check_wanted, seat
from cogs.presses import handles

Command: TypeAlias = app_commands.Command[Any, ..., None]
HERE: Final = "here"
ALONE: Final = "alone"


def learn(services: Services) -> Command:
    """`/learn`, with a choice of the games that have a lesson."""
    fallback = services.languages.words(FALLBACK)

    @app_commands.command(**called("learn"))
    @with_options("learn", "game")
    @app_commands.choices(
        game=choices_of(
            (name for name in services.games if name in services.lessons), services.languages
        )
    )
    @with_options("learn", "where")
    @app_commands.choices(
        where=[
            app_commands.Choice(name=said("command.learn.where.here", fallback), value=HERE),
            app_commands.Choice(name=said("command.learn.where.alone", fallback), value=ALONE),
        ]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def learn(
        interaction: discord.Interaction,
        game: app_commands.Choice[str],
        where: app_commands.Choice[str] | None = None,
    ) -> None:
        """Begin a lesson in this channel, or in direct messages alone."""
        if interaction.guild_id is None or (where is not None and where.value == ALONE):
            await _alone(services, interaction, game.value)
        else:
            await _here(services, interaction, game.value)

    return learn


@handles(Learn)
async def learn_alone(services: Services, interaction: discord.Interaction, press: Learn) -> None:
    """Begin a lesson in the direct messages of whoever presses."""
    await _alone(services, interaction, press.game)


async def _alone(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Begin a lesson in the direct messages of whoever asks, or say why that can't be."""
    if game not in services.lessons:
        raise UnknownOption
    if direct_channel(interaction) is not None:
        await _here(services, interaction, game)
        return
    words = services.answers.words(interaction)
    try:
        record = await begun_elsewhere(
            services, interaction, partial(_begun, services, interaction, game, None)
        )
    except ChannelBusy as busy:
        await services.answers.show(interaction, guiding.busy(busy.session, game, words))
    else:
        await services.answers.show(interaction, guiding.elsewhere(record, words))


async def _here(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Begin a lesson where it was asked for."""
    if interaction.channel_id is None:
        return
    if interaction.guild_id is not None:
        check_permissions(interaction)
        await check_wanted(services, interaction)
    person = await services.people.seen(interaction)
    try:
        table = await _begun(
            services, interaction, game, interaction.guild_id, interaction.channel_id
        )
    except ChannelBusy as busy:
        words = services.answers.words(interaction)
        screen = guiding.busy(busy.session, game, words)
        await services.answers.show(interaction, screen)
        return
    await begun(services, interaction, person, table.record.id)


async def _begun(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    guild_id: int | None,
    channel_id: int,
) -> Table:
    opener = Opener(seat(interaction), channel_id, interaction.locale.value, guild_id)
    return await services.lobbies.learn(game, opener, NAMES)


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    bot.tree.add_command(learn(bot.services))
