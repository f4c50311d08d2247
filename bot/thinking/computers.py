"""Computer players at the tables: they choose shortly after the people have, or advise them."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Final, Protocol

import structlog

from bot.sessions.play.playing import Advices, Playing
from bot.sessions.refusals import NoSuggestions, Refused, Unreadable
from bot.sessions.sessions import Change, Sessions
from bot.sessions.table.table import Table
from bot.store.store import StoreFailed
from bot.thinking.thinkers import AtWork, NobodyThinks, Thinkers
from bot.thinking.worker import LEAST, Order, ThinkingFailed
from engine.bots import Advice, advise, players
from engine.text import frozen

WAIT: Final = 3.5
"""Seconds in all, and with what else is done for their choices"""
MOST: Final = 4.8
"""so many."""
AT_ONCE: Final = 0.86
"""The part of what they have left for a choice that several make at the same time,"""
IN_TURN: Final = 0.6
"""and for one of many that each makes in its own turn."""
LATE: Final = 1.0
"""Seconds more, after which thoughts that aren't there are awaited no longer."""
WORSE: Final = 0.5
BETTER: Final = 0.05
"""The parts by which a wait that was worse, or better, than expected changes what is expected."""


class Rest:
    """Seconds of the longer waits lately in which nobody has thought: choices by rule, writing.

    Long turns have many of them, and each takes the longer the more there is to do.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def took(self, seconds: float) -> None:
        """One more wait is over."""
        self.seconds += (WORSE if seconds > self.seconds else BETTER) * (seconds - self.seconds)


class Patience:
    """What is left of it until a person is asked again: each computer has a part of its own.

    So the last to have its turn thinks as long as the first; unless the others have taken longer
    than theirs, for in all people wait no longer.
    """

    def __init__(self, seats: Iterable[int], rest: float = 0.0) -> None:
        """`rest`: seconds that are to be expected besides."""
        seats = tuple(seats)
        self._wait = max(0.0, min(WAIT, MOST - rest))
        self._left = {seat: self._wait / len(seats) for seat in seats}
        self._spent = 0.0
        self.thought = 0.0
        """Seconds that they have taken of what they were given."""

    @property
    def limit(self) -> float:
        """Seconds after which nothing is awaited."""
        return max(0.0, min(self._left_of(self._left), self._wait - self._spent) + LATE)

    def within(self, seats: Sequence[int], *, at_once: bool) -> float:
        """Seconds that these may take for a choice each, which others may make `at_once`."""
        left = max(0.0, min(self._left_of(seats), self._wait - self._spent))
        return left * (AT_ONCE if at_once else IN_TURN)

    def spend(self, seats: Sequence[int], seconds: float, within: float) -> None:
        """They have taken so long, of whom each was given so many."""
        self._spent += seconds
        self.thought += min(seconds, within)
        for seat in seats:
            self._left[seat] = self._left.get(seat, 0.0) - seconds / len(seats)

    def _left_of(self, seats: Iterable[int]) -> float:
        return sum(max(0.0, self._left.get(seat, 0.0)) for seat in seats)


_log = structlog.get_logger(__name__)

NAMES = (
    *("Berthe", "Odon", "Mahaut", "Thibault", "Aliénor", "Renaud"),
    *("Isabeau", "Gontran", "Ermeline", "Lambert", "Richilde", "Anselme"),
    *("Clémence", "Foulques", "Hersende", "Guilhem", "Pétronille", "Yvain"),
)
"""One for each seat that a game may have."""
DELAY = 0.8
"""Seconds between a choice and the computers' at least, where they don't choose on and on."""
LEAST_DELAY = 0.02
"""The same where they do: as long as the slowest rule of thumb takes."""
THINKING = "hard"
"""The strength that thinks, in a process of its own; the others choose by a rule at once."""
STAND_IN = "normal"
"""Who chooses for people that are away."""
MOST_FAILURES = 8
"""Of the game's own, in a row; then the next press of a person starts afresh, or"""
LATER = 300.0
"""so many seconds do: where computers alone are asked nobody has anything to press."""
LONGEST_PAUSE = 10.0
"""Seconds between two tries, in the end: people wait for no more after an outage of the store."""


@frozen
class _Choice:
    seat: int
    step: int
    picks: tuple[str, ...]


class Watch(Protocol):
    """Whoever wants to know what computers take, in seconds: one for a choice, all of a table."""

    def thought(self, game: str, strength: str, seconds: float) -> None: ...

    def waited(self, game: str, seconds: float) -> None: ...


@dataclass(eq=False, repr=False)
class Computers(AtWork):
    """Plays the computers' seats, one task a session at most."""

    _sessions: Sessions
    _playing: Playing
    _thinkers: Thinkers
    _watch: Watch
    _pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    def __post_init__(self) -> None:
        self._rest: defaultdict[str, Rest] = defaultdict(Rest)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="computers")
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._later: dict[int, asyncio.TimerHandle] = {}

    def follow(self, change: Change) -> None:
        """Have the computers choose if the change has left nobody else to be awaited."""
        if change.after is not None:
            self.wake(change.after)

    def wake(self, table: Table) -> None:
        """Have the computers choose if nobody else is awaited."""
        session_id = table.record.id
        if not table.computers() or not self._sessions.owns(table.record):
            return
        if any(_strength(table, seat) == THINKING for seat in table.computers()):
            self._thinkers.start()
        if _their_turn(table):
            self._begin(session_id)

    async def choose_late(self, table: Table, seat: int) -> None:
        """Choose for a person whose time is up, from that seat's view; raises Refused."""
        choice = await self._by_rule(table, seat)
        if choice is None:
            return
        await self._playing.act_late(table.record.id, seat, choice.step, choice.picks)

    def close(self) -> None:
        """Stop choosing; start-up goes on from the store."""
        super().close()
        for later in self._later.values():
            later.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _begin(self, session_id: int) -> None:
        later = self._later.pop(session_id, None)
        if later is not None:
            later.cancel()
        if session_id not in self._tasks:
            playing = asyncio.create_task(self._play(session_id), context=Context())
            self._tasks[session_id] = playing

    async def _play(self, session_id: int) -> None:
        failures, outages, begun = 0, 0, time.monotonic()
        patience, since = None, begun
        try:
            while failures <= MOST_FAILURES:
                try:
                    table = await self._sessions.table(session_id)
                    rest = self._rest[table.record.game]
                    if not _their_turn(table) or not self._sessions.owns(table.record):
                        now = time.monotonic()
                        self._watch.waited(table.record.game, now - begun)
                        if patience is not None:
                            rest.took(now - since - patience.thought)
                        return
                    if patience is None or not table.voters():  # or nobody waits
                        patience = Patience(table.computers(), rest.seconds)
                        since = time.monotonic()
                    await self._choose(table, patience)
                except Unreadable:
                    return  # set apart: whoever takes it up again wakes them
                except Refused as overtaken:
                    _log.info("computers overtaken", session=session_id, by=overtaken.reason.key)
                    failures += 1
                except StoreFailed as failed:
                    _log.warning("computers wait for the store", reason=str(failed), outage="store")
                    outages += 1
                    await self._pause(_pause_after(outages))
                    patience = None
                except Exception:  # noqa: BLE001 - logged here, and tried again
                    _log.exception("computers failed", session=session_id)
                    failures += 1
                    await self._pause(_pause_after(failures))
                    patience = None
                else:
                    failures = outages = 0
            loop = asyncio.get_running_loop()
            self._later[session_id] = loop.call_later(LATER, self._begin, session_id)
        finally:
            del self._tasks[session_id]

    async def _choose(self, table: Table, patience: Patience) -> None:
        # What they take depends on who they are alone: it must not tell what they hold.
        seats, begun = table.computers_asked(), time.monotonic()
        within = patience.within(seats, at_once=table.asks_several())
        choices, _ = await asyncio.gather(
            self._chosen(table, seats, within, patience.limit),
            self._pause(max(LEAST_DELAY, min(DELAY, within))),
        )
        for choice in choices:
            await self._playing.act_as_computer(
                table.record.id, choice.seat, choice.step, choice.picks
            )
        patience.spend(seats, time.monotonic() - begun, within)

    async def _chosen(
        self, table: Table, seats: Sequence[int], within: float, limit: float
    ) -> list[_Choice]:
        hard = [seat for seat in seats if _strength(table, seat) == THINKING]
        thinking = self._think(table, hard, within, limit) if hard and within >= LEAST else None
        thought = {} if thinking is None else await thinking
        return [
            choice
            for seat in seats
            if (choice := thought.get(seat) or await self._by_rule(table, seat))
        ]

    async def _think(
        self, table: Table, seats: Sequence[int], within: float, limit: float
    ) -> dict[int, _Choice]:
        """What these seats choose; nothing where the processes fail, so that a rule has to do."""
        game, begun = table.record.game, time.monotonic()
        views = [table.view(seat) for seat in seats]
        orders = [
            Order(game, view, seed_of(table, seat)) for seat, view in zip(seats, views, strict=True)
        ]
        try:
            picked = await self._thinkers.choose(orders, within, limit)
        except (NobodyThinks, ThinkingFailed) as failed:
            _log.warning("chosen without thinking", game=game, why=type(failed).__name__)
            return {}
        for _ in seats:
            self._watch.thought(game, THINKING, time.monotonic() - begun)
        return {
            seat: _Choice(seat, view.step, picks)
            for seat, view, picks in zip(seats, views, picked, strict=True)
        }

    async def _by_rule(self, table: Table, seat: int) -> _Choice | None:
        """What a seat chooses that doesn't think, whoever has it."""
        view, strength = table.view(seat), _strength(table, seat)
        if view.prompt is None:
            return None
        if strength == THINKING:
            strength = STAND_IN
        loop, begun = asyncio.get_running_loop(), time.monotonic()
        choose, seed = players[strength].choose, seed_of(table, seat)
        picks = await loop.run_in_executor(self._thread, choose, table.game, view, seed)
        self._watch.thought(table.record.game, strength, time.monotonic() - begun)
        return _Choice(seat, view.prompt.step, picks)


def _pause_after(failures: int) -> float:
    return float(min(2**failures, LONGEST_PAUSE))


def _their_turn(table: Table) -> bool:
    return (
        table.record.status == "playing"
        and bool(table.computers_asked())
        and not table.people_asked()
        and not table.paused
        and not table.deciding
    )


def _strength(table: Table, seat: int) -> str:
    """Of a computer, or of whoever chooses for a person that is away."""
    holder = table.record.seats[seat]
    return STAND_IN if holder.user_id is not None else holder.strength or "easy"


def seed_of(table: Table, seat: int) -> int:
    """The seed with which somebody thinks about this choice of a seat."""
    # A generator of its own for each choice, so that thinking never moves the game's.
    name = f"{table.record.seed or 0}/{table.record.moves}/{seat}".encode()
    return int.from_bytes(blake2b(name, digest_size=16).digest(), "little")


class Suggestions:
    """Asked by one player at a time; from that seat's view alone, and told to nobody else."""

    def __init__(self, sessions: Sessions, advices: Advices) -> None:
        self._advices = advices
        self._sessions = sessions
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="suggestions")

    async def ask(self, table: Table, seat: int, step: int) -> None:
        """Have advice on the choice of this step shown in the seat's hand; raises as `rows`."""
        advice = await self._advice(table, seat, step)
        user_id = table.record.seats[seat].user_id
        if user_id is not None:
            self._advices.put(table.record.id, user_id, step, advice)

    async def rows(self, table: Table, seat: int, step: int) -> list[tuple[str, ...]]:
        """The picks that are suggested, this choice's first, then those of the rest of the turn.

        Raises NoSuggestions, NotPlaying, Paused, Stale.
        """
        user_id = table.record.seats[seat].user_id
        shown = self._advices.of(table.record.id, user_id, step)
        advice = shown or await self._advice(table, seat, step)
        return [advice.picks, *(later.picks for later in advice.then)]

    async def _advice(self, table: Table, seat: int, step: int) -> Advice:
        if not table.record.advises:
            raise NoSuggestions
        self._sessions.prompt(table, seat, step)
        taught = table.record.lesson is not None
        think = partial(advise, table.game, table.view(seat), seed_of(table, seat), by_rule=taught)
        return await asyncio.get_running_loop().run_in_executor(self._thread, think)

    def close(self) -> None:
        """Think no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
