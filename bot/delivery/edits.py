"""Carrying out a change of a message so that its picture never vanishes.

Every request that shows a picture names it: an attachment that Discord holds already, or an
upload. If Discord refuses to keep one, the same change goes out with the picture uploaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

import discord
import structlog

from bot.delivery.faults import TooLong, is_refused, is_too_large
from bot.delivery.looks import Look, Looks
from bot.delivery.painter import Painted
from bot.screens.parts import Screen
from bot.store.records import Attachment

_log = structlog.get_logger(__name__)

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds after which a call is given up."""

Call: TypeAlias = Callable[[Screen], Awaitable[discord.Message | None]]
Repaint: TypeAlias = Callable[[bool], Awaitable[Painted]]
"""The same screen anew, with its picture to be uploaded (True) or without any (False)."""


async def carried_out(call: Call, painted: Painted, repaint: Repaint | None, looks: Looks) -> Look:
    """Make a call that shows a screen, with its picture in whatever way Discord takes it.

    The look of the message after it. Raises one of FAILURES.
    """
    try:
        return look_of(await call(painted.screen), painted)
    except discord.HTTPException as error:
        picture = painted.screen.picture
        if repaint is None:
            raise
        if is_refused(error) and isinstance(picture, Attachment):
            uploaded = await repaint(True)
            look = look_of(await call(uploaded.screen), uploaded)
            looks.keep_no_pictures()
            _log.warning("every edit uploads its picture from now on", code=error.code)
            return look
        if is_too_large(error) and picture is not None:
            _log.warning("picture too large for Discord")
            in_words = await repaint(False)
            return look_of(await call(in_words.screen), in_words)
        raise


async def in_time(call: Awaitable[T], late: Callable[[], None]) -> T:
    """What a call to Discord gives; raises TooLong when it hangs.

    It is left alone then, as it may be carried out yet; `late` hears when it has ended. To stop
    it would leave discord.py waiting for the end of a rate limit for ever.
    """
    calling = asyncio.ensure_future(call)
    try:
        await asyncio.wait({calling}, timeout=PATIENCE)
    except asyncio.CancelledError:
        calling.cancel()
        raise
    if calling.done():
        return calling.result()

    def ended(task: asyncio.Future[T]) -> None:
        if not task.cancelled():
            task.exception()  # looked at, so that nothing complains that nobody did
            late()

    calling.add_done_callback(ended)
    raise TooLong


def look_of(message: discord.Message | None, painted: Painted) -> Look:
    """How a message looks, with the picture that Discord says it holds."""
    picture, name = painted.screen.picture, painted.screen.picture_name
    if message is None or picture is None or painted.look.key is None:
        return replace(painted.look, picture=None)
    held = attachment_id(message, name)
    kept = None if held is None else Attachment(held, name, painted.look.key, picture.alt)
    return replace(painted.look, picture=kept)


def edited(screen: Screen) -> dict[str, Any]:
    """The arguments of an edit."""
    return {
        "view": screen.layout,
        "attachments": screen.attachments(),
        "allowed_mentions": screen.allowed_mentions(),
    }


def attachment_id(message: discord.Message, name: str) -> int | None:
    """Discord's id of the picture of that name, as the message holds it; None if it doesn't."""
    for component in message.components:
        if isinstance(component, discord.Container):
            for child in component.children:
                if isinstance(child, discord.MediaGalleryComponent):
                    return child.items[0].media.attachment_id
    named = (held.id for held in message.attachments if held.filename == name)
    return next(named, None)
