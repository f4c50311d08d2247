"""What a log comes to: choices one after the other, and rewinds to where they were made.

A long log takes tenths of a second: it is played piece by piece, for presses come first.

And what becomes of a take-back that is being decided, and whom it concerns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import field, replace
from operator import attrgetter
from typing import TypeVar

import structlog

from bot.sessions.table import story as stories
from bot.sessions.table.story import Entry, Story
from bot.sessions.table.table import AnyGame, Table
from bot.store.records.play import Move, Retractable, Takeback
from bot.store.records.sessions import Session
from bot.store.store import Store
from engine.game import Event, Options, Prompt, State
from engine.log import Moment, gone_back, replayed
from engine.text import Seat, frozen, text

T = TypeVar("T")

_log = structlog.get_logger(__name__)

AT_A_TIME = 5
"""Entries played before others get their turn on the event loop."""


@frozen
class Point:
    """Where a game stands after so many entries of its log."""

    state: State = field(repr=False)
    story: Story = field(repr=False)
    retractable: tuple[Retractable, ...] = ()


def now(table: Table) -> Point:
    """Where a table stands; the game must have been started."""
    if table.state is None:
        raise ValueError("a lobby has no log")
    return Point(table.state, table.story, table.record.retractable)


def beginning(game: AnyGame, record: Session, options: Options, seed: int) -> Moment:
    """Where a game begins: as it is dealt, or with the moment that it tries."""
    if record.tried is None:
        state = game.setup(len(record.seats), options, seed)
        return Moment(state, game.opening(state))
    state = game.load(record.tried.start)
    back = text(f"game.{record.game}.round", round=game.round_of(state))
    return Moment(state, (Event(text("told.tried", round=back)),))


def start(begun: Moment) -> Point:
    """The same, with what was told."""
    return Point(begun.state, stories.go_on((), begun.told))


async def played(
    game: AnyGame, record: Session, options: Options, moves: Iterable[Move]
) -> list[Moment]:
    """Where the game stood before the first entry of its log, and after each.

    The rules raise whatever they like of a log that isn't theirs.
    """
    begun = beginning(game, record, options, record.seed or 0)
    return await piece_by_piece(replayed(game, begun, moves))


async def piece_by_piece(found: Iterable[T]) -> list[T]:
    """All of what is found one after the other, with room in between for whoever waits."""
    return [one async for one in one_by_one(found)]


async def one_by_one(found: Iterable[T]) -> AsyncIterator[T]:
    """The same, of which nothing is gathered."""
    for number, one in enumerate(found, start=1):
        yield one
        if number % AT_A_TIME == 0:
            await asyncio.sleep(0)


def points(game: AnyGame, passed: Iterable[Moment], moves: Sequence[Move]) -> Iterator[Point]:
    """The same moments one after the other, with what was told lately and could be taken back.

    `passed` may be found one by one: none is kept but those to which somebody goes back.
    """
    gone_back_to = {move.back_to for move in moves}
    held: dict[int, Point] = {}
    moments = iter(passed)
    at = start(next(moments))
    yield at
    for number, (move, moment) in enumerate(zip(moves, moments, strict=True), start=1):
        if number in gone_back_to:
            held[number] = at
        if move.back_to is None:
            at = chosen(game, at, moment.state, moment.told, move)
        else:
            at = _went_back(at, held[move.back_to], moment.state, move.seat)
        yield at


def chosen(
    game: AnyGame, before: Point, after: State, events: Sequence[Event], move: Move
) -> Point:
    """Where a choice has led."""
    story = stories.go_on(before.story, events, move.seat)
    return Point(after, story, _retractable(game, before, after, move))


def rewound(game: AnyGame, at: Point, then: Point, seat: int) -> Point:
    """Where the game stands when a seat has gone back from here to there.

    It is told, and asked at a later step than any so far: no old press fits.
    """
    return _went_back(at, then, gone_back(game, at.state, then.state), seat)


def _went_back(at: Point, then: Point, state: State, seat: int) -> Point:
    told = Entry(text("told.takes_back", player=Seat(seat)))
    return Point(state, stories.add(at.story, told), then.retractable)


def _retractable(game: AnyGame, before: Point, after: State, move: Move) -> tuple[Retractable, ...]:
    """Whose last choices can be taken back now; another's open choice ends it."""
    if not game.asked(after):
        return ()
    own, kept = None, []
    for choice in before.retractable:
        if choice.seat == move.seat:
            own = choice
        elif not game.revealed(before.state, after, choice.seat):
            kept.append(choice)
    prompts = game.prompts(before.state)
    if kept and not _is_open(game, before.state, prompts.values()):
        kept = []
    if game.revealed(before.state, after, move.seat):
        return tuple(kept)
    prompt = prompts[move.seat]
    if prompt.backward.isdisjoint(move.picks):
        # A choice that is only changed is taken back as a whole.
        if own is None or prompt.answered is None:
            alone = game.own_turn(before.state, after, move.seat)
            own = Retractable(move.seat, move.number, alone)
        kept.append(own)
        kept.sort(key=attrgetter("seat"))
    return tuple(kept)


def _is_open(game: AnyGame, state: State, prompts: Iterable[Prompt]) -> bool:
    """Whether several choose at the same time, so that nobody's choice has been carried out."""
    # An answer that may be changed tells as much as a view, which takes long.
    for prompt in prompts:
        if prompt.answered is not None:
            return True
    return bool(game.view(state, None).simultaneous)


@frozen
class Happening:
    """What a seat's choice, or the start (`seat` None), has told in which round.

    `then`: the round that stands after it; what begins belongs to that one.
    """

    round: int
    seat: int | None
    told: tuple[Event, ...]
    then: int

    def heard_by(self, viewer: int | None) -> list[Event]:
        """What this seat, or the public, may hear of it, each deed by itself."""
        heard = (event for event in self.told if event.heard_by(viewer))
        return [event for event in heard if event.by is None]


History = tuple[Happening, ...]


async def history(store: Store, table: Table) -> History | None:
    """All that has happened and stands since the game began; what was taken back is left out.

    None if the log doesn't lead to where the game stands.
    """
    moves = (await store.moves(table.record.id))[: table.record.moves]
    try:
        passed = await played(table.game, table.record, table.options, moves)
        given = table.game.dump(passed[-1].state) == table.game.dump(table.state)
    except Exception as broken:  # noqa: BLE001 - rules may stumble over others' logs in any way
        _log.info("log not replayed", session=table.record.id, by=type(broken).__name__)
        return None
    return _happened(table, passed, moves) if given else None


def _happened(table: Table, passed: Sequence[Moment], moves: Sequence[Move]) -> History:
    game, before, newcomers = table.game, passed[0], _newcomers(table.record, moves)
    first = game.round_of(before.state)
    begun = Happening(first, None, before.told, first)
    found: list[tuple[Happening, ...]] = [(begun,)]
    for move, after in zip(moves, passed[1:], strict=True):
        then = game.round_of(after.state)
        if move.back_to is None:
            chosen = game.round_of(before.state)
            comes = (Event(text("history.comes", player=Seat(move.seat))),)
            told = (*(comes if move.number in newcomers else ()), *after.told)
            happening = Happening(chosen, move.seat, told, then)
            found.append((*found[-1], happening))
        else:
            back = Event(text("told.takes_back", player=Seat(move.seat)))
            happening = Happening(then, None, (back,), then)
            found.append((*found[move.back_to - 1], happening))
        before = after
    return found[-1]


def _newcomers(record: Session, moves: Iterable[Move]) -> set[int]:
    """The entries with which those who have the seats now began to choose in another's place."""
    found = set()
    for holder in record.seats:
        by = [(move.chosen_by, move.number) for move in moves if move.seat == holder.seat]
        if holder.user_id is None:  # it has chosen for late people, too
            others = [at for at, (who, _) in enumerate(by) if who]
            first = others[-1] + 1 if others else 0
        else:
            first = next((at for at, (who, _) in enumerate(by) if who == holder.user_id), 0)
        if any(who is not None for who, _ in by[:first]) and first < len(by):
            found.add(by[first][1])
    return found


def standing(takeback: Takeback | None, retractable: Iterable[Retractable]) -> Takeback | None:
    """What is asked, as long as its choice can be taken back."""
    if takeback is None:
        return None
    own = (takeback.seat, takeback.number)
    return takeback if own in [(choice.seat, choice.number) for choice in retractable] else None


def postponed(takeback: Takeback | None, seconds: float) -> Takeback | None:
    """The same with so much more time."""
    return None if takeback is None else replace(takeback, due_at=takeback.due_at + seconds)


def passed_on(before: Session, after: Session) -> Takeback | None:
    """What is asked, unless the seat that asks has another holder now."""
    takeback = after.takeback
    if takeback is None:
        return None
    seat = takeback.seat
    return takeback if before.seats[seat].user_id == after.seats[seat].user_id else None


def choice_of(table: Table, seat: int) -> Retractable | None:
    """The seat's last choice, if nothing hidden has come out since."""
    for choice in table.record.retractable:
        if choice.seat == seat:
            return choice
    return None


def others(table: Table, seat: int) -> tuple[int, ...]:
    """The ids of those who have a say when this seat asks: people that are there.

    In its own turn those alone of whom it has come out what they hold; nobody else is asked.
    """
    seats, choice = table.record.seats, choice_of(table, seat)
    asker = seats[seat].user_id
    asked = [user_id for user_id in table.voters() if user_id != asker]
    if choice is not None and choice.own_turn:
        exposed = [seats[other].user_id for other in _exposed(table)]
        asked = [user_id for user_id in asked if user_id in exposed]
    return tuple(asked)


def refusing(table: Table, seat: int) -> int | None:
    """A computer's seat that would have to agree when this seat asks: it never does."""
    refused = {*_exposed(table)} & {*table.computers()} - {seat}
    return min(refused, default=None)


def _exposed(table: Table) -> Sequence[int]:
    """The seats that being asked has made known something of."""
    return () if table.state is None else table.game.exposed(table.state)


def undecided(table: Table) -> tuple[int, ...]:
    """The ids of those who have yet to decide what somebody asks to take back."""
    takeback = table.record.takeback
    if takeback is None or takeback.refused or table.record.status != "playing":
        return ()
    return tuple(
        user_id for user_id in others(table, takeback.seat) if user_id not in takeback.agreed
    )


def offered(table: Table, seat: int) -> Retractable | None:
    """The choice that this seat may take back, or ask to; a computer may still refuse that."""
    record, choice = table.record, choice_of(table, seat)
    if choice is None or record.status != "playing" or not record.takebacks or table.paused:
        return None
    asked = record.takeback
    if asked is not None and (not asked.refused or asked.number == choice.number):
        return None
    return None if can_change(table, seat) else choice


def can_change(table: Table, seat: int) -> bool:
    """Whether the prompt itself lets the seat choose otherwise."""
    prompt = table.prompt(seat)
    if prompt is None:
        return False
    return prompt.answered is not None or any(option.role == "back" for option in prompt.options)


def unasked(table: Table, seat: int) -> bool:
    """Whether this seat takes its choice back without asking anybody."""
    return not others(table, seat) and refusing(table, seat) is None
