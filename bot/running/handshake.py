"""Connections to the gateway that are lost are made again: amid a handshake, too, and soon."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, Literal, Protocol

import aiohttp
from discord.backoff import ExponentialBackoff

LONGEST = 5
"""So often a pause is doubled; discord.py's own ten let people wait for a quarter of an hour."""


class Connect(Protocol):
    """Makes a connection to the gateway."""

    def __call__(
        self, url: str, *, compress: int = ...
    ) -> Coroutine[Any, Any, aiohttp.ClientWebSocketResponse]: ...


class Soon(ExponentialBackoff[Literal[False]]):
    """Pauses of up to half a minute between two tries to connect a shard again."""

    def __init__(self) -> None:
        super().__init__()
        self._max = LONGEST


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
