"""Computer players at the tables: they choose shortly after the people have."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from dataclasses import dataclass
from hashlib import blake2b

import structlog

from bot.delivery.delivery import Delivery
from bot.delivery.threads import Threads
from bot.drawing import Timed, untimed
from bot.sessions.playing import Playing
from bot.sessions.refusals import Refused
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records import Session
from engine.bots import Patience, players_with

_log = structlog.get_logger(__name__)

NAMES = ("Berthe", "Odon", "Mahaut", "Thibault", "Aliénor", "Renaud")
DELAY = 0.8
"""Seconds between the last person's choice and the computers'."""
THINKING = {"hard": 1.0}
"""Seconds that a strength may think about a choice; the others need none."""
STAND_IN = "normal"
"""Who chooses for people that are away."""
MOST_FAILURES = 8
"""In a row, after longer and longer pauses; then the next press of a person starts afresh."""


@dataclass(frozen=True, slots=True)
class _Choice:
    seat: int
    step: int
    picks: tuple[str, ...]


class Computers:
    """Plays the computers' seats, one task a session at most."""

    def __init__(
        self,
        sessions: Sessions,
        playing: Playing,
        delivery: Delivery,
        threads: Threads,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        thought: Timed = untimed,
    ) -> None:
        self._thought = thought
        self._sessions = sessions
        self._playing = playing
        self._delivery = delivery
        self._threads = threads
        self._pause = pause
        self._closing = threading.Event()
        self._players = players_with(timed(THINKING["hard"], self._closing.is_set))
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="computers")
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def wake(self, table: Table) -> None:
        """Have the computers choose if nobody else is awaited."""
        session_id = table.record.id
        if session_id not in self._tasks and _their_turn(table):
            playing = asyncio.create_task(self._play(session_id), context=Context())
            self._tasks[session_id] = playing

    async def choose_late(self, table: Table, seat: int) -> None:
        """Choose for a person whose time is up, from that seat's view; raises Refused."""
        choice = await self._think(table, seat)
        if choice is None:
            return
        acted = await self._playing.act_late(table.record.id, seat, choice.step, choice.picks)
        self._delivery.changed(table.record.id)
        self._threads.follow(acted.table.record)
        self.wake(acted.table)

    async def settled(self) -> None:
        """Wait until no computer has anything left to choose."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def close(self) -> None:
        """Stop choosing; start-up goes on from the store."""
        self._closing.set()
        for task in self._tasks.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _play(self, session_id: int) -> None:
        failures = 0
        try:
            while failures <= MOST_FAILURES:
                try:
                    table = await self._sessions.table(session_id)
                    if not _their_turn(table):
                        return
                    await self._choose(table)
                except Refused as overtaken:
                    _log.info("computers overtaken", session=session_id, by=overtaken.reason.key)
                    failures += 1
                except Exception:  # noqa: BLE001 - logged here, and tried again
                    _log.exception("computers failed", session=session_id)
                    failures += 1
                    await self._pause(2.0**failures)
                else:
                    failures = 0
                self._delivery.changed(session_id)
        finally:
            del self._tasks[session_id]

    async def _choose(self, table: Table) -> None:
        # The time they take depends on who they are alone: it must not tell what they hold.
        seats = table.computers_asked()
        strengths = [table.record.seats[seat].strength for seat in seats]
        begun = time.monotonic()
        choices = [choice for seat in seats if (choice := await self._think(table, seat))]
        taken = time.monotonic() - begun
        allowed = DELAY + sum(THINKING.get(strength or "", 0.0) for strength in strengths)
        await self._pause(max(0.0, allowed - taken))
        for choice in choices:
            acted = await self._playing.act_as_computer(
                table.record.id, choice.seat, choice.step, choice.picks
            )
            self._threads.follow(acted.table.record)

    async def _think(self, table: Table, seat: int) -> _Choice | None:
        record, view = table.record, table.view(seat)
        if view.prompt is None:
            return None
        person = record.seats[seat].user_id is not None
        strength = STAND_IN if person else record.seats[seat].strength or "easy"
        player = self._players[strength]
        seed = seed_of(record, seat)
        loop = asyncio.get_running_loop()
        begun = time.monotonic()
        picks = await loop.run_in_executor(self._thread, player.choose, table.game, view, seed)
        self._thought(record.game, strength, time.monotonic() - begun)
        return _Choice(seat, view.prompt.step, picks)


def timed(seconds: float, interrupted: Callable[[], bool]) -> Patience:
    """Patience for so many seconds a choice, less if interrupted."""

    def begin() -> Callable[[], bool]:
        end = time.monotonic() + seconds
        return lambda: not interrupted() and time.monotonic() < end

    return begin


def _their_turn(table: Table) -> bool:
    return (
        table.record.status == "playing"
        and bool(table.computers_asked())
        and not table.people_asked()
        and not table.paused
        and not table.deciding
    )


def seed_of(record: Session, seat: int) -> int:
    """The seed with which somebody thinks about this choice of a seat."""
    # A generator of its own for each choice, so that thinking never moves the game's.
    name = f"{record.seed or 0}/{record.moves}/{seat}".encode()
    return int.from_bytes(blake2b(name, digest_size=16).digest(), "little")
