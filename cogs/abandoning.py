"""Ending a game without a result, after asking whether really."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.custom_ids import Abandon
from bot.screens.parts import button, notice
from bot.services import Services
from bot.sessions.refusals import NoSuchSession, Unreadable
from bot.sessions.servers import check_abandoning
from bot.store.records import Outline
from engine.text import text


async def ask(services: Services, interaction: discord.Interaction) -> None:
    """Ask whoever may end the game of this channel whether it should really end."""
    outline = await services.store.outline_in(interaction.channel_id or 0)
    if outline is None:
        raise NoSuchSession
    await _check(services, interaction, outline)
    words = services.answers.words(interaction)
    yes = button(words(text("abandon.yes")), Abandon(outline.id, "yes"), discord.ButtonStyle.danger)
    no = button(words(text("abandon.no")), Abandon(outline.id, "no"))
    await services.answers.show(interaction, notice(words(text("abandon.really")), yes, no))


async def pressed(services: Services, interaction: discord.Interaction, press: Abandon) -> None:
    """End the game, or let it go on."""
    words = services.answers.words(interaction)
    if press.answer != "yes":
        said = text("abandon.kept")
    else:
        await _check(services, interaction, await services.sessions.outline(press.session))
        await services.sessions.abandon(press.session)
        services.delivery.changed(press.session)
        with suppress(Unreadable):
            services.threads.follow((await services.sessions.table(press.session)).record)
        said = text("abandon.done")
    await services.answers.replace(interaction, notice(words(said)))


async def _check(services: Services, interaction: discord.Interaction, outline: Outline) -> None:
    """Raise unless this person may end the game; a lobby is always its host's to close."""
    server = await services.store.server(interaction.guild_id)
    host = outline.host_id == interaction.user.id
    if host and outline.status == "lobby":
        return
    player = False
    if server.abandoning == "players":
        with suppress(Unreadable):
            table = await services.sessions.table(outline.id)
            player = table.seat_of(interaction.user.id) is not None
    moderator = interaction.permissions.manage_messages
    check_abandoning(server, host=host, player=player, moderator=moderator)
