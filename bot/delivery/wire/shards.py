"""Which of Discord's shards a process connects, where several processes are one bot.

What has become another process's work isn't carried out any more, right up to each call.
Between the last look at a lease and the request itself a process may be stopped, a connection may
have to be made, or discord.py may try again what has failed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Self

import aiohttp
import discord

from bot.store.shares import USUAL, Pulse, Release, shard_of
from bot.store.shares import Shares as Held
from bot.store.store import Store

_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards from `first` to `last`, counted from 0, of so many in all."""

    first: int
    last: int
    total: int

    @classmethod
    def parsed(cls, written: str) -> Self:
        """Of "0-3/8" or, for one alone, "5/8"; raises ValueError."""
        match = _WRITTEN.fullmatch("".join(written.split()))
        if match is None:
            raise ValueError("is no range of shards")
        first, last, total = match.groups()
        shards = cls(int(first), int(last or first), int(total))
        if not shards.first <= shards.last < shards.total:
            raise ValueError("names shards that there aren't")
        return shards

    @property
    def numbers(self) -> list[int]:
        """Each of them."""
        return list(range(self.first, self.last + 1))

    @property
    def are_all(self) -> bool:
        """Whether no other process has any."""
        return len(self.numbers) == self.total

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"


def shares_of(
    store: Store, shards: Shards | None, release: Callable[[], Release], pulse: Pulse = USUAL
) -> Held:
    """What a process with these shards looks after; None: with all. `release`: what it goes by."""
    if shards is None:
        return store.shares(release, pulse=pulse)
    return store.shares(release, shards.numbers, shards.total, pulse)


def hears_of(client: discord.Client, guild_id: int | None) -> bool:
    """Whether events of a server, for None of direct messages, come to this very process."""
    if not isinstance(client, discord.AutoShardedClient) or client.shard_ids is None:
        return True
    assert client.shard_count is not None  # noqa: S101  (discord.py wants both or none)
    return shard_of(guild_id, client.shard_count) in client.shard_ids


def has_left(client: discord.Client, guild_id: int) -> bool:
    """Whether we aren't in a server any more; never of one that another process hears of."""
    return client.get_guild(guild_id) is None and hears_of(client, guild_id)


Check = Callable[[], None]
"""Raises NotOurs where the call isn't to be made any more."""

_fences: ContextVar[tuple[Check, ...]] = ContextVar("fences", default=())


def fenced(check: Check | None) -> AbstractContextManager[None]:
    """Every call to Discord that is begun inside is checked when it goes out.

    Also by whoever has fenced what this is a part of. None: there is nothing to be checked.
    """
    return nullcontext() if check is None else _fenced(check)


@contextmanager
def _fenced(check: Check) -> Iterator[None]:
    outside = _fences.set((*_fences.get(), check))
    try:
        yield
    finally:
        _fences.reset(outside)


def guard(calls: aiohttp.TraceConfig) -> None:
    """Have the calls that are traced so checked: once more before each piece that is written.

    Raises NotOurs in them; aiohttp makes a ClientConnectionError of it once the head has gone out.
    Of a call that is broken off so Discord has no more than a part.
    """

    async def look(_: aiohttp.ClientSession, __: SimpleNamespace, ___: object) -> None:
        for check in _fences.get():
            check()

    calls.on_request_start.append(look)
    # Their names notwithstanding, aiohttp awaits these two right before it writes.
    calls.on_request_headers_sent.append(look)
    calls.on_request_chunk_sent.append(look)
