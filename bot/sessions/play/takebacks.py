"""Taking a choice back: within one's own turn at once, else when all the others agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, pairwise

import structlog

from bot.people import bold
from bot.sessions.play.playing import Playing
from bot.sessions.refusals import (
    CanChange,
    CantGoBack,
    ChosenSince,
    ComputerRefuses,
    NoSay,
    NoTakebacks,
    NotAsked,
    NothingToTakeBack,
    Paused,
    Refused,
    Revealed,
    Stale,
    TakebackRefused,
    TakebackUndecided,
)
from bot.sessions.sessions import Acting, Chosen, Made, Sessions, step
from bot.sessions.table.log import (
    Point,
    beginning,
    can_change,
    choice_of,
    one_by_one,
    others,
    points,
    refusing,
    rewound,
    undecided,
)
from bot.sessions.table.table import Table
from bot.store.records.play import COMPUTER, RELAXED, Move, Retractable, Takeback
from bot.store.records.sessions import Session
from bot.store.store import Store
from engine.log import retold
from engine.text import Seat, Text, text

_log = structlog.get_logger(__name__)


class Takebacks(Acting):
    """Asks the others, counts who agrees, and goes back.

    `number` is the log's entry that a press is about: a press on another one is stale.
    """

    def __init__(self, store: Store, sessions: Sessions, playing: Playing) -> None:
        super().__init__(sessions)
        self._store = store
        self._plays = playing

    @step
    async def ask(self, table: Table, user_id: int, number: int) -> Made:
        """Take one's last choice back, or ask the others to agree.

        Raises NoTakebacks, CanChange, Revealed, TakebackUndecided, TakebackRefused,
        ComputerRefuses, Stale.
        """
        self._check_playing(table)
        seat = self._sessions.seat_at(table, user_id)
        await self._check(table, seat, number)
        due_at = self._sessions.now() + (table.record.speed or RELAXED).limit
        return await self._settled(table, Takeback(seat, number, due_at))

    @step
    async def agree(self, table: Table, user_id: int, number: int) -> Made:
        """Let somebody take a choice back; goes back when all have agreed.

        Raises Stale, NoSay, NotAsked too.
        """
        asked = self._decided_by(table, user_id, number)
        return await self._settled(table, replace(asked, agreed=(*asked.agreed, user_id)))

    @step
    def refuse(self, table: Table, user_id: int, number: int) -> Table:
        """Let a choice stand, whatever others say; raises Stale, NoSay, NotAsked too."""
        asked = self._decided_by(table, user_id, number)
        return _ended(table, asked, _not_agreed(self._sessions.seat_at(table, user_id)))

    @step
    def withdraw(self, table: Table, user_id: int, number: int) -> Table:
        """Let one's own choice stand after all; raises Stale too."""
        self._check_playing(table)
        if _asked(table, number).seat != self._sessions.seat_at(table, user_id):
            raise Stale
        return table.having(takeback=None)

    async def look(self, session_id: int) -> Table | None:
        """Go back if nobody's word is missing any more, or end what takes too long.

        The table if anything has changed.
        """

        async def looked(table: Table) -> Made:
            asked = table.record.takeback
            if asked is None or not table.deciding or table.paused:
                return table
            if not undecided(table):
                with suppress(Revealed, CantGoBack):
                    return await self._settled(table, asked)
            elif asked.due_at > self._sessions.now():
                return table
            return _ended(table, asked, text("told.takeback_late"))

        before, after = await self._sessions.change(session_id, looked)
        return None if after is before else after

    def _check_playing(self, table: Table) -> None:
        self._sessions.check_playing(table)
        if table.paused:
            raise Paused(text("refused.paused"))

    async def _check(self, table: Table, seat: int, number: int) -> None:
        """Whether the seat may ask for its last choice."""
        record, choice = table.record, choice_of(table, seat)
        if not record.takebacks:
            raise NoTakebacks
        if choice is None:
            raise await self._why_not(table, seat)
        if choice.number != number:
            raise Stale
        if can_change(table, seat):
            raise CanChange
        asked = record.takeback
        if asked is not None and not asked.refused:
            raise TakebackUndecided
        if asked is not None and asked.number == number:
            raise TakebackRefused
        if refusing(table, seat) is not None:
            raise ComputerRefuses

    async def _why_not(self, table: Table, seat: int) -> Refused:
        """Why the seat's last choice stands."""
        moves = await self._store.moves(table.record.id)
        last = next((move for move in reversed(moves) if move.seat == seat), None)
        passed = await self._passed(table, moves, len(moves) + 1 if last is None else last.number)
        if last is None or last.back_to is not None:
            return NothingToTakeBack()
        revealed = table.game.revealed
        shown = [revealed(at.state, after.state, seat) for at, after in pairwise(passed)]
        return Revealed() if any(shown) else ChosenSince()

    def _decided_by(self, table: Table, user_id: int, number: int) -> Takeback:
        """What is asked, if this person's word is missing."""
        self._check_playing(table)
        self._sessions.seat_at(table, user_id)
        asked = _asked(table, number)
        if user_id in undecided(table):
            return asked
        choice, asks = choice_of(table, asked.seat), others(table, asked.seat)
        own = user_id == table.record.seats[asked.seat].user_id
        if choice is not None and choice.own_turn and user_id not in asks and not own:
            seats = table.record.seats
            names = [bold(seat.name) for seat in seats if seat.user_id in asks]
            raise NotAsked(names=", ".join(names))
        raise NoSay

    async def _settled(self, table: Table, asked: Takeback) -> Made:
        """Go back, unless somebody's word is missing or a computer has the last one by now."""
        computer = refusing(table, asked.seat)
        if computer is not None:
            return _ended(table, asked, _not_agreed(computer))
        after = table.having(takeback=asked)
        if undecided(after):
            return after
        return await self._gone_back(table, asked.seat, asked.number)

    async def _gone_back(self, table: Table, seat: int, number: int) -> Chosen:
        """To where the game stood before this entry of the log; raises Revealed, CantGoBack."""
        record = table.record
        moves = await self._store.moves(record.id)
        passed = await self._passed(table, moves, number)
        then, last = passed[0], passed[-1]
        own = [choice.number for choice in last.retractable if choice.seat == seat]
        if own != [number]:
            raise Revealed
        to = rewound(table.game, replace(last, story=table.story), then, seat)
        to = replace(to, retractable=_own(record, to.retractable, moves))
        return self._plays.rewound(table, to, Move(record.moves + 1, seat, (), back_to=number))

    async def _passed(self, table: Table, moves: Sequence[Move], number: int) -> list[Point]:
        """Where the game stood before this entry of its log, and after each from there on.

        Raises CantGoBack.
        """
        record, game, passed = table.record, table.game, 0
        found: list[Point] = []
        try:
            begun = beginning(game, record, table.options, record.seed or 0)
            moments = chain([begun], retold(game, begun, moves, lambda _: False))
            async for at in one_by_one(points(game, moments, moves)):
                passed += 1
                if passed >= number:
                    found.append(at)
        except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
            _log.warning("log not replayed", session=record.id, by=type(broken).__name__)
            raise CantGoBack from None
        if not found or game.dump(found[-1].state) != game.dump(table.state):
            _log.warning("log leads elsewhere", session=record.id)
            raise CantGoBack
        return found


def _own(
    record: Session, retractable: Iterable[Retractable], moves: Sequence[Move]
) -> tuple[Retractable, ...]:
    """Those choices which who has the seat now has made, as far as it is known who has."""
    kept = []
    for choice in retractable:
        has = record.seats[choice.seat].user_id or COMPUTER
        if moves[choice.number - 1].chosen_by in (None, has):
            kept.append(choice)
    return tuple(kept)


def _asked(table: Table, number: int) -> Takeback:
    asked = table.record.takeback
    if asked is None or asked.refused or asked.number != number:
        raise Stale
    return asked


def _ended(table: Table, asked: Takeback, said: Text) -> Table:
    """The choice stands, and is not asked about again."""
    return table.telling(said).having(takeback=replace(asked, refused=True))


def _not_agreed(seat: int) -> Text:
    return text("told.takeback_refused", player=Seat(seat))
