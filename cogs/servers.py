"""What managers set for their server."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, get_args

import discord

from bot.custom_ids.reading import carried, number
from bot.custom_ids.settings import ServerSetting
from bot.screens.servers import HOSTS, server_settings
from bot.services import Services
from bot.sessions.refusals import CantTell, NotManager, UnknownOption
from bot.sessions.speeds import SPEEDS
from bot.store.records.people import Abandoning, OwnThreads, Server
from engine.text import text

T = TypeVar("T", bound=str)


def manages(interaction: discord.Interaction) -> bool:
    """Whether somebody may set something for the server in which this was pressed or typed."""
    return interaction.guild is not None and interaction.permissions.manage_guild


async def pressed(
    services: Services, interaction: discord.Interaction, press: ServerSetting
) -> None:
    """Carry out a change of a setting, and show all in the message that was pressed."""
    guild = interaction.guild
    if guild is None or not manages(interaction):
        raise NotManager
    server = await services.store.server(guild.id)
    if press.name != "page":
        server = _changed(services, guild, server, press.name, carried(interaction)[1])
        await services.store.save_server(server)
    languages = services.languages
    names = {tag: languages.words(tag)(text("language.name")) for tag in languages.tags}
    words = services.answers.words(interaction)
    screen = server_settings(_standing(guild, server), words, names)
    await services.answers.replace(interaction, screen)


def _changed(
    services: Services, guild: discord.Guild, server: Server, name: str, values: list[str]
) -> Server:
    match name:
        case "language":
            chosen = _one(values, (HOSTS, *services.languages.tags))
            return replace(server, locale=None if chosen == HOSTS else chosen)
        case "speed":
            return replace(server, speed=_one(values, tuple(SPEEDS)))
        case "channels":
            return replace(server, channels=tuple(sorted(map(_number, values))))
        case "abandon":
            return replace(server, abandoning=_one(values, get_args(Abandoning)))
        case "results":
            results = _number(values[0]) if values else None
            if results is not None:
                _check_telling(guild, results)
            return replace(server, results_channel_id=results)
        case "threads":
            return replace(server, threads=_one(values, get_args(OwnThreads)))
        case _:
            raise UnknownOption


def _check_telling(guild: discord.Guild, channel_id: int) -> None:
    """Raise CantTell where the bot may not write."""
    channel = guild.get_channel(channel_id)
    lacking = ["view_channel"]
    if channel is not None:
        allowed = channel.permissions_for(guild.me)
        needed = ("view_channel", "send_messages")
        lacking = [permission for permission in needed if not getattr(allowed, permission)]
    if lacking:
        raise CantTell(channel_id, lacking)


def _standing(guild: discord.Guild, server: Server) -> Server:
    """The settings without channels that are no more: Discord takes none of those."""
    results = server.results_channel_id
    return replace(
        server,
        channels=tuple(one for one in server.channels if guild.get_channel(one) is not None),
        results_channel_id=None if results is None or not guild.get_channel(results) else results,
    )


def _one(values: list[str], known: tuple[T, ...]) -> T:
    """The one value of a select."""
    for value in known:
        if values == [value]:
            return value
    raise UnknownOption


def _number(value: str) -> int:
    found = number(value)
    if found is None:
        raise UnknownOption
    return found
