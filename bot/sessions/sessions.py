"""The tables that are read and kept. The store is the truth, memory a cache of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

import structlog
from pydantic import TypeAdapter

from bot.people import bold
from bot.sessions.holding import NOBODY, absence
from bot.sessions.refusals import (
    ChannelBusy,
    NoSuchSession,
    NotPlaying,
    Paused,
    Refused,
    Stale,
    Unreadable,
)
from bot.sessions.table import reading
from bot.sessions.table import story as stories
from bot.sessions.table import turns as turning
from bot.sessions.table.reading import read_table
from bot.sessions.table.table import AnyGame, Table, Trouble
from bot.store.errors import Overtaken
from bot.store.records.play import Move, Seat, Turn
from bot.store.records.sessions import Outcome, Outline, Session
from bot.store.shares import EVERYTHING, Shares
from bot.store.store import ChannelTaken, DamagedSession, NotOurs, Store, StoreFailed
from bot.time import SystemClock, TableTime
from engine.game import Prompt
from engine.text import frozen, text

P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A", bound="Acting")

TRIES = 5
"""More than processes are likely to change one table in a row."""


class Locks:
    """One lock a name, for as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, name: Hashable) -> asyncio.Lock:
        """The lock under which everything that changes this happens."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def tried_again(act: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """Do it anew, from the table as it stands then; raises Stale if that is of no use.

    For what looks at the table itself, under its lock, and changes it once or again to no harm.
    """

    @wraps(act)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            try:
                return await act(*args, **kwargs)
            except Overtaken:
                continue
        try:
            return await act(*args, **kwargs)
        except Overtaken as overtaken:
            raise Stale from overtaken

    return tried


_log = structlog.get_logger(__name__)

KEPT_IN_MEMORY = 2_000
ENDED_IN_MEMORY = 20
"""So many of them that have ended: who looks at others has them read."""
_TROUBLE = TypeAdapter(Trouble)


@frozen
class Change:
    """A session before and after a commit that people are shown, as far as either can be read.

    `settled` False: it was a choice after which others are still waited for. `elsewhere`: another
    process has made it.
    """

    session_id: int
    before: Table | None
    after: Table | None
    settled: bool = True
    elsewhere: bool = False


Follower: TypeAlias = Callable[[Change], None]


@frozen
class Chosen:
    """What a step has come to by a move, which is logged; `ended`: how, if that ends the game.

    `after` is as it is to be stored; `settled` as in `Change`.
    """

    after: Table
    move: Move | None = None
    ended: Outcome | None = None
    settled: bool = True


Made: TypeAlias = Table | Chosen
Step: TypeAlias = Callable[[Table], Made | Awaitable[Made]]
"""One that has to look at the log first may have itself waited for."""


class Sessions:
    """The tables, from the lobby to the end, where they stand, and what keeps them from it.

    Every commit is published once, to all who follow: nobody else need know who they are.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        locks: Locks,
        time: TableTime | None = None,
        shares: Shares = EVERYTHING,
    ) -> None:
        self._store = store
        self._shares = shares
        self._time = time or TableTime(SystemClock())
        self._games = games
        self._locks = locks
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._troubles: dict[int, Trouble] = {}
        self._forgotten = 0
        """How often everything was: what was being read or changed then may be older."""
        self._outdated: set[int] = set()
        """What was changed meanwhile, and isn't kept."""
        self._followers: tuple[Follower, ...] = ()

    def follow(self, *followers: Follower) -> None:
        """Have them told of each change, in this order."""
        self._followers += followers

    def publish(self, change: Change) -> None:
        """Tell whoever follows; nothing is waited for."""
        for follower in self._followers:
            follower(change)

    async def opened(self, session_id: int) -> None:
        """Publish a session that is new, once its board is brought or may be posted by the bot."""
        self.publish(Change(session_id, None, await self.table(session_id)))

    @tried_again
    async def change(
        self,
        session_id: int,
        step: Step,
        *,
        seen: bool = True,
        at_hand: bool = False,
        published: bool = True,
    ) -> tuple[Table, Table]:
        """Change a session by one step, in one transaction; the table before and after.

        The step is given the table as it is and gives it as it is to be, which may be the same,
        or raises Refused; of a table that another process changes meanwhile, it is asked again.
        `seen`: messages lag by it. `at_hand`: begin with what memory has, and ask the store for
        nothing; the commit finds out, and then it is tried again.
        """
        async with self._locks.of(session_id):
            before = self._tables.get(session_id) if at_hand else None
            if before is None:
                before = await self._held(session_id)
            made = step(before)
            if isinstance(made, Awaitable):
                made = await made
            if made is before:
                return before, before
            choice = made if isinstance(made, Chosen) else Chosen(self._noted(before, made))
            had, has = before.record, choice.after.record
            if choice.move is None:
                # When the host was there last is shown to nobody.
                seen = seen and replace(has, host_seen=had.host_seen) != had
                stored = self._store.change(had, has, seen=seen)
            else:
                stored = self._store.commit(had, has, choice.move, choice.ended)
            record = await self._written(session_id, stored)
            if record.channel_id != before.record.channel_id:
                self._troubles.pop(session_id, None)
            after = self._keep(choice.after.with_record(record))
            if published and record.changes != before.record.changes:
                self.publish(Change(session_id, before, after, choice.settled))
            return before, after

    def _noted(self, before: Table, after: Table) -> Table:
        """What any step comes to: its story as it is stored, a new host who is there.

        What is no longer offered has nobody overruled.
        """
        if after.record.offers != before.record.offers:
            offered = [offer.seat for offer in after.record.offers]
            after = replace(after, story=stories.offering(after.story, offered))
        if after.story is not before.story:
            after = after.having(story=stories.dump(after.story))
        if after.record.host_id != before.record.host_id:
            after = after.having(host_seen=self._time.now(), host_away=False)
        return after

    async def table(self, session_id: int) -> Table:
        """The table of a session; raises NoSuchSession, Unreadable."""
        table = self._tables.get(session_id)
        if table is None:
            async with self._locks.of(session_id):
                return await self.held(session_id)
        self._tables.move_to_end(session_id)
        return table

    async def newest(self, session_id: int) -> Table:
        """The table as it is in the store at this moment; raises NoSuchSession, Unreadable."""
        table = self._tables.get(session_id)
        if table is not None and await self._store.is_newest(session_id, table.record.version):
            return table
        async with self._locks.of(session_id):
            return await self.held(session_id)

    @tried_again
    async def held(self, session_id: int) -> Table:
        """The same for who holds the session's lock."""
        return await self._held(session_id)

    async def _held(self, session_id: int) -> Table:
        table = self._tables.get(session_id)
        if table is not None and await self._store.is_newest(session_id, table.record.version):
            return table
        while True:
            forgotten = self._forgotten
            table = await self._read(session_id)
            if self._forgotten == forgotten:
                return self._keep(table)

    async def _read(self, session_id: int) -> Table:
        if self._shares.successor() is not None:
            raise NotOurs(session_id)
        try:
            record = await self._store.session(session_id)
            if record is None:
                raise NoSuchSession
            if record.set_apart is not None:
                raise Unreadable(await self.outline(session_id))
            return await read_table(self._store, self._games, record)
        except DamagedSession as damaged:
            self.check_newest(session_id)
            outline = await self.outline(session_id)
            # What can't even be read is found to be so again by everybody who asks.
            if outline.set_apart != damaged.reason:
                mark = reading.mark(self._games.get(outline.game))
                await self._store.set_apart(session_id, damaged.reason, mark, self._time.now())
                # Only now: the store may leave it to a newer release.
                _log.error("session set apart", session=session_id, reason=damaged.reason)
                outline = await self.outline(session_id)
            raise Unreadable(outline) from None

    def owns(self, record: Session | Outline) -> bool:
        """Whether this process looks after the session at this instant."""
        return self._shares.owns(record.guild_id)

    def check_ours(self, about: Table | Session | Outline) -> None:
        """Raise NotOurs unless this process looks after the session."""
        record = about.record if isinstance(about, Table) else about
        if not self._shares.owns(record.guild_id):
            raise NotOurs(record.id)

    @property
    def check_shown(self) -> Callable[[Table], None] | None:
        """As `check_ours`; None where there is no other process."""
        return self.check_ours if self._shares.shared else None

    def guard(self, record: Session | Outline) -> Callable[[], None] | None:
        """What raises NotOurs once another process looks after the session; None: there is none."""
        return partial(self.check_ours, record) if self._shares.shared else None

    def check_newest(self, session_id: int) -> None:
        """Raise NotOurs where a newer release may be able to read what can't be read here."""
        if self._shares.succeeded():
            raise NotOurs(session_id)

    async def mine(self, session_ids: Sequence[int]) -> list[int]:
        """Those that this process looks after, in order; what is gone is the first shard's."""
        if not session_ids or self._shares.owns_all():
            return list(session_ids)
        servers = await self._store.servers_of(session_ids)
        return [one for one in session_ids if self._shares.owns(servers.get(one))]

    def _keep(self, table: Table) -> Table:
        """Have this table from now on; called under the session's lock."""
        trouble = self._troubles.get(table.record.id)
        if table.trouble is not trouble:
            table = replace(table, trouble=trouble)
        if table.record.id in self._outdated:
            self._outdated.discard(table.record.id)
            return table
        self._tables[table.record.id] = table
        self._tables.move_to_end(table.record.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)
        if not table.record.live:
            for session_id in self.ended_in_memory()[:-ENDED_IN_MEMORY]:
                self.forget(session_id)
        return table

    def in_memory(self, session_id: int) -> Table | None:
        """The table, unless it would have to be read from the store."""
        return self._tables.get(session_id)

    def ended_in_memory(self) -> list[int]:
        """Ids of the sessions in memory that have ended."""
        return [held for held, table in self._tables.items() if not table.record.live]

    def forget(self, session_id: int) -> None:
        """Drop what is held in memory; the next look reads the store."""
        self._tables.pop(session_id, None)

    def forget_all(self) -> None:
        """The same of every session; what keeps boards from their channels is found out anew."""
        self._tables.clear()
        self._troubles.clear()
        self._forgotten += 1

    async def reread(self, session_id: int) -> None:
        """Have a session read anew at the next look: somebody beside the bot has changed it."""
        async with self._locks.of(session_id):
            self.forget(session_id)

    async def _written(self, session_id: int, change: Awaitable[R]) -> R:
        """Have the store change a session; called under its lock."""
        # However a change fails, even cancelled, the store may have made it: memory may not guess.
        forgotten = self._forgotten
        try:
            made = await change
        except (StoreFailed, asyncio.CancelledError):
            self.forget(session_id)
            self.publish(Change(session_id, None, None))
            raise
        except BaseException:
            self.forget(session_id)
            raise
        if self._forgotten != forgotten:
            self._outdated.add(session_id)
        return made

    def check_started(self, table: Table) -> None:
        """Raise NotPlaying unless there is something to look at."""
        if not table.started:
            raise NotPlaying(table.record.status)

    def check_playing(self, table: Table) -> None:
        """Raise NotPlaying unless the game runs."""
        if table.record.status != "playing":
            raise NotPlaying(table.record.status)

    def seat_at(self, table: Table, user_id: int) -> int:
        """The seat of a person at a game that was started.

        Raises NotPlaying, NotSeated, SeatPassedOn.
        """
        if table.state is None:
            raise NotPlaying(table.record.status)
        seat = table.seat_of(user_id)
        if seat is None:
            raise absence(table.record, user_id)
        return seat

    def prompt(self, table: Table, seat: int, step: int) -> Prompt:
        """What a seat is asked at this step; raises NotPlaying, Paused, Stale."""
        if table.record.status != "playing":
            raise NotPlaying(table.record.status)
        if table.trouble is not None and table.trouble.pauses:
            raise Paused(table.trouble.said)
        if table.record.pause.at is not None:
            raise Paused(text("refused.paused"))
        prompt = table.prompts().get(seat)
        if prompt is None or prompt.step != step:
            raise Stale
        return prompt

    def now(self) -> float:
        """The tables' own time."""
        return self._time.now()

    def now_in(self, record: Session) -> float:
        """The same as it passes in a game: while that is paused it stands still."""
        at = record.pause.at
        return self.now() if at is None else at

    def passed_on(self, before: Table, after: Session) -> tuple[Turn, ...]:
        """The turns once seats have other holders: what they owe they owe from now on."""
        turns, known = before.record.turns, before.departed()
        for had, has in zip(before.record.seats, after.seats, strict=True):
            if had.user_id != has.user_id:
                # Who comes back has no more time to ask for than when they left.
                stays = has.user_id is None or has.user_id in known
                extended = before.turn(has.seat).extended if stays else 0
                turns = turning.with_turn(turns, Turn(has.seat, extended=extended))
        return self.followed(replace(before, record=replace(after, turns=turns)))

    def followed(
        self, table: Table, prompts: Mapping[int, Prompt] | None = None
    ) -> tuple[Turn, ...]:
        """The turns as they follow from what is owed; `prompts` where they are known."""
        record, owed = table.record, table.owed(prompts)
        people = [seat.seat for seat in record.seats if seat.user_id is not None]
        now = partial(self.now_in, record)
        return turning.followed(record.turns, people, owed, record.speed, now)

    async def outline(self, session_id: int) -> Outline:
        """What is known of a session, also of one that can't be read; raises NoSuchSession."""
        outline = await self._store.outline(session_id)
        if outline is None:
            raise NoSuchSession
        return outline

    async def check_apart(self, channel_id: int) -> None:
        """Raise Unreadable where a channel's only session is set apart."""
        outline = await self._store.outline_in(channel_id)
        if outline is not None and outline.set_apart is not None:
            raise Unreadable(outline)

    async def abandon(self, session_id: int, by: Seat | None = None) -> None:
        """End a session without a result, also one that can't be read; `by` whom.

        Raises NotPlaying if it has ended already.
        """

        def ended(table: Table) -> Table:
            if not table.record.live:
                raise NotPlaying(table.record.status)
            if by is not None:
                seat = table.seat_of(by.user_id or NOBODY)
                table = table.telling(stories.ended(bold(by.name), seat))
            return table.having(status="abandoned", computers_due=False)

        if by is not None:
            with suppress(Unreadable):
                await self.change(session_id, ended)
                return
        async with self._locks.of(session_id):
            outline = await self.outline(session_id)
            if not outline.live:
                raise NotPlaying(outline.status)
            before, after = self.in_memory(session_id), None
            await self._written(session_id, self._store.end(session_id))
            self.forget(session_id)
            with suppress(Refused):
                after = await self.held(session_id)
            self.publish(Change(session_id, before, after))

    async def move(self, session_id: int, channel_id: int, *, own_thread: bool = False) -> Table:
        """Go on in another channel, free of trouble; raises ChannelBusy."""

        def moved(table: Table) -> Table:
            if table.record.channel_id == channel_id:
                return table
            return table.having(channel_id=channel_id, own_thread=own_thread)

        try:
            _, after = await self.change(session_id, moved)
        except ChannelTaken as taken:
            raise ChannelBusy(taken.session) from taken
        self.set_trouble(session_id, None)
        await self.tell_trouble(session_id)
        return replace(after, trouble=None)

    async def board_stands(self, session_id: int, message_id: int | None) -> None:
        """The board is this message now: links lead there."""
        # A change that is under way knows the one before.
        async with self._locks.of(session_id):
            table = self._tables.get(session_id)
            if table is not None:
                self._tables[session_id] = table.having(board_message_id=message_id)

    def without_place(self) -> list[int]:
        """Ids of the sessions whose games wait for another place."""
        return [session_id for session_id, why in self._troubles.items() if why.pauses]

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

    async def tell_trouble(self, session_id: int) -> None:
        """Let other processes know of it: they answer presses, too."""
        trouble = self._troubles.get(session_id)
        said = "" if trouble is None else _TROUBLE.dump_json(trouble).decode()
        await self._store.tell("trouble", session_id, said)

    async def tell_troubles(self) -> None:
        """The same of every session, for a process that has just come."""
        for session_id in await self.mine(list(self._troubles)):
            await self.tell_trouble(session_id)

    def told_trouble(self, session_id: int, said: str) -> None:
        """The session's owner knows this of it."""
        self.set_trouble(session_id, _TROUBLE.validate_json(said) if said else None)


class Acting:
    """Changes sessions by methods that are a `step`; each raises Refused, with nothing changed."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions


def step(
    made: Callable[Concatenate[A, Table, P], Made | Awaitable[Made]],
) -> Callable[Concatenate[A, int, P], Coroutine[Any, Any, Table]]:
    """Have a method, which is given a table, change the session of an id: the table after it."""

    @wraps(made)
    async def changed(self: A, session_id: int, /, *args: P.args, **kwargs: P.kwargs) -> Table:
        _, after = await self._sessions.change(
            session_id, lambda table: made(self, table, *args, **kwargs)
        )
        return after

    return changed
