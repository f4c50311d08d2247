"""A press as the bot is told of it, and the answer that it gets, for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace

import discord
import orjson

from bot.screens.screen import Layout
from tests.bot.delivery.calls_noted import Call, Sent, Wire


class Press:
    """An interaction on a message, in direct messages unless a server is given.

    What answers it is carried out on the wire, by "press"; `answers` are the screens in words.
    """

    def __init__(
        self,
        wire: Wire,
        user_id: int,
        message_id: int | None = None,
        *,
        channel_id: int = 0,
        guild_id: int | None = None,
        ephemeral: bool = False,
    ) -> None:
        self._wire = wire
        self.id = 10**17 + user_id
        self.data: dict[str, object] = {}
        self.user = SimpleNamespace(id=user_id, display_name=f"Person {user_id}")
        self.locale = discord.Locale.american_english
        self.guild_id = guild_id
        self.channel_id = channel_id
        where = {"guild": True} if guild_id is not None else {"dm_channel": True}
        self.context = discord.app_commands.AppCommandContext(**where)
        flags = SimpleNamespace(ephemeral=ephemeral)
        self.message = None
        if message_id is not None:
            self.message = SimpleNamespace(id=message_id, flags=flags)
        self._gives_right_to(message_id or 0)
        self.response = self._parent = self
        self._state = SimpleNamespace(http=SimpleNamespace(proxy=None, proxy_auth=None))
        self._session = SimpleNamespace(request=self._posted)
        self.answered = False
        self.extras = {}

    @property
    def answers(self) -> list[Call]:
        return [call for call in self._wire.calls if call.by == "press"]

    def _gives_right_to(self, message_id: int) -> None:
        given = self._wire.token(message_id, self.channel_id)
        self.application_id, self.token = given.application_id, given.token
        self.followup = self._wire.webhook(given.application_id, given.token)

    def is_done(self) -> bool:
        return self.answered

    def _first(self) -> None:
        """As discord.py has it: an answer that isn't the first is none."""
        if self.answered:
            raise discord.InteractionResponded(self)

    async def defer(self, **about) -> None:
        self._first()
        self.answered = True

    async def edit_message(self, **given):
        self._first()
        resource = await self._edit(given)
        self.answered = True
        return SimpleNamespace(resource=resource)

    @asynccontextmanager
    async def _posted(self, _, url, *, data, **__) -> AsyncIterator[SimpleNamespace]:
        """The same edit as it goes over the wire; without a word of what became of it."""
        assert url.path.endswith(f"/interactions/{self.id}/{self.token}/callback")
        told = orjson.loads(data)
        assert told["type"] == discord.InteractionResponseType.message_update.value
        kept = [SimpleNamespace(id=int(one["id"])) for one in told["data"]["attachments"]]
        await self.edit_message(view=Layout(told["data"]["components"]), attachments=kept)
        yield SimpleNamespace(status=204, headers={}, text=_nothing)

    async def edit_original_response(self, **given) -> Sent | None:
        return await self._edit(given)

    async def send_message(self, *, ephemeral, **given):
        self._first()
        call = Call("send", self.channel_id, by="press", given=given)
        sent = await self._wire.carry_out(call)
        self.answered = True
        self._gives_right_to(sent.id)
        return SimpleNamespace(resource=sent, message_id=sent.id)

    async def _edit(self, given) -> Sent | None:
        where = (self.channel_id, self.message.id)
        return await self._wire.carry_out(Call("edit", *where, "press", given))


async def _nothing(**_) -> str:
    return ""
