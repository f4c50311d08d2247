"""One's own data: to have it erased, and to be given it."""

from __future__ import annotations

import discord
import orjson
from discord import app_commands
from discord.ext import commands

from bot import VERSION
from bot.delivery.calling.answers import thinking
from bot.people import direct_channel
from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens import settings as screens
from bot.screens.custom_ids import Own
from bot.screens.parts import notice
from bot.screens.screen import Document
from bot.sessions.refusals import UnknownOption
from cogs.presses import handles
from engine.text import text

FILE = "guildhall.json"
_DISCORDS = frozenset({"guild_id", "channel_id", "dm_channel_id", "message_id"})


class PersonalCog(commands.Cog):
    """The commands about what is stored of whoever types them."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(**called("forget-me"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def forget_me(self, interaction: discord.Interaction) -> None:
        """Ask whether really everything is to be erased."""
        mine = await self.services.store.sessions_of(interaction.user.id)
        playing = sum(record.status == "playing" for record in mine)
        words = self.services.answers.words(interaction)
        screen = screens.really_forget(playing, len(mine) - playing, words)
        await self.services.answers.show(interaction, screen)

    @app_commands.command(**called("export-me"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def export_me(self, interaction: discord.Interaction) -> None:
        """Send a file with all that is stored, by direct message; here where that is closed."""
        services, words = self.services, self.services.answers.words(interaction)
        stored = await services.store.exported(interaction.user.id)
        if not any(stored.values()):
            await services.answers.notice(interaction, text("export.nothing"))
            return
        screen = screens.exported(_document(interaction.user.id, stored), words)
        await thinking(interaction, alone=True)
        if direct_channel(interaction) is None and await services.letters.hand_over(
            interaction.user.id, screen, interaction.id
        ):
            await services.answers.notice(interaction, text("export.sent"))
        else:
            await services.answers.show(interaction, screen)


@handles(Own)
async def pressed(services: Services, interaction: discord.Interaction, press: Own) -> None:
    """Erase everything, or leave it as it is."""
    match press.what:
        case "forget":
            async with services.answers.answering(interaction):
                await services.forgetting.forget(interaction.user.id)
            said = text("forget.done")
        case "keep":
            said = text("forget.kept")
        case _:
            raise UnknownOption
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, notice(words(said)))


def _document(user_id: int, stored: object) -> Document:
    about = {"guildhall": VERSION, "user_id": str(user_id), "stored": _readable(stored)}
    return Document(FILE, orjson.dumps(about))


def _readable(value: object) -> object:
    """Discord's ids as text, as it gives them itself: some readers' numbers are too small."""
    match value:
        case dict():
            return {
                name: str(part) if name in _DISCORDS and part is not None else _readable(part)
                for name, part in value.items()
            }
        case list():
            return [_readable(part) for part in value]
        case _:
            return value


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(PersonalCog(bot))
