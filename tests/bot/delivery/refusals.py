"""What Discord answers when it refuses, for tests."""

import contextlib
from types import SimpleNamespace

import discord
from aiohttp import web


class Discord:
    """Answers as it is told, first by `answers`; keeps what arrives at its address."""

    def __init__(self):
        self.paths = []
        self.answers = []
        self.answer = {"status": 200, "text": "{}", "content_type": "application/json"}
        self.url = ""

    async def handle(self, request):
        self.paths.append(request.raw_path)
        return web.Response(**(self.answers.pop(0) if self.answers else self.answer))

    @property
    def calls(self):
        return len(self.paths)


@contextlib.asynccontextmanager
async def serving():
    """A server that plays Discord."""
    played = Discord()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", played.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    played.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield played
    finally:
        await runner.cleanup()


def error(code, status=400, **headers):
    """A refusal with Discord's code, as discord.py raises it; header names with _ for -."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="", headers=named)
    raised = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    return raised(response, {"code": code, "message": "no"})


def invalid(path, message):
    """A refusal of what the request says in one place of its form."""
    errors = {"_errors": [{"code": "INVALID", "message": message}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    said = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    return discord.HTTPException(SimpleNamespace(status=400, reason="", headers={}), said)


def without_a_body(status, **headers):
    """An error page, as of Cloudflare."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="", headers=named)
    return discord.HTTPException(response, "<html>")
