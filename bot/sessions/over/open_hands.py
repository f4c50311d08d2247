"""Opening the hands of a game that is over to everybody, if all of its people agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.sessions.refusals import HandsDecided, NotHost, NotOver, NotSeated, Stale
from bot.sessions.seating import may_host
from bot.sessions.sessions import Sessions
from bot.sessions.table.table import Table
from bot.store.records.play import OpenHands


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

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def ask(self, session_id: int, user_id: int) -> Table:
        """The host would open all hands, and agrees; raises NotHost, Stale."""

        def asked(table: Table) -> Table:
            known = _over(table).record.open_hands
            if not may_host(table.record, user_id):
                raise NotHost
            if known is not None:
                raise Stale
            return _agreed(table, OpenHands("asked"), user_id)

        return await self._change(session_id, asked)

    async def agree(self, session_id: int, user_id: int) -> Table:
        """Somebody who had a seat in the end agrees; all hands are open when all have."""
        return await self._change(session_id, lambda table: _agreed(table, _asked(table), user_id))

    async def refuse(self, session_id: int, user_id: int) -> Table:
        """Somebody who had a seat in the end would rather not: the hands stay closed."""

        def closed(table: Table) -> Table:
            _asked(table)
            _seat(table, user_id)
            return table.having(open_hands=OpenHands("closed"))

        return await self._change(session_id, closed)

    async def _change(self, session_id: int, step: Callable[[Table], Table]) -> Table:
        _, after = await self._sessions.change(session_id, step)
        return after


def _over(table: Table) -> Table:
    if table.record.status != "over":
        raise NotOver
    hands = table.record.open_hands
    if hands is not None and hands.state != "asked":
        raise HandsDecided(hands.state)
    return table


def _asked(table: Table) -> OpenHands:
    asked = _over(table).record.open_hands
    if asked is None:
        raise Stale
    return asked


def _seat(table: Table, user_id: int) -> int:
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat


def _agreed(table: Table, asked: OpenHands, user_id: int) -> Table:
    agreed = tuple(sorted({*asked.agreed, _seat(table, user_id)}))
    after = table.having(open_hands=replace(asked, agreed=agreed))
    return after if missing(after) else table.having(open_hands=OpenHands("open"))
