"""How a game ended: what is kept of it for good."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from pydantic import TypeAdapter

from bot.sessions.log import played
from bot.sessions.table import AnyGame, Table
from bot.store.errors import DamagedSession
from bot.store.records.play import Move
from bot.store.records.sessions import Outcome, Session
from engine.awards import awarded
from engine.game import Event, State
from engine.log import Moment, course
from engine.text import Text

_log = structlog.get_logger(__name__)

_AWARDS: TypeAdapter[tuple[Text, ...]] = TypeAdapter(tuple[Text, ...])


def counts(record: Session) -> bool:
    """Whether a game stands in the records once it has ended: the one place where that is said.

    Records are a server's: what is played outside of one counts nowhere, and no lesson does.
    """
    return record.guild_id is not None and record.lesson is None


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
        passed = await played(game, record, table.options, moves)
        events = _told(game, passed[-1])
        return awarded(game.name, game.awards, game.feats(state), events)
    except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
        _log.warning("no awards", session=record.id, by=type(broken).__name__)
        return ()


def _told(game: AnyGame, last: Moment) -> list[Event]:
    """Everything that was told of choices that stand."""
    if game.outcome(last.state) is None:
        raise ValueError("the log doesn't end")
    return [event for moment in course(last)[1:] for event in moment.told]
