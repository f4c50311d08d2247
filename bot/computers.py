"""Computer players at the tables: they choose shortly after the people have."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b

import structlog

from bot.delivery.delivery import Delivery
from bot.sessions.refusals import Refused
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from engine.bots import Player

_log = structlog.get_logger(__name__)

NAMES = ("Berthe", "Odon", "Mahaut", "Thibault", "Aliénor", "Renaud")
DELAY = 0.8
"""Seconds between the last person's choice and the computers', whatever they hold."""


class Computers:
    """Plays the computers' seats, one task a session at most."""

    def __init__(
        self,
        sessions: Sessions,
        delivery: Delivery,
        players: Mapping[str, Player],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._sessions = sessions
        self._delivery = delivery
        self._players = players
        self._sleep = sleep
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="computers")
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def look(self, table: Table) -> None:
        """Have the computers choose if nobody else is awaited."""
        session_id = table.record.id
        if session_id not in self._tasks and _their_turn(table):
            task = asyncio.create_task(self._play(session_id))
            self._tasks[session_id] = task

    async def settled(self) -> None:
        """Wait until no computer has anything left to choose."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def close(self) -> None:
        """Stop choosing; start-up goes on from the store."""
        for task in self._tasks.values():
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _play(self, session_id: int) -> None:
        try:
            while _their_turn(table := await self._sessions.table(session_id)):
                await self._sleep(DELAY)
                for seat in table.computers_asked():
                    await self._choose(table, seat)
                self._delivery.changed(session_id)
        except Refused as overtaken:
            _log.info("computers overtaken", session=session_id, reason=overtaken.reason.key)
        except Exception:  # noqa: BLE001 - logged here, the next look tries again
            _log.exception("computers failed", session=session_id)
        finally:
            del self._tasks[session_id]

    async def _choose(self, table: Table, seat: int) -> None:
        record = table.record
        view = table.view(seat)
        if view.prompt is None:
            return
        player = self._players[record.seats[seat].strength or "easy"]
        seed = _seed(record.seed or 0, record.moves, seat)
        loop = asyncio.get_running_loop()
        picks = await loop.run_in_executor(self._thread, player.choose, table.game, view, seed)
        await self._sessions.act_for(record.id, seat, view.prompt.step, picks)


def _their_turn(table: Table) -> bool:
    return (
        table.record.status == "playing"
        and bool(table.computers_asked())
        and not table.people_asked()
    )


def _seed(session_seed: int, moves: int, seat: int) -> int:
    # A generator of its own for each choice, so that thinking never moves the game's.
    name = f"{session_seed}/{moves}/{seat}".encode()
    return int.from_bytes(blake2b(name, digest_size=16).digest(), "little")
