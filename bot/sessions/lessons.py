"""Lessons: short first games, told by data that stand beside each game (lesson.toml).

At the table they are begun at once, against computers, and ended where the lesson says.

A path goes step by step from the view ("players.me.total"): a field, a key of a mapping, a number
of a list (from 0; -1 the last), "me" for the own seat, "#" for how many there are. Where
something is said of each, "it" is the thing and "at" its number or key, which can also be a step
of a path ("gold.{at}.me").
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    TypeAdapter,
    ValidationError,
)

from bot.sessions.table.table import Table, named
from bot.store.records.play import Learnt, Seat
from bot.store.records.sessions import Session
from engine import Lazy, games
from engine.game import Prompt, View
from engine.parts.boxes import LESSON
from engine.text import Argument, Text, frozen, text
from engine.text import Seat as Player

SEAT = "seat:"
"""Before a path to the number of a seat, which is named."""
TEXT = "text:"
"""Before a key of a text, in which {at} and {it} stand for what is said of each."""


@frozen
class Here:
    """A view, and whose side of it is meant; `at` and `it` where something is said of each."""

    view: View
    me: int | None
    at: int | str | None = None
    it: Any = None

    def each(self, path: str | None) -> Iterator[Here]:
        """Here, or once for each element of what stands at a path; raises LookupError."""
        if path is None:
            yield self
            return
        found = looked_up(self, path)
        pairs = found.items() if isinstance(found, Mapping) else enumerate(found)
        for at, it in pairs:
            yield replace(self, at=at, it=it)


def holds(here: Here, wanted: Mapping[str, object]) -> bool:
    """Whether all of this stands at these paths; raises LookupError."""
    return all(looked_up(here, path) == sought for path, sought in wanted.items())


def value(here: Here, path: str) -> Argument:
    """What a text is given: what stands at a path, a seat, or a text; raises LookupError."""
    if path.startswith(TEXT):
        return text(path.removeprefix(TEXT).format(at=here.at, it=here.it))
    found = looked_up(here, path.removeprefix(SEAT))
    if path.startswith(SEAT) and isinstance(found, int):
        return Player(found)
    if path.startswith(SEAT) or not isinstance(found, int | str | Text | Player):
        raise LookupError(f"{path} is nothing that can be said")
    return found


def looked_up(here: Here, path: str) -> Any:  # noqa: ANN401 - whatever a view holds
    """What stands at a path; raises LookupError."""
    found: Any = here.view
    for number, step in enumerate(path.format(at=here.at).split(".")):
        if number == 0 and step in ("at", "it"):
            found = here.at if step == "at" else here.it
        else:
            found = _next(here, found, step, path)
    return found


def _next(here: Here, found: Any, step: str, path: str) -> Any:  # noqa: ANN401 - the same
    key = here.me if step == "me" else step
    if step == "#":
        return len(found)
    if isinstance(found, Mapping):
        return found[key]
    if isinstance(found, Sequence) and not isinstance(found, str):
        try:
            return found[int(key or 0)]
        except ValueError:
            raise LookupError(f"{path}: no {step} in a list") from None
    if not hasattr(found, step):
        raise LookupError(f"{path}: no {step}")
    return getattr(found, step)


Strength = Literal["easy", "normal", "hard"]
Sought = StrictBool | StrictInt | StrictStr
"""What must stand at a path of a view."""


class BrokenLesson(ValueError):
    """A lesson that can't be read, and why."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Line(_Data):
    """A sentence: the key of its text, and what of the view fills it (`value`).

    `each`: a path; it is said once for each element there. `when`: what must stand at which path;
    `unless`: where it isn't said. It isn't said either where the view lacks what it speaks of.
    `once`: of several choices that its note is about, it is said after the first.
    """

    say: str
    fill: Mapping[str, str] = {}
    each: str | None = None
    when: Mapping[str, Sought] = {}
    unless: Mapping[str, Sought] = {}
    once: StrictBool = False

    def said(self, here: Here, given: Mapping[str, Argument]) -> Iterator[Text]:
        """The sentence, or one for each; `given`: arguments that no view knows."""
        with suppress(LookupError):
            for one in here.each(self.each):
                if holds(one, self.when) and not (self.unless and holds(one, self.unless)):
                    filled = {name: value(one, path) for name, path in self.fill.items()}
                    yield text(self.say, **{**given, **filled})


class Note(_Data):
    """What is said of a choice: `before` it why it matters, `after` it what it came to.

    `ask`: the keys of the questions that it belongs to; `when` as in a line.
    """

    id: str
    ask: tuple[str, ...]
    when: Mapping[str, Sought] = {}
    before: tuple[Line, ...] = Field(min_length=1)
    after: tuple[Line, ...] = Field(min_length=1)


class Lesson(_Data):
    """A short first game of `seats`, all but the learner computers.

    `seed`: the same cards for everybody; `until`: the lesson is over as soon as the public view
    says so; `goal`: said at its beginning; `recap`: said at its end, of the public view, and `why`:
    behind a button there.
    """

    seats: int
    seed: int
    computers: Strength
    options: Mapping[str, Sought] = {}
    until: Mapping[str, Sought] = Field(min_length=1)
    goal: Line
    note: tuple[Note, ...] = Field(min_length=1)
    recap: tuple[Line, ...] = Field(min_length=1)
    why: tuple[Line, ...] = ()

    def is_over(self, public: View) -> bool:
        """Whether this is its end; no game is longer than its rules make it."""
        return public.outcome is not None or holds(Here(public, None), self.until)

    def note_on(self, view: View, prompt: Prompt) -> Note | None:
        """The first note that belongs to what the viewer is asked."""
        here = Here(view, view.viewer)
        return next(
            (note for note in self.note if prompt.ask.key in note.ask and holds(here, note.when)),
            None,
        )

    def begins(self, view: View) -> tuple[Text, ...]:
        """What it is about."""
        return told((self.goal,), view, view.viewer)

    def before(self, view: View, heard: Collection[str] = ()) -> tuple[Text, ...]:
        """Why the choice that the viewer owes matters now; nothing of a note that was `heard`."""
        note = None if view.prompt is None else self.note_on(view, view.prompt)
        if note is None or note.id in heard:
            return ()
        return told(note.before, view, view.viewer)

    def after(
        self, note_id: str, picks: tuple[Text, ...], view: View, *, again: bool = False
    ) -> tuple[Text, ...]:
        """What the viewer's last choice came to, which a note of this name was about.

        `again`: the note was heard before.
        """
        note = next((note for note in self.note if note.id == note_id), None)
        if note is None:
            return ()
        lines = tuple(line for line in note.after if not (again and line.once))
        return told(lines, view, view.viewer, {"picks": picks})

    def recapped(self, public: View, learner: int, *, why: bool = False) -> tuple[Text, ...]:
        """What it all came to, as everybody may know it; `why`: how that came, and what else is."""
        return told(self.why if why else self.recap, public, learner)

    def keys(self) -> frozenset[str]:
        """The texts that it names itself."""
        notes = [line for note in self.note for line in (*note.before, *note.after)]
        return frozenset(line.say for line in (self.goal, *notes, *self.recap, *self.why))


def told(
    lines: tuple[Line, ...], view: View, me: int | None, given: Mapping[str, Argument] | None = None
) -> tuple[Text, ...]:
    """All that these lines say of a view; `me`: whose side is taken."""
    here = Here(view, me)
    return tuple(said for line in lines for said in line.said(here, given or {}))


def read(file: Traversable) -> Lesson:
    """The lesson of a file; raises BrokenLesson."""
    try:
        return Lesson.model_validate(tomllib.loads(file.read_text("utf-8")))
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as broken:
        raise BrokenLesson(f"{file.name}: {broken}") from broken


def _own(name: str) -> Lesson:
    return read(files(f"engine.{name}").joinpath(LESSON))


OWN: Final[Mapping[str, Lesson]] = Lazy(_own, tuple(games))
"""By game."""


_PICKS: TypeAdapter[tuple[Text, ...]] = TypeAdapter(tuple[Text, ...])


@frozen
class Learning:
    """What the lessons of the games make of the sessions that are lessons.

    `lessons`: by game, in the house's order.
    """

    lessons: Mapping[str, Lesson]

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
