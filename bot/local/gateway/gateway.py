"""The gateway: the WebSocket over which the bot hears of everything, with sessions to resume."""

import asyncio
from collections import deque
from functools import partial, reduce
from operator import or_
from typing import Any, Final

import orjson
from aiohttp import WSMessage, web

from bot.local.acts.uploads import SignedUrls
from bot.local.gateway.connection import COMPRESSIONS, Connection, Session
from bot.local.gateway.dispatch import GUILDS, dispatched
from bot.local.payloads.objects import Wire, guild_created_payload, member_payload, user_payload
from bot.local.rules.limits import RateLimiter
from bot.local.world.events import BotConnected, Event, InteractionCreated
from bot.local.world.records import MEMBERS_FLAGS, MESSAGE_CONTENT_FLAGS, PRESENCE_FLAGS, Guild
from bot.local.world.world import World

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
HEARTBEAT_INTERVAL: Final = 41_250
JOURNEY: Final = 0.05
"""Seconds that an acknowledgement takes. One that comes at once may reach discord.py before it
has noted that it sent the heartbeat, and then looks as late as the one before."""
RESUMABLE_FOR: Final = 300.0
DAY: Final = 86_400.0
STARTS_A_DAY: Final = 1000
MOST_GUILDS: Final = 2500
ALL_INTENTS: Final = (1 << 26) - 1
PRIVILEGED: Final = {1 << 1: MEMBERS_FLAGS, 1 << 8: PRESENCE_FLAGS, 1 << 15: MESSAGE_CONTENT_FLAGS}
"""Intents that the application must have been given, with its flags for that."""


class Gateway:
    """Every connection of the bot: events of a guild on its shard, direct messages on shard 0.

    `shards`: how many are asked for; who identifies with fewer is turned away, and so is a shard
    of more than 2,500 guilds."""

    def __init__(
        self,
        world: World,
        token: str,
        urls: SignedUrls,
        limiter: RateLimiter,
        *,
        shards: int = 1,
        max_concurrency: int = 1,
    ) -> None:
        self.url = ""
        self.shards = shards
        self.max_concurrency = max_concurrency
        self._limiter = limiter
        self._started: deque[float] = deque()
        self.sessions: dict[str, Session] = {}
        self._world = world
        self._token = token
        self._urls = urls
        self._connections: set[Connection] = set()
        self._count = 0
        world.listeners.append(self._hear)

    @property
    def online(self) -> bool:
        """Whether any shard is connected."""
        return any(session.connection for session in self.sessions.values())

    @property
    def description(self) -> Wire:
        """The answer to GET /gateway/bot."""
        now = self._world.clock.now()
        while self._started and self._started[0] <= now - DAY:
            self._started.popleft()
        first = self._started[0] if self._started else now
        limit = {
            "total": STARTS_A_DAY,
            "remaining": max(STARTS_A_DAY - len(self._started), 0),
            "reset_after": int((first + DAY - now) * 1000),
            "max_concurrency": self.max_concurrency,
        }
        return {"url": self.url, "shards": self.shards, "session_start_limit": limit}

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket route."""
        if request.query.get("compress", "zlib-stream") not in COMPRESSIONS:
            raise web.HTTPBadRequest(text=f"the local gateway speaks {' and '.join(COMPRESSIONS)}")
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        try:
            await socket.prepare(request)
        except ConnectionResetError:
            return web.Response()  # to whoever was gone before it was there
        connection = Connection(socket, request)
        self._connections.add(connection)
        writer = asyncio.create_task(connection.write())
        connection.send_op(HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL})
        try:
            async for message in socket:
                await self._read(connection, message)
        finally:
            writer.cancel()
            self._connections.discard(connection)
            self._leave(connection)
        return socket

    async def _read(self, connection: Connection, message: WSMessage) -> None:
        try:
            frame: Wire = orjson.loads(message.data)
            op: int = frame["op"]
            data: Any = frame.get("d")
        except (orjson.JSONDecodeError, TypeError, KeyError):
            await connection.socket.close(code=4002, message=b"Error while decoding payload.")
            return
        session = self._session_of(connection)
        if op == HEARTBEAT:
            acknowledge = partial(connection.send_op, HEARTBEAT_ACK)
            self._world.clock.call_later(JOURNEY, acknowledge)
        elif op in (IDENTIFY, RESUME):
            if session is not None:
                await connection.socket.close(code=4005, message=b"Already authenticated.")
            elif data.get("token", "").removeprefix("Bot ") != self._token:
                await connection.socket.close(code=4004, message=b"Authentication failed.")
            elif op == IDENTIFY:
                await self._identify(connection, data)
            else:
                self._resume(connection, data)
        elif session is None:
            await connection.socket.close(code=4003, message=b"Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._members(session, data)
        elif op not in (PRESENCE, VOICE_STATE):
            await connection.socket.close(code=4001, message=b"Unknown opcode.")

    def _session_of(self, connection: Connection) -> Session | None:
        for session in self.sessions.values():
            if session.connection is connection:
                return session
        return None

    async def _identify(self, connection: Connection, data: dict[str, Any]) -> None:
        number, count = data.get("shard") or (0, 1)
        refused = self._refused(number, count, data.get("intents"))
        if refused is not None:
            code, why = refused
            await connection.socket.close(code=code, message=why.encode())
            return
        if not self._limiter.identify(number % self.max_concurrency):
            connection.send_op(INVALID_SESSION, data=False)
            return
        self._forget_old()
        self._count += 1
        self._started.append(self._world.clock.now())
        session = Session(f"{self._count:032x}", int(data["intents"]), (number, count))
        session.connection = connection
        self.sessions[session.id] = session
        here = [guild for guild in self._guilds() if self._holds(session, guild.id)]
        ready = {
            "v": 10,
            "user": user_payload(self._world.bot),
            "user_settings": {},
            "private_channels": [],
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in here],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(self._world.bot.id), "flags": self._world.application.flags},
        }
        session.dispatch("READY", ready)
        for guild in here:
            if session.intents & GUILDS and not guild.unavailable:
                session.dispatch("GUILD_CREATE", guild_created_payload(self._world, guild))
        self._world.emit(BotConnected(online=True))

    def _refused(self, number: int, count: int, intents: object) -> tuple[int, str] | None:
        """The close code and words for an IDENTIFY that Discord doesn't take."""
        if not 0 <= number < count:
            return 4010, "Invalid shard."
        held = sum((guild.id >> 22) % count == number for guild in self._guilds())
        if count < self.shards or held > MOST_GUILDS:
            return 4011, "Sharding required."
        if not isinstance(intents, int) or intents & ~ALL_INTENTS:
            return 4013, "Invalid intent(s)."
        allowed = self._world.application.flags
        if any(intents & intent and not allowed & flags for intent, flags in PRIVILEGED.items()):
            return 4014, "Disallowed intent(s)."
        if self.description["session_start_limit"]["remaining"] == 0:
            return 4004, "Authentication failed."
        return None

    def _resume(self, connection: Connection, data: dict[str, Any]) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        frames = session.missed(int(data.get("seq") or 0)) if session else None
        if session is None or frames is None:
            connection.send_op(INVALID_SESSION, data=False)
            return
        session.connection = connection
        for frame in frames:
            connection.send(frame)
        session.dispatch("RESUMED", {})
        self._world.emit(BotConnected(online=True))

    def _leave(self, connection: Connection) -> None:
        session = self._session_of(connection)
        if session is None:
            return
        session.connection, session.left = None, self._world.clock.now()
        if connection.socket.close_code in (1000, 1001):
            self.sessions.pop(session.id)
        self._world.emit(BotConnected(self.online))

    def _forget_old(self) -> None:
        oldest = self._world.clock.now() - RESUMABLE_FOR
        for session in list(self.sessions.values()):
            if session.connection is None and session.left < oldest:
                self.sessions.pop(session.id)

    def _guilds(self) -> list[Guild]:
        """Those that the bot is in."""
        world = self._world
        return [guild for guild in world.guilds.values() if world.is_member(world.bot, guild)]

    def _holds(self, session: Session, guild: int | None) -> bool:
        """Whether this is the shard of that guild, or for None of direct messages."""
        number, count = session.shard
        return number == 0 if guild is None else (guild >> 22) % count == number

    def _members(self, session: Session, data: dict[str, Any]) -> None:
        wanted = {int(user) for user in data.get("user_ids") or []}
        guild = self._world.guilds[int(data["guild_id"])]
        users = [u for u in self._world.users.values() if self._world.is_member(u, guild)]
        members = [
            member_payload(u, guild) | {"user": user_payload(u)}
            for u in users
            if not wanted or u.id in wanted
        ]
        chunk = {
            "guild_id": data["guild_id"],
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk | {"nonce": data.get("nonce")})

    def _hear(self, event: Event) -> None:
        if not self.sessions:
            return
        intents = reduce(or_, (session.intents for session in self.sessions.values()))
        found = dispatched(self._world, event, self._urls, intents)
        if found is None:
            return
        for session in self.sessions.values():
            if session.deaf and isinstance(event, InteractionCreated):
                continue
            if self._holds(session, found.guild) and (
                found.intent == 0 or session.intents & found.intent
            ):
                session.dispatch(found.name, found.data_for(session.intents))

    async def drop(self, code: int | None = None) -> None:
        """End every connection: with a close code, or without one as a broken network does."""
        for connection in tuple(self._connections):
            if code is None:
                connection.abort()
            else:
                await connection.socket.close(code=code)

    def deafen(self) -> None:
        """No session that stands is told of an interaction any more; one begun later is."""
        for session in self.sessions.values():
            session.deaf = True

    def use_up(self, left: int) -> None:
        """So many sessions may be begun yet today."""
        used = self.description["session_start_limit"]["remaining"] - left
        self._started.extend([self._world.clock.now()] * used)

    def ask_to_reconnect(self) -> None:
        """Send RECONNECT, as Discord does before it moves a shard."""
        for connection in self._connections:
            connection.send_op(RECONNECT)

    def forget_sessions(self) -> None:
        """Nothing that was begun can be resumed: the next RESUME is answered INVALID_SESSION."""
        kept = [s for s in self.sessions.values() if s.connection is not None]
        for number, session in enumerate(kept):
            session.id = f"forgotten-{number}"
        self.sessions = {session.id: session for session in kept}
