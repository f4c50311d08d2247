"""First answers to interactions: in time, and given once though the connection breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import aiohttp
import discord
import structlog

from bot.delivery.calling.edits import in_time
from bot.delivery.wire.faults import FAILURES, Held, Remedy, code_of, is_gone, remedy

_log = structlog.get_logger(__name__)

T = TypeVar("T")

DEFER_AFTER = 1.5
"""Seconds after which a press is acknowledged first and answered later; Discord waits for 3."""
PAUSES = (0.0, 0.1, 0.3, 0.6)
"""Seconds between the tries of a first answer: in all less than Discord waits for it."""


class Acknowledgement:
    """Tells Discord that an answer takes longer, if it does.

    What somebody chose is never cut short, so the answer is made beside the telling.
    """

    def __init__(self, defer: Callable[[], Awaitable[object]]) -> None:
        self._late: list[asyncio.Future[object]] = []
        self._timer = asyncio.get_running_loop().call_later(
            DEFER_AFTER, lambda: self._late.append(asyncio.ensure_future(defer()))
        )

    async def settled(self) -> None:
        """Wait until Discord knows, or let it be."""
        self._timer.cancel()
        while self._late:
            try:
                await self._late.pop()
            except FAILURES as error:
                # The answer itself is in time yet, perhaps.
                if remedy(error) is not Remedy.TRY_LATER:
                    raise


async def deferred(interaction: discord.Interaction) -> None:
    """Put the answer in the pressed message off; where that has gone, nothing is told yet."""
    try:
        await in_time(surely(interaction.response.defer))
    except discord.HTTPException as error:
        if not is_gone(error):
            raise


async def thinking(interaction: discord.Interaction, *, alone: bool) -> None:
    """Put the answer in a new message off; `alone`: it will be for that person."""
    await in_time(surely(partial(interaction.response.defer, ephemeral=alone, thinking=True)))


async def surely(answer: Callable[[], Awaitable[T]]) -> T | None:
    """Make a first answer, also where one of two fails; None if it had arrived before.

    It may hang: see `in_time`.
    """
    for pause in (*PAUSES, None):
        try:
            return await answer()
        except Held:
            raise
        except (aiohttp.ClientError, OSError) as broken:
            if pause is None:
                raise
            _log.debug("answer broken off", code=code_of(broken))
            await asyncio.sleep(pause)
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.IGNORE:
                raise
            break
    return None
