"""The calls themselves: screens sent and edited, as the bot or through a token."""

from __future__ import annotations

from typing import Any

import discord

from bot.delivery.pace import ChannelPace, Pace, Priority
from bot.delivery.tokens import Token
from bot.screens.parts import Screen


class Messages:
    """Sends and edits at the pace that Discord allows; raises discord.HTTPException."""

    def __init__(self, client: discord.Client, pace: Pace, channel_pace: ChannelPace) -> None:
        self._client = client
        self._pace = pace
        self._channel_pace = channel_pace

    @property
    def spare(self) -> bool:
        """Whether there is room for calls that could be left out."""
        return self._pace.spare

    async def send(
        self, channel_id: int, screen: Screen, priority: Priority, *, nonce: str, silent: bool
    ) -> int:
        """Post a new message; its id. The nonce makes a repeated call harmless."""
        await self._turn(channel_id, priority)
        sent = await self._client.get_partial_messageable(channel_id).send(
            view=screen.layout,
            files=screen.files(),
            nonce=nonce,
            silent=silent,
            allowed_mentions=screen.allowed_mentions(),
        )
        return sent.id

    async def edit(
        self, channel_id: int, message_id: int, screen: Screen, priority: Priority
    ) -> None:
        """Bring one of the bot's messages up to date."""
        await self._turn(channel_id, priority)
        channel = self._client.get_partial_messageable(channel_id)
        await channel.get_partial_message(message_id).edit(**edited(screen))

    async def edit_through(self, token: Token, screen: Screen) -> None:
        """Bring a message up to date through a press's token; costs none of the bot's calls."""
        await token.webhook.edit_message(token.message_id, **edited(screen))

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel of direct messages with a person."""
        await self._pace.turn(Priority.HAND)
        channel = await self._client.create_dm(discord.Object(user_id))
        return channel.id

    async def _turn(self, channel_id: int, priority: Priority) -> None:
        await self._channel_pace.turn(channel_id)
        await self._pace.turn(priority)


def edited(screen: Screen) -> dict[str, Any]:
    """The arguments of an edit."""
    changed: dict[str, Any] = {
        "view": screen.layout,
        "allowed_mentions": screen.allowed_mentions(),
    }
    if screen.picture is not None or not screen.keeps:
        changed["attachments"] = screen.files()
    return changed
