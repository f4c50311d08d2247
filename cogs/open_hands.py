"""Presses about opening all hands of a game that is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.custom_ids.looks import OpeningHands
from bot.services import Services
from bot.sessions.refusals import UnknownOption
from bot.sessions.table import Table
from cogs.hands import on_hand


async def pressed(
    services: Services, interaction: discord.Interaction, press: OpeningHands
) -> None:
    """Carry out a press, and answer it in the message on which it was pressed."""
    if interaction.guild_id is None:
        async with on_hand(services, interaction, press.session):
            await _decide(services, interaction, press)
    else:
        async with services.pressed.on_board(interaction, press.session):
            await _decide(services, interaction, press)


async def _decide(
    services: Services, interaction: discord.Interaction, press: OpeningHands
) -> None:
    opening = services.opening_hands
    ways: Mapping[str, Callable[[int, int], Awaitable[Table]]] = {
        "ask": opening.ask,
        "agree": opening.agree,
        "refuse": opening.refuse,
    }
    if press.what not in ways:
        raise UnknownOption
    await ways[press.what](press.session, interaction.user.id)
