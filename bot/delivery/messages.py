"""The calls themselves: screens sent, edited and deleted, as the bot or through a token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b
from typing import Any

import discord
import structlog

from bot.delivery.faults import FAILURES, Remedy, code_of, remedy
from bot.delivery.pace import ChannelPace, Pace, Priority
from bot.delivery.paint import Paint
from bot.delivery.painter import Painted
from bot.delivery.shown import Look, Shown
from bot.delivery.tokens import Token, Tokens
from bot.screens.parts import Screen

_log = structlog.get_logger(__name__)

EDITABLE_FOR = 55 * 60
"""Seconds; Discord hardly lets a bot edit messages older than an hour (30046)."""


class Messages:
    """Sends and edits at the pace that Discord allows, for free where a token lives.

    `now`: the time of day, in seconds. Every method raises one of FAILURES.
    """

    def __init__(
        self,
        client: discord.Client,
        paces: tuple[Pace, ChannelPace],
        tokens: Tokens,
        shown: Shown,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._pace, self._channel_pace = paces
        self._tokens = tokens
        self._shown = shown
        self._now = now

    @property
    def spare(self) -> bool:
        """Whether there is room for calls that could be left out."""
        return self._pace.spare

    def free(self, message_id: int) -> bool:
        """Whether an edit would cost none of the bot's calls."""
        return self._tokens.live(message_id) is not None

    def too_old(self, message_id: int) -> bool:
        """Whether the message had better be sent anew than edited."""
        sent = discord.utils.snowflake_time(message_id).timestamp()
        return not self.free(message_id) and self._now() - sent > EDITABLE_FOR

    async def send(
        self, channel_id: int, paint: Paint, priority: Priority, *, nonce: str, silent: bool
    ) -> tuple[int, Look]:
        """Post a new message; its id and look. The nonce makes a repeated call harmless."""
        # Painted before its turn, which must be used at once, and again if it is outdated by then.
        painted = await paint.newest(None)
        await self._turn(channel_id, priority)
        while not await paint.is_newest(None):
            self._pace.give_back()
            painted = await paint.newest(None)
            await self._turn(channel_id, priority)
        screen = painted.screen
        sent = await self._client.get_partial_messageable(channel_id).send(
            view=screen.layout,
            files=screen.files(),
            nonce=nonce,
            silent=silent,
            allowed_mentions=screen.allowed_mentions(),
        )
        self._shown.keep(sent.id, painted.look)
        return sent.id, painted.look

    async def edit(
        self, channel_id: int, message_id: int, paint: Paint, priority: Priority
    ) -> tuple[Look, bool]:
        """Bring a message up to date; its look, and whether another edit came in between."""
        token = self._tokens.live(message_id)
        if token is not None:
            try:
                return await self.edit_through(token, message_id, paint)
            except FAILURES as error:
                if remedy(error) is not Remedy.AS_BOT:
                    raise
                self._tokens.drop(message_id)
        call = partial(self._edit_as_bot, channel_id, message_id)
        turn = partial(self._turn, channel_id, priority)
        return await self._changed(message_id, paint, call, turn)

    async def edit_through(self, token: Token, message_id: int, paint: Paint) -> tuple[Look, bool]:
        """Bring a message up to date through a press's token."""
        return await self._changed(message_id, paint, partial(self._edit_through, token))

    async def replace(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show in words what is painted for no table."""
        self._shown.forget(message_id)
        await self._turn(channel_id, Priority.PROGRESS)
        await self._edit_as_bot(channel_id, message_id, screen)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Take one of the bot's messages away."""
        self._shown.forget(message_id)
        await self._turn(channel_id, Priority.PROGRESS)
        channel = self._client.get_partial_messageable(channel_id)
        try:
            await channel.get_partial_message(message_id).delete()
        except FAILURES as error:
            _log.info("old message not deleted", error=code_of(error))

    async def open_dm(self, user_id: int) -> int:
        """The id of the channel of direct messages with a person."""
        await self._pace.turn(Priority.HAND)
        channel = await self._client.create_dm(discord.Object(user_id))
        return channel.id

    async def _turn(self, channel_id: int, priority: Priority) -> None:
        await self._channel_pace.turn(channel_id)
        await self._pace.turn(priority)

    async def _changed(
        self,
        message_id: int,
        paint: Paint,
        call: Callable[[Screen], Awaitable[None]],
        turn: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[Look, bool]:
        while True:
            before, painted = await self._newest(message_id, paint)
            if before is not None and before.same(painted.look):
                return painted.look, False
            if turn is None:
                break
            await turn()
            if await paint.is_newest(self._shown.look(message_id)):
                break
            self._pace.give_back()
        with self._shown.change(message_id) as change:
            await call(painted.screen)
            change.done(painted.look)
        return painted.look, change.overtaken

    async def _newest(self, message_id: int, paint: Paint) -> tuple[Look | None, Painted]:
        """How a message looks, and how it should."""
        while True:
            before = self._shown.look(message_id)
            painted = await paint.newest(before)
            if self._shown.look(message_id) is before:
                return before, painted

    async def _edit_as_bot(self, channel_id: int, message_id: int, screen: Screen) -> None:
        channel = self._client.get_partial_messageable(channel_id)
        await channel.get_partial_message(message_id).edit(**edited(screen))

    async def _edit_through(self, token: Token, screen: Screen) -> None:
        target: Any = token.target  # "@original" is as good as an id
        await token.webhook.edit_message(target, **edited(screen))


def edited(screen: Screen) -> dict[str, Any]:
    """The arguments of an edit."""
    changed: dict[str, Any] = {
        "view": screen.layout,
        "allowed_mentions": screen.allowed_mentions(),
    }
    if screen.picture is not None or not screen.keeps:
        changed["attachments"] = screen.files()
    return changed


def nonce(*about: object) -> str:
    """The same 25 characters for the same message, so that a repeated sending makes no second."""
    return f"g{blake2b(repr(about).encode(), digest_size=12).hexdigest()}"
