"""One session in memory; all of it may be lost at any instant and read again from the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from bot.sessions.table import story as stories
from bot.sessions.table.story import Entry, Story, heard_by, parted
from bot.store.records.play import Turn
from bot.store.records.sessions import Session
from engine.game import Game, Option, Options, Prompt, State, View
from engine.text import Text, alike, frozen, text

AnyGame: TypeAlias = Game[Any, Any, Any]
MOST_VALUES = 25
"""Of an option, and of whatever else a select offers."""


@frozen
class Trouble:
    """Why the board can't stand in its channel; `pauses`: the game waits for another one."""

    said: Text
    pauses: bool


class _Holders(NamedTuple):
    """Seats: those that computers have for now, all that they choose for, who owes a choice."""

    away: tuple[int, ...]
    computers: tuple[int, ...]
    people_asked: tuple[int, ...]
    computers_asked: tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """A session as stored, with its state (None before the start) and story.

    Only `view` and `told` may be shown to anybody. `trouble` is known to memory alone.
    """

    record: Session
    game: AnyGame
    state: State | None = field(repr=False)
    story: Story = field(repr=False)
    trouble: Trouble | None = None

    @property
    def changes(self) -> int:
        """How many changes of the session this table shows."""
        return self.record.changes

    @property
    def events(self) -> int:
        """How many of them were no choices: who plays, pauses, what is allowed for a turn."""
        return self.record.changes - self.record.moves

    @property
    def stranded(self) -> bool:
        """Whether the game waits for another channel."""
        return self.trouble is not None and self.trouble.pauses

    @cached_property
    def paused(self) -> bool:
        """Whether the game waits for another channel, or until its people want to go on."""
        trouble = self.trouble
        return self.record.pause.at is not None or (trouble is not None and trouble.pauses)

    @property
    def deciding(self) -> bool:
        """Whether the others decide at the moment what somebody asks to take back."""
        takeback = self.record.takeback
        return takeback is not None and not takeback.refused

    @property
    def players(self) -> int:
        """How many play; in a lobby, the fewest that it can be with those who are seated."""
        seated = len(self.record.seats)
        return next((n for n in sorted(self.game.seats) if n >= seated), max(self.game.seats))

    @property
    def options(self) -> Options:
        """The chosen variants."""
        return options_of(self.game, self.record)

    @property
    def started(self) -> bool:
        """Whether there is anything to view."""
        return self.state is not None

    @property
    def has_topics(self) -> bool:
        """Whether players may ask what a card does."""
        return type(self.game).topics is not Game.topics

    def having(self, **fields: Any) -> Table:  # noqa: ANN401  (fields of a session)
        """The same with other fields of its session."""
        return self.with_record(replace(self.record, **fields))

    def with_record(self, record: Session) -> Table:
        """The same of another record of its session."""
        after = Table(record, self.game, self.state, self.story, self.trouble)
        before, holders = self.record, vars(self).get("_holders")
        if holders is not None and before.seats == record.seats:
            # Of the turns only who is away matters: deadlines change with every choice.
            same = before.turns is record.turns
            if same or list(holders.away) == [turn.seat for turn in record.turns if turn.away]:
                vars(after)["_holders"] = holders
        return after

    def with_turns(self, turns: tuple[Turn, ...]) -> Table:
        """The same with these turns."""
        return self if turns == self.record.turns else self.having(turns=turns)

    def telling(self, said: Text) -> Table:
        """The same once this was told, of which the game knows nothing."""
        return replace(self, story=stories.add(self.story, Entry(said)))

    @property
    def how_ended(self) -> Text:
        """That it has no result, and by whom it was ended where that is known."""
        last = self.story[-1].text if self.story else None
        by_somebody = (stories.ENDED, stories.ENDED_BY_MODERATION)
        return last if last is not None and last.key in by_somebody else text("board.abandoned")

    def prompts(self) -> Mapping[int, Prompt]:
        """What each seat owes or may still change; in a lobby nobody does.

        Found anew each time: of all tables in memory it would be several kB each.
        """
        return {} if self.state is None else self.game.prompts(self.state)

    def prompt(self, seat: int) -> Prompt | None:
        """What this seat owes or may still change; the game must have been started."""
        if self.state is None:
            raise ValueError("a lobby asks nothing")
        return self.game.prompts(self.state).get(seat)

    def asks_several(self) -> bool:
        """Whether several seats choose at the same time, whoever of them has chosen already."""
        return len(self.prompts()) > 1

    def chosen_already(self) -> int:
        """How many have chosen of those who choose at the same time."""
        return sum([prompt.answered is not None for prompt in self.prompts().values()])

    def view(self, viewer: int | None) -> View:
        """What this seat, or the public, may know; the game must have been started."""
        if self.state is None:
            raise ValueError("a lobby has nothing to view")
        view: View = self.game.view(self.state, viewer)
        return view

    def told(self, viewer: int | None) -> list[Text]:
        """What this seat, or the public, was told lately."""
        return heard_by(self.story, viewer)

    def told_parted(self, viewer: int | None) -> tuple[list[Text], list[Text]]:
        """What was told last to this seat, or the public: what has ended, and what begins."""
        return parted(self.story, viewer, len(self.record.seats))

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person, if seated."""
        for seat in self.record.seats:
            if seat.user_id == user_id:
                return seat.seat
        return None

    def people(self) -> tuple[int, ...]:
        """The ids of the people at the table."""
        return tuple(seat.user_id for seat in self.record.seats if seat.user_id is not None)

    def voters(self) -> tuple[int, ...]:
        """The ids of the people who have a say: those whose seats the computer hasn't."""
        away = self.away()
        return tuple(
            seat.user_id
            for seat in self.record.seats
            if seat.user_id is not None and seat.seat not in away
        )

    def departed(self) -> tuple[int, ...]:
        """The ids of the people who held a seat of the running game and hold none now."""
        return tuple(gone.user_id for gone in self.record.departed if not gone.forgotten)

    def computers(self) -> tuple[int, ...]:
        """The computers' seats, and those which they have until their players are back."""
        return self._holders.computers

    def owing(self, view: View) -> tuple[int, ...]:
        """The seats that are waited for: computers choose at once after the last person."""
        computers = self.computers()
        if not computers:
            return view.awaited
        return tuple([seat for seat in view.awaited if seat not in computers]) or view.awaited

    def away(self) -> tuple[int, ...]:
        """The people's seats that the computer has."""
        return self._holders.away

    @cached_property
    def _holders(self) -> _Holders:
        """Found once: nothing of a table changes."""
        record = self.record
        away = [turn.seat for turn in record.turns if turn.away]
        people_asked: list[int] = []
        computers_asked: list[int] = []
        asked = () if self.state is None else self.game.asked(self.state)
        seats = record.seats
        computers = [one.seat for one in seats if one.user_id is None or one.seat in away]
        for number in asked:
            (computers_asked if number in computers else people_asked).append(number)
        return _Holders(*map(tuple, (away, computers, people_asked, computers_asked)))

    def turn(self, seat: int) -> Turn:
        """What a person's seat owes and until when, as far as there is a clock."""
        for turn in self.record.turns:
            if turn.seat == seat:
                return turn
        return Turn(seat)

    def owed(self, prompts: Mapping[int, Prompt] | None = None) -> dict[int, int]:
        """The steps of the choices that people owe, by seat; `prompts` where they are known."""
        prompts = self.prompts() if prompts is None else prompts
        return {seat: prompts[seat].step for seat in self._holders.people_asked if seat in prompts}

    def computers_asked(self) -> tuple[int, ...]:
        """Computers that owe a choice now."""
        return self._holders.computers_asked

    def people_asked(self) -> tuple[int, ...]:
        """People's seats that owe a choice now."""
        return self._holders.people_asked


def options_of(game: AnyGame, record: Session) -> Options:
    """The chosen variants of a stored session."""
    options: Options = game.Options.model_validate_json(record.options)
    return options


def values_of(field: FieldInfo) -> Sequence[bool | str | int]:
    """The values of an option's field; raises ValueError for what is no option (`Options`)."""
    if field.annotation is bool:
        return False, True
    values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
    if values and all(isinstance(value, str) and value == value.lower() for value in values):
        return values
    least = [int(str(bound.ge)) for bound in field.metadata if isinstance(bound, Ge)]
    most = [int(str(bound.le)) for bound in field.metadata if isinstance(bound, Le)]
    if field.annotation is not int or not least or not most:
        raise ValueError("no bool, Literal of small letters or int with ge and le")
    return range(max(least), min(most) + 1)


def named(prompt: Prompt, picks: tuple[str, ...]) -> tuple[Text, ...]:
    """The options picked, in words; nothing is said so."""
    chosen = alike(use_of(option) for option in prompt.options if option.id in picks)
    return chosen or (text("hand.none"),)


def use_of(option: Option) -> Text:
    """An option, with what it is a use of."""
    if option.group is None:
        return option.text
    return text("hand.use_of", thing=option.group, use=option.text)
