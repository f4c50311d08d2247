"""Whether games can be played: proved by doing it, not by what is hoped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import discord
from discord.http import Route

from bot.delivery.wire.faults import FAILURES, code_of
from bot.services import Services
from bot.store.store import StoreFailed

PATIENCE = 3.0
"""Seconds that a proof may take: a press must be answered within as many."""
LATELY = 4.0
"""Seconds for which something stored proves that more can be."""
FOR_A_WHILE = 10.0
"""The same of what was drawn, and of a call to Discord."""
FACT = "health"
_AS_LARGE_AS_A_MOVE = "." * 16_000


class NotProved(Exception):
    """It was tried and went wrong; the message is for whoever runs the bot."""


class Proof:
    """Something that is done anew when nobody has lately, by one at a time."""

    def __init__(
        self,
        late: str,
        lasts: float,
        attempt: Callable[[], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`late`: what is said where the attempt hangs; it raises NotProved."""
        self._late = late
        self._lasts = lasts
        self._attempt = attempt
        self._clock = clock
        self._proved_at: float | None = None
        self._trying: asyncio.Task[str | None] | None = None

    async def trouble(self) -> str | None:
        """Why it can't be done, if it can't."""
        if self._proved_at is not None and self._clock() < self._proved_at + self._lasts:
            return None
        if self._trying is None:
            self._trying = asyncio.create_task(self._tried())
        trying = self._trying
        await asyncio.wait({trying}, timeout=PATIENCE)
        if not trying.done():
            return f"{self._late} for {PATIENCE:g} s"
        return trying.result()

    def close(self) -> None:
        """Try no longer."""
        if self._trying is not None:
            self._trying.cancel()

    async def _tried(self) -> str | None:
        begun = self._clock()
        try:
            await self._attempt()
        except NotProved as failed:
            return str(failed)
        finally:
            self._trying = None
        self._proved_at = begun
        return None


class Health:
    """What must be possible for a game to be played."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._proofs = (
            Proof("nothing was stored", LATELY, self._store),
            Proof("nothing was drawn", FOR_A_WHILE, self._draw),
            Proof("Discord hasn't answered", FOR_A_WHILE, self._call),
        )

    async def trouble(self) -> str | None:
        """Why something can't be stored, drawn or sent."""
        found = await asyncio.gather(*(proof.trouble() for proof in self._proofs))
        return next((trouble for trouble in found if trouble), None)

    def close(self) -> None:
        """Prove nothing any more."""
        for proof in self._proofs:
            proof.close()

    async def _store(self) -> None:
        try:
            await self._services.store.save_fact(FACT, f"{time.time():.0f}{_AS_LARGE_AS_A_MOVE}")
        except StoreFailed as failed:
            raise NotProved(failed.reason) from failed

    async def _draw(self) -> None:
        try:
            await self._services.drawing.prove()
        except Exception as error:
            raise NotProved(f"no picture can be drawn: {_why(error)}") from error

    async def _call(self) -> None:
        try:
            await self._client.http.request(Route("GET", "/users/@me"))
        except FAILURES as error:
            raise NotProved(f"Discord takes no calls ({code_of(error)})") from error


def _why(error: Exception) -> str:
    """What has failed in drawing, without where."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(filter(None, (error.strerror, error.filename)))
    return str(error).partition("\n")[0] or type(error).__name__
