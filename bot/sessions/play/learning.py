"""Lessons at the table: begun at once, against computers; ended where the lesson says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import TypeAdapter

from bot.people import named
from bot.sessions.lessons import OWN, Lesson
from bot.sessions.table.table import Table
from bot.store.records.play import Learnt, Seat
from bot.store.records.sessions import Session
from engine.game import Prompt
from engine.text import Text, frozen

_PICKS: TypeAdapter[tuple[Text, ...]] = TypeAdapter(tuple[Text, ...])


@frozen
class Learning:
    """What the lessons of the games make of the sessions that are lessons."""

    lessons: Mapping[str, Lesson]

    @property
    def games(self) -> tuple[str, ...]:
        """Those that have a lesson, in the house's order."""
        return tuple(self.lessons)

    def of(self, table: Table) -> Lesson | None:
        """The session's lesson, if it is one."""
        return None if table.record.lesson is None else self.lessons.get(table.record.game)

    def is_over(self, table: Table) -> bool:
        """Whether a started session is practice that has come to its end.

        It has no result: in the store it is ended as games are that were given up, and so
        counts nowhere.
        """
        if not table.record.practice:
            return False
        public, lesson = table.view(None), self.of(table)
        return public.outcome is not None or (lesson is not None and lesson.is_over(public))

    def learnt(
        self, before: Table, seat: int, prompt: Prompt, picks: Sequence[str]
    ) -> Learnt | None:
        """What is kept of a choice for the next word on it; None if nobody learns by it."""
        lesson = self.of(before)
        if lesson is None or before.record.seats[seat].user_id is None:
            return None
        chosen = _PICKS.dump_json(named(prompt, tuple(picks))).decode()
        note = None
        if prompt.backward.isdisjoint(picks):
            note = lesson.note_on(before.view(seat), prompt)
        learnt = before.record.lesson or Learnt()
        return learnt.then("" if note is None else note.id, chosen)


def came_to(lesson: Lesson, learnt: Learnt, table: Table, seat: int) -> tuple[Text, ...]:
    """What the learner's last choice came to."""
    picks = _PICKS.validate_json(learnt.picks)
    return lesson.after(learnt.last, picks, table.view(seat), again=learnt.again)


def taught(lesson: Lesson, lobby: Session, names: Sequence[str]) -> Session:
    """The learner's table with the computers of a lesson."""
    (learner,) = lobby.seats
    free = (name for name in names if name != learner.name)
    computers = [
        Seat(seat, None, name, lesson.computers, None)
        for seat, name in zip(range(1, lesson.seats), free, strict=False)
    ]
    return replace(lobby, seats=(learner, *computers), lesson=Learnt())


HOUSE = Learning(OWN)
"""Of the house's own games."""
