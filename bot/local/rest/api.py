"""The REST API's frame: reading requests, authority, rate limits, planned faults, answers."""

import asyncio
import logging
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import orjson
from aiohttp import web

from bot.local.acts.messages import Body
from bot.local.acts.uploads import SignedUrls, Upload
from bot.local.rest.faults import Fault, Faults, Inspect, Kind, Requests, Seen
from bot.local.rules import errors
from bot.local.rules.errors import ApiError
from bot.local.rules.limits import Limited, RateLimiter
from bot.local.world.world import World

log = logging.getLogger(__name__)

PREFIX = "/api/v10"
CLOUDFLARE = "<!doctype html><title>Access denied</title>Error 1015: You are being rate limited"
BLOCKED = (
    "You are being blocked from accessing our API temporarily due to exceeding our rate limits"
    " frequently. Please read our docs at https://discord.com/developers/docs/topics/rate-limits"
    " to prevent this moving forward."
)
_BOUNDARY = re.compile(r'boundary="?([^";]+)')
_SAID = re.compile(r'(\w+)="([^"]*)"')


@dataclass(frozen=True)
class Call:
    """One request on its way to a handler."""

    world: World
    limiter: RateLimiter
    urls: SignedUrls
    gateway: Callable[[], dict[str, Any]]
    faults: Faults
    params: Mapping[str, str]
    query: Mapping[str, str]
    json: Any
    uploads: Mapping[int, Upload]

    def id(self, name: str) -> int:
        """A snowflake of the path."""
        text = self.params[name]
        if not text.isdecimal():
            raise errors.invalid_form(
                name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.'
            )
        return int(text)

    def body(self) -> Body:
        """The request's body as that of a message."""
        if not isinstance(self.json, dict):
            raise errors.empty_message() if self.json is None else errors.invalid_json()
        return self.body_of(self.json)

    def body_of(
        self, payload: Mapping[str, Any], path: str = "", *, replaces: bool = False
    ) -> Body:
        """This part of the request's JSON as the body of a message, with the request's files."""
        kept_by_id = not self.faults.kept_pictures_refused
        return Body(payload, self.uploads, path, replaces, kept_by_id)


Handler = Callable[[Call], Any]


@dataclass(frozen=True)
class Route:
    """A method and path, who may call it, and the status of success where there is something to
    tell.

    It counts against a limit of its channel, if it has one, or of its token: only the first answer
    to an interaction counts against none."""

    method: str
    path: str
    handler: Handler
    kind: Kind = "bot"
    status: int = HTTPStatus.OK


class TooMany(Exception):
    """A limit of this route's own is reached."""

    def __init__(self, limited: Limited) -> None:
        super().__init__(limited)
        self.limited = limited


class Api:
    """Answers the bot's REST requests.

    `inspect` sees each one first; what it raises is kept in `requests.problems`."""

    def __init__(
        self, world: World, limiter: RateLimiter, token: str, inspect: Inspect | None = None
    ) -> None:
        self.world = world
        self.limiter = limiter
        self.faults = Faults(limiter.clock)
        self.requests = Requests()
        self.urls = SignedUrls("", world)
        self.gateway: Callable[[], dict[str, Any]] = dict
        self._token = token
        self._inspect = inspect

    def application(self, routes: list[Route]) -> web.Application:
        """The web application of these routes."""
        app = web.Application()
        for route in routes:
            app.router.add_route(route.method, route.path, self._handler(route))
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        return app

    def _handler(self, route: Route) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.StreamResponse:
            banned = self.limiter.banned_for()
            response = shut_out(banned) if banned else await self._answer(route, request)
            self.requests.statuses[response.status] += 1
            shared = response.headers.get("X-RateLimit-Scope") == "shared"
            if not banned:
                self.limiter.answered(response.status, shared=shared)
            return response

        return handle

    async def _unknown(self, request: web.Request) -> web.Response:
        name = f"{request.method} {request.path.removeprefix(PREFIX)}"
        self.requests.unknown.append(name)
        log.error("The local Discord has no route %s", name)
        return refusal(errors.unknown_route())

    async def _answer(self, route: Route, request: web.Request) -> web.Response:
        path, begun = request.path.removeprefix(PREFIX), time.time()
        try:
            json, uploads = await _read(request)
        except ApiError as error:
            return refusal(error)
        agent = request.headers.get("User-Agent", "")
        self._look(Seen(request.method, path, route.path, route.kind, json, uploads, agent, begun))
        fault = self.faults.strike(request.method, path)
        if fault is not None:
            response = await _spoiled(fault, request)
            if response is not None:
                return response
        call = Call(
            self.world,
            self.limiter,
            self.urls,
            self.gateway,
            self.faults,
            request.match_info,
            request.query,
            json,
            uploads,
        )
        response = self._carry_out(route, request, call)
        if fault is not None and fault.effect == "drop_after":
            return _dropped(request)
        if fault is not None and fault.effect == "error_after":
            return _failed(fault.status)
        if fault is not None and fault.effect == "hang_after":
            await fault.released.wait()
        return response

    def _look(self, seen: Seen) -> None:
        self.requests.count(seen)
        if self._inspect is None:
            return
        try:
            self._inspect(seen)
        except Exception as problem:
            self.requests.problems.append(f"{seen.method} {seen.path}: {problem}")
            log.exception("%s %s", seen.method, seen.path)

    def _carry_out(self, route: Route, request: web.Request, call: Call) -> web.Response:
        headers: dict[str, str] = {}
        if route.kind == "bot":
            if request.headers.get("Authorization") != f"Bot {self._token}":
                return refusal(errors.unauthorized())
            limited = self.limiter.whole()
            channel = call.params.get("channel_id")
            if limited is None and channel is not None:
                limited, headers = self.limiter.in_channel(f"{route.method} {route.path}", channel)
        else:
            limited = None
            if "application_id" in call.params:
                limited, headers = self.limiter.through(call.params["token"])
        if limited is not None:
            return _too_many(limited)
        try:
            return answer(route.handler(call), headers, route.status)
        except TooMany as error:
            return _too_many(error.limited)
        except ApiError as error:
            log.info("%s %s: %s", request.method, request.path, error)
            return refusal(error, headers)


def answer(
    payload: object, headers: Mapping[str, str] | None = None, status: int = HTTPStatus.OK
) -> web.Response:
    """Success, with exactly the content type that clients of Discord compare with."""
    if payload is None:
        return web.Response(status=HTTPStatus.NO_CONTENT, headers=headers)
    return web.Response(
        status=status, body=orjson.dumps(payload), content_type="application/json", headers=headers
    )


def refusal(error: ApiError, headers: Mapping[str, str] | None = None) -> web.Response:
    """The answer to a request that is refused."""
    body, extra = error.body(), dict(headers or {})
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        body |= {"retry_after": error.retry_after, "global": False}
        after = str(math.ceil(error.retry_after))
        extra |= {"Via": "1.1 local", "Retry-After": after, "X-RateLimit-Scope": "user"}
    return web.Response(
        status=error.status, body=orjson.dumps(body), content_type="application/json", headers=extra
    )


def _too_many(limited: Limited) -> web.Response:
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(limited.retry_after, 3),
        "global": limited.everything,
    }
    headers = {"Via": "1.1 local", "Retry-After": str(int(limited.retry_after) + 1)}
    return web.Response(
        status=HTTPStatus.TOO_MANY_REQUESTS,
        body=orjson.dumps(body),
        content_type="application/json",
        headers=headers | limited.headers,
    )


def shut_out(seconds: float) -> web.Response:
    """What Cloudflare answers in Discord's place: a page, no JSON."""
    return web.Response(
        status=HTTPStatus.TOO_MANY_REQUESTS,
        text=CLOUDFLARE,
        content_type="text/html",
        headers={"Retry-After": str(math.ceil(seconds))},
    )


def _blocked() -> web.Response:
    """The same ban, as Discord itself words it: no `retry_after`, no header of any limit."""
    return web.Response(
        status=HTTPStatus.TOO_MANY_REQUESTS,
        body=orjson.dumps({"message": BLOCKED, "code": 0}),
        content_type="application/json",
        headers={"Via": "1.1 local"},
    )


async def _spoiled(fault: Fault, request: web.Request) -> web.Response | None:
    """The answer that the fault puts in place of the real one, if it does."""
    if fault.effect == "delay":
        await asyncio.sleep(fault.seconds)
        return None
    if fault.effect == "drop":
        return _dropped(request)
    if fault.effect == "limit":
        scope = "global" if fault.everything else "user"
        headers = {"X-RateLimit-Scope": scope}
        if fault.everything:
            headers["X-RateLimit-Global"] = "true"
        return _too_many(Limited(fault.seconds, fault.everything, headers))
    if fault.effect in ("cloudflare", "blocked"):
        return _blocked() if fault.effect == "blocked" else shut_out(fault.seconds)
    if fault.effect == "hang":
        await fault.released.wait()
        return _failed(HTTPStatus.GATEWAY_TIMEOUT)
    if fault.error is not None:
        return refusal(fault.error)
    return _failed(fault.status) if fault.effect == "error" else None


def _failed(status: int) -> web.Response:
    return refusal(ApiError(status, 0, f"{status}: {HTTPStatus(status).phrase}"))


def _dropped(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)


async def _read(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """The JSON of a request and its files by number. Raises ApiError 50109 for a broken body."""
    try:
        if request.headers.get("Content-Type", "").startswith("multipart/"):
            return await _read_form(request)
        data = await request.read()
        return (orjson.loads(data) if data else None), {}
    except (orjson.JSONDecodeError, ConnectionResetError) as error:
        # Whoever has hung up in the middle doesn't hear it.
        raise errors.invalid_json() from error


async def _read_form(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    # Split by hand: aiohttp's reader takes longer for a picture than all the rest together.
    json: Any = None
    uploads: dict[int, Upload] = {}
    boundary = _BOUNDARY.search(request.headers["Content-Type"])
    if boundary is None:
        raise errors.invalid_json()
    delimiter = b"--" + boundary[1].encode()
    for part in (await request.read()).split(delimiter)[1:-1]:
        head, _, data = part.removesuffix(b"\r\n").partition(b"\r\n\r\n")
        said = dict(_SAID.findall(head.decode()))
        name = said.get("name", "")
        if name == "payload_json":
            json = orjson.loads(data)
        elif name.startswith("files[") and name.endswith("]"):
            uploads[int(name[6:-1])] = Upload(said.get("filename", "file"), data)
    return json, uploads
