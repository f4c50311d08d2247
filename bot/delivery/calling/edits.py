"""Carrying out a change of a message so that its picture never vanishes.

Every request that shows a picture names it: an attachment that Discord holds already, or an
upload. If Discord refuses to keep one, the same change goes out with the picture uploaded.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, TypeAlias, TypeVar
from urllib.parse import quote

import aiohttp
import discord
import orjson
import structlog
from aiohttp.payload import BytesIOPayload, BytesPayload, Payload
from discord import ComponentType
from discord.http import Route, json_or_text
from yarl import URL

from bot.delivery.known.noted import Tokens
from bot.delivery.known.posts import Change, Look, Looks
from bot.delivery.rendering.rendering import Rendered
from bot.delivery.wire.faults import (
    FAILURES,
    TooLong,
    code_of,
    is_for_a_sign,
    is_for_its_picture,
    is_refused,
)
from bot.screens.parts import described
from bot.screens.screen import Screen
from bot.store.records.people import Attachment

_log = structlog.get_logger(__name__)

T = TypeVar("T")

LARGE = 1 << 20
"""Bytes that had better be written piece by piece."""
CALL_TIMEOUT = 10.0
"""Seconds after which a call is given up."""
UPLOAD_TIMEOUT = 60.0
"""The same of one that may carry a large picture, and for which nobody waits."""

_UPDATE = discord.InteractionResponseType.message_update
_JSON = {"Content-Type": "application/json"}
_REFUSALS: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}

Call: TypeAlias = Callable[[Screen], Awaitable[discord.Message | None]]
"""What Discord says of the message then; None where it says nothing."""
RenderAgain: TypeAlias = Callable[[bool], Awaitable[Rendered]]
"""The same screen anew, with its picture to be uploaded (True) or without any (False)."""


async def carried_out(
    call: Call,
    rendered: Rendered,
    render_again: RenderAgain | None,
    looks: Looks,
    change: Change | None = None,
) -> Look:
    """Make a call that shows a screen, with its picture in whatever way Discord takes it.

    `change`: of which message, if it stood before. What isn't rendered again is shown with the
    description of its picture instead. The look after it. Raises one of FAILURES.
    """
    try:
        return look_of(await call(rendered.screen), rendered)
    except discord.HTTPException as error:
        if is_for_a_sign(error):
            rendered = replace(rendered, screen=rendered.screen.unsigned)
            return look_of(await call(rendered.screen), rendered)
        if rendered.screen.picture is None:
            raise
        refused = error
    kept = isinstance(rendered.screen.picture, Attachment)
    if render_again is not None and kept and is_refused(refused):
        uploaded = await render_again(True)
        try:
            look = look_of(await call(uploaded.screen), uploaded)
        except discord.HTTPException as error:
            refused = error
        else:
            if change is None or not change.overtaken:
                # Else another call may have put a picture in the place of the kept one.
                looks.keep_no_pictures()
            return look
    if not is_for_its_picture(refused):
        raise refused
    _log.warning("Discord takes no picture here", code=code_of(refused))
    if render_again is None:
        in_words = Rendered(described(rendered.screen), rendered.look.unsure())
    else:
        in_words = await render_again(False)
    return look_of(await call(in_words.screen), in_words)


def unheard(_: object) -> None:
    """Nothing depends on the end of this call."""


async def in_time(call: Awaitable[T], late: Callable[[T | None], None] = unheard) -> T:
    """What a call to Discord gives; raises TooLong when it hangs.

    It is left alone then, as it may be carried out yet; `late` hears what came of it in the end,
    None if it failed. To stop it would leave discord.py waiting for the end of a rate limit for
    ever.
    """
    calling = asyncio.ensure_future(call)
    try:
        await asyncio.wait({calling}, timeout=CALL_TIMEOUT)
    except asyncio.CancelledError:
        calling.cancel()
        raise
    if calling.done():
        return calling.result()

    def ended(task: asyncio.Future[T]) -> None:
        if not task.cancelled():
            failed = task.exception() is not None
            late(None if failed else task.result())

    calling.add_done_callback(ended)
    raise TooLong


def look_of(message: discord.Message | None, rendered: Rendered) -> Look:
    """How a message looks, with the picture that Discord says it holds.

    Where it says nothing, what was named is kept: a call that names what isn't there is refused.
    """
    picture, name = rendered.screen.picture, rendered.screen.picture_name
    kept = picture if message is None and isinstance(picture, Attachment) else None
    if message is not None and picture is not None and rendered.look.key is not None:
        held = attachment_id(message, name)
        if held is not None:
            size = picture.width, picture.height
            kept = Attachment(held, name, rendered.look.key, picture.alt, *size)
    return rendered.look if kept == rendered.look.picture else replace(rendered.look, picture=kept)


def created(screen: Screen, *, silent: bool) -> dict[str, Any]:
    """The arguments of a new message; one that notifies begins with the line of its push."""
    given = {"silent": silent, "allowed_mentions": screen.allowed_mentions()}
    if not screen.unfolds(silent=silent):
        given["files"] = screen.files()
    if silent or not screen.push:
        return given | {"view": screen.layout}
    return given | {"content": screen.line, "view": screen.ways}


def edited(screen: Screen) -> dict[str, Any]:
    """The arguments of an edit, also of a message that is a line as yet."""
    return {
        "content": None,
        "view": screen.layout,
        "attachments": screen.attachments(),
        "allowed_mentions": screen.allowed_mentions(),
    }


async def edit_at_once(response: discord.InteractionResponse[Any], screen: Screen) -> None:
    """Answer with an edit that uploads nothing, and of which Discord need tell nothing.

    discord.py's own always has the whole message sent back, and makes objects of it; it also has
    what goes by one token wait for each other, of which a first answer is always the first.
    """
    interaction = response._parent  # noqa: SLF001
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    http, token = interaction._state.http, quote(interaction.token, safe="")  # noqa: SLF001
    url = URL(f"{Route.BASE}/interactions/{interaction.id}/{token}/callback", encoded=True)
    payload = orjson.dumps({"type": _UPDATE.value, "data": screen.edited})
    request = partial(interaction._session.request, "POST", url, data=payload)  # noqa: SLF001
    while True:
        async with request(headers=_JSON, proxy=http.proxy, proxy_auth=http.proxy_auth) as answer:
            if answer.status < HTTPStatus.MULTIPLE_CHOICES:
                break
            said: Any = await json_or_text(answer)
        if answer.status != HTTPStatus.TOO_MANY_REQUESTS or "retry_after" not in said:
            raise _REFUSALS.get(answer.status, discord.HTTPException)(answer, said)
        await asyncio.sleep(float(said["retry_after"]))
    response._response_type = _UPDATE  # noqa: SLF001


async def edited_by_token(tokens: Tokens, message_id: int, screen: Screen, session: int) -> bool:
    """Whether a message shows the screen by the token of its press, as far as we know."""
    token = tokens.live(message_id)
    if token is None:
        return False
    try:
        async with asyncio.timeout(UPLOAD_TIMEOUT):
            await token.webhook.edit_message(token.target, **edited(screen))
    except (*FAILURES, TimeoutError) as error:
        # Dismissed, most likely.
        _log.info("not shown by its press's token", session=session, code=code_of(error))
        return False
    return True


def with_picture_alone(message: discord.Message, *, state: Any, channel: Any, data: Any) -> None:  # noqa: ANN401
    """Called by discord.py for a message that was just changed: its id, and what it holds.

    Nothing else is looked at again, and of all else that it tells discord.py would make objects.
    """
    message.id, message.channel, message._state = int(data["id"]), channel, state  # noqa: SLF001
    held = data.get("attachments", ())
    message.attachments = [discord.Attachment(data=one, state=state) for one in held]
    pictures_alone(message, data.get("components", []))


def pictures_alone(message: discord.Message, sent: list[Any]) -> None:
    """Of what stands on a message its picture alone."""
    gallery = ComponentType.media_gallery.value
    frames = [
        part | {"components": [one for one in part["components"] if one["type"] == gallery]}
        for part in sent
        if part["type"] == ComponentType.container.value
    ]
    discord.Message._handle_components(message, frames)  # noqa: SLF001


def attachment_id(message: discord.Message, name: str) -> int | None:
    """Discord's id of the picture that a message shows, or of the file of that name."""
    shown = [
        child.items[0].media.attachment_id
        for component in message.components
        if isinstance(component, discord.Container)
        for child in component.children
        if isinstance(child, discord.MediaGalleryComponent)
    ]
    found = shown or [held.id for held in message.attachments if held.filename == name]
    return next((held for held in found if held is not None), None)


class Form(aiohttp.FormData):
    """What is sent with a picture, in one piece: aiohttp's own writes a dozen small ones.

    In place of that class, of which discord.py makes each of its uploads.
    """

    def __init__(self, fields: object = (), **_: object) -> None:
        self._boundary = secrets.token_hex(16)
        self._pieces: list[bytes] = []

    def add_field(  # type: ignore[override]  # of what else it takes discord.py gives nothing
        self,
        name: str,
        value: str | bytes | BytesIO,
        *,
        content_type: str | None = None,
        filename: str | None = None,
    ) -> None:
        """A text, or a file in memory."""
        said = f'--{self._boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if filename is not None:
            escaped = filename.replace("\\", "\\\\").replace('"', '\\"')
            said += f'; filename="{escaped}"'
        if content_type is not None:
            said += f"\r\nContent-Type: {content_type}"
        data = value.read() if isinstance(value, BytesIO) else value
        data = data.encode() if isinstance(data, str) else data
        self._pieces += [f"{said}\r\n\r\n".encode(), data, b"\r\n"]

    def __call__(self) -> Payload:
        """The whole, as aiohttp sends it."""
        body = b"".join([*self._pieces, f"--{self._boundary}--\r\n".encode()])
        content_type = f"multipart/form-data; boundary={self._boundary}"
        if len(body) < LARGE:
            return BytesPayload(body, content_type=content_type)
        return BytesIOPayload(BytesIO(body), content_type=content_type)
