"""The pages /metrics, for Prometheus, and /health, for whatever restarts the bot."""

from __future__ import annotations

import math
from contextlib import suppress

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.delivery.calling.openings import quarantine
from bot.operator.metrics import Metrics
from bot.running.client import Guildhall
from bot.running.health import Health
from bot.services import Services, in_reach
from bot.store.store import StoreFailed


class MetricsPage:
    """Served on one port. Whoever reaches it reads nothing of any game but how many there are."""

    def __init__(self, client: Guildhall, metrics: Metrics) -> None:
        self._client = client
        self._measured = metrics
        self._services: Services | None = None
        self._proofs: Health | None = None
        self._runner: web.AppRunner | None = None

    def look_at(self, services: Services) -> None:
        """Show the bot's parts, too, once they are put together."""
        self._services = services
        self._proofs = Health(self._client, services)

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
        if self._proofs is not None:
            self._proofs.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _metrics(self, _: web.Request) -> web.Response:
        if self._services is not None:
            await self._measure(self._services)
        body = generate_latest(self._measured.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _: web.Request) -> web.Response:
        trouble = await self._trouble()
        said = trouble or await self._worth_knowing() or "well"
        return web.Response(text=f"{said}\n", status=503 if trouble else 200)

    async def _worth_knowing(self) -> str | None:
        """What keeps no game from being played and no restart mends, but a person must see to."""
        if self._services is not None:
            with suppress(StoreFailed):
                return await quarantine(self._services.store)
        return None

    async def _trouble(self) -> str | None:
        """Why no game can be played at the moment."""
        if self._proofs is None or not in_reach(self._client):
            return self._client.awaited or "not connected to Discord"
        if seconds := self._client.caution.paused_for():
            return f"no calls to Discord for {seconds:.0f} s, after too many refusals"
        return await self._proofs.trouble()

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
