"""Running games: every choice is checked, committed, and only then answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal

import structlog

from bot.clock import SystemClock
from bot.sessions import exactness
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
from bot.sessions.replay import Point, chosen, now, start
from bot.sessions.retractions import postponed, standing
from bot.sessions.seating import may_host
from bot.sessions.story import Story
from bot.sessions.table import AnyGame, Table, Trouble, options_of
from bot.store.records import Move, Outline, Pause, Session, Takeback, Turn
from bot.store.store import ChannelTaken, DamagedSession, MoveTaken, Store, WrongStatus
from bot.table_time import TableTime
from engine.game import IllegalMove, Prompt
from engine.text import text

_log = structlog.get_logger(__name__)

KEPT_IN_MEMORY = 2_000
SEEN_EVERY = 300.0
"""Seconds between two notes that the host is there."""
ABSENT_AFTER = 86_400.0 + SEEN_EVERY
"""Seconds since the last such note after which the host has surely been away for a day."""


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

    def check(self, table: Table, seat: int, step: int, picks: Sequence[str]) -> None:
        """Raise what this choice would be refused with: MoveRefused, or as `prompt`."""
        self.prompt(table, seat, step)
        try:
            table.game.play(table.state, seat, picks)
        except IllegalMove as illegal:
            raise MoveRefused(illegal.reason) from illegal

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
            if seat not in table.computers() or table.deciding:
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

    def now(self) -> float:
        """The tables' own time."""
        return self._time.now()

    async def attended(self, session_id: int, user_id: int) -> bool:
        """Somebody has pressed or typed something at a table: whoever was away is back.

        Whether that shows: a seat isn't the computer's any more, or the host is there again.
        """
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if table.record.status not in ("lobby", "playing"):
                return False
            seat, shows = table.seat_of(user_id), False
            turn = None if seat is None else table.turn(seat)
            if turn is not None and (turn.away or turn.gone):
                turns = turning.with_turn(table.record.turns, turning.back(turn))
                table, shows = await self._turned(table, self._followed(_with(table, turns))), True
            if user_id == table.record.host_id:
                shows |= await self._host_attended(table)
            return shows

    async def host_absent(self, session_id: int) -> bool:
        """Note that the host has been away for a day; False if that isn't so, or not any more."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            record, now = table.record, self._time.now()
            if record.host_away or record.host_seen > now - ABSENT_AFTER or table.paused:
                if table.stranded:
                    await self._host_is(table, now, away=False, seen=False)
                return False
            await self._host_is(table, record.host_seen, away=True, seen=True)
            return True

    async def found(self, session_id: int, user_id: int, *, gone: bool) -> Table | None:
        """Somebody who owes a choice was found to have left the server, or to be in it (again).

        None if that was known, or the choice isn't owed any more.
        """
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            seat = table.seat_of(user_id)
            if seat is None or table.record.status != "playing":
                return None
            turn = table.turn(seat)
            if turn.gone == gone or turn.step is None:
                return None
            turns = turning.with_turn(table.record.turns, replace(turn, gone=gone))
            table = await self._turned(table, turns)
            if gone and user_id == table.record.host_id and not table.record.host_away:
                table = await self._host_is(table, table.record.host_seen, away=True, seen=True)
            return table

    def hosted(self, before: Session, after: Session) -> Session:
        """The session once it is clear who its host is: a new one is there."""
        if before.host_id == after.host_id:
            return after
        return replace(after, host_seen=self._time.now(), host_away=False)

    async def _host_attended(self, table: Table) -> bool:
        record, now = table.record, self._time.now()
        if record.host_away or now - record.host_seen >= SEEN_EVERY:
            await self._host_is(table, now, away=False, seen=record.host_away)
        return record.host_away

    async def _host_is(self, table: Table, when: float, *, away: bool, seen: bool) -> Table:
        record = table.record
        with self.changing(record.id):
            await self._store.save_host(record.id, when, host_away=away, seen=seen)
        now = replace(record, host_seen=when, host_away=away, changes=record.changes + seen)
        return self._keep(replace(table, record=now))

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
        story = start(game, state).story
        table = Table(record, game, state, story)
        turns = self._followed(table)
        with self.changing(record.id):
            started = await self._store.start(
                record.id,
                seats=record.seats,
                seed=seed,
                begun=exactness.begun(game),
                examined=exactness.mark(game),
                snapshot=game.dump(state),
                story=stories.dump(story),
                computers_due=bool(table.computers_asked()),
                turns=turns,
            )
        return self._keep(Table(started, game, state, story))

    async def rewind(self, table: Table, to: Point, move: Move) -> Table:
        """Log that a seat goes back, and go on from there; called under the session's lock."""
        took = replace(table.record, retractable=to.retractable, takeback=None)
        moved = replace(table, record=took, state=to.state, story=to.story)
        moved = _with(moved, self._followed(moved))
        return await self._committed(table, moved, move, stories.dump(to.story))

    async def decided(self, table: Table, takeback: Takeback | None, story: Story) -> Table:
        """Note what somebody asks to take back, or its end; called under the session's lock."""
        record = table.record
        with self.changing(record.id):
            await self._store.save_takeback(record.id, takeback, stories.dump(story))
        changes, said = record.changes + 1, stories.dump(story)
        after = replace(record, takeback=takeback, story=said, changes=changes)
        return self._keep(replace(table, record=after, story=story))

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
            host_id = user_id if may_host(record, user_id) else record.host_id
            return await self._paused(table, wish(record.pause, user_id, host_id, people, now))

    async def _paused(self, table: Table, pause: Pause) -> Table:
        """Note a pause or its end, after which every deadline is later by as much."""
        record, turns, takeback = table.record, table.record.turns, table.record.takeback
        host_seen = record.host_seen
        if record.pause.at is not None and pause.at is None:
            passed = self._time.now() - record.pause.at
            turns = tuple(turning.later(turn, passed) for turn in turns)
            takeback = postponed(takeback, passed)
            host_seen = min(host_seen + passed, self._time.now())
        with self.changing(record.id):
            new = turning.changed(record.turns, turns)
            await self._store.save_pause(record.id, pause, new, takeback, host_seen)
        after = replace(
            record,
            pause=pause,
            turns=turns,
            takeback=takeback,
            host_seen=host_seen,
            changes=record.changes + 1,
        )
        return self._keep(replace(table, record=after))

    def without_place(self) -> list[int]:
        """Ids of the sessions whose games wait for another place."""
        return [session_id for session_id, why in self._troubles.items() if why.pauses]

    async def postpone(self, session_id: int, seconds: float) -> None:
        """Move all deadlines of a game that waits; nobody is shown anything."""
        async with self._locks.of(session_id):
            table = await self._held(session_id)
            if table.record.status == "playing" and table.record.pause.at is None:
                turns = tuple(turning.later(turn, seconds) for turn in table.record.turns)
                table = await self._turned(table, turns, seen=False)
                takeback = postponed(table.record.takeback, seconds)
                if takeback is not None:
                    with self.changing(session_id):
                        await self._store.postpone_takeback(session_id, takeback)
                    self._keep(replace(table, record=replace(table.record, takeback=takeback)))

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
        """The turns as they follow from what is owed."""
        record = table.record
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
        game, record, state = table.game, table.record, table.state
        try:
            after, events = game.play(state, seat, picks)
        except IllegalMove as illegal:
            raise MoveRefused(illegal.reason) from illegal
        picked = tuple(picks)
        if prompt.answered == picked:
            return Acted(table, seat, settled=False)
        move = Move(record.moves + 1, seat, picked)
        to = chosen(game, now(table), after, events, move)
        retractable = to.retractable if record.takebacks else ()
        asked = standing(record.takeback, retractable)
        if (retractable, asked) != (record.retractable, record.takeback):
            record = replace(record, retractable=retractable, takeback=asked)
        moved = replace(table, record=record, state=after, story=to.story)
        if turns is not None:
            moved = _with(moved, turns)
        moved = _with(moved, self._followed(moved))
        told = stories.dump(to.story) if events else record.story
        acted = await self._committed(table, moved, move, told)
        asked_now = game.prompts(after).get(seat)
        settled = asked_now is None or asked_now.step != step
        return Acted(acted, seat, settled)

    async def _committed(self, before: Table, moved: Table, move: Move, story: str) -> Table:
        session_id, game = moved.record.id, moved.game
        retractable = moved.record.retractable
        over = game.outcome(moved.state) is not None
        status: Literal["playing", "over"] = "over" if over else "playing"
        snapshot = game.dump(moved.state)
        computers_due = bool(moved.computers_asked())
        noted = exactness.noted(game, move, snapshot)
        if noted is not None:
            move = replace(move, digest=noted)
        with self.changing(session_id):
            try:
                updated_at = await self._store.commit(
                    session_id,
                    move,
                    snapshot=snapshot,
                    story=story,
                    status=status,
                    computers_due=computers_due,
                    turns=turning.changed(before.record.turns, moved.record.turns),
                    retractable=None if retractable == before.record.retractable else retractable,
                    takeback=moved.record.takeback,
                )
            except (MoveTaken, WrongStatus) as overtaken:
                raise Stale from overtaken
        record = replace(
            moved.record,
            moves=move.number,
            changes=moved.record.changes + 1,
            snapshot=snapshot,
            story=story,
            status=status,
            computers_due=computers_due,
            updated_at=updated_at,
        )
        return self._keep(replace(moved, record=record))

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
            game = self._games.get((await self.outline(session_id)).game)
            mark = exactness.mark(game)
            await self._store.set_apart(session_id, damaged.reason, mark, self._time.now())
            raise Unreadable(await self.outline(session_id)) from None

    def _keep(self, table: Table) -> Table:
        trouble = self._troubles.get(table.record.id)
        if table.trouble is not trouble:
            table = replace(table, trouble=trouble)
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)
        return table


def _with(table: Table, turns: tuple[Turn, ...]) -> Table:
    if turns == table.record.turns:
        return table
    return replace(table, record=replace(table.record, turns=turns))
