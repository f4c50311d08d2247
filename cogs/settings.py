"""What a person sets for himself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.custom_ids.reading import carried, filled_in
from bot.custom_ids.settings import Setting
from bot.languages.translator import said
from bot.running.client import Guildhall
from bot.screens.settings import CONFIRMS, HELPED, IN_WORDS, quiet_hours, settings
from bot.services import Services
from bot.sessions.refusals import NoQuietHours, UnknownOption
from bot.store.records.people import QuietHours, Tell
from bot.time.quiet_hours import read
from cogs.servers import manages


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
        screen = settings(person, words, manages=manages(interaction))
        await self.services.answers.show(interaction, screen)


async def pressed(services: Services, interaction: discord.Interaction, press: Setting) -> None:
    """Carry out a change of a setting, and show it in the message that was pressed."""
    person = await services.people.seen(interaction)
    words = services.answers.words(interaction)
    match press.name:
        case "page":
            pass
        case "tell":
            person = replace(person, tell=_tell(interaction))
        case "quiet":
            await services.answers.ask(interaction, quiet_hours(person, words))
            return
        case "hours":
            person = replace(person, quiet=_quiet(interaction))
        case "confirm":
            person = replace(person, confirms=_of(CONFIRMS, interaction))
        case "words":
            person = replace(person, in_words=_of(IN_WORDS, interaction))
        case "help":
            person = replace(person, helped=_of(HELPED, interaction))
        case _:
            raise UnknownOption
    person = await services.people.save(person)
    if press.name == "words":
        for record in await services.store.sessions_of(person.user_id):
            services.delivery.show_hand(record.id, person.user_id)
    screen = settings(person, words, manages=manages(interaction))
    await services.answers.replace(interaction, screen)


def _tell(interaction: discord.Interaction) -> Tell:
    chosen = next(iter(carried(interaction)[1]), "")
    for tell in get_args(Tell):
        if tell == chosen:
            return cast("Tell", tell)
    raise UnknownOption


def _of(values: Mapping[str, bool], interaction: discord.Interaction) -> bool:
    """What the chosen value of a setting means; raises UnknownOption."""
    chosen = next(iter(carried(interaction)[1]), "")
    if chosen not in values:
        raise UnknownOption
    return values[chosen]


def _quiet(interaction: discord.Interaction) -> QuietHours | None:
    """The quiet hours of the form; none if it was left empty. Raises NoQuietHours."""
    written = filled_in(interaction)
    hours = written.get("hours", "").strip()
    if not hours:
        return None
    quiet = read(hours, written.get("zone", ""))
    if quiet is None:
        raise NoQuietHours
    return quiet


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(SettingsCog(bot))
