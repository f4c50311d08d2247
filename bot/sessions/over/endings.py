"""How a game ended: what is kept of it for good, also of games from before results were kept.

Its hands are opened to everybody if all of its people agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import structlog
from pydantic import TypeAdapter

from bot.sessions.holding import may_host
from bot.sessions.refusals import HandsDecided, NotHost, NotOver, NotSeated, Stale
from bot.sessions.sessions import Acting, Locks, step
from bot.sessions.table.log import beginning, one_by_one
from bot.sessions.table.reading import read_table
from bot.sessions.table.table import AnyGame, Table
from bot.store.records.play import Move, OpenHands
from bot.store.records.sessions import Outcome, Session
from bot.store.store import DamagedSession, Store
from engine.game import Event, State
from engine.log import Moment, course, retold
from engine.parts.awards import awarded, counting
from engine.text import Text

_log = structlog.get_logger(__name__)

_AWARDS: TypeAdapter[tuple[Text, ...]] = TypeAdapter(tuple[Text, ...])
_NOWHERE = Outcome(places=(), scores={}, counts=False)
"""Of a game that can't be read any more."""


def counts(record: Session) -> bool:
    """Whether a game stands in the records once it has ended: the one place where that is said.

    Records are a server's: what is played outside of one counts nowhere, and no practice does.
    """
    return record.guild_id is not None and not record.practice


async def ended(table: Table, moves: Sequence[Move]) -> Outcome:
    """The end of a game that is over, with its whole log; raises DamagedSession if it isn't."""
    game, state = table.game, table.state
    outcome = None if state is None else game.outcome(state)
    if outcome is None:
        raise DamagedSession(table.record.id, "it is over, and hasn't ended")
    return Outcome(
        places=outcome.places,
        scores=outcome.scores,
        parties=game.parties(len(table.record.seats)),
        awards=_AWARDS.dump_json(await _awards(table, state, moves)).decode(),
        counts=counts(table.record),
    )


def awards_of(record: Session) -> tuple[Text, ...]:
    """What was remarkable in a game that has ended."""
    return _AWARDS.validate_json(record.awards)


async def _awards(table: Table, state: State | None, moves: Sequence[Move]) -> tuple[Text, ...]:
    """None where the log doesn't lead to this end: the game went through other rules."""
    game, record = table.game, table.record
    if not game.awards:
        return ()
    try:
        last = beginning(game, record, table.options, record.seed or 0)
        async for moment in one_by_one(retold(game, last, moves, counting(game.awards))):
            last = moment
        return awarded(game.name, game.awards, game.feats(state), _told(game, last))
    except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
        _log.warning("no awards", session=record.id, by=type(broken).__name__)
        return ()


def _told(game: AnyGame, last: Moment) -> list[Event]:
    """Everything that was told of choices that stand."""
    if game.outcome(last.state) is None:
        raise ValueError("the log doesn't end")
    return [event for moment in course(last)[1:] for event in moment.told]


@dataclass(eq=False, repr=False)
class Counting:
    """Makes up for the results that older releases didn't keep."""

    _store: Store
    _games: Mapping[str, AnyGame]
    _locks: Locks

    async def count(self, session_id: int) -> None:
        """Keep the result of a game; one whose log leads nowhere any more has none for good.

        A game of a name that isn't installed waits until it is.
        """
        async with self._locks.of(session_id):
            outline = await self._store.outline(session_id)
            if outline is None or outline.game not in self._games:
                return
            try:
                result = await self._read(session_id)
            except DamagedSession as damaged:
                _log.warning("result lost", session=session_id, reason=damaged.reason)
                result = _NOWHERE
            await self._store.count(session_id, result)

    async def _read(self, session_id: int) -> Outcome:
        record = await self._store.session(session_id)
        if record is None:
            return _NOWHERE
        table = await read_table(self._store, self._games, record)
        return await ended(table, await self._store.moves(session_id))


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


class OpeningHands(Acting):
    """Asks, counts who agrees, opens; raises NotOver, HandsDecided, NotSeated anywhere."""

    @step
    def ask(self, table: Table, user_id: int) -> Table:
        """The host would open all hands, and agrees; raises NotHost, Stale."""
        known = _over(table).record.open_hands
        if not may_host(table.record, user_id):
            raise NotHost
        if known is not None:
            raise Stale
        return _agreed(table, OpenHands("asked"), user_id)

    @step
    def agree(self, table: Table, user_id: int) -> Table:
        """Somebody who had a seat in the end agrees; all hands are open when all have."""
        return _agreed(table, _asked(table), user_id)

    @step
    def refuse(self, table: Table, user_id: int) -> Table:
        """Somebody who had a seat in the end would rather not: the hands stay closed."""
        _asked(table)
        _seat(table, user_id)
        return table.having(open_hands=OpenHands("closed"))

    @step
    def recount(self, table: Table) -> Table:
        """Open them if nobody's word is missing any more: who was asked may be gone; raises Stale
        where nobody has asked."""
        _asked(table)
        return table if missing(table) else table.having(open_hands=OpenHands("open"))


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
