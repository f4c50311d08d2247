"""Presses about taking a choice back: in the hand, or on the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.custom_ids.play import TakingBack
from bot.services import Services
from bot.sessions.refusals import UnknownOption
from bot.sessions.table import Table
from cogs.hands import on_hand

Decide = Callable[[int, int, int], Awaitable[Table]]


async def pressed(services: Services, interaction: discord.Interaction, press: TakingBack) -> None:
    """Carry out a press, and answer it in the message on which it was pressed."""
    message = interaction.message
    if interaction.guild_id is None or (message is not None and message.flags.ephemeral):
        async with on_hand(services, interaction, press.session):
            await _decide(services, interaction, press)
    else:
        async with services.pressed.on_board(interaction, press.session):
            await _decide(services, interaction, press)


async def _decide(services: Services, interaction: discord.Interaction, press: TakingBack) -> None:
    takebacks = services.takebacks
    ways: Mapping[str, Decide] = {
        "ask": takebacks.ask,
        "agree": takebacks.agree,
        "refuse": takebacks.refuse,
        "withdraw": takebacks.withdraw,
    }
    if press.what not in ways:
        raise UnknownOption
    await ways[press.what](press.session, interaction.user.id, press.number)
