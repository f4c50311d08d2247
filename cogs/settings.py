"""What a person sets for himself, and a manager for the server."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens.custom_ids import ServerSetting, Setting, chosen, filled_in, number
from bot.screens.parts import refilled, together
from bot.screens.settings import HOSTS, SWITCHES, quiet_hours, server_settings, settings
from bot.sessions.refusals import CantTell, NoQuietHours, NotManager, UnknownOption
from bot.sessions.servers import SPEEDS
from bot.store.records.people import Abandoning, OwnThreads, Person, QuietHours, Server, Tell
from bot.time import read_quiet
from cogs.presses import handles
from engine.text import text

T = TypeVar("T", bound=str)


class SettingsCog(commands.Cog):
    """The command that shows the settings."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(**called("settings"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def settings(self, interaction: discord.Interaction) -> None:
        """Show the person's settings, to be changed there."""
        person = await self.services.people.seen(interaction)
        words = self.services.answers.words(interaction)
        screen = settings(person, words, manages=manages(interaction))
        await self.services.answers.show(interaction, screen)


@handles(Setting)
async def pressed(services: Services, interaction: discord.Interaction, press: Setting) -> None:
    """Carry out a change of a setting, and show it in the message that was pressed."""
    person = await services.people.seen(interaction)
    words = services.answers.words(interaction)
    if press.name == "quiet":
        form = quiet_hours(person, words).filled(press.written)
        await services.answers.ask(interaction, form)
        return
    try:
        person = _set(interaction, person, press.name)
    except NoQuietHours as refused:
        again = Setting("quiet", together(filled_in(interaction).values()))
        await services.answers.show(interaction, refilled(refused.reason, again, words))
        return
    person = await services.people.save(person)
    if press.name == "words":
        for record in await services.store.sessions_of(person.user_id):
            services.delivery.show_hand(record.id, person.user_id)
    screen = settings(person, words, manages=manages(interaction))
    await services.answers.replace(interaction, screen)


def _set(interaction: discord.Interaction, person: Person, name: str) -> Person:
    """The person with a setting as it was chosen; raises UnknownOption, NoQuietHours."""
    match name:
        case "page":
            return person
        case "tell":
            return replace(person, tell=_one(chosen(interaction), get_args(Tell)))
        case "hours":
            return replace(person, quiet=_quiet(interaction))
        case _ if name in SWITCHES:
            field, means = SWITCHES[name]
            now: dict[str, Any] = {field: means[_one(chosen(interaction), tuple(means))]}
            return replace(person, **now)
        case _:
            raise UnknownOption


def _quiet(interaction: discord.Interaction) -> QuietHours | None:
    """The quiet hours of the form; none if it was left empty. Raises NoQuietHours."""
    written = filled_in(interaction)
    hours = written.get("hours", "").strip()
    if not hours:
        return None
    quiet = read_quiet(hours, written.get("zone", ""))
    if quiet is None:
        raise NoQuietHours
    return quiet


def manages(interaction: discord.Interaction) -> bool:
    """Whether somebody may set something for the server in which this was pressed or typed."""
    return interaction.guild is not None and interaction.permissions.manage_guild


@handles(ServerSetting)
async def pressed_for_server(
    services: Services, interaction: discord.Interaction, press: ServerSetting
) -> None:
    """Carry out a change of a setting, and show all in the message that was pressed."""
    guild = interaction.guild
    if guild is None or not manages(interaction):
        raise NotManager
    server = await services.store.server(guild.id)
    if press.name != "page":
        server = _changed(services, guild, server, press.name, chosen(interaction))
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


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(SettingsCog(bot))
