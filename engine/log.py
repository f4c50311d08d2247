"""A log played again: choices one after the other, and rewinds to where they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from typing import Any, Protocol, TypeAlias

import orjson

from engine.game import Event, Game, Scene, State
from engine.parts.values import InDetail
from engine.text import frozen

AnyGame: TypeAlias = Game[Any, Any, Any]


class Entry(Protocol):
    """An entry of a log, which are numbered from 1.

    `back_to`: no choice, but a rewind: the game goes on from where it stood before that entry.
    """

    @property
    def seat(self) -> int: ...
    @property
    def picks(self) -> tuple[str, ...]: ...
    @property
    def back_to(self) -> int | None: ...


@frozen
class Moment:
    """Where a game stands after a choice of `seat` (None: when it is set up), and what was told.

    `entry`: the number of that choice in the log. `before`: where the game stood until then.
    `passed`: where it stood on its way, each with how much was told until then.
    """

    state: State = field(repr=False)
    told: tuple[Event, ...] = field(repr=False)
    seat: int | None = None
    entry: int = 0
    before: Moment | None = field(default=None, repr=False)
    passed: tuple[tuple[int, State], ...] = field(default=(), repr=False)


@frozen
class Step:
    """What a whole table sees happen at once: choices that were secret until the last one was in.

    Where it sees nothing happen, it goes on to where it does.

    `state`: after it. `told`: on the way there. `seats`: who chose, in order. `entry`: the last
    of the log that led there.
    """

    state: State = field(repr=False)
    told: tuple[Event, ...] = field(repr=False)
    seats: tuple[int, ...] = ()
    entry: int = 0


def moments(game: AnyGame, start: State, entries: Iterable[Entry]) -> list[Moment]:
    """Where the game stood before the first entry, and after each.

    Raises IllegalMove, and IndexError for a rewind to what never was.

    >>> from types import SimpleNamespace
    >>> from engine import games
    >>> log = [
    ...     SimpleNamespace(seat=1, picks=("noblesse:3",), back_to=None),
    ...     SimpleNamespace(seat=1, picks=(), back_to=1),  # taken back
    ... ]
    >>> game = games["corrompue"]
    >>> passed = moments(game, game.setup(3, seed=1), log)
    >>> [game.asked(moment.state) for moment in passed]
    [[1], [2], [1]]
    >>> len(course(passed[-1]))
    1
    """
    return list(replayed(game, Moment(start, game.opening(start)), entries))


def replayed(game: AnyGame, begun: Moment, entries: Iterable[Entry]) -> Iterator[Moment]:
    """The same one by one, for whoever has other things to do in between."""
    passed = [begun]
    yield passed[0]
    for number, entry in enumerate(entries, start=1):
        at = passed[-1]
        if entry.back_to is None:
            told = InDetail()
            after = game.played(at.state, entry.seat, entry.picks, told)
            on_the_way = tuple(told.passed)
            passed.append(Moment(after, tuple(told), entry.seat, number, at, on_the_way))
        else:
            then = passed[entry.back_to - 1]
            passed.append(replace(then, state=gone_back(game, at.state, then.state)))
        yield passed[-1]


def retold(
    game: AnyGame, begun: Moment, entries: Sequence[Entry], is_kept: Callable[[Event], bool]
) -> Iterator[Moment]:
    """The moments after the first for who needs each once: of those before stay some events alone.

    A long game's states are some MB, and memory that was needed once is seldom given back.
    """
    gone_back_to = {entry.back_to for entry in entries}
    at = begun
    held: dict[int | None, Moment] = {}
    for number, entry in enumerate(entries, start=1):
        if number in gone_back_to:
            held[number] = at
        if entry.back_to is None:
            told = InDetail()
            after = game.played(at.state, entry.seat, entry.picks, told)
            heard = tuple(filter(is_kept, at.told))
            before = replace(at, state=begun.state, told=heard)
            at = Moment(after, tuple(told), entry.seat, number, before)
        else:
            then = held[entry.back_to]
            at = replace(then, state=gone_back(game, at.state, then.state))
        yield at


def gone_back(game: AnyGame, at: State, then: State) -> State:
    """An earlier moment, asked at a later step than any so far: no old press fits."""
    asked = [prompt.step for prompt in game.prompts(at).values()]
    anew: State = game.anew(then, 1 + max([game.view(at, None).step, *asked]))
    return anew


def course(last: Moment) -> list[Moment]:
    """The way to a moment from the start; what was taken back is no part of it."""
    way = [last]
    while way[-1].before is not None:
        way.append(way[-1].before)
    return way[::-1]


def steps(game: AnyGame, last: Moment) -> tuple[Step, ...]:
    """The same way, step by step; where the game went on by itself, in the steps it passed."""
    found: list[Step] = []
    told: tuple[Event, ...] = ()
    seats: tuple[int, ...] = ()
    for moment in course(last):
        if moment.seat is not None:
            seats += (moment.seat,)
        heard = 0
        for until, state in moment.passed:
            if any(map(is_public, moment.told[until:])):
                found.append(Step(state, told + moment.told[heard:until], seats))
                heard, told, seats = until, (), ()
        told += moment.told[heard:]
        seen = not found or _is_seen(game, found[-1].state, moment.state, told)
        if moment is last or (seen and not _may_change(game, moment)):
            found.append(Step(moment.state, told, seats, moment.entry))
            told, seats = (), ()
    return tuple(found)


def _is_seen(game: AnyGame, before: State, after: State, told: Iterable[Event]) -> bool:
    """Whether the public hears of what has happened since, or sees more than who is awaited."""
    if any(map(is_public, told)):
        return True
    then, now = game.view(before, None), game.view(after, None)
    return bool(now != then.model_copy(update={"step": now.step, "awaited": now.awaited}))


def is_public(event: Event) -> bool:
    """Whether everybody is told of it, and not in the history alone."""
    return event.seat is None and not event.detail


def rounds(game: AnyGame, passed: Sequence[Step]) -> tuple[tuple[int, int], ...]:
    """Each round with the first step that stands in it; both grow."""
    found: dict[int, int] = {}
    for at, step in enumerate(passed):
        found.setdefault(game.round_of(step.state), at)
    return tuple(sorted(found.items()))


def scenes(game: AnyGame, passed: Sequence[Step]) -> Iterator[tuple[int, Scene]]:
    """What a film shows between its beginning and its end, each with the step that it shows.

    Several may show one step, where the game went on by itself.
    """
    told: tuple[Event, ...] = ()
    for at, step in enumerate(passed[1:], start=1):
        told += tuple(event for event in step.told if event.seat is None)
        while (scene := game.scene(told)) is not None:
            yield at, scene
            told = told[scene.events :]


def digest(rules_version: int, dump: str) -> str:
    """A state that was dumped under these rules; another `rules_version` alone changes nothing."""
    fields = orjson.loads(dump)
    fields.pop("rules_version", None)
    written = orjson.dumps(fields, option=orjson.OPT_SORT_KEYS)
    return f"{rules_version}:{blake2b(written, digest_size=8).hexdigest()}"


def same_games(game: AnyGame, rules_version: int | None) -> bool:
    """Whether logs of that version of the rules surely give the same games by these."""
    if rules_version is None or rules_version == game.rules_version:
        return True
    return game.rules_since is not None and game.rules_since <= rules_version < game.rules_version


def _may_change(game: AnyGame, moment: Moment) -> bool:
    """Whether what was chosen waits for others, and nobody else knows of it."""
    if moment.seat is None:
        return False
    prompt = game.prompts(moment.state).get(moment.seat)
    return prompt is not None and prompt.answered is not None
