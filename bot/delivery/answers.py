"""Answers to presses and commands: always one, always in time, whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import discord
import structlog

from bot.delivery.faults import is_too_late
from bot.delivery.messages import edited
from bot.delivery.painter import Painted
from bot.languages import Languages
from bot.screens.parts import Screen, notice, voices
from bot.sessions.refusals import Refused
from bot.store.records import Session
from bot.store.store import StoreFailed
from engine.text import Text, text
from images.words import Words

_log = structlog.get_logger(__name__)

PATIENCE = 1.5
"""Seconds after which a press is acknowledged first and answered later; Discord waits for 3."""


class Answers:
    """Answers interactions; a press that came too late is kept, its answer is not."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    def words(self, interaction: discord.Interaction, record: Session | None = None) -> Words:
        """The language of whoever pressed, with the names of a session."""
        language = self._languages.pick(interaction.locale.value)
        if record is None:
            return self._languages.words(language)
        return voices(self._languages, language, record).message

    async def update(
        self, interaction: discord.Interaction, painting: Awaitable[Painted]
    ) -> Painted:
        """Show something new in the pressed message."""
        painted = await self._in_time(painting, interaction.response.defer)
        if interaction.response.is_done():
            await interaction.edit_original_response(**edited(painted.screen))
        else:
            await interaction.response.edit_message(**edited(painted.screen))
        return painted

    async def whisper(
        self, interaction: discord.Interaction, painting: Awaitable[Painted]
    ) -> tuple[Painted, int | None]:
        """Answer with a message for that person alone; the message's id if Discord tells it."""
        if interaction.response.is_done():
            painted = await painting
            sent = await self._follow_up(interaction, painted.screen)
            return painted, sent
        thinking = partial(interaction.response.defer, ephemeral=True, thinking=True)
        painted = await self._in_time(painting, thinking)
        if interaction.response.is_done():
            message = await interaction.edit_original_response(**edited(painted.screen))
            return painted, message.id
        response = await interaction.response.send_message(
            view=painted.screen.layout, files=painted.screen.files(), ephemeral=True
        )
        return painted, response.message_id

    async def notice(self, interaction: discord.Interaction, said: Text) -> None:
        """Answer with a sentence for that person alone."""
        await self.show(interaction, notice(self.words(interaction)(said)))

    async def show(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer with a screen for that person alone."""
        if interaction.response.is_done():
            await self._follow_up(interaction, screen)
        else:
            await interaction.response.send_message(
                view=screen.layout, files=screen.files(), ephemeral=True
            )

    async def replace(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer by showing another screen in the pressed message."""
        await interaction.response.edit_message(**edited(screen))

    async def failed(
        self, interaction: discord.Interaction, error: BaseException, session_id: int | None
    ) -> None:
        """The one place for what went wrong with a press or a command."""
        said = self._explained(error, session_id)
        if said is None:
            return
        try:
            await self.notice(interaction, said)
        except discord.HTTPException as late:
            _log.info("no answer possible", session=session_id, code=late.code)

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

    async def _in_time(
        self, painting: Awaitable[Painted], defer: Callable[[], Awaitable[object]]
    ) -> Painted:
        work = asyncio.ensure_future(painting)
        done, _ = await asyncio.wait({work}, timeout=PATIENCE)
        if not done:
            await defer()
        return await work

    async def _follow_up(self, interaction: discord.Interaction, screen: Screen) -> int:
        sent = await interaction.followup.send(
            view=screen.layout, files=screen.files(), ephemeral=True, wait=True
        )
        return sent.id
