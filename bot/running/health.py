"""Whether games can be played: proved by doing it, not by what is hoped."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord
from aiohttp import web
from discord.http import Route
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.delivery.calling.channels import quarantine
from bot.delivery.drawing.drawing import Urgency
from bot.delivery.drawing.orders import Dot
from bot.delivery.wire.faults import FAILURES, code_of
from bot.running.client import Guildhall
from bot.running.services import Services, in_reach
from bot.running.telling import Metrics
from bot.store.store import StoreFailed

TIMEOUT = 3.0
"""Seconds that a proof may take: a press must be answered within as many."""
LATELY = 4.0
"""Seconds for which something stored proves that more can be."""
FOR_A_WHILE = 10.0
"""The same of what was drawn, and of a call to Discord."""
FACT = "health"
_AS_LARGE_AS_A_MOVE = "." * 16_000


@dataclass(eq=False, repr=False)
class Proof:
    """Something that is done anew when nobody has lately, by one at a time.

    `_late`: what is said where the attempt hangs; `_said`: what where it raises one of `_failures`.
    """

    _late: str
    _lasts: float
    _attempt: Callable[[], Awaitable[object]]
    _failures: tuple[type[Exception], ...]
    _said: Callable[[Any], str]
    _clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._proved_at: float | None = None
        self._trying: asyncio.Task[str | None] | None = None

    async def trouble(self) -> str | None:
        """Why it can't be done, if it can't."""
        if self._proved_at is not None and self._clock() < self._proved_at + self._lasts:
            return None
        if self._trying is None:
            self._trying = asyncio.create_task(self._tried())
        trying = self._trying
        await asyncio.wait({trying}, timeout=TIMEOUT)
        if not trying.done():
            return f"{self._late} for {TIMEOUT:g} s"
        return trying.result()

    def close(self) -> None:
        """Try no longer."""
        if self._trying is not None:
            self._trying.cancel()

    async def _tried(self) -> str | None:
        begun = self._clock()
        try:
            await self._attempt()
        except self._failures as failed:
            return self._said(failed)
        finally:
            self._trying = None
        self._proved_at = begun
        return None


def proofs_of(client: discord.Client, services: Services) -> tuple[Proof, ...]:
    """What must be possible for a game to be played: something can be stored, drawn and sent."""

    def store() -> Awaitable[object]:
        return services.store.save_fact(FACT, f"{time.time():.0f}{_AS_LARGE_AS_A_MOVE}")

    def draw() -> Awaitable[object]:
        return services.drawing.draw(Dot(), Urgency.ANSWER)

    def call() -> Awaitable[object]:
        return client.http.request(Route("GET", "/users/@me"))

    return (
        Proof("nothing was stored", LATELY, store, (StoreFailed,), str),
        Proof("nothing was drawn", FOR_A_WHILE, draw, (Exception,), _undrawn),
        Proof("Discord hasn't answered", FOR_A_WHILE, call, FAILURES, _unanswered),
    )


def _undrawn(error: Exception) -> str:
    """What has failed in drawing, without where."""
    why = str(error).partition("\n")[0] or type(error).__name__
    if isinstance(error, OSError) and error.strerror:
        why = ": ".join(filter(None, (error.strerror, error.filename)))
    return f"no picture can be drawn: {why}"


def _unanswered(error: Exception) -> str:
    return f"Discord takes no calls ({code_of(error)})"


class MetricsPage:
    """Served on one port. Whoever reaches it reads nothing of any game but how many there are."""

    def __init__(self, client: Guildhall, metrics: Metrics) -> None:
        self._client = client
        self._measured = metrics
        self._services: Services | None = None
        self._proofs: tuple[Proof, ...] = ()
        self._runner: web.AppRunner | None = None

    def look_at(self, services: Services) -> None:
        """Show the bot's parts, too, once they are put together."""
        self._services, self._proofs = services, proofs_of(self._client, services)

    async def start(self, host: str, port: int) -> str:
        """Listen; the address, with the port that was free for 0. Raises OSError."""
        app = web.Application()
        app.router.add_get("/metrics", self._metrics)
        app.router.add_get("/health", self._health)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        host, port = self._runner.addresses[0][:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def stop(self) -> None:
        """Listen no more."""
        for proof in self._proofs:
            proof.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        if self._services is not None:
            await self._measure(self._services)
        body = generate_latest(self._measured.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        trouble = said = await self._trouble()
        if trouble is None and self._services is not None:
            # It keeps no game from being played and no restart mends it: a person must see to it.
            with suppress(StoreFailed):
                said = await quarantine(self._services.store)
        return web.Response(text=f"{said or 'well'}\n", status=503 if trouble else 200)

    async def _trouble(self) -> str | None:
        """Why no game can be played at the moment."""
        if self._services is None or not in_reach(self._client):
            return self._client.awaited or "not connected to Discord"
        if seconds := self._client.caution.paused_for():
            return f"no calls to Discord for {seconds:.0f} s, after too many refusals"
        found = await asyncio.gather(*(proof.trouble() for proof in self._proofs))
        return next(filter(None, found), None)

    async def _measure(self, services: Services) -> None:
        metrics = self._measured
        metrics.connected.set(in_reach(self._client))
        latency = self._client.latency
        metrics.latency.set(latency if math.isfinite(latency) else 0)
        metrics.refused.set(self._client.caution.refusals())
        metrics.silent.labels("event").set(self._client.silence.since_event())
        metrics.silent.labels("interaction").set(self._client.silence.since_interaction())
        metrics.queued.labels("drawing").set(services.drawing.waiting)
        metrics.queued.labels("thinking").set(services.thinkers.waiting)
        metrics.queued.labels("calls").set(services.pace.waiting)
        for kind, backlog in services.delivery.backlogs().items():
            metrics.queued.labels(kind).set(backlog.waiting)
            metrics.stale.labels(kind).set(backlog.oldest)
        try:
            metrics.quarantined.set(await quarantine(services.store) is not None)
            counts = await services.store.counts()
        except StoreFailed:
            return  # health says so
        metrics.sessions.clear()
        for (game, status), number in counts.items():
            metrics.sessions.labels(game, status).set(number)
