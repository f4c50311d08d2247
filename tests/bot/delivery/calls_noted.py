"""The calls to Discord, noted one by one; each is carried out unless it is to fail or hang."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace

import discord
from discord.components import _component_factory

from bot.local.rules.components import GALLERY, TEXT_DISPLAY, walk
from tests.bot.delivery.refusals import error


class Sent(discord.Message):
    """A message as Discord's answer describes it. `held`: ids of its attachments by name."""

    def __init__(self, message_id: int, parts=(), held: Mapping[str, int] | None = None) -> None:
        self.id = message_id
        self.held = dict(held or {})
        self.attachments = [SimpleNamespace(id=i, filename=name) for name, i in self.held.items()]
        self.components = [_component_factory(_stored(part, self.held)) for part in parts]


@dataclass
class Call:
    """A call: send, edit, delete or open. `to`: the channel, or who is to be written to."""

    what: str
    to: int
    message_id: int | None = None
    by: str = "bot"
    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def uploads(self) -> int:
        return sum(isinstance(one, discord.File) for one in self._attachments)

    @property
    def kept(self) -> list[int]:
        return [one.id for one in self._attachments if not isinstance(one, discord.File)]

    @property
    def text(self) -> str:
        frame = self.given["view"].to_components()
        shown = [c["content"] for c in walk(frame) if c["type"] == TEXT_DISPLAY]
        return "\n".join(shown) or self.given.get("content") or ""

    @property
    def _attachments(self):
        return [*self.given.get("files", ()), *self.given.get("attachments", ())]


@dataclass
class _Fault:
    what: str
    to: int | None
    by: str | None
    outcome: Exception | asyncio.Event
    times: int

    def meets(self, call: Call) -> bool:
        same = self.what == call.what and self.to in (None, call.to)
        return same and self.by in (None, call.by) and self.times > 0


class Wire:
    """What delivery needs of a client, and a Discord behind it that knows its attachments."""

    def __init__(self, clock) -> None:
        self.calls: list[Call] = []
        self.called = asyncio.Event()
        self.messages: dict[int, Sent] = {}
        self.guilds: list[object] = []
        self._clock = clock
        self._faults: list[_Fault] = []
        self._sent: dict[object, int] = {}
        self._numbers = itertools.count(1)

    def is_closed(self) -> bool:
        return False

    def is_ready(self) -> bool:
        return True

    def fails(self, what, failure, *, to=None, by=None, times=1) -> None:
        """Let the next calls of a kind fail, with nothing changed."""
        self._faults.append(_Fault(what, to, by, failure, times))

    def is_mended(self) -> None:
        """Nothing fails any more."""
        self._faults.clear()

    def hangs(self, what, *, to=None, by=None, times=1) -> asyncio.Event:
        """Let the next calls of a kind hang until the event is set."""
        let_go = asyncio.Event()
        self._faults.append(_Fault(what, to, by, let_go, times))
        return let_go

    def made(self, what=None, *, to=None) -> list[Call]:
        """The calls so far."""
        return [c for c in self.calls if what in (None, c.what) and to in (None, c.to)]

    def token(self, message_id: int, channel_id: int = 0, user_id: int = 0):
        """A press on a message, as far as it gives the right to edit it."""
        return SimpleNamespace(
            application_id=_Webhook.id,
            token=f"{channel_id}-{message_id}",
            user=SimpleNamespace(id=user_id),
        )

    def webhook(self, application_id: int, token: str):
        """The right that a press gave, by its secret."""
        assert application_id == _Webhook.id
        channel_id, message_id = map(int, token.split("-"))
        return _Webhook(self, channel_id, message_id)

    def get_channel(self, channel_id):
        return None

    async def fetch_channel(self, channel_id):
        return SimpleNamespace(name=f"channel-{channel_id}")

    def get_guild(self, guild_id):
        return SimpleNamespace(id=guild_id, me=None)

    def get_partial_messageable(self, channel_id):
        return _Channel(self, channel_id)

    @property
    def http(self):
        return self

    async def start_private_message(self, user_id):
        await self.carry_out(Call("open", user_id))
        return {"id": str(user_id * 10)}

    async def get_member(self, guild_id, user_id):
        await self.carry_out(Call("ask", guild_id))
        return {"user": {"id": str(user_id)}}

    async def carry_out(self, call: Call) -> Sent | None:
        self.calls.append(call)
        self.called.set()
        for fault in self._faults:
            if fault.meets(call):
                fault.times -= 1
                if isinstance(fault.outcome, Exception):
                    raise fault.outcome
                await fault.outcome.wait()
                break
        if call.what in ("open", "ask"):
            return None
        if call.what != "send" and call.message_id not in self.messages:
            raise error(10008, 404)
        if call.what == "delete":
            del self.messages[call.message_id]
            return None
        if (nonce := call.given.get("nonce")) in self._sent:
            if self._sent[nonce] not in self.messages:
                raise error(10008, 404)
            return self.messages[self._sent[nonce]]
        message_id = self._new_id() if call.what == "send" else call.message_id
        if nonce is not None:
            self._sent[nonce] = message_id
        return self._shows(message_id, call)

    def _shows(self, message_id: int, call: Call) -> Sent:
        before = self.messages.get(message_id)
        known = {i: name for name, i in before.held.items()} if before else {}
        held = {}
        for one in call._attachments:
            if isinstance(one, discord.File):
                held[one.filename] = 10**18 + next(self._numbers)
            elif one.id in known:
                held[known[one.id]] = one.id
            else:
                raise error(50035, 400)
        parts = call.given["view"].to_components()
        self.messages[message_id] = Sent(message_id, parts, held)
        return self.messages[message_id]

    def _new_id(self) -> int:
        now = datetime.fromtimestamp(self._clock.now(), UTC)
        return discord.utils.time_snowflake(now) + next(self._numbers)


class _Channel:
    def __init__(self, wire: Wire, channel_id: int) -> None:
        self._wire = wire
        self.id = channel_id

    async def send(self, **given):
        return await self._wire.carry_out(Call("send", self.id, given=given))

    def get_partial_message(self, message_id):
        return _Message(self._wire, self.id, message_id)


class _Message:
    def __init__(self, wire: Wire, channel_id: int, message_id: int) -> None:
        self._wire = wire
        self._where = (channel_id, message_id)

    async def edit(self, **given):
        return await self._wire.carry_out(Call("edit", *self._where, given=given))

    async def delete(self):
        await self._wire.carry_out(Call("delete", *self._where))


class _Webhook:
    """What follows an answer: more messages, and edits of one whatever its target is called."""

    id = 7000

    def __init__(self, wire: Wire, channel_id: int, message_id: int) -> None:
        self._wire = wire
        self._where = (channel_id, message_id)

    async def send(self, **given):
        return await self._wire.carry_out(Call("send", self._where[0], by="press", given=given))

    async def edit_message(self, _, **given):
        return await self._wire.carry_out(Call("edit", *self._where, "token", given))

    async def delete_message(self, _):
        await self._wire.carry_out(Call("delete", *self._where, "token"))


def _stored(frame, held: Mapping[str, int]):
    """The components as Discord gives them back: pictures bound to attachments, with ids."""
    numbers = itertools.count(1)

    def copied(part):
        copy = part | {"id": next(numbers)}
        if "components" in part:
            copy["components"] = [copied(inner) for inner in part["components"]]
        if part["type"] == GALLERY:
            copy["items"] = [_bound(item, held) for item in part["items"]]
        return copy

    return copied(frame)


def _bound(item, held: Mapping[str, int]):
    name = item["media"]["url"].removeprefix("attachment://")
    if name not in held:
        raise error(50035, 400)
    media = {"url": f"https://cdn.example/{name}", "attachment_id": str(held[name])}
    return item | {"media": media}
