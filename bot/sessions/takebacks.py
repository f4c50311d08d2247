"""Taking a choice back: within one's own turn at once, else when all the others agree."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import structlog

from bot.sessions import retractions
from bot.sessions import story as stories
from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.playing import Playing
from bot.sessions.refusals import Refused, Stale
from bot.sessions.refusals.play import Paused
from bot.sessions.refusals.takebacks import (
    CanChange,
    CantGoBack,
    ChosenSince,
    ComputerRefuses,
    NoSay,
    NoTakebacks,
    NothingToTakeBack,
    Revealed,
    TakebackRefused,
    TakebackUndecided,
)
from bot.sessions.replay import Point, points, rewound
from bot.sessions.sessions import Sessions
from bot.sessions.story import Entry, Story
from bot.sessions.table import Table, options_of
from bot.store.records.play import RELAXED, Move, Takeback
from bot.store.store import Store
from bot.time.table_time import TableTime
from engine.text import Seat, Text, text

_log = structlog.get_logger(__name__)


class Takebacks:
    """Asks the others, counts who agrees, and goes back; raises Refused, with nothing changed.

    `number` is the log's entry that a press is about: a press on another one is stale.
    """

    def __init__(
        self, store: Store, sessions: Sessions, playing: Playing, locks: Locks, time: TableTime
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._plays = playing
        self._locks = locks
        self._time = time

    @tried_again
    async def ask(self, session_id: int, user_id: int, number: int) -> Table:
        """Take one's last choice back, or ask the others to agree.

        Raises NoTakebacks, CanChange, Revealed, TakebackUndecided, TakebackRefused,
        ComputerRefuses, Stale.
        """
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            seat = self._sessions.seat_at(table, user_id)
            await self._check(table, seat, number)
            speed = table.record.speed or RELAXED
            asked = Takeback(seat, number, self._time.now() + speed.limit)
            return await self._settled(table, asked)

    @tried_again
    async def agree(self, session_id: int, user_id: int, number: int) -> Table:
        """Let somebody take a choice back; goes back when all have agreed.

        Raises Stale, NoSay too.
        """
        async with self._locks.of(session_id):
            table, asked = await self._decided_by(session_id, user_id, number)
            agreed = replace(asked, agreed=(*asked.agreed, user_id))
            return await self._settled(table, agreed)

    @tried_again
    async def refuse(self, session_id: int, user_id: int, number: int) -> Table:
        """Let a choice stand, whatever others say; raises Stale, NoSay too."""
        async with self._locks.of(session_id):
            table, asked = await self._decided_by(session_id, user_id, number)
            seat = self._sessions.seat_at(table, user_id)
            return await self._end(table, asked, _not_agreed(seat))

    @tried_again
    async def withdraw(self, session_id: int, user_id: int, number: int) -> Table:
        """Let one's own choice stand after all; raises Stale too."""
        async with self._locks.of(session_id):
            table = await self._playing(session_id)
            asked = self._asked(table, number)
            if asked.seat != self._sessions.seat_at(table, user_id):
                raise Stale
            return await self._decided(table, None, table.story)

    @tried_again
    async def look(self, session_id: int) -> Table | None:
        """Go back if nobody's word is missing any more, or end what takes too long.

        The table if anything has changed.
        """
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            asked = table.record.takeback
            if asked is None or not table.deciding or table.paused:
                return None
            if not retractions.missing(table):
                with suppress(Revealed, CantGoBack):
                    return await self._settled(table, asked)
            elif asked.due_at > self._time.now():
                return None
            return await self._end(table, asked, text("told.takeback_late"))

    async def _playing(self, session_id: int) -> Table:
        table = await self._sessions.held(session_id)
        self._sessions.check_playing(table)
        if table.paused:
            raise Paused(text("refused.paused"))
        return table

    async def _check(self, table: Table, seat: int, number: int) -> None:
        """Whether the seat may ask for its last choice."""
        record, choice = table.record, retractions.choice_of(table, seat)
        if not record.takebacks:
            raise NoTakebacks
        if choice is None:
            raise await self._why_not(table, seat)
        if choice.number != number:
            raise Stale
        if retractions.can_change(table, seat):
            raise CanChange
        asked = record.takeback
        if asked is not None and not asked.refused:
            raise TakebackUndecided
        if asked is not None and asked.number == number:
            raise TakebackRefused
        if retractions.refusing(table, seat) is not None:
            raise ComputerRefuses

    async def _why_not(self, table: Table, seat: int) -> Refused:
        """Why the seat's last choice stands."""
        moves = await self._store.moves(table.record.id)
        passed = self._passed(table, moves)
        last = next((move for move in reversed(moves) if move.seat == seat), None)
        if last is None or last.back_to is not None:
            return NothingToTakeBack()
        since = range(last.number - 1, len(moves))
        shown = [table.game.revealed(passed[at].state, passed[at + 1].state, seat) for at in since]
        return Revealed() if any(shown) else ChosenSince()

    async def _decided_by(
        self, session_id: int, user_id: int, number: int
    ) -> tuple[Table, Takeback]:
        """What is asked, if this person's word is missing."""
        table = await self._playing(session_id)
        self._sessions.seat_at(table, user_id)
        asked = self._asked(table, number)
        if user_id not in retractions.missing(table):
            raise NoSay
        return table, asked

    def _asked(self, table: Table, number: int) -> Takeback:
        asked = table.record.takeback
        if asked is None or asked.refused or asked.number != number:
            raise Stale
        return asked

    async def _settled(self, table: Table, asked: Takeback) -> Table:
        """Go back, unless somebody's word is missing or a computer has the last one by now."""
        computer = retractions.refusing(table, asked.seat)
        if computer is not None:
            return await self._end(table, asked, _not_agreed(computer))
        after = replace(table, record=replace(table.record, takeback=asked))
        if retractions.missing(after):
            return await self._decided(table, asked, table.story)
        return await self._go_back(table, asked.seat, asked.number)

    async def _end(self, table: Table, asked: Takeback, said: Text) -> Table:
        """The choice stands, and is not asked about again."""
        story = stories.add(table.story, Entry(said))
        return await self._decided(table, replace(asked, refused=True), story)

    async def _decided(self, table: Table, takeback: Takeback | None, story: Story) -> Table:
        """Note what somebody asks to take back, or its end."""
        record, said = table.record, stories.dump(story)
        with self._sessions.changing(record.id):
            await self._store.save_takeback(record.id, takeback, said, record.version)
        after = replace(record, takeback=takeback, story=said).after_change()
        return self._sessions.changed(table, replace(table, record=after, story=story))

    async def _go_back(self, table: Table, seat: int, number: int) -> Table:
        """To where the game stood before this entry of the log; raises Revealed, CantGoBack."""
        record = table.record
        passed = self._passed(table, await self._store.moves(record.id))
        own = [choice.number for choice in passed[-1].retractable if choice.seat == seat]
        if own != [number]:
            raise Revealed
        to = rewound(table.game, replace(passed[-1], story=table.story), passed[number - 1], seat)
        move = Move(record.moves + 1, seat, (), back_to=number)
        return await self._plays.rewind(table, to, move)

    def _passed(self, table: Table, moves: Sequence[Move]) -> list[Point]:
        """Where the game stood after each entry of its log; raises CantGoBack."""
        record, game = table.record, table.game
        begun = game.setup(len(record.seats), options_of(game, record), record.seed or 0)
        try:
            passed = points(game, begun, moves)
        except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
            _log.warning("log not replayed", session=record.id, by=type(broken).__name__)
            raise CantGoBack from None
        if game.dump(passed[-1].state) != game.dump(table.state):
            _log.warning("log leads elsewhere", session=record.id)
            raise CantGoBack
        return passed


def _not_agreed(seat: int) -> Text:
    return text("told.takeback_refused", player=Seat(seat))
