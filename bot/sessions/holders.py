"""Changes of who plays a running game: each is committed before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.people.names import bold
from bot.sessions import holding
from bot.sessions import story as stories
from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.refusals import NotPlaying, UnknownOption
from bot.sessions.refusals.rights import NotHostNorModerator
from bot.sessions.refusals.seats import NotGone
from bot.sessions.retractions import passed_on
from bot.sessions.seating import may_host
from bot.sessions.sessions import Sessions
from bot.sessions.story import Entry
from bot.sessions.table import Table
from bot.store.records.seats import Departed, Seat
from bot.store.records.sessions import Session
from bot.store.store import Store, WrongStatus
from engine.text import text


@dataclass(frozen=True, slots=True)
class Changed:
    """The table after a seat has changed hands; who had it, and who has it now.

    They are the same where the last person has left: the game has ended then.
    """

    table: Table
    before: Seat
    after: Seat


class Holders:
    """Gives the seats of running games to others; raises Refused, with nothing changed.

    `names` are the computers'.
    """

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        locks: Locks,
        names: Sequence[str],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._locks = locks
        self._names = names

    @tried_again
    async def leave(self, session_id: int, user_id: int) -> Changed:
        """A computer plays on for a person; without people the game is abandoned.

        Raises NotSeated, SeatPassedOn, NotPlaying.
        """
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            number = self._sessions.seat_at(table, user_id)
            after = holding.left(table.record, user_id, self._names)
            return await self._changed(table, after, number, "told.left")

    @tried_again
    async def leave_unknown(self, session_id: int, user_id: int) -> None:
        """Have nobody know any more who it was that left a running game.

        That somebody has seen the seat's hand stays known. Raises NotPlaying.
        """
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            seats = [gone.seat for gone in table.record.departed if gone.user_id == user_id]
            gone = Departed.unknown(seats[0]) if seats else None
            story = stories.dump(stories.nameless(table.story))
            with self._sessions.changing(session_id):
                await self._store.leave_unknown(
                    session_id, user_id, gone, story, table.record.version
                )
            self._sessions.forget(session_id)

    @tried_again
    async def stand_in(self, session_id: int, number: int, *, by: int, moderator: bool) -> Changed:
        """A computer plays on for a person who has left the server.

        Raises NotPlaying, NotHostNorModerator, UnknownOption, NotGone.
        """
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            self.check_manager(table, by, moderator=moderator)
            if number >= len(table.record.seats):
                raise UnknownOption
            user_id = table.record.seats[number].user_id
            if user_id is None or not table.turn(number).gone:
                raise NotGone
            after = holding.left(table.record, user_id, self._names)
            return await self._changed(table, after, number, "told.left")

    @tried_again
    async def take_over(self, session_id: int, number: int, person: Seat) -> Changed:
        """A person plays on for a computer; see `holding.taken_over`. Raises NotPlaying too."""
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            after = holding.taken_over(table.record, number, person)
            return await self._changed(table, after, number, "told.taken_over")

    async def offer(
        self, session_id: int, number: int, whom: int | None, *, by: int, moderator: bool
    ) -> Table:
        """Offer a seat to a person, None: to whoever presses.

        Raises NotPlaying, NotHostNorModerator, LessonIsAlone, UnknownOption, CantBeOffered.
        """
        return await self._offering(
            session_id, by, lambda game: holding.offered(game, number, whom), moderator
        )

    async def withdraw(self, session_id: int, number: int, *, by: int, moderator: bool) -> Table:
        """Offer a seat no more; raises NotPlaying, NotHostNorModerator."""
        return await self._offering(
            session_id, by, lambda game: holding.withdrawn(game, number), moderator
        )

    @tried_again
    async def accept(self, session_id: int, number: int, person: Seat) -> Changed:
        """A person plays on in a seat that is offered; see `holding.accepted`.

        Raises NotPlaying too.
        """
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            after = holding.accepted(table.record, number, person)
            computer = table.record.seats[number].user_id is None
            told = "told.taken_over" if computer else "told.replaced"
            return await self._changed(table, after, number, told)

    def check_manager(self, table: Table, user_id: int, *, moderator: bool) -> None:
        """Raise unless the game runs and this person may do what a host may, or is a moderator.

        NotPlaying, NotHostNorModerator.
        """
        self._sessions.check_playing(table)
        if not may_host(table.record, user_id) and not moderator:
            raise NotHostNorModerator

    def check_offering(self, table: Table, user_id: int, *, moderator: bool) -> None:
        """Raise unless this person may offer seats: what `check_manager` does, LessonIsAlone."""
        self.check_manager(table, user_id, moderator=moderator)
        holding.check_open(table.record)

    def check_leaving(self, table: Table, user_id: int) -> None:
        """Raise unless the game runs and the person plays: NotPlaying, NotSeated, SeatPassedOn."""
        self._sessions.check_playing(table)
        self._sessions.seat_at(table, user_id)

    async def _playing(self, session_id: int) -> Table:
        table = await self._sessions.held(session_id)
        self._sessions.check_playing(table)
        return table

    @tried_again
    async def _offering(
        self,
        session_id: int,
        by: int,
        change: Callable[[Session], Session],
        moderator: bool,  # noqa: FBT001
    ) -> Table:
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            self.check_manager(table, by, moderator=moderator)
            return await self._stored(table, change(table.record))

    async def _changed(self, before: Table, after: Session, number: int, key: str) -> Changed:
        session_id = before.record.id
        had, has = before.record.seats[number], after.seats[number]
        if after.status == "abandoned":
            with self._sessions.changing(session_id):
                await self._store.end(session_id, "abandoned", before.record.version)
            return Changed(await self._sessions.stored(before), had, has)
        told = text(key, before=bold(had.name), name=bold(has.name))
        story = stories.dump(stories.add(before.story, Entry(told)))
        return Changed(await self._stored(before, replace(after, story=story)), had, has)

    async def _stored(self, before: Table, after: Session) -> Table:
        """The table as it is once the store has it."""
        after = self._sessions.hosted(before.record, after)
        turns = self._sessions.passed_on(before, after)
        after = replace(after, turns=turns, takeback=passed_on(before.record, after))
        computers_due = bool(replace(before, record=after).computers_asked())
        with self._sessions.changing(after.id):
            try:
                await self._store.change_holders(after, computers_due=computers_due)
            except WrongStatus as ended:
                raise NotPlaying(ended.session.status) from ended
        return await self._sessions.stored(before)
