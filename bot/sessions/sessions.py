"""Running games: every choice is checked, committed, and only then answered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from weakref import WeakValueDictionary

import structlog

from bot.sessions import story as stories
from bot.sessions.refusals import MoveRefused, NoSuchSession, NotPlaying, NotSeated, Stale
from bot.sessions.table import AnyGame, Table, options_of
from bot.store.records import Move, Session
from bot.store.store import Store
from engine.game import IllegalMove, IncompatibleState, State

_log = structlog.get_logger(__name__)

KEPT_IN_MEMORY = 2_000


@dataclass(frozen=True, slots=True)
class Acted:
    """A committed choice: the table after it, and the seat that made it.

    `settled`: the game went on; otherwise the choice waits for others and may be changed.
    """

    table: Table
    seat: int
    settled: bool


class Locks:
    """One lock a session, for as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, session_id: int) -> asyncio.Lock:
        """The lock under which everything that changes this session happens."""
        lock = self._locks.get(session_id)
        if lock is None:
            lock = self._locks[session_id] = asyncio.Lock()
        return lock


class Sessions:
    """The tables that are played on. The store is the truth, memory a cache of it."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], locks: Locks) -> None:
        self._store = store
        self._games = games
        self._locks = locks
        self._tables: OrderedDict[int, Table] = OrderedDict()

    async def table(self, session_id: int) -> Table:
        """The table of a session; raises NoSuchSession."""
        table = self._tables.get(session_id)
        if table is None:
            async with self._locks.of(session_id):
                return await self._held(session_id)
        self._tables.move_to_end(session_id)
        return table

    def seat_at(self, table: Table, user_id: int) -> int:
        """The seat of a person at a game that was started; raises NotSeated, NotPlaying."""
        if not table.started:
            raise NotPlaying(table.record.status)
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated
        return seat

    async def act(self, session_id: int, user_id: int, step: int, picks: Sequence[str]) -> Acted:
        """A person's choice; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            return await self._act(table, self.seat_at(table, user_id), step, picks)

    async def act_for(self, session_id: int, seat: int, step: int, picks: Sequence[str]) -> Acted:
        """A computer's choice; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            return await self._act(await self._held(session_id), seat, step, picks)

    async def begin(self, record: Session, seed: int) -> Table:
        """Set the game up and start the session; called under its lock."""
        game = self._games[record.game]
        state = game.setup(len(record.seats), options_of(game, record), seed)
        story = stories.go_on((), game.opening(state))
        table = Table(record, game, state, story)
        started = await self._store.start(
            record.id,
            seats=record.seats,
            seed=seed,
            rules_version=game.rules_version,
            snapshot=game.dump(state),
            story=stories.dump(story),
            computers_due=bool(table.computers_asked()),
        )
        return self._keep(Table(started, game, state, story))

    async def abandon(self, session_id: int) -> Table:
        """End a session without a result; raises NotPlaying if it has ended already."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if table.record.status not in ("lobby", "playing"):
                raise NotPlaying(table.record.status)
            await self._store.end(session_id, "abandoned")
            del self._tables[session_id]
            return await self._held(session_id)

    def board_is(self, session_id: int, message_id: int | None, shown: int) -> None:
        """Note where the board stands, as the store does."""
        table = self._tables.get(session_id)
        if table is not None:
            record = replace(table.record, board_message_id=message_id, board_shown=shown)
            self._tables[session_id] = replace(table, record=record)

    def forget(self, session_id: int) -> None:
        """Drop what is held in memory; the next look reads the store."""
        self._tables.pop(session_id, None)

    async def _act(self, table: Table, seat: int, step: int, picks: Sequence[str]) -> Acted:
        if table.record.status != "playing" or table.state is None:
            raise NotPlaying(table.record.status)
        game, state = table.game, table.state
        prompt = game.prompts(state).get(seat)
        if prompt is None or prompt.step != step:
            raise Stale
        try:
            after, events = game.play(state, seat, picks)
        except IllegalMove as illegal:
            raise MoveRefused(illegal.reason) from illegal
        chosen = tuple(picks)
        if prompt.answered == chosen:
            return Acted(table, seat, settled=False)
        story = stories.go_on(table.story, events)
        status: Literal["playing", "over"] = "playing" if game.outcome(after) is None else "over"
        moved = Table(table.record, game, after, story)
        record = await self._store.commit(
            table.record.id,
            Move(table.record.moves + 1, seat, chosen),
            snapshot=game.dump(after),
            story=stories.dump(story),
            status=status,
            computers_due=bool(moved.computers_asked()),
        )
        now = game.prompts(after).get(seat)
        settled = now is None or now.step != step
        return Acted(self._keep(Table(record, game, after, story)), seat, settled)

    async def _held(self, session_id: int) -> Table:
        table = self._tables.get(session_id)
        if table is not None:
            return table
        record = await self._store.session(session_id)
        if record is None:
            raise NoSuchSession
        game = self._games[record.game]
        state = None if record.seed is None else await self._state(game, record)
        return self._keep(Table(record, game, state, stories.load(record.story)))

    async def _state(self, game: AnyGame, record: Session) -> State:
        if record.snapshot is not None:
            try:
                state: State = game.load(record.snapshot)
            except IncompatibleState:
                _log.info("snapshot of other rules, replaying the log", session=record.id)
            else:
                return state
        return await self._replayed(game, record)

    async def _replayed(self, game: AnyGame, record: Session) -> State:
        state: State = game.setup(len(record.seats), options_of(game, record), record.seed or 0)
        for move in await self._store.moves(record.id):
            state, _ = game.play(state, move.seat, move.picks)
        await self._store.replace_snapshot(
            record.id, snapshot=game.dump(state), rules_version=game.rules_version
        )
        return state

    def _keep(self, table: Table) -> Table:
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)
        return table
