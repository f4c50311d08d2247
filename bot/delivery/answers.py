"""Answers to presses and commands: always one, always in time, whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import aiohttp
import discord
import structlog

from bot.delivery.faults import FAILURES, Remedy, code_of, is_too_late, remedy
from bot.delivery.messages import edited
from bot.delivery.painter import Painted
from bot.delivery.shown import Look, Shown
from bot.delivery.tokens import Tokens
from bot.languages import Languages
from bot.screens.opening import to_board
from bot.screens.parts import Screen, notice, voices
from bot.sessions.refusals import ChannelBusy, Refused, TableMoved
from bot.store.records import Session
from bot.store.store import StoreFailed
from engine.text import Text, text
from images.words import Words

_log = structlog.get_logger(__name__)

T = TypeVar("T")

PATIENCE = 1.5
"""Seconds after which a press is acknowledged first and answered later; Discord waits for 3."""
_TRIES = 3


class NoMessage(Exception):
    """Discord did not say which message an answer made."""


class Answers:
    """Answers interactions; a press that came too late is kept, its answer is not.

    What an answer shows is noted in `shown`, the right to edit it further in `tokens`.
    """

    def __init__(self, languages: Languages, tokens: Tokens, shown: Shown) -> None:
        self._languages = languages
        self._tokens = tokens
        self._shown = shown

    def words(self, interaction: discord.Interaction, record: Session | None = None) -> Words:
        """The language of whoever pressed, with the names of a session."""
        language = self._languages.pick(interaction.locale.value)
        if record is None:
            return self._languages.words(language)
        return voices(self._languages, language, record).message

    async def update(
        self, interaction: discord.Interaction, painting: Awaitable[Painted]
    ) -> tuple[int, Look, bool]:
        """Show something new in the pressed message, from press to answer within Discord's time.

        The message's id and look, and whether another edit came in between.
        """
        if interaction.message is None:
            raise NoMessage
        message_id = interaction.message.id
        before = self._shown.look(message_id)
        painted = await self._in_time(painting, interaction.response.defer)
        with self._shown.change(message_id) as change:
            change.overtaken = self._shown.look(message_id) is not before
            if interaction.response.is_done():
                await interaction.edit_original_response(**edited(painted.screen))
            else:
                await self.replace(interaction, painted.screen)
            change.done(painted.look)
        self._tokens.keep(message_id, interaction)
        return message_id, painted.look, change.overtaken

    async def post(
        self, interaction: discord.Interaction, painting: Awaitable[Painted], *, alone: bool = False
    ) -> tuple[int, Look]:
        """Answer with a new message, `alone` for that person; its id and look."""
        await self._renew(interaction)
        if interaction.response.is_done():
            painted = await painting
            message_id = await self._follow_up(interaction, painted.screen, alone=alone)
            self._tokens.keep(message_id, interaction, message_id)
        else:
            thinking = partial(interaction.response.defer, ephemeral=alone, thinking=True)
            painted = await self._in_time(painting, thinking)
            message_id = await self._first(interaction, painted.screen, alone=alone)
            self._tokens.keep(message_id, interaction)
        self._shown.keep(message_id, painted.look)
        return message_id, painted.look

    async def notice(self, interaction: discord.Interaction, said: Text) -> None:
        """Answer with a sentence for that person alone."""
        await self.show(interaction, notice(self.words(interaction)(said)))

    async def show(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer with a screen for that person alone."""
        await self._renew(interaction)
        if interaction.response.is_done():
            await self._follow_up(interaction, screen, alone=True)
        else:
            await self._first(interaction, screen, alone=True)

    async def replace(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer by showing another screen in the pressed message."""
        if interaction.response.is_done():
            await interaction.edit_original_response(**edited(screen))
            return
        await _surely(lambda: interaction.response.edit_message(**edited(screen)))

    async def failed(
        self, interaction: discord.Interaction, error: BaseException, session_id: int | None
    ) -> None:
        """The one place for what went wrong with a press or a command."""
        said = self._explained(error, session_id)
        if said is None:
            return
        words = self.words(interaction)
        ways = (
            [to_board(error.session, words)] if isinstance(error, ChannelBusy | TableMoved) else []
        )
        try:
            await self.show(interaction, notice(words(said), *ways))
        except FAILURES as late:
            _log.info("no answer possible", session=session_id, code=code_of(late))

    def _explained(self, error: BaseException, session_id: int | None) -> Text | None:
        match error:
            case Refused():
                return error.reason
            case discord.HTTPException() if is_too_late(error):
                _log.info("answered too late", session=session_id, code=error.code)
                return None
            case StoreFailed():
                _log.error("store failed", session=session_id, reason=str(error))
                return text("apology.store")
            case _:
                _log.error("press failed", session=session_id, exc_info=error)
                return text("apology")

    async def _in_time(self, painting: Awaitable[T], defer: Callable[[], Awaitable[object]]) -> T:
        # What was chosen is never cut short, so the painting goes on beside the deferring.
        late: list[asyncio.Future[object]] = []
        timer = asyncio.get_running_loop().call_later(
            PATIENCE, lambda: late.append(asyncio.ensure_future(defer()))
        )
        try:
            return await painting
        finally:
            timer.cancel()
            for deferring in late:
                await deferring

    async def _renew(self, interaction: discord.Interaction) -> None:
        """Let a press on a board also give the right to edit it, once it has none any more."""
        message = interaction.message
        if message is None or interaction.guild_id is None or interaction.response.is_done():
            return
        if self._shown.look(message.id) and not self._tokens.live(message.id):
            await _surely(interaction.response.defer)
            self._tokens.keep(message.id, interaction)

    async def _first(self, interaction: discord.Interaction, screen: Screen, *, alone: bool) -> int:
        if interaction.response.is_done():
            return (await interaction.edit_original_response(**edited(screen))).id
        send: Any = interaction.response.send_message
        mentions = screen.allowed_mentions()
        response = await _surely(
            lambda: send(
                view=screen.layout,
                files=screen.files(),
                ephemeral=alone,
                allowed_mentions=mentions,
            )
        )
        if response is None or response.message_id is None:
            return (await interaction.original_response()).id
        return int(response.message_id)

    async def _follow_up(
        self, interaction: discord.Interaction, screen: Screen, *, alone: bool
    ) -> int:
        sent = await interaction.followup.send(
            view=screen.layout,
            files=screen.files(),
            ephemeral=alone,
            allowed_mentions=screen.allowed_mentions(),
            wait=True,
        )
        return sent.id


async def _surely(answer: Callable[[], Awaitable[T]]) -> T | None:
    """Make a first answer, also over a connection that breaks; None if it had arrived before."""
    for _ in range(_TRIES - 1):
        try:
            return await answer()
        except (aiohttp.ClientError, OSError) as broken:
            _log.info("answer broken off", code=code_of(broken))
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.IGNORE:
                raise
            return None
    return await answer()
