"""Games are begun and played: every choice is checked, committed, and only then answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.sessions import endings, exactness
from bot.sessions import story as stories
from bot.sessions import turns as turning
from bot.sessions.learning import HOUSE, Learning
from bot.sessions.locks import Locks
from bot.sessions.overtaking import tried_again
from bot.sessions.refusals import Stale
from bot.sessions.refusals.play import MoveRefused
from bot.sessions.replay import Point, chosen, now, start
from bot.sessions.retractions import standing
from bot.sessions.sessions import Sessions
from bot.sessions.table import AnyGame, Table, options_of
from bot.store.changes import Ended, NewGame, Played
from bot.store.records.play import Learnt, Move, Turn
from bot.store.records.seats import COMPUTER
from bot.store.records.sessions import Session, Status
from bot.store.store import DamagedSession, MoveTaken, Store, WrongStatus
from engine.game import Event, IllegalMove, Prompt


@dataclass(frozen=True, slots=True)
class Acted:
    """A committed choice: the table after it, and the seat that made it.

    `settled`: the game went on; otherwise the choice waits for others and may be changed.
    """

    table: Table
    seat: int
    settled: bool


class Playing:
    """What is played at the tables, from the setup on."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        sessions: Sessions,
        locks: Locks,
        learning: Learning = HOUSE,
    ) -> None:
        self._learning = learning
        self._store = store
        self._games = games
        self._sessions = sessions
        self._locks = locks

    async def begin(self, record: Session, seed: int) -> Table:
        """Set the game up and start the session, which isn't published; called under its lock."""
        game = self._games[record.game]
        state = game.setup(len(record.seats), options_of(game, record), seed)
        story = start(game, state).story
        table = Table(record, game, state, story)
        turns = self._sessions.followed(table)
        with self._sessions.changing(record.id):
            started = await self._store.start(
                record.id,
                NewGame(
                    seats=record.seats,
                    seed=seed,
                    begun=exactness.begun(game),
                    examined=exactness.mark(game),
                    snapshot=game.dump(state),
                    story=stories.dump(story),
                    computers_due=bool(table.computers_asked()),
                    turns=turns,
                ),
                record.version,
            )
        return self._sessions.keep(Table(started, game, state, story))

    def check(self, table: Table, seat: int, step: int, picks: Sequence[str]) -> None:
        """Raise what this choice would be refused with: MoveRefused, or as `prompt`."""
        self._played(table, seat, step, picks)

    @tried_again
    async def act(self, session_id: int, user_id: int, step: int, picks: Sequence[str]) -> Acted:
        """A person's choice; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            table = await self._sessions.at_hand(session_id)
            seat = self._sessions.seat_at(table, user_id)
            turns = turning.with_turn(table.record.turns, turning.chose(table.turn(seat)))
            return await self._act(table, seat, step, picks, turns, by=user_id)

    @tried_again
    async def act_for(self, session_id: int, seat: int, step: int, picks: Sequence[str]) -> Acted:
        """A choice for whoever has the seat; raises Refused, with nothing changed."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            by = table.record.seats[seat].user_id or COMPUTER
            return await self._act(table, seat, step, picks, by=by)

    @tried_again
    async def act_as_computer(
        self, session_id: int, seat: int, step: int, picks: Sequence[str]
    ) -> Acted:
        """A computer's choice; raises Refused, also where a person has the seat by now: Stale."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            if seat not in table.computers() or table.deciding:
                raise Stale
            return await self._act(table, seat, step, picks)

    @tried_again
    async def act_late(self, session_id: int, seat: int, step: int, picks: Sequence[str]) -> Acted:
        """A computer's choice for a person whose time is up; raises Stale if it isn't."""
        async with self._locks.of(session_id):
            table = await self._sessions.held(session_id)
            turn = table.turn(seat)
            if turn.step != step or turn.due_at > self._sessions.now():
                raise Stale
            turns = turning.with_turn(table.record.turns, turning.missed(turn))
            return await self._act(table, seat, step, picks, turns)

    async def rewind(self, table: Table, to: Point, move: Move) -> Table:
        """Log that a seat goes back, and go on from there; called under the session's lock."""
        took = replace(table.record, retractable=to.retractable, takeback=None)
        moved = replace(table, record=took, state=to.state, story=to.story)
        moved = moved.with_turns(self._sessions.followed(moved))
        learnt = None if took.lesson is None else Learnt()
        return await self._committed(table, moved, move, stories.dump(to.story), learnt)

    async def _act(
        self,
        table: Table,
        seat: int,
        step: int,
        picks: Sequence[str],
        turns: tuple[Turn, ...] | None = None,
        *,
        by: int = COMPUTER,
    ) -> Acted:
        prompt, after, events = self._played(table, seat, step, picks)
        game, record = table.game, table.record
        picked = tuple(picks)
        if prompt.answered == picked:
            return Acted(table, seat, settled=False)
        move = Move(record.moves + 1, seat, picked, chosen_by=by)
        to = chosen(game, now(table), after, events, move)
        retractable = to.retractable if record.takebacks else ()
        takeback = standing(record.takeback, retractable)
        if (retractable, takeback) != (record.retractable, record.takeback):
            record = replace(record, retractable=retractable, takeback=takeback)
        moved = replace(table, record=record, state=after, story=to.story)
        if turns is not None:
            moved = moved.with_turns(turns)
        moved = moved.with_turns(self._sessions.followed(moved))
        told = stories.dump(to.story) if events else record.story
        learnt = self._learning.learnt(table, seat, prompt, picked)
        asked = game.prompts(after).get(seat)
        settled = asked is None or asked.step != step
        acted = await self._committed(table, moved, move, told, learnt, settled=settled)
        return Acted(acted, seat, settled)

    def _played(
        self, table: Table, seat: int, step: int, picks: Sequence[str]
    ) -> tuple[Prompt, Any, tuple[Event, ...]]:
        """What the seat was asked, and state and events after its answer."""
        prompt = self._sessions.prompt(table, seat, step)
        try:
            after, events = table.game.play(table.state, seat, picks)
        except IllegalMove as illegal:
            raise MoveRefused(illegal.reason) from illegal
        return prompt, after, events

    def _status(self, moved: Table) -> Status:
        if self._learning.is_over(moved):
            return "abandoned"
        return "playing" if moved.game.outcome(moved.state) is None else "over"

    async def _committed(
        self,
        before: Table,
        moved: Table,
        move: Move,
        story: str,
        learnt: Learnt | None,
        *,
        settled: bool = True,
    ) -> Table:
        session_id, game = moved.record.id, moved.game
        retractable = moved.record.retractable
        status = self._status(moved)
        ended = await self._ended(moved, move) if status == "over" else None
        snapshot = game.dump(moved.state)
        computers_due = status == "playing" and bool(moved.computers_asked())
        noted = exactness.noted(game, move, snapshot)
        if noted is not None:
            move = replace(move, digest=noted)
        with self._sessions.changing(session_id):
            try:
                updated_at = await self._store.commit(
                    session_id,
                    move,
                    Played(
                        snapshot=snapshot,
                        story=story,
                        status=status,
                        computers_due=computers_due,
                        turns=turning.changed(before.record.turns, moved.record.turns),
                        retractable=(
                            None if retractable == before.record.retractable else retractable
                        ),
                        takeback=moved.record.takeback,
                        ended=ended,
                        learnt=learnt,
                    ),
                    before.record.version,
                )
            except (MoveTaken, WrongStatus) as overtaken:
                raise Stale from overtaken
        record = replace(
            moved.record.after_change(),
            moves=move.number,
            snapshot=snapshot,
            story=story,
            status=status,
            computers_due=computers_due,
            updated_at=updated_at,
            awards="[]" if ended is None else ended.awards,
            lesson=learnt or moved.record.lesson,
        )
        return self._sessions.changed(before, replace(moved, record=record), settled=settled)

    async def _ended(self, moved: Table, last: Move) -> Ended:
        """How the game ends with this move."""
        log: list[Move] = []
        with suppress(DamagedSession):  # the game goes by its state, and ends without awards
            log = await self._store.moves(moved.record.id)
        return endings.ended(moved, [*log, last])
