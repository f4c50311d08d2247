"""The bot without one of its tricks, for `python -m tests.bench.tricks`."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.known import noted
from bot.people import People
from bot.store.records.people import Person

READ_ONCE = {"bot/languages", "engine/london/components/loading"}
"""Where files are read once; without these caches nothing works."""


@dataclass(frozen=True, slots=True)
class Without:
    """A trick, and how to do without it in a process before its bot starts."""

    what: str
    where: str
    do: Callable[[], None]


def _collect_often() -> None:
    gc.set_threshold(700, 10, 10)
    gc.freeze = lambda: None  # type: ignore[assignment]


def _write_at_once() -> None:
    noted.PAUSE = 0.0


def _read_people() -> None:
    find = People.find

    async def read(self: People, user_id: int) -> Person | None:
        self._kept.clear()
        return await find(self, user_id)

    People.find = read  # type: ignore[method-assign]


PRESSES = {
    "collector": Without("the collector looks seldom", "bot/running/lean.py:25", _collect_often),
    "notes": Without(
        "notes written a second later", "bot/delivery/known/noted.py:34", _write_at_once
    ),
    "people": Without("people kept in memory", "bot/people.py:13", _read_people),
}
