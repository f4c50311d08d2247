"""Sessions, seats and moves, as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store import apart, changing, channels, hosts, lobbies, running, sessions, shelf
from bot.store import takebacks as of_takebacks
from bot.store import turns as of_turns
from bot.store.changes import NewGame, NewLobby, Played
from bot.store.errors import DamagedSession
from bot.store.records.play import Move
from bot.store.records.sessions import Ended, Outline, Session, Status
from bot.store.sql import Transactions


class SessionStore(Transactions):
    """Sessions from the lobby to the end.

    Whatever changes one that was looked at before is given the version `known` then (a session
    carries its own), and raises Overtaken, with nothing changed, if it has another one by now.
    """

    async def create_session(self, lobby: NewLobby) -> Session:
        """A lobby with its host seated; raises ChannelTaken while the channel has a live one."""
        return await self._write(lobbies.create, self._now(), lobby)

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

    async def over_in(self, guild_id: int, channel_id: int, *, within: float) -> int | None:
        """The id of a channel's last game, if it has ended within so many seconds."""
        since = self._now() - within
        return await self._read(shelf.over_in, guild_id, channel_id, since)

    async def sessions_of(self, user_id: int, *, live_only: bool = True) -> list[Session]:
        """The sessions in which somebody has a seat, the newest first; without damaged ones."""
        return await self._read(sessions.of_user, user_id, live_only=live_only)

    async def outline(self, session_id: int) -> Outline | None:
        """What is known of a session without reading its game."""
        return await self._read(sessions.outline, session_id)

    async def apart(self) -> list[Outline]:
        """All sessions that were set apart and have not been ended."""
        return await self._read(sessions.set_apart)

    async def apart_of(self, user_id: int) -> list[Outline]:
        """What is known of the live sessions of a person that were set apart."""
        return await self._read(sessions.set_apart_of_user, user_id)

    async def outline_in(self, channel_id: int) -> Outline | None:
        """The live session of a channel; without one, the latest that was set apart there."""
        return await self._read(sessions.outline_in, channel_id)

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

    async def change(self, before: Session, after: Session, *, seen: bool = True) -> Session:
        """Write what differs between a session as it was known and as it is to be.

        `seen`: all its messages lag. The session as it stands then; raises ChannelTaken.
        """
        return await self._write(changing.change, self._now(), before, after, seen=seen)

    async def start(self, session_id: int, game: NewGame, known: int | None = None) -> Session:
        """Make a game of a lobby; all its messages lag until set again. Raises WrongStatus."""
        return await self._write(lobbies.start, self._now(), session_id, game, known)

    async def commit(
        self, session_id: int, move: Move, played: Played, known: int | None = None
    ) -> float:
        """Log a move and what came of it, all or nothing; gives the session's `updated_at`.

        Raises MoveTaken unless it is the next one, WrongStatus unless the game is running.
        """
        return await self._write(running.commit, self._now(), session_id, move, played, known)

    async def undecided_takebacks(self) -> list[int]:
        """Ids of the running games in which a take-back is being decided."""
        return await self._read(of_takebacks.undecided)

    async def running_in(self, guild_id: int, most: int) -> list[int]:
        """Ids of the games that run in a server, the liveliest first."""
        return await self._read(shelf.running_in, guild_id, most)

    async def ended_for(self, user_id: int, guild_id: int | None, most: int) -> list[Ended]:
        """The latest games that ended in a server, and those in which somebody had a seat."""
        return await self._read(shelf.ended_for, user_id, guild_id, most)

    async def hosts_absent(self, since: float) -> list[int]:
        """Ids of the lobbies and running games whose hosts weren't there since that time.

        But for games that are paused, and where that is known.
        """
        return await self._read(hosts.absent, since)

    async def paused_by_host(self, now: float, longest: float) -> list[int]:
        """Ids of the games that their hosts alone have paused for so many seconds in all."""
        return await self._read(hosts.paused, now, longest)

    async def due_turns(self, now: float) -> list[int]:
        """Ids of the running games in which something is to be done about a deadline."""
        return await self._read(of_turns.due, now)

    async def timed(self) -> list[int]:
        """Ids of the running games in which somebody has a deadline."""
        return await self._read(of_turns.timed)

    async def moves(self, session_id: int) -> list[Move]:
        """The whole log, in order; raises DamagedSession."""
        return await self._read(running.moves, session_id)

    async def end(self, session_id: int, status: Status, known: int | None = None) -> None:
        """End a live session; all its messages lag."""
        await self._write(running.end, self._now(), session_id, status, known)

    async def threads_to_name(self) -> list[int]:
        """Ids of the ended sessions whose own thread doesn't say so yet, in order."""
        return await self._read(channels.threads_to_name)

    async def thread_named(self, session_id: int) -> None:
        """Remember that an ended session's thread says so, or never will."""
        await self._write(channels.thread_named, session_id)
