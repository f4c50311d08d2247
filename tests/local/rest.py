"""Requests made by hand with the bot's token, and what they are answered."""

import io
import json
from dataclasses import dataclass
from typing import Any, Self

import aiohttp
from PIL import Image

from bot.local import LocalDiscord
from bot.local.rules.components import BUTTON
from bot.local.world.records import Channel, Interaction, Message
from tests.openapi import check_answer, check_refusal

V2 = 1 << 15


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        """Discord's error code."""
        return self.body["code"]

    @property
    def refused(self) -> tuple[int, int]:
        return self.status, self.code

    def fault(self, path: str) -> str:
        """The code of the form error at a dotted path."""
        errors = self.body["errors"]
        for part in path.split("."):
            errors = errors[part]
        return errors["_errors"][0]["code"]


class Rest:
    def __init__(self, discord: LocalDiscord, token: str | None = None) -> None:
        self.discord = discord
        self._headers = {"Authorization": f"Bot {token or discord.token}"}
        self._session: aiohttp.ClientSession

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def ask(
        self, method: str, path: str, body: Any = None, files: dict[str, bytes] | None = None
    ) -> Answer:
        data: Any = None if body is None else json.dumps(body)
        headers = dict(self._headers)
        if files is not None:
            data = aiohttp.FormData(quote_fields=False)
            data.add_field("payload_json", json.dumps(body))
            for i, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{i}]", content, filename=name)
        elif body is not None:
            headers["Content-Type"] = "application/json"
        url = f"{self.discord.url}/api/v10{path}"
        async with self._session.request(method, url, data=data, headers=headers) as response:
            text = await response.text()
            if text:
                assert response.headers["Content-Type"] == "application/json"
            answered = json.loads(text) if text else None
            if response.ok:
                check_answer(method, path, response.status, answered)
            else:
                check_refusal(answered)
            return Answer(response.status, answered, dict(response.headers))

    async def send(
        self, channel: Channel, files: dict[str, bytes] | None = None, **body: Any
    ) -> Answer:
        return await self.ask("POST", f"/channels/{channel.id}/messages", body, files)

    async def edit(
        self, message: Message, files: dict[str, bytes] | None = None, **body: Any
    ) -> Answer:
        path = f"/channels/{message.channel}/messages/{message.id}"
        return await self.ask("PATCH", path, body, files)

    async def respond(
        self,
        interaction: Interaction,
        kind: int,
        files: dict[str, bytes] | None = None,
        **data: Any,
    ) -> Answer:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.ask("POST", path, {"type": kind, "data": data}, files)

    async def follow_up(self, interaction: Interaction, **body: Any) -> Answer:
        return await self.ask("POST", self._webhook(interaction), body)

    async def edit_response(
        self,
        interaction: Interaction,
        message: str = "@original",
        files: dict[str, bytes] | None = None,
        **body: Any,
    ) -> Answer:
        path = f"{self._webhook(interaction)}/messages/{message}"
        return await self.ask("PATCH", path, body, files)

    async def read_response(self, interaction: Interaction, message: str = "@original") -> Answer:
        return await self.ask("GET", f"{self._webhook(interaction)}/messages/{message}")

    async def delete_response(self, interaction: Interaction, message: str = "@original") -> Answer:
        return await self.ask("DELETE", f"{self._webhook(interaction)}/messages/{message}")

    def _webhook(self, interaction: Interaction) -> str:
        return f"/webhooks/{self.discord.world.bot.id}/{interaction.token}"

    def message(self, answer: Answer) -> Message:
        """The message that an answer tells of."""
        return self.discord.world.messages[int(answer.body["id"])]


def button(custom_id: str = "keep", **changes: Any) -> dict[str, Any]:
    return {"type": BUTTON, "style": 1, "label": "Keep", "custom_id": custom_id} | changes


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(*names: str, **changes: Any) -> dict[str, Any]:
    items = [{"media": {"url": f"attachment://{name}"}} | changes for name in names]
    return {"type": 12, "items": items}


def png(size: tuple[int, int] = (4, 3)) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size).save(data, "png")
    return data.getvalue()


def select(*values: str, custom_id: str = "cards", **changes: Any) -> dict[str, Any]:
    options = [{"label": value.title(), "value": value} for value in values]
    return {"type": 3, "custom_id": custom_id, "options": options} | changes
