"""The house of `bot.testing.house` on a Discord that holds every request against the real one's
own description."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.local.rest.faults import Seen
from bot.store.records.people import Attendance, Post
from bot.testing import house as testing
from bot.testing.house import (
    LANGUAGES,
    OTHER_TABLE,
    QUICK,
    SEED,
    TABLE,
    THREAD,
    UNPACED,
    House,
    Party,
    at_once,
    connected,
    reopened,
)
from bot.testing.picking import asked, pick_anything, picks_on
from bot.testing.sketches import SKETCHES, Sketches, drawing_here
from images import Pictures
from tests.local.clock import ManualClock
from tests.openapi.rules import unnamed_mentions, unnamed_pictures
from tests.openapi.validation import Invalid, validate

__all__ = [
    "LANGUAGES",
    "OTHER_TABLE",
    "QUICK",
    "SEED",
    "SKETCHES",
    "TABLE",
    "THREAD",
    "UNPACED",
    "House",
    "Party",
    "Sketches",
    "asked",
    "at_once",
    "check",
    "connected",
    "drawing_here",
    "house",
    "local_discord",
    "no_post_is_stored",
    "pick_anything",
    "picks_on",
    "reopened",
]

_LENGTHS = (1, 25, 32, 45, 80, 100, 150, 256, 512, 1_024, 2_000, 4_000)
_known: set[str] = set()


def check(seen: Seen) -> None:
    """Hold a request against Discord's own description, once for each shape of it."""
    files = names(seen)
    if faults := unnamed_pictures(seen.body, files) + unnamed_mentions(seen.path, seen.body):
        raise Invalid("; ".join(faults))
    shape = repr((seen.method, seen.route, _shape(seen.body)))
    if shape not in _known:
        validate(seen.method, seen.path, seen.body, files)
        _known.add(shape)


def names(seen: Seen) -> dict[int, str]:
    """What a request uploads, by number."""
    return {number: upload.filename for number, upload in seen.uploads.items()}


def _shape(value: object) -> object:
    match value:
        case dict():
            return {key: _shape(part) for key, part in value.items()}
        case list():
            return [_shape(part) for part in value]
        case str():
            return f"{bisect_left(_LENGTHS, len(value))}{value.isdecimal()}"
        case _:
            return value


def local_discord(
    limits: Limits = NO_LIMITS, clock: ManualClock | None = None, shards: int = 1
) -> AbstractAsyncContextManager[LocalDiscord]:
    """A Discord that checks every request; it fails the test if one was none that it takes."""
    return testing.local_discord(limits, clock, shards, inspect=check)


def house(
    database: Path | SecretStr,
    limits: Limits = NO_LIMITS,
    *,
    clock: ManualClock | None = None,
    paced: bool = False,
    drawn: Mapping[str, Pictures] = SKETCHES,
) -> AbstractAsyncContextManager[House]:
    """A house for one test."""
    return testing.house(database, limits, clock=clock, paced=paced, drawn=drawn, inspect=check)


def no_post_is_stored(hall: House, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Where messages stand is stored only once the event is set."""
    store, from_now_on = hall.services.store, asyncio.Event()
    save = store.save_post

    async def save_late(session_id: int, post: Post, told: Attendance | None = None) -> None:
        await from_now_on.wait()
        await save(session_id, post, told)

    monkeypatch.setattr(store, "save_post", save_late)
    return from_now_on
