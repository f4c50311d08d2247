"""Changes of who plays a running game: each is committed before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.people import bold
from bot.sessions import holding
from bot.sessions.holding import may_host
from bot.sessions.play.timing import recounted
from bot.sessions.refusals import (
    NotGone,
    NotHostNorModerator,
    NotYourSeat,
    OtherHolder,
    Overruled,
    UnknownOption,
)
from bot.sessions.sessions import Acting, Sessions, step
from bot.sessions.table import story as stories
from bot.sessions.table import turns as turning
from bot.sessions.table.log import passed_on
from bot.sessions.table.table import Table
from bot.store.records.play import Departed, Seat
from bot.store.records.sessions import Session
from engine.text import Seat as Player
from engine.text import frozen, text


@frozen
class Changed:
    """The table after a seat has changed hands; who had it, and who has it now.

    They are the same where the last person has left: the game has ended then.
    """

    table: Table
    before: Seat
    after: Seat


class Holders(Acting):
    """Gives the seats of running games to others; each method raises NotPlaying, too.

    `names` are the computers'.
    """

    def __init__(self, sessions: Sessions, names: Sequence[str]) -> None:
        super().__init__(sessions)
        self._names = names

    async def leave(self, session_id: int, user_id: int) -> Changed:
        """A computer plays on for a person; without people the game is abandoned.

        Raises NotSeated, SeatPassedOn.
        """

        def left(table: Table) -> tuple[Session, int]:
            number = self._sessions.seat_at(table, user_id)
            return holding.left(table.record, user_id, self._names), number

        return await self._passed_on(session_id, left)

    @step
    def leave_unknown(self, table: Table, user_id: int) -> Table:
        """Have nobody know any more who it was that left a running game.

        That somebody has seen the seat's hand stays known.
        """
        self._sessions.check_playing(table)
        departed = {
            gone.user_id: gone
            for known in table.record.departed
            for gone in [Departed.unknown(known.seat) if known.user_id == user_id else known]
        }
        table = replace(table, story=stories.nameless(table.story))
        return table.having(departed=tuple(departed.values()))

    async def stand_in(self, session_id: int, number: int, *, by: int, moderator: bool) -> Changed:
        """A computer plays on for a person who has left the server.

        Raises NotHostNorModerator, UnknownOption, NotGone.
        """

        def left(table: Table) -> tuple[Session, int]:
            self.check_manager(table, by, moderator=moderator)
            if number >= len(table.record.seats):
                raise UnknownOption
            user_id = table.record.seats[number].user_id
            if user_id is None or not table.turn(number).gone:
                raise NotGone
            return holding.left(table.record, user_id, self._names), number

        return await self._passed_on(session_id, left)

    async def take_over(self, session_id: int, number: int, person: Seat) -> Changed:
        """A person plays on for a computer; see `holding.taken_over`."""
        return await self._passed_on(
            session_id, lambda table: (holding.taken_over(table.record, number, person), number)
        )

    @step
    def offer(
        self, table: Table, number: int, whom: int | None, *, by: int, moderator: bool
    ) -> Table:
        """Offer a seat to a person, None: to whoever presses.

        Nothing changes yet where its player is to be asked first.
        Raises NotHostNorModerator, LessonIsAlone, UnknownOption, CantBeOffered.
        """
        self.check_manager(table, by, moderator=moderator)
        after = replace(table, record=holding.offered(table.record, number, whom))
        return table if self._asked_first(table, number, by) else after

    @step
    def overrule(self, table: Table, number: int, whom: int | None, holder: int) -> Table:
        """A moderator offers the seat although `holder`, who plays it, has not agreed; the table
        is told.

        Raises LessonIsAlone, UnknownOption, CantBeOffered, OtherHolder.
        """
        self._sessions.check_playing(table)
        record = holding.offered(table.record, number, whom)
        seat = record.seats[number]
        if seat.user_id != holder:
            raise OtherHolder
        told = text(stories.OVERRULED, name=bold(seat.name), seat=Player(number))
        return replace(table.telling(told), record=record)

    @step
    def agree(self, table: Table, number: int, whom: int | None, user_id: int) -> Table:
        """A player has the own seat offered, as somebody has asked for.

        Raises NotSeated, SeatPassedOn, NotYourSeat, LessonIsAlone, CantBeOffered.
        """
        self._check_own(table, number, user_id)
        return replace(table, record=holding.offered(table.record, number, whom))

    @step
    def keep(self, table: Table, number: int, user_id: int) -> Table:
        """A player keeps the own seat, which is offered no more; the table is told.

        Raises NotSeated, SeatPassedOn, NotYourSeat, Overruled.
        """
        self._check_own(table, number, user_id)
        if stories.overruled(table.story, number):
            raise Overruled
        name = bold(table.record.seats[number].name)
        told = text("told.keeps_seat", name=name, seat=Player(number))
        return replace(table.telling(told), record=holding.withdrawn(table.record, number))

    @step
    def withdraw(self, table: Table, number: int, *, by: int, moderator: bool) -> Table:
        """Offer a seat no more; raises NotHostNorModerator."""
        self.check_manager(table, by, moderator=moderator)
        return replace(table, record=holding.withdrawn(table.record, number))

    async def accept(self, session_id: int, number: int, person: Seat) -> Changed:
        """A person plays on in a seat that is offered; see `holding.accepted`."""
        return await self._passed_on(
            session_id, lambda table: (holding.accepted(table.record, number, person), number)
        )

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

    def _asked_first(self, table: Table, number: int, by: int) -> bool:
        """Whether the seat's player has a say: somebody else, who plays."""
        record, now = table.record, self._sessions.now_in(table.record)
        late = turning.is_late(table.turn(number), record.speed, now)
        return record.seats[number].user_id not in (None, by) and not late

    def _check_own(self, table: Table, number: int, user_id: int) -> None:
        self._sessions.check_playing(table)
        if self._sessions.seat_at(table, user_id) != number:
            raise NotYourSeat

    async def _passed_on(
        self, session_id: int, pass_on: Callable[[Table], tuple[Session, int]]
    ) -> Changed:
        """Have a running game as it is with another holder of a seat, and which seat that is."""
        number = 0

        def passed(table: Table) -> Table:
            nonlocal number
            self._sessions.check_playing(table)
            after, number = pass_on(table)
            return self._handed(table, after, number)

        before, after = await self._sessions.change(session_id, passed)
        return Changed(after, before.record.seats[number], after.record.seats[number])

    def _handed(self, table: Table, after: Session, number: int) -> Table:
        """The table once a seat has another holder, which is told; or once its last person left."""
        if after.status != "playing":
            ended = table.telling(stories.ended(bold(table.record.seats[number].name), number))
            return replace(ended, record=after)
        had, has = table.record.seats[number], after.seats[number]
        names = {"before": bold(had.name), "name": bold(has.name)}
        told = text(_told(had, has), **names, seat=Player(number))
        turns = self._sessions.passed_on(table, after)
        own = tuple(choice for choice in after.retractable if choice.seat != number)
        takeback = passed_on(table.record, after)
        after = replace(after, turns=turns, takeback=takeback, retractable=own)
        table = table.telling(told)
        if after.host_id != table.record.host_id:
            heir = next(seat.seat for seat in after.seats if seat.user_id == after.host_id)
            table = table.telling(text("told.hosts", player=Player(heir)))
        table = replace(table, record=after)
        table = recounted(table, self._sessions.now())
        return table.having(computers_due=bool(table.computers_asked()))


def _told(had: Seat, has: Seat) -> str:
    """The key of what is told of another holder."""
    if has.user_id is None:
        return stories.LEFT
    return "told.taken_over" if had.user_id is None else "told.replaced"
