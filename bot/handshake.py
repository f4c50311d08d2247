"""A connection to the gateway that is lost amid its handshake: lost like any other."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Protocol

import aiohttp


class Connect(Protocol):
    """Makes a connection to the gateway."""

    def __call__(
        self, url: str, *, compress: int = ...
    ) -> Coroutine[Any, Any, aiohttp.ClientWebSocketResponse]: ...


def lost_like_any(connect: Connect) -> Connect:
    """The same; raises ClientConnectionError also where aiohttp's own check fails.

    It asserts that the connection is still there once Discord has answered; discord.py, which
    makes lost connections again, ends the bot over an AssertionError.
    """

    async def connected(url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        try:
            return await connect(url, compress=compress)
        except AssertionError as lost:
            raise aiohttp.ClientConnectionError("lost amid the handshake") from lost

    return connected
