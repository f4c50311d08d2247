"""Learning a game: `/learn`, and its button."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, TypeAlias

from discord import app_commands

from bot.languages import FALLBACK
from bot.running.commands import anywhere, called, choices_of, said, with_options
from bot.running.services import Services
from bot.screens.custom_ids import Learn
from bot.screens.play import guiding
from bot.sessions.play.lobby import Opener
from bot.sessions.refusals import ChannelBusy, UnknownOption
from bot.sessions.table.table import Table
from bot.thinking.computers import NAMES
from cogs.opening import begun, begun_elsewhere, check_permissions, check_wanted
from cogs.presses import Context, Interaction, handles

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
    @anywhere
    async def learn(
        interaction: Interaction,
        game: app_commands.Choice[str],
        where: app_commands.Choice[str] | None = None,
    ) -> None:
        """Begin a lesson in this channel, or in direct messages alone."""
        ctx = Context(interaction)
        if interaction.guild_id is None or (where is not None and where.value == ALONE):
            await _alone(ctx, game.value)
        else:
            await _here(ctx, game.value)

    return learn


@handles(Learn)
async def learn_alone(ctx: Context, press: Learn) -> None:
    """Begin a lesson in the direct messages of whoever presses."""
    await _alone(ctx, press.game)


async def _alone(ctx: Context, game: str) -> None:
    """Begin a lesson in the direct messages of whoever asks, or say why that can't be."""
    if game not in ctx.services.lessons:
        raise UnknownOption
    if ctx.direct is not None:
        await _here(ctx, game)
        return
    words = ctx.words
    try:
        record = await begun_elsewhere(ctx, partial(_begun, ctx, game, None))
    except ChannelBusy as busy:
        await ctx.show(guiding.busy(busy.session, game, words))
    else:
        await ctx.show(guiding.elsewhere(record, words))


async def _here(ctx: Context, game: str) -> None:
    """Begin a lesson where it was asked for."""
    guild_id, channel_id = ctx.interaction.guild_id, ctx.interaction.channel_id
    if channel_id is None:
        return
    if guild_id is not None:
        check_permissions(ctx)
        await check_wanted(ctx)
    person = await ctx.person()
    try:
        table = await _begun(ctx, game, guild_id, channel_id)
    except ChannelBusy as busy:
        await ctx.show(guiding.busy(busy.session, game, ctx.words))
        return
    await begun(ctx, person, table.record.id)


async def _begun(ctx: Context, game: str, guild_id: int | None, channel_id: int) -> Table:
    opener = Opener(ctx.seat, channel_id, ctx.interaction.locale.value, guild_id)
    return await ctx.services.lobbies.learn(game, opener, NAMES)
