"""The bot without one of its tricks, for `python -m tests.bench.tricks`."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot import client
from bot.delivery import notes
from bot.delivery.attendance import Attendances
from bot.delivery.posts import Posts
from bot.people import People
from bot.screens import parts
from bot.sessions.sessions import Sessions

READ_ONCE = {"bot/languages", "bot/translator", "engine/london/components"}
"""Files that are read once: caches without which nothing works."""


@dataclass(frozen=True, slots=True)
class Without:
    """A trick, and how to do without it in a process before its bot starts."""

    what: str
    where: str
    do: Callable[[], None]


def _collect_often() -> None:
    client.COLLECT_AFTER = (700, 10, 10)  # type: ignore[misc]
    gc.freeze = lambda: None  # type: ignore[assignment]


def _write_at_once() -> None:
    notes.PAUSE = 0.0


def _read_anew(kind: Any, kept: str, method: str) -> None:
    real = getattr(kind, method)

    async def anew(self: Any, *arguments: Any, **more: Any) -> Any:
        getattr(self, kept).clear()
        return await real(self, *arguments, **more)

    setattr(kind, method, anew)


def _no_voices() -> None:
    parts._voices = parts._voices.__wrapped__  # type: ignore[assignment]


PRESSES = {
    "collector": Without("the collector looks seldom", "bot/client.py:28", _collect_often),
    "notes": Without("notes written a second later", "bot/delivery/notes.py:21", _write_at_once),
    "sessions": Without(
        "sessions kept in memory",
        "bot/sessions/sessions.py:33",
        lambda: _read_anew(Sessions, "_tables", "table"),
    ),
    "posts": Without(
        "posts kept in memory",
        "bot/delivery/posts.py:16",
        lambda: _read_anew(Posts, "_posts", "_held"),
    ),
    "attendance": Without(
        "attendance kept in memory",
        "bot/delivery/attendance.py:21",
        lambda: _read_anew(Attendances, "_known", "_held"),
    ),
    "people": Without(
        "people kept in memory", "bot/people.py:13", lambda: _read_anew(People, "_kept", "find")
    ),
    "voices": Without("words of a table kept", "bot/screens/parts.py:94", _no_voices),
}
