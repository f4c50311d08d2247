"""Running games: every choice is checked, committed, and only then answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

import structlog

from bot.clock import SystemClock
from bot.sessions import pauses as pausing
from bot.sessions import story as stories
from bot.sessions import turns as turning
from bot.sessions.holding import absence
from bot.sessions.locks import Locks
from bot.sessions.reading import read_table
from bot.sessions.refusals import (
    ChannelBusy,
    MoveRefused,
    NoMoreTime,
    NoSuchSession,
    NotPlaying,
    Paused,
    Stale,
    Unreadable,
)
from bot.sessions.table import AnyGame, Table, Trouble, options_of
from bot.store.records import Move, Outline, Pause, Session, Turn
from bot.store.store import ChannelTaken, DamagedSession, MoveTaken, Store, WrongStatus
from bot.table_time import TableTime
from engine.game import IllegalMove, Prompt
from engine.text import text

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


class Sessions:
    """The tables that are played on. The store is the truth, memory a cache of it."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        locks: Locks,
        time: TableTime | None = None,
    ) -> None:
        self._store = store
        self._time = time or TableTime(SystemClock())
        self._games = games
        self._locks = locks
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._troubles: dict[int, Trouble] = {}

    async def table(self, session_id: int) -> Table:
        """The table of a session; raises NoSuchSession, Unreadable."""
        table = self._tables.get(session_id)
        if table is None:
            async with self._locks.of(session_id):
                return await self._held(session_id)
        self._tables.move_to_end(session_id)
        return table

    async def held(self, session_id: int) -> Table:
        """The same for who holds the session's lock."""
        return await self._held(session_id)

    def in_memory(self, session_id: int) -> Table | None:
        """The table, unless it would have to be read from the store."""
        return self._tables.get(session_id)

    def seat_at(self, table: Table, user_id: int) -> int:
        """The seat of a person at a game that was started.

        Raises NotPlaying, NotSeated, SeatPassedOn.
        """
        if not table.started:
            raise NotPlaying(table.record.status)
        seat = table.seat_of(user_id)
        if seat is None:
            raise absence(table.record, user_id)
        return seat

    def prompt(self, table: Table, seat: int, step: int) -> Prompt:
        """What a seat is asked at this step; raises NotPlaying, Paused, Stale."""
        if table.record.status != "playing":
            raise NotPlaying(table.record.status)
        if table.trouble is not None and table.stranded:
            raise Paused(table.trouble.said)
        if table.paused:
            raise Paused(text("refused.paused"))
        prompt = table.prompt(seat)
        if prompt is None or prompt.step != step:
            raise Stale
        return prompt

    async def act(self, session_id: int, user_id: int, step: int, picks: Sequence[str]) -> Acted:
        """A person's choice; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            seat = self.seat_at(table, user_id)
            turns = turning.with_turn(table.record.turns, turning.chose(table.turn(seat)))
            return await self._act(table, seat, step, picks, turns)

    async def act_for(self, session_id: int, seat: int, step: int, picks: Sequence[str]) -> Acted:
        """A choice for whoever has the seat; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            return await self._act(await self._held(session_id), seat, step, picks)

    async def act_as_computer(
        self, session_id: int, seat: int, step: int, picks: Sequence[str]
    ) -> Acted:
        """A computer's choice; raises Refused, also where a person has the seat by now: Stale."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if seat not in table.computers():
                raise Stale
            return await self._act(table, seat, step, picks)

    async def act_late(self, session_id: int, seat: int, step: int, picks: Sequence[str]) -> Acted:
        """A computer's choice for a person whose time is up; raises Stale if it isn't."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            turn = table.turn(seat)
            if turn.step != step or turn.due_at > self._time.now():
                raise Stale
            turns = turning.with_turn(table.record.turns, turning.missed(turn))
            return await self._act(table, seat, step, picks, turns)

    async def back(self, session_id: int, user_id: int) -> Table | None:
        """Give a person's seat back that the computer has; None if it hasn't."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            seat = table.seat_of(user_id)
            if seat is None or not table.turn(seat).away or table.record.status != "playing":
                return None
            turns = turning.with_turn(table.record.turns, turning.chose(table.turn(seat)))
            return await self._turned(table, self._followed(_with(table, turns)))

    async def extend(self, session_id: int, user_id: int, step: int) -> Table:
        """More time for an own choice; raises NotSeated, NotPlaying, Paused, Stale, NoMoreTime."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            seat, speed = self.seat_at(table, user_id), table.record.speed
            self.prompt(table, seat, step)
            turn = table.turn(seat)
            if speed is None or turn.step != step:
                raise Stale
            if turn.extended >= turning.MOST_EXTENDED:
                raise NoMoreTime
            after = turning.extended(turn, speed, self._time.now())
            return await self._turned(table, turning.with_turn(table.record.turns, after))

    async def looked(self, session_id: int, turn: Turn, *, seen: bool = False) -> bool:
        """Replace a turn unless its choice was made meanwhile; whether it could be done."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if table.record.status != "playing" or table.turn(turn.seat).step != turn.step:
                return False
            turns = turning.with_turn(table.record.turns, turn)
            await self._turned(table, turns, seen=seen)
            return True

    async def begin(self, record: Session, seed: int) -> Table:
        """Set the game up and start the session; called under its lock."""
        game = self._games[record.game]
        state = game.setup(len(record.seats), options_of(game, record), seed)
        story = stories.go_on((), game.opening(state))
        table = Table(record, game, state, story)
        turns = self._followed(table)
        with self.changing(record.id):
            started = await self._store.start(
                record.id,
                seats=record.seats,
                seed=seed,
                rules_version=game.rules_version,
                snapshot=game.dump(state),
                story=stories.dump(story),
                computers_due=bool(table.computers_asked()),
                turns=turns,
            )
        return self._keep(Table(started, game, state, story))

    async def pause(self, session_id: int, user_id: int) -> Table:
        """Pause the game, or note the wish.

        Raises NotSeated, NotPlaying, IsPaused, AlreadyVoted.
        """
        return await self._vote(session_id, user_id, pausing.paused)

    async def resume(self, session_id: int, user_id: int) -> Table:
        """Go on, or note the wish; raises NotSeated, NotPlaying, NotPaused, AlreadyVoted."""
        return await self._vote(session_id, user_id, pausing.resumed)

    async def end_pause(self, session_id: int) -> None:
        """Go on, as the host's time for pauses is spent."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            end = pausing.ends_at(table.record.pause)
            if table.record.status == "playing" and end is not None and end <= self._time.now():
                await self._paused(table, pausing.ended(table.record.pause, self._time.now()))

    async def _vote(
        self,
        session_id: int,
        user_id: int,
        wish: Callable[[Pause, int, int, Sequence[int], float], Pause],
    ) -> Table:
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            record = table.record
            self.seat_at(table, user_id)
            if record.status != "playing":
                raise NotPlaying(record.status)
            now, people = self._time.now(), table.voters()
            return await self._paused(
                table, wish(record.pause, user_id, record.host_id, people, now)
            )

    async def _paused(self, table: Table, pause: Pause) -> Table:
        """Note a pause or its end, after which every deadline is later by as much."""
        record, turns = table.record, table.record.turns
        if record.pause.at is not None and pause.at is None:
            passed = self._time.now() - record.pause.at
            turns = tuple(turning.later(turn, passed) for turn in turns)
        with self.changing(record.id):
            new = turning.changed(record.turns, turns)
            await self._store.save_pause(record.id, pause, new)
        now = replace(record, pause=pause, turns=turns, changes=record.changes + 1)
        return self._keep(replace(table, record=now))

    def without_place(self) -> list[int]:
        """Ids of the sessions whose games wait for another place."""
        return [session_id for session_id, why in self._troubles.items() if why.pauses]

    async def postpone(self, session_id: int, seconds: float) -> None:
        """Move all deadlines of a game that waits; nobody is shown anything."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if table.record.status == "playing" and table.record.pause.at is None:
                turns = tuple(turning.later(turn, seconds) for turn in table.record.turns)
                await self._turned(table, turns, seen=False)

    async def outline(self, session_id: int) -> Outline:
        """What is known of a session, also of one that can't be read; raises NoSuchSession."""
        outline = await self._store.outline(session_id)
        if outline is None:
            raise NoSuchSession
        return outline

    async def abandon(self, session_id: int) -> None:
        """End a session without a result, also one that can't be read.

        Raises NotPlaying if it has ended already.
        """
        async with self._locks.of(session_id):
            outline = await self.outline(session_id)
            if not outline.live:
                raise NotPlaying(outline.status)
            with self.changing(session_id):
                await self._store.end(session_id, "abandoned")
            self.forget(session_id)

    async def move(self, session_id: int, channel_id: int, *, own_thread: bool = False) -> Table:
        """Go on in another channel, free of trouble; raises ChannelBusy."""
        async with self._locks.of(session_id):
            with self.changing(session_id):
                try:
                    await self._store.move_channel(session_id, channel_id, own_thread=own_thread)
                except ChannelTaken as taken:
                    raise ChannelBusy(taken.session) from taken
            self._troubles.pop(session_id, None)
            self.forget(session_id)
            return await self._held(session_id)

    def board_stands(self, session_id: int, message_id: int | None) -> None:
        """The board is this message now: links lead there."""
        table = self._tables.get(session_id)
        if table is not None:
            record = replace(table.record, board_message_id=message_id)
            self._tables[session_id] = replace(table, record=record)

    def trouble(self, session_id: int) -> Trouble | None:
        """What keeps the session's board from its channel."""
        return self._troubles.get(session_id)

    def set_trouble(self, session_id: int, trouble: Trouble | None) -> None:
        """Note that the board can't be shown, or can be again."""
        if trouble is None:
            self._troubles.pop(session_id, None)
        else:
            self._troubles[session_id] = trouble
        table = self._tables.get(session_id)
        if table is not None:
            self._tables[session_id] = replace(table, trouble=trouble)

    def forget(self, session_id: int) -> None:
        """Drop what is held in memory; the next look reads the store."""
        self._tables.pop(session_id, None)

    async def reread(self, session_id: int) -> None:
        """The same, as somebody beside the bot has changed it."""
        async with self._locks.of(session_id):
            self.forget(session_id)

    @contextmanager
    def changing(self, session_id: int) -> Iterator[None]:
        """While the store changes a session; called under its lock."""
        # However a change fails, even cancelled, the store may have made it: memory may not guess.
        try:
            yield
        except BaseException:
            self.forget(session_id)
            raise

    def passed_on(self, before: Table, after: Session) -> tuple[Turn, ...]:
        """The turns once seats have other holders: what they owe they owe from now on."""
        seats = zip(before.record.seats, after.seats, strict=True)
        passed = [seat for had, seat in seats if had.user_id != seat.user_id]
        numbers = {seat.seat for seat in passed}
        kept = tuple(turn for turn in before.record.turns if turn.seat not in numbers)
        turns = self._followed(replace(before, record=replace(after, turns=kept)))
        gone = (Turn(seat.seat) for seat in passed if seat.user_id is None)
        return (*turns, *gone)

    def _followed(self, table: Table) -> tuple[Turn, ...]:
        """The turns as they follow from what is owed; without a clock there are none."""
        record = table.record
        if record.speed is None:
            return record.turns
        people = [seat.seat for seat in record.seats if seat.user_id is not None]
        return turning.followed(record.turns, people, table.owed(), record.speed, self._time.now())

    async def _turned(self, table: Table, turns: tuple[Turn, ...], *, seen: bool = True) -> Table:
        record = table.record
        with self.changing(record.id):
            new = turning.changed(record.turns, turns)
            await self._store.change_turns(record.id, new, seen=seen)
        now = replace(record, turns=turns, changes=record.changes + seen)
        return self._keep(replace(table, record=now))

    async def _act(
        self,
        table: Table,
        seat: int,
        step: int,
        picks: Sequence[str],
        turns: tuple[Turn, ...] | None = None,
    ) -> Acted:
        prompt = self.prompt(table, seat, step)
        game, state = table.game, table.state
        try:
            after, events = game.play(state, seat, picks)
        except IllegalMove as illegal:
            raise MoveRefused(illegal.reason) from illegal
        chosen = tuple(picks)
        if prompt.answered == chosen:
            return Acted(table, seat, settled=False)
        story = stories.go_on(table.story, events) if events else table.story
        moved = replace(table, state=after, story=story)
        if turns is not None and table.record.speed is not None:
            moved = _with(moved, turns)
        moved = _with(moved, self._followed(moved))
        new = turning.changed(table.record.turns, moved.record.turns)
        record = await self._committed(moved, Move(table.record.moves + 1, seat, chosen), new)
        now = game.prompts(after).get(seat)
        settled = now is None or now.step != step
        return Acted(self._keep(replace(moved, record=record)), seat, settled)

    async def _committed(self, moved: Table, move: Move, turns: tuple[Turn, ...]) -> Session:
        session_id, game = moved.record.id, moved.game
        over = game.outcome(moved.state) is not None
        status: Literal["playing", "over"] = "over" if over else "playing"
        snapshot, story = game.dump(moved.state), stories.dump(moved.story)
        computers_due = bool(moved.computers_asked())
        with self.changing(session_id):
            try:
                updated_at = await self._store.commit(
                    session_id,
                    move,
                    snapshot=snapshot,
                    story=story,
                    status=status,
                    computers_due=computers_due,
                    turns=turns,
                )
            except (MoveTaken, WrongStatus) as overtaken:
                raise Stale from overtaken
        return replace(
            moved.record,
            moves=move.number,
            changes=moved.record.changes + 1,
            snapshot=snapshot,
            story=story,
            status=status,
            computers_due=computers_due,
            updated_at=updated_at,
        )

    async def _held(self, session_id: int) -> Table:
        table = self._tables.get(session_id)
        if table is not None:
            return table
        try:
            record = await self._store.session(session_id)
            if record is None:
                raise NoSuchSession
            if record.set_apart is not None:
                raise Unreadable(await self.outline(session_id))
            return self._keep(await read_table(self._store, self._games, record))
        except DamagedSession as damaged:
            _log.error("session set apart", session=session_id, reason=damaged.reason)
            await self._store.set_apart(session_id, damaged.reason)
            raise Unreadable(await self.outline(session_id)) from None

    def _keep(self, table: Table) -> Table:
        table = replace(table, trouble=self._troubles.get(table.record.id))
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)
        return table


def _with(table: Table, turns: tuple[Turn, ...]) -> Table:
    return replace(table, record=replace(table.record, turns=turns))
