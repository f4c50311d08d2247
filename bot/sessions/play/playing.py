"""Games are begun and played: every choice is checked, committed, and only then answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from bot.sessions.lessons import HOUSE, Learning
from bot.sessions.over import endings
from bot.sessions.refusals import MoveRefused, Refused, Stale
from bot.sessions.sessions import Acting, Chosen, Made, Sessions, step
from bot.sessions.table import reading
from bot.sessions.table import story as stories
from bot.sessions.table import turns as turning
from bot.sessions.table.log import Point, beginning, chosen, now, standing, start
from bot.sessions.table.table import AnyGame, Table, named, options_of
from bot.store.records.play import COMPUTER, Learnt, Move, Turn
from bot.store.records.sessions import Outcome, Session, Status
from bot.store.store import DamagedSession, Store
from engine.bots import Advice
from engine.game import Event, IllegalMove, Prompt
from engine.log import digest
from engine.text import Seat, frozen, text

T = TypeVar("T")

KEPT = 2_000
"""People in whose hands something stands beside the game."""


class AtStep(Generic[T]):
    """One thing for each person at a table, in memory alone; it is past with the choice's step."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], tuple[int, T]] = OrderedDict()

    def put(self, session_id: int, user_id: int, step: int, thing: T) -> None:
        """Have this stand in the person's hand, instead of what did."""
        self._kept[session_id, user_id] = step, thing
        self._kept.move_to_end((session_id, user_id))
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, session_id: int, user_id: int | None, step: int) -> T | None:
        """What stands in the person's hand at this step."""
        known = None if user_id is None else self._kept.get((session_id, user_id))
        return known[1] if known is not None and known[0] == step else None

    def drop(self, session_id: int, user_id: int) -> None:
        """Nothing stands there any more."""
        self._kept.pop((session_id, user_id), None)


Advices: TypeAlias = AtStep[Advice]
"""Advice that was asked for. Who misses it asks again, and gets the same."""
Marks: TypeAlias = AtStep[tuple[str, ...]]
"""Choices that are marked and not confirmed: they count for nothing, and are pressed again."""


@frozen
class Asked:
    """A choice that is owed, or may be changed: at which table, of which seat."""

    table: Table
    seat: int
    prompt: Prompt


@dataclass(eq=False, repr=False)
class Playing(Acting):
    """What is played at the tables, from the setup on."""

    _store: Store
    _games: Mapping[str, AnyGame]
    _sessions: Sessions
    _learning: Learning = HOUSE

    def begun(self, record: Session, seed: int) -> Table:
        """The game that is made of a lobby."""
        game = self._games[record.game]
        begins = start(beginning(game, record, options_of(game, record), seed))
        table = Table(record, game, begins.state, begins.story)
        return table.having(
            status="playing",
            seed=seed,
            begun=reading.begun(game),
            examined=reading.mark(game),
            rules_version=game.rules_version,
            snapshot=game.dump(table.state),
            computers_due=bool(table.computers_asked()),
            turns=self._sessions.followed(table),
        )

    async def asked(self, session_id: int, user_id: int, step: int) -> Asked:
        """What a person is asked at this step; raises Refused."""
        table = await self._sessions.table(session_id)
        seat = self._sessions.seat_at(table, user_id)
        return Asked(table, seat, self._sessions.prompt(table, seat, step))

    def check(self, asked: Asked, picks: Sequence[str]) -> None:
        """Raise MoveRefused where this choice would be."""
        _played(asked, picks)

    async def act(
        self, session_id: int, user_id: int, step: int, picks: Sequence[str], *then: Sequence[str]
    ) -> Table:
        """A person's choice, `then` those that follow it as long as they are asked for one by one.

        Raises Refused if the first is refused, with nothing changed; a later one that doesn't fit
        is left, with all after it.
        """

        async def choose(table: Table) -> Made:
            seat = self._sessions.seat_at(table, user_id)
            turn, turns = table.turn(seat), table.record.turns
            if turn.missed or turn.away:
                turns = turning.with_turn(turns, turning.chose(turn))
            return await self._chosen(table, seat, step, picks, turns, by=user_id)

        _, after = await self._sessions.change(session_id, choose, at_hand=True)
        if then:
            prompt = after.prompt(self._sessions.seat_at(after, user_id))
            if prompt is not None and prompt.answered is None:
                with suppress(Refused):
                    return await self.act(session_id, user_id, prompt.step, *then)
        return after

    @step
    async def act_as_computer(
        self, table: Table, seat: int, step: int, picks: Sequence[str]
    ) -> Made:
        """A computer's choice; raises Refused, also where a person has the seat by now: Stale."""
        if seat not in table.computers() or table.deciding:
            raise Stale
        return await self._chosen(table, seat, step, picks)

    @step
    async def act_late(self, table: Table, seat: int, step: int, picks: Sequence[str]) -> Made:
        """A computer's choice for a person whose time is up; raises Stale if it isn't."""
        turn = table.turn(seat)
        if turn.step != step or turn.due_at > self._sessions.now():
            raise Stale
        turns = turning.with_turn(table.record.turns, turning.missed(turn))
        return await self._chosen(table, seat, step, picks, turns)

    def rewound(self, table: Table, to: Point, move: Move) -> Chosen:
        """The table once a seat has gone back, which is logged as that move."""
        moved = replace(table, state=to.state, story=to.story)
        stands: dict[str, Any] = {"retractable": to.retractable, "takeback": None}
        learnt = None if table.record.lesson is None else table.record.lesson.then("")
        return self._logged(moved, move, learnt, turns=self._sessions.followed(moved), **stands)

    async def _chosen(
        self,
        table: Table,
        seat: int,
        step: int,
        picks: Sequence[str],
        turns: tuple[Turn, ...] | None = None,
        *,
        by: int = COMPUTER,
    ) -> Made:
        asked = Asked(table, seat, self._sessions.prompt(table, seat, step))
        after, events = _played(asked, picks)
        game, record, picked = table.game, table.record, tuple(picks)
        if asked.prompt.answered == picked:
            return table
        move = Move(record.moves + 1, seat, picked, chosen_by=by)
        to = chosen(game, now(table), after, events, move)
        retractable, asking = to.retractable if record.takebacks else (), record.takeback
        takeback, story = standing(asking, retractable), to.story
        if by == COMPUTER and record.seats[seat].user_id is not None:
            told = text(stories.CHOSEN_FOR, picks=named(asked.prompt, picked))
            story = stories.add(story, stories.Entry(told, seat))
        if takeback is None and table.deciding:
            gone_on = text("told.takeback_overtaken", player=Seat(seat))
            story = stories.add(story, stories.Entry(gone_on))
        if turns is not None and turns is not record.turns:
            record = replace(record, turns=turns)
        moved = Table(record, game, after, story, table.trouble)
        asked_now = game.prompts(after)
        turns = self._sessions.followed(moved, asked_now)
        learnt = None
        if record.lesson is not None:
            learnt = self._learning.learnt(table, seat, asked.prompt, picked)
        settled = seat not in asked_now or asked_now[seat].step != step
        stands: dict[str, Any] = {"retractable": retractable, "takeback": takeback, "turns": turns}
        made = self._logged(moved, move, learnt, settled=settled, **stands)
        if made.after.record.status != "over":
            return made
        ended = await self._ended(made.after, move)
        return replace(made, after=made.after.having(awards=ended.awards), ended=ended)

    def _logged(
        self,
        moved: Table,
        move: Move,
        learnt: Learnt | None,
        *,
        settled: bool = True,
        **fields: Any,  # noqa: ANN401  (of a session)
    ) -> Chosen:
        """The move, and the table with these fields as it stands once that is in its log."""
        record, game = moved.record, moved.game
        status: Status = "playing" if game.asked(moved.state) else "over"
        if record.practice and self._learning.is_over(moved):
            status = "abandoned"
        snapshot = game.dump(moved.state)
        if move.number % reading.NOTED_EVERY == 0:
            move = replace(move, digest=digest(game.rules_version, snapshot))
        after = replace(
            record,
            moves=move.number,
            rules_version=game.rules_version,
            snapshot=snapshot,
            story=stories.dump(moved.story),
            status=status,
            computers_due=status == "playing" and bool(moved.computers_asked()),
            lesson=learnt or record.lesson,
            **fields,
        )
        return Chosen(moved.with_record(after), move, settled=settled)

    async def _ended(self, moved: Table, last: Move) -> Outcome:
        """How the game ends with this move."""
        log: list[Move] = []
        with suppress(DamagedSession):  # the game goes by its state, and ends without awards
            log = await self._store.moves(moved.record.id)
        return await endings.ended(moved, [*log, last])


def _played(asked: Asked, picks: Sequence[str]) -> tuple[Any, tuple[Event, ...]]:
    """State and events after an answer; raises MoveRefused."""
    try:
        return asked.table.game.play(asked.table.state, asked.seat, picks)
    except IllegalMove as illegal:
        raise MoveRefused(illegal.reason) from illegal
