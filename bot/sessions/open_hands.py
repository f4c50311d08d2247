"""Opening the hands of a game that is over to everybody, if all of its people agree."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.refusals import NotSeated, Stale
from bot.sessions.refusals.replays import HandsDecided, NotOver
from bot.sessions.refusals.rights import NotHost
from bot.sessions.seating import may_host
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records.play import OpenHands
from bot.store.store import Store


def missing(table: Table) -> tuple[int, ...]:
    """The seats whose word is missing; those that were the computer's, or left, have no say."""
    record, asked = table.record, table.record.open_hands
    if asked is None or asked.state != "asked":
        return ()
    voters = table.voters()
    gone = {turn.seat for turn in record.turns if turn.gone}
    return tuple(
        seat.seat
        for seat in record.seats
        if seat.user_id in voters and seat.seat not in (*asked.agreed, *gone)
    )


class OpeningHands:
    """Asks, counts who agrees, opens; raises Refused, with nothing changed.

    NotOver, HandsDecided, NotSeated anywhere.
    """

    def __init__(self, store: Store, sessions: Sessions, locks: Locks) -> None:
        self._store = store
        self._sessions = sessions
        self._locks = locks

    @tried_again
    async def ask(self, session_id: int, user_id: int) -> Table:
        """The host would open all hands, and agrees; raises NotHost, Stale."""
        async with self._locks.of(session_id):
            table = await self._over(session_id)
            if not may_host(table.record, user_id):
                raise NotHost
            if table.record.open_hands is not None:
                raise Stale
            return await self._agreed(table, OpenHands("asked"), user_id)

    @tried_again
    async def agree(self, session_id: int, user_id: int) -> Table:
        """Somebody who had a seat in the end agrees; all hands are open when all have."""
        async with self._locks.of(session_id):
            table, asked = await self._asked(session_id)
            return await self._agreed(table, asked, user_id)

    @tried_again
    async def refuse(self, session_id: int, user_id: int) -> Table:
        """Somebody who had a seat in the end would rather not: the hands stay closed."""
        async with self._locks.of(session_id):
            table, _ = await self._asked(session_id)
            self._seat(table, user_id)
            return await self._save(table, OpenHands("closed"))

    async def _over(self, session_id: int) -> Table:
        table = await self._sessions.held(session_id)
        if table.record.status != "over":
            raise NotOver
        hands = table.record.open_hands
        if hands is not None and hands.state != "asked":
            raise HandsDecided(hands.state)
        return table

    async def _asked(self, session_id: int) -> tuple[Table, OpenHands]:
        table = await self._over(session_id)
        if table.record.open_hands is None:
            raise Stale
        return table, table.record.open_hands

    def _seat(self, table: Table, user_id: int) -> int:
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated
        return seat

    async def _agreed(self, table: Table, asked: OpenHands, user_id: int) -> Table:
        agreed = {*asked.agreed, self._seat(table, user_id)}
        asked = replace(asked, agreed=tuple(sorted(agreed)))
        after = replace(table, record=replace(table.record, open_hands=asked))
        return await self._save(table, asked if missing(after) else OpenHands("open"))

    async def _save(self, table: Table, hands: OpenHands) -> Table:
        record = table.record
        with self._sessions.changing(record.id):
            await self._store.save_open_hands(record.id, hands, record.version)
        after = replace(record, open_hands=hands).after_change()
        return self._sessions.changed(table, replace(table, record=after))
