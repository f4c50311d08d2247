"""Presses of people who look on."""

from __future__ import annotations

from contextlib import suppress

import discord

from bot.custom_ids.looks import Listed, Watch
from bot.custom_ids.reading import carried, number
from bot.delivery.rendering.renderer import Reader
from bot.screens import reading
from bot.services import Services
from bot.sessions.refusals import NoSuchSession, UnknownOption, Unreadable
from bot.sessions.table import Table
from bot.store.records.sessions import Session
from cogs.visible import sees
from images.words import Words

OFFERED = 25
"""Games that a menu holds."""
LOOKED_THROUGH = 100
"""Games of a server, the liveliest, among which some are offered."""


async def pressed(services: Services, interaction: discord.Interaction, press: Watch) -> None:
    """Show what is public of a game that has begun, for that person alone."""
    table = await services.sessions.table(press.session)
    services.sessions.check_started(table)
    match press.what:
        case "start":
            services.sessions.check_playing(table)
            reader = await reader_of(services, interaction)
            await services.delivery.onlookers.show(interaction, press.session, reader)
        case "renew":
            reader = await reader_of(services, interaction)
            await services.delivery.onlookers.renew(interaction, press.session, reader)
        case "text":
            words = services.answers.words(interaction, table.record)
            described = services.renderer.in_words(table, None, interaction.locale.value)
            screen = reading.whole_view(table, described, words, "public")
            await services.answers.show(interaction, screen)
        case _:
            raise UnknownOption


async def listed(services: Services, interaction: discord.Interaction, press: Listed) -> None:
    """Watch the game that was chosen from the list."""
    chosen = number(next(iter(carried(interaction)[1]), ""))
    if press.what != "watch" or chosen is None:
        raise UnknownOption
    table = await services.sessions.table(chosen)
    if not may_watch(interaction, table.record):
        raise NoSuchSession
    await pressed(services, interaction, Watch(table.record.id, "start"))


async def reader_of(services: Services, interaction: discord.Interaction) -> Reader:
    """Who looks on or back; nothing is stored of whoever does no more than that."""
    person = await services.people.find(interaction.user.id)
    return Reader(interaction.locale.value, person is not None and person.in_words)


async def to_watch(
    services: Services, interaction: discord.Interaction
) -> list[tuple[Table, Words]]:
    """The games of this server, but one's own, that somebody can find; with their names."""
    if interaction.guild_id is None:
        return []
    found = []
    for session_id in await services.store.running_in(interaction.guild_id, LOOKED_THROUGH):
        with suppress(Unreadable):
            table = await services.sessions.table(session_id)
            record = table.record
            own = table.seat_of(interaction.user.id) is not None
            if not own and sees(interaction, record.guild_id, record.channel_id):
                found.append((table, services.answers.words(interaction, record)))
        if len(found) == OFFERED:
            break
    return found


def may_watch(interaction: discord.Interaction, record: Session) -> bool:
    """Whether somebody may look on: who has a seat, and who can read the game's channel."""
    user_id = interaction.user.id
    seated = any(seat.user_id == user_id for seat in record.seats)
    return seated or sees(interaction, record.guild_id, record.channel_id)
