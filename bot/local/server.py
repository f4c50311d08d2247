"""The HTTP server of the local Discord: REST, gateway, files and the page, on loopback only."""

import errno
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

from aiohttp import web

from bot.local.acts.notifications import Notifications
from bot.local.browser.desk import Desk
from bot.local.browser.reading import Reading
from bot.local.browser.view import Views
from bot.local.gateway.gateway import Gateway
from bot.local.rest.api import PREFIX, Api
from bot.local.rest.bot import BOT_ROUTES
from bot.local.rest.faults import Faults, Inspect, Requests
from bot.local.rest.webhooks import WEBHOOK_ROUTES
from bot.local.rules.limits import Limits, RateLimiter
from bot.local.world.clock import Clock, SystemClock
from bot.local.world.sample import sample_world
from bot.local.world.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOST: Final = "127.0.0.1"
PAGE: Final = Path(__file__).with_name("page")
LARGEST_REQUEST: Final = 64 * 1024 * 1024
"""Bytes; what Discord takes of a file is less (`uploads.py`)."""
SECURITY: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


class PortTaken(OSError):
    """Something else listens on the port already."""

    def __init__(self, port: int) -> None:
        super().__init__(errno.EADDRINUSE, f"Port {port} on {HOST} is already taken")
        self.port = port


class LocalDiscord:
    """A small Discord on loopback: `async with LocalDiscord(port=8080) as discord: ...`

    `url` is what the bot is pointed at with `token`; people play on `page_url`. `world` is
    everything it knows; `faults`, `requests` and `notifications` are for tests; `inspect` sees
    every REST request; `shards`: how many a bot must identify with. Port 0 takes any free one.
    Raises PortTaken."""

    def __init__(
        self,
        *,
        port: int = 0,
        clock: Clock | None = None,
        world: World | None = None,
        limits: Limits | None = None,
        inspect: Inspect | None = None,
        shards: int = 1,
        token: str = "bG9jYWw.dGFibGU.Z3VpbGRoYWxs",  # noqa: S107 - opens this server and nothing else
    ) -> None:
        self.clock = clock or (world.clock if world else SystemClock())
        self.world = world or sample_world(self.clock)
        self.token = token
        self.port = port
        self.limiter = RateLimiter(limits or Limits(), self.clock)
        self.api = Api(self.world, self.limiter, token, inspect)
        self.gateway = Gateway(self.world, token, self.api.urls, self.limiter, shards=shards)
        self.api.gateway = lambda: self.gateway.description
        self.notifications = Notifications(self.world)
        views = Views(self.world, self.api.urls)
        reading = Reading(self.world, self.notifications)
        self._desk = Desk(self.world, views, reading, lambda: self.gateway.online)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"http://{HOST}:{self.port}"

    @property
    def page_url(self) -> str:
        """Where people play."""
        return f"{self.url}/"

    @property
    def faults(self) -> Faults:
        """Failures on demand."""
        return self.api.faults

    @property
    def requests(self) -> Requests:
        """Counts of what was asked."""
        return self.api.requests

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen. Raises PortTaken."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port, reuse_address=True)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                raise PortTaken(self.port) from error
            raise
        self.port = int(self._runner.addresses[0][1])
        self.gateway.url = f"ws://{HOST}:{self.port}/gateway"
        self.api.urls.base = self.url

    async def stop(self) -> None:
        """Close every connection; the world stays as it is."""
        if self._runner is not None:
            self.faults.clear()
            # First: who is dropped comes back at once, and would be cut off in the handshake.
            for site in self._runner.sites:
                await site.stop()
            await self.gateway.drop(code=1001)
            await self._runner.cleanup()
            self._runner = None

    def _application(self) -> web.Application:
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[self._guard])
        app.on_shutdown.append(self._desk.close)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_get("/attachments/{id:\\d+}/{name}", self._attachment)
        app.router.add_get("/emojis/{id:\\d+}", self._emoji)
        app.router.add_get("/", self._page)
        app.router.add_get("/table", self._desk.handle)
        app.router.add_static("/page/", PAGE)
        app.add_subapp(PREFIX, self.api.application([*BOT_ROUTES, *WEBHOOK_ROUTES]))
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what a foreign page could send: another Host (DNS rebinding) or another Origin."""
        hosts = {f"{HOST}:{self.port}", f"localhost:{self.port}"}
        origin = request.headers.get("Origin")
        if request.headers.get("Host") not in hosts:
            raise web.HTTPForbidden(text="This server answers on loopback only.")
        if origin is not None and urlsplit(origin).netloc not in hosts:
            raise web.HTTPForbidden(text="This server answers its own page only.")
        response = await handler(request)
        if request.path.startswith("/page/"):
            response.headers["Cache-Control"] = "no-cache"
        return response

    async def _page(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html", headers=SECURITY)

    async def _attachment(self, request: web.Request) -> web.Response:
        number = int(request.match_info["id"])
        attachment = self.world.attachments.get(number)
        signed = self.api.urls.holds(
            number, request.query.get("ex", ""), request.query.get("hm", "")
        )
        if attachment is None or not signed:
            raise web.HTTPNotFound(text="This content is no longer available.")
        headers = {"Cache-Control": "private, max-age=3600", "X-Content-Type-Options": "nosniff"}
        return web.Response(
            body=attachment.data, content_type=attachment.content_type, headers=headers
        )

    async def _emoji(self, request: web.Request) -> web.Response:
        emoji = self.world.emojis.get(int(request.match_info["id"]))
        if emoji is None:
            raise web.HTTPNotFound
        return web.Response(body=emoji.data, content_type=emoji.content_type)
