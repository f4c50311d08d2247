"""What a log comes to: choices one after the other, and rewinds to where they were made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.sessions import story as stories
from bot.sessions.story import Entry, Story
from bot.sessions.table import AnyGame, Table
from bot.store.records.play import Move, Retractable
from engine.game import Event, State
from engine.log import gone_back
from engine.text import Seat, text


@dataclass(frozen=True, slots=True)
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


def start(game: AnyGame, state: State) -> Point:
    """Where a game stands when it has just been set up."""
    return Point(state, stories.go_on((), game.opening(state)))


def points(game: AnyGame, state: State, moves: Iterable[Move]) -> list[Point]:
    """Where the game stood before the first entry, and after each."""
    passed = [start(game, state)]
    for move in moves:
        if move.back_to is None:
            after, events = game.play(passed[-1].state, move.seat, move.picks)
            passed.append(chosen(game, passed[-1], after, events, move))
        else:
            passed.append(rewound(game, passed[-1], passed[move.back_to - 1], move.seat))
    return passed


def chosen(
    game: AnyGame, before: Point, after: State, events: Sequence[Event], move: Move
) -> Point:
    """Where a choice has led."""
    story = stories.go_on(before.story, events) if events else before.story
    return Point(after, story, _retractable(game, before, after, move))


def rewound(game: AnyGame, at: Point, then: Point, seat: int) -> Point:
    """Where the game stands when a seat has gone back from here to there.

    It is told, and asked at a later step than any so far: no old press fits.
    """
    state = gone_back(game, at.state, then.state)
    told = Entry(text("told.takes_back", player=Seat(seat)))
    return Point(state, stories.add(at.story, told), then.retractable)


def _retractable(game: AnyGame, before: Point, after: State, move: Move) -> tuple[Retractable, ...]:
    """Whose last choices can be taken back now; another's open choice ends it."""
    if game.outcome(after) is not None:
        return ()
    known = {choice.seat: choice for choice in before.retractable}
    own = known.pop(move.seat, None)
    kept = [known[seat] for seat in known if not game.revealed(before.state, after, seat)]
    # Asked last, as it takes a view.
    if kept and not game.view(before.state, None).simultaneous:
        kept = []
    if not game.revealed(before.state, after, move.seat):
        alone = game.own_turn(before.state, after, move.seat)
        prompt = game.prompts(before.state)[move.seat]
        # A choice that is only changed is taken back as a whole.
        changed = prompt.answered is not None and own is not None
        kept.append(own if changed and own else Retractable(move.seat, move.number, alone))
    return tuple(sorted(kept, key=lambda choice: choice.seat))
