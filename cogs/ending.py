"""Ending a game without a result, after asking; also one that is set apart."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.custom_ids.play import Abandon
from bot.screens.apart import really_end
from bot.screens.parts import notice
from bot.services import Services
from bot.sessions.refusals import NotPlaying, Unreadable
from bot.sessions.seating import may_host
from bot.sessions.servers import check_abandoning
from bot.store.records.sessions import Outline
from engine.text import text


async def ask(services: Services, interaction: discord.Interaction, outline: Outline) -> None:
    """Ask the host or a moderator whether the game should really end."""
    await _check(services, interaction, outline)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, really_end(outline, words))


async def pressed(services: Services, interaction: discord.Interaction, press: Abandon) -> None:
    """Ask, or do what was answered."""
    outline = await services.sessions.outline(press.session)
    match press.answer:
        case "ask":
            await ask(services, interaction, outline)
            return
        case "yes":
            await _check(services, interaction, outline)
            await services.sessions.abandon(press.session)
            said = text("abandon.done")
        case _:
            said = text("abandon.kept" if outline.set_apart is None else "abandon.left")
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, notice(words(said)))


async def _check(services: Services, interaction: discord.Interaction, outline: Outline) -> None:
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
    moderator = interaction.permissions.manage_messages
    check_abandoning(server, host=host, player=player, moderator=moderator)
