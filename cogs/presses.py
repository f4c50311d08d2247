"""Every press of a button or select, from its custom_id to the one call that carries it out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import NoneType
from typing import Any, TypeAlias, TypeVar

import discord
import structlog
from discord.ext import commands

from bot.running.client import Guildhall
from bot.running.services import Services
from bot.screens.custom_ids import OfSession, Press, custom_id, read
from bot.sessions.refusals import NoSuchSession, Unreadable

P = TypeVar("P", bound=Press)
Handler: TypeAlias = Callable[[Services, discord.Interaction[Any], P], Awaitable[None]]

_OF_THE_COMMAND_TREE = (
    discord.InteractionType.application_command,
    discord.InteractionType.autocomplete,
)


async def _unknown(_: Services, __: discord.Interaction, ___: object) -> None:
    raise NoSuchSession


HANDLERS: dict[type, Handler[Any]] = {NoneType: _unknown}
"""What each kind does; what is none of ours is told so."""


def handles(kind: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Declare the function that carries out presses of this kind, and answers them."""

    def declared(handler: Handler[P]) -> Handler[P]:
        HANDLERS[kind] = handler
        return handler

    return declared


def moderates(interaction: discord.Interaction) -> bool:
    """Whether somebody may act for a table's host where this was pressed or typed."""
    return interaction.permissions.manage_messages


class Presses(commands.Cog):
    """Answers every press, whatever it carries and however late it comes."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot
        self.services = bot.services

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Carry out a press; commands go through the command tree."""
        if interaction.type in _OF_THE_COMMAND_TREE:
            return
        if not self.bot.comes_in(interaction):
            return
        press = None if interaction.message is None else read(custom_id(interaction))
        session_id = press.session if isinstance(press, OfSession) else None
        try:
            if session_id is not None:
                structlog.contextvars.bind_contextvars(session=session_id)
                await self.services.delivery.attended(session_id, interaction.user.id)
            await HANDLERS[type(press)](self.services, interaction, press)
        except Exception as error:  # noqa: BLE001 - every press gets an answer
            if isinstance(error, Unreadable):
                self.services.delivery.changed(error.outline.id)
            await self.services.answers.failed(interaction, error, session_id)
        self.bot.went(interaction, "unknown" if press is None else press.kind)


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Presses(bot))
