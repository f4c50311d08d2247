"""All calls go through a rate-limit proxy, if there is one; the gateway doesn't."""

import contextlib

import aiohttp
import pytest
from aiohttp import web
from discord.http import Route

from bot.running.client import call_through
from bot.testing import house as testing
from bot.testing.driver import Witness, text_of
from tests.whole.house import House, connected, local_discord


class Proxy:
    """Passes on what comes under /api/, and counts it."""

    def __init__(self, target):
        self.target = target
        self.passed = []
        self.url = ""

    async def handle(self, request):
        self.passed.append((request.method, request.path))
        headers = {
            name: value
            for name, value in request.headers.items()
            if name.lower() not in {"host", "content-length", "transfer-encoding"}
        }
        async with (
            aiohttp.ClientSession(auto_decompress=False) as session,
            session.request(
                request.method,
                f"{self.target}{request.path_qs}",
                headers=headers,
                data=await request.read(),
            ) as answer,
        ):
            kept = {
                name: value
                for name, value in answer.headers.items()
                if name.lower() not in {"content-length", "transfer-encoding"}
            }
            return web.Response(status=answer.status, headers=kept, body=await answer.read())


@contextlib.asynccontextmanager
async def proxy_before(discord):
    """A proxy in front of that Discord."""
    proxy = Proxy(discord.url)
    application = web.Application(client_max_size=2**26)
    application.router.add_route("*", "/api/{rest:.*}", proxy.handle)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    proxy.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield proxy
    finally:
        await runner.cleanup()


async def test_a_game_is_played_through_a_proxy(tmp_path, monkeypatch):
    async with local_discord() as discord, proxy_before(discord) as proxy:
        monkeypatch.setattr(Route, "BASE", Route.BASE)  # as it was, in the end
        point_discord_at = testing.point_discord_at

        def pointed(url):
            point_discord_at(url)
            call_through(proxy.url)

        monkeypatch.setattr(testing, "point_discord_at", pointed)
        async with connected(discord, tmp_path / "guildhall.sqlite3") as bot:
            hall = House(discord, bot, Witness(discord.world))
            party = await hall.game("Ada", "Farah", "Goro")
            shown = text_of(party.board)
            await party.play_on()
            assert text_of(party.board) != shown
        assert len(proxy.passed) == sum(discord.requests.routes.values())
        kinds = {path.split("/")[3] for _, path in proxy.passed}
        assert {"interactions", "webhooks", "channels", "applications"} <= kinds


@pytest.mark.parametrize("path", ["/api/v10/users/@me"])
def test_calls_keep_the_path_that_proxies_know(path, monkeypatch):
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    call_through("http://proxy:8080")
    assert Route("GET", "/users/@me").url == f"http://proxy:8080{path}"
