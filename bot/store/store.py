"""The store: every change is one transaction, durable when its call returns."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

import aiosqlite

from bot.store import apart, errands, facts, people, posts, servers, sessions
from bot.store import takebacks as of_takebacks
from bot.store import turns as of_turns
from bot.store.backup import back_up
from bot.store.database import claim, connect
from bot.store.errors import (
    ChannelTaken,
    DamagedSession,
    MoveTaken,
    StoreFailed,
    StoreUnusable,
    UnknownSession,
    WrongStatus,
    meaning,
)
from bot.store.posts import PostNote
from bot.store.presence import Presence
from bot.store.records import (
    RELAXED,
    Attendance,
    Begun,
    Errand,
    ErrandKind,
    Invitation,
    Move,
    Outline,
    Pause,
    Person,
    Post,
    PostKind,
    Retractable,
    Seat,
    Server,
    Session,
    Speed,
    Status,
    Takeback,
    Turn,
)
from bot.store.transaction import transaction

if TYPE_CHECKING:
    from filelock import FileLock

__all__ = [
    "ChannelTaken",
    "DamagedSession",
    "MoveTaken",
    "Store",
    "StoreFailed",
    "StoreUnusable",
    "UnknownSession",
    "WrongStatus",
]


class Committed(Protocol):
    """Is told how long a transaction took, and whether it was made."""

    def __call__(self, seconds: float, *, done: bool) -> None: ...


def _untold(seconds: float, *, done: bool) -> None:
    """Nobody wants to know."""


P = ParamSpec("P")
R = TypeVar("R")


class _Connection(aiosqlite.Connection):
    """Runs a whole transaction in one hop into the connection's thread.

    One hop is twice as fast as one a statement, and as the thread takes one function after
    the other, no two transactions mix and a cancelled caller never leaves one half done.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        super().__init__(lambda: database, iter_chunk_size=1)
        # A program that fails must end, even where it never came to closing the store.
        self._thread.daemon = True

    async def run(self, work: Callable[[sqlite3.Connection], R]) -> R:
        result: R = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


class Store:
    """Sessions, moves, messages and people in one SQLite file, for one process at a time.

    Every method raises StoreFailed when the disk or the file fails, with nothing changed; so does
    every change once the file is no longer where a restart would look for it.
    """

    def __init__(
        self,
        path: Path,
        connection: _Connection,
        lock: FileLock,
        presence: Presence,
        clock: Callable[[], float],
        committed: Committed,
    ) -> None:
        self.path = path
        self._presence = presence
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._committed = committed
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        committed: Committed = _untold,
    ) -> Store:
        """Open or make the database; raises StoreUnusable.

        `clock`: the time of day, `steady`: one that is never set; both in seconds. `committed` is
        told how long each transaction took, by the store's own thread.
        """
        lock = claim(path)
        try:
            # Not as the connector itself: a failing one leaves aiosqlite's thread behind.
            database = await asyncio.to_thread(connect, path)
        except BaseException:
            lock.release()
            raise
        connection = _Connection(database)
        await connection
        return cls(path, connection, lock, Presence(path, steady), clock, committed)

    async def close(self) -> None:
        """Finish what is under way, close the file and let others have it."""
        self._closed = True
        try:
            await self._connection.close()
        finally:
            self._lock.release()

    async def apart_of(self, user_id: int) -> list[Outline]:
        """What is known of the live sessions of a person that were set apart."""
        return await self._read(sessions.set_apart_of_user, user_id)

    async def create_session(  # noqa: PLR0913  (the columns, by name)
        self,
        *,
        game: str,
        options: str,
        guild_id: int | None,
        channel_id: int,
        locale: str,
        host: Seat,
        others: Sequence[Seat] = (),
        invitations: Sequence[Invitation] = (),
        invited_only: bool = False,
        own_thread: bool = False,
        speed: Speed | None = RELAXED,
        takebacks: bool = True,
        host_seen: float = 0.0,
    ) -> Session:
        """A lobby with its host seated; raises ChannelTaken while the channel has a live one."""
        return await self._write(
            sessions.create,
            self._clock(),
            game=game,
            options=options,
            guild_id=guild_id,
            channel_id=channel_id,
            locale=locale,
            host=host,
            others=others,
            invitations=invitations,
            invited_only=invited_only,
            own_thread=own_thread,
            speed=speed,
            takebacks=takebacks,
            host_seen=host_seen,
        )

    async def session(self, session_id: int) -> Session | None:
        """The session, if there is one; raises DamagedSession."""
        return await self._read(sessions.find, session_id)

    async def live_session_in(self, channel_id: int) -> Session | None:
        """The lobby or running game of a channel; one that is damaged is set apart."""
        try:
            return await self._read(sessions.live_in, channel_id)
        except DamagedSession as damaged:
            await self.set_apart(damaged.session_id, damaged.reason)
            return None

    async def sessions_of(self, user_id: int, *, live_only: bool = True) -> list[Session]:
        """The sessions in which somebody has a seat, the newest first; without damaged ones."""
        return await self._read(sessions.of_user, user_id, live_only=live_only)

    async def outline(self, session_id: int) -> Outline | None:
        """What is known of a session without reading its game."""
        return await self._read(sessions.outline, session_id)

    async def outline_in(self, channel_id: int) -> Outline | None:
        """The live session of a channel; without one, the latest that was set apart there."""
        return await self._read(sessions.outline_in, channel_id)

    async def apart(self) -> list[Outline]:
        """All sessions that were set apart and have not been ended."""
        return await self._read(sessions.set_apart)

    async def set_apart(
        self, session_id: int, reason: str, mark: str | None = None, at: float | None = None
    ) -> None:
        """Keep a session that can't be played on, and free its channel; its messages lag.

        `mark`: with what that was found out, `at`: when, in the tables' own time.
        """
        await self._write(apart.put, session_id, reason, mark, at)

    async def take_up(self, session_id: int, at: float) -> bool:
        """Have a session back that was set apart, its deadlines moved; all its messages lag.

        `at`: the tables' own time. Nothing is done, and False given, while its channel has
        another one.
        """
        return await self._write(apart.take_up, session_id, at)

    async def games_to_examine(self) -> list[str]:
        """The games of those sessions which `unexamined` looks through."""
        return await self._read(apart.games)

    async def unexamined(self, marks: Mapping[str, str]) -> list[int]:
        """Ids of the running games, and of those set apart, that were examined with other marks.

        `marks`: by game; a game without one has "".
        """
        return await self._read(apart.unexamined, marks)

    async def examined(self, session_id: int, mark: str, components: str) -> None:
        """Remember with what a log was examined, and what is played with if that isn't known."""
        await self._write(apart.examined, session_id, mark, components)

    async def lagging(self) -> list[int]:
        """Ids of the sessions that start-up must bring up to date, in order.

        Those set apart whose messages don't say so yet; and those whose computers owe a choice,
        whose board or a hand shows less than there is, that are live without a board, or where
        somebody whose direct messages are open has no hand of a running game yet. Lobbies and
        running games come first.
        """
        return await self._read(posts.lagging)

    async def save_lobby(self, lobby: Session) -> Session:
        """Store a lobby's options, language, host, seats and invitations as they are here.

        All its messages lag. Raises WrongStatus once started.
        """
        return await self._write(sessions.save_lobby, self._clock(), lobby)

    async def start(  # noqa: PLR0913  (the columns, by name)
        self,
        session_id: int,
        *,
        seats: Sequence[Seat],
        seed: int,
        begun: Begun,
        examined: str,
        snapshot: str | None,
        story: str,
        computers_due: bool,
        turns: Sequence[Turn] = (),
    ) -> Session:
        """Make a game of a lobby; all its messages lag until set again. Raises WrongStatus.

        `examined`: with what the log would give the game back, as yet.
        """
        return await self._write(
            sessions.start,
            self._clock(),
            session_id,
            seats=seats,
            seed=seed,
            begun=begun,
            examined=examined,
            snapshot=snapshot,
            story=story,
            computers_due=computers_due,
            turns=turns,
        )

    async def commit(  # noqa: PLR0913  (the columns, by name)
        self,
        session_id: int,
        move: Move,
        *,
        snapshot: str | None,
        story: str,
        status: Status,
        computers_due: bool,
        rules_version: int | None = None,
        turns: Sequence[Turn] = (),
        retractable: Sequence[Retractable] = (),
        takeback: Takeback | None = None,
    ) -> float:
        """Log a move and what came of it, all or nothing; gives the session's `updated_at`.

        `turns`: those that changed; `retractable`, `takeback`: as they are now. Raises MoveTaken
        unless it is the next one, WrongStatus unless the game is running.
        """
        return await self._write(
            sessions.commit,
            self._clock(),
            session_id,
            move,
            snapshot=snapshot,
            story=story,
            status=status,
            computers_due=computers_due,
            rules_version=rules_version,
            turns=turns,
            retractable=retractable,
            takeback=takeback,
        )

    async def change_turns(
        self, session_id: int, turns: Sequence[Turn], *, seen: bool = True
    ) -> None:
        """Replace turns; `seen`: all messages of the session lag."""
        await self._write(of_turns.change, self._clock(), session_id, turns, seen=seen)

    async def save_pause(
        self,
        session_id: int,
        pause: Pause,
        turns: Sequence[Turn],
        takeback: Takeback | None,
        host_seen: float,
    ) -> None:
        """Pause a running game, let it go on, or note a vote; all its messages lag."""
        await self._write(
            sessions.save_pause, self._clock(), session_id, pause, turns, takeback, host_seen
        )

    async def save_takeback(self, session_id: int, takeback: Takeback | None, story: str) -> None:
        """Replace what somebody asks to take back, and what was told; all messages lag."""
        await self._write(of_takebacks.change, self._clock(), session_id, takeback, story)

    async def postpone_takeback(self, session_id: int, takeback: Takeback) -> None:
        """Replace what somebody asks to take back; nobody is shown anything."""
        await self._write(of_takebacks.save_asked, session_id, takeback)

    async def undecided_takebacks(self) -> list[int]:
        """Ids of the running games in which a take-back is being decided."""
        return await self._read(of_takebacks.undecided)

    async def save_host(
        self, session_id: int, host_seen: float, *, host_away: bool, seen: bool
    ) -> None:
        """Remember when the host was there, and whether others may act for him.

        `seen`: all messages of the session lag.
        """
        await self._write(
            sessions.save_host,
            self._clock(),
            session_id,
            host_seen,
            host_away=host_away,
            seen=seen,
        )

    async def hosts_absent(self, since: float) -> list[int]:
        """Ids of the lobbies and running games whose hosts weren't there since that time.

        But for games that are paused, and where that is known.
        """
        return await self._read(sessions.hosts_absent, since)

    async def paused_by_host(self, now: float, longest: float) -> list[int]:
        """Ids of the games that their hosts alone have paused for so many seconds in all."""
        return await self._read(sessions.paused_by_host, now, longest)

    async def due_turns(self, now: float) -> list[int]:
        """Ids of the running games in which something is to be done about a deadline."""
        return await self._read(of_turns.due, now)

    async def timed(self) -> list[int]:
        """Ids of the running games in which somebody has a deadline."""
        return await self._read(of_turns.timed)

    async def change_holders(self, changed: Session, *, computers_due: bool) -> Session:
        """Store seats, host, departed, offers and story of a running game, all or nothing.

        All its messages lag. Raises WrongStatus unless the game is running.
        """
        return await self._write(
            sessions.change_holders, self._clock(), changed, computers_due=computers_due
        )

    async def replace_snapshot(
        self,
        session_id: int,
        *,
        snapshot: str | None,
        story: str,
        rules_version: int,
        turns: Sequence[Turn] = (),
        asked_anew: bool = False,
    ) -> None:
        """Cache what came of the moves anew, as when the rules have another version.

        `asked_anew`: its question is another one, since these turns; its messages lag.
        """
        await self._write(
            sessions.replace_snapshot,
            session_id,
            snapshot=snapshot,
            story=story,
            rules_version=rules_version,
            turns=turns,
            asked_anew=asked_anew,
        )

    async def moves(self, session_id: int) -> list[Move]:
        """The whole log, in order; raises DamagedSession."""
        return await self._read(sessions.moves, session_id)

    async def end(self, session_id: int, status: Status) -> None:
        """End a live session; all its messages lag."""
        await self._write(sessions.end, self._clock(), session_id, status)

    async def move_channel(
        self, session_id: int, channel_id: int, *, own_thread: bool = False
    ) -> Session:
        """Go on in another channel, where no board stands yet; raises ChannelTaken."""
        return await self._write(
            sessions.move_channel, self._clock(), session_id, channel_id, own_thread=own_thread
        )

    async def threads_to_name(self) -> list[int]:
        """Ids of the ended sessions whose own thread doesn't say so yet, in order."""
        return await self._read(sessions.threads_to_name)

    async def thread_named(self, session_id: int) -> None:
        """Remember that an ended session's thread says so, or never will."""
        await self._write(sessions.thread_named, session_id)

    async def posts(self, session_id: int) -> list[Post]:
        """Our messages of a session."""
        return await self._read(posts.of_session, session_id)

    async def save_post(self, session_id: int, post: Post, told: Attendance | None = None) -> None:
        """Remember where a message stands and what it shows, in place of its kind's last one.

        `told`: whom it tells, all or nothing.
        """
        await self._write(posts.save, session_id, post, told)

    async def forget_post(self, session_id: int, kind: PostKind, user_id: int) -> None:
        """Drop a message that is gone."""
        await self._write(posts.forget, session_id, kind, user_id)

    async def attendances(self, session_id: int) -> list[Attendance]:
        """When the people of a session pressed and were told, as far as known."""
        return await self._read(posts.attendances, session_id)

    async def save_attendance(self, session_id: int, attendance: Attendance) -> None:
        """Remember when somebody pressed and was told."""
        await self._write(posts.save_attendance, session_id, attendance)

    async def note(
        self, shown: Sequence[PostNote], attendances: Sequence[tuple[int, Attendance]]
    ) -> None:
        """Remember what messages show, unless they were replaced since, and who attended."""
        await self._write(posts.note, shown, attendances)

    async def due(self) -> dict[int, float]:
        """By session, when somebody must be told next that the table waits."""
        return await self._read(posts.due)

    async def person(self, user_id: int) -> Person | None:
        """The person, if ever saved."""
        return await self._read(people.find, user_id)

    async def save_person(self, person: Person) -> None:
        """Add or replace a person."""
        await self._write(people.save, person)

    async def server(self, guild_id: int | None) -> Server:
        """What a server's managers have set; of direct messages, nothing."""
        return await self._read(servers.find, guild_id or 0)

    async def save_server(self, server: Server) -> None:
        """Replace what is set for a server."""
        await self._write(servers.save, server)

    async def results_due(self) -> list[int]:
        """Ids of the sessions whose results are still to be told in their servers, in order."""
        return await self._read(servers.results_due)

    async def result_due(self, session_id: int) -> int | None:
        """The channel in which a session's result is still to be told."""
        return await self._read(servers.result_due, session_id)

    async def result_told(self, session_id: int) -> None:
        """Remember that a result was told, or never will be."""
        await self._write(servers.result_told, session_id)

    async def errands(self) -> list[Errand]:
        """What the operator has asked for beside the running bot, in order."""
        return await self._read(errands.waiting)

    async def leave_errand(self, kind: ErrandKind, about: int) -> None:
        """Have something looked at, and tried again until it was done."""
        await self._write(errands.leave, kind, about)

    async def errand_done(self, errand_id: int) -> None:
        """Forget an errand that was done."""
        await self._write(errands.done, errand_id)

    async def blocked(self) -> list[int]:
        """Ids of the servers in which the operator doesn't want the bot."""
        return await self._read(errands.blocked)

    async def fact(self, name: str) -> str | None:
        """What the process remembers of itself under this name."""
        return await self._read(facts.find, name)

    async def save_fact(self, name: str, value: str) -> None:
        """Remember something for the next start."""
        await self._write(facts.save, name, value)

    async def counts(self) -> dict[tuple[str, str], int]:
        """How many sessions there are of each game and status; "apart" is one, too."""
        return await self._read(sessions.counts)

    async def live_by_guild(self) -> dict[int, list[int]]:
        """Ids of the lobbies and running games of each server."""
        return await self._read(sessions.live_by_guild)

    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""
        await back_up(self.path, target)

    async def _write(
        self,
        change: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        def work(db: sqlite3.Connection) -> R:
            begun, done = time.monotonic(), False
            try:
                self._presence.check()
                with transaction(db):
                    result = change(db, *args, **kwargs)
                done = True
                return result
            finally:
                self._committed(time.monotonic() - begun, done=done)

        return await self._run(work)

    async def _read(
        self,
        look: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        return await self._run(lambda db: look(db, *args, **kwargs))

    async def _run(self, work: Callable[[sqlite3.Connection], R]) -> R:
        if self._closed:
            raise StoreFailed(f"the database {self.path} is closed")
        try:
            return await self._connection.run(work)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database {self.path}: {meaning(error)}") from error
