"""Looking back at games that are over: every step of one as its log gives it, and its film."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import structlog

from bot.sessions.exactness import NO_GAME, OTHER_RULES, looked_back
from bot.sessions.refusals import CantReplay, NoSuchSession, NotOver
from bot.sessions.saving import name_of, saved
from bot.sessions.story import Entry
from bot.sessions.table import AnyGame, Table, options_of
from bot.store.records.play import Move
from bot.store.records.sessions import Session
from bot.store.store import DamagedSession, Store
from engine.log import Moment, Step, rounds, same_games, steps
from images.words import Words

_log = structlog.get_logger(__name__)

LONGEST = 120_000
"""Milliseconds of a film."""
_FIRST, _LAST = 2_000, 5_000
_LEAST, _MOST = 450, 1_500
MOST_FRAMES = 2 + (LONGEST - _FIRST - _LAST) // _LEAST
KEPT = 16
"""Games whose steps are held in memory; a press finds the others in the store again."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that is over, step by step; the first is its beginning.

    What was taken back is left out: it goes as it went in the end. `rounds`: each with the step
    in which it begins.
    """

    record: Session
    game: AnyGame
    steps: Sequence[Step] = field(repr=False)
    rounds: Sequence[tuple[int, int]]

    @property
    def last(self) -> int:
        """The last step, which shows the result."""
        return len(self.steps) - 1

    @property
    def open(self) -> bool:
        """Whether every hand may be seen."""
        return self.record.open_hands is not None and self.record.open_hands.state == "open"

    def table(self, at: int) -> Table:
        """The table as it stood at a step, and what was told on the way there."""
        step = self.steps[at]
        story = tuple(Entry(event.text, event.seat) for event in step.told)
        return Table(self.record, self.game, step.state, story)


class Replays:
    """Plays logs again, for whoever looks back."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._steps: OrderedDict[int, tuple[Step, ...]] = OrderedDict()

    async def of(self, session_id: int) -> Replay:
        """A game that is over; raises NoSuchSession, NotOver, CantReplay."""
        record, game = await self._over(session_id)
        passed = self._steps.get(session_id)
        if passed is None:
            _, all_of_it = await self._played(record, game)
            passed = self._steps[session_id] = steps(game, all_of_it[-1])
        self._steps.move_to_end(session_id)
        while len(self._steps) > KEPT:
            self._steps.popitem(last=False)
        return Replay(record, game, passed, rounds(game, passed))

    async def save(self, session_id: int, words: Words) -> tuple[str, bytes]:
        """The same as a file, its name and bytes; raises likewise.

        `words` with the names as they are.
        """
        record, game = await self._over(session_id)
        moves, passed = await self._played(record, game)
        written = await asyncio.to_thread(saved, record, game, moves, passed, words)
        return name_of(record), written

    async def _over(self, session_id: int) -> tuple[Session, AnyGame]:
        try:
            record = await self._store.session(session_id)
        except DamagedSession as damaged:
            raise CantReplay(damaged.reason) from damaged
        if record is None:
            raise NoSuchSession
        if record.status != "over":
            raise NotOver
        game = self._games.get(record.game)
        if game is None:
            raise CantReplay(NO_GAME)
        return record, game

    async def _played(
        self, record: Session, game: AnyGame
    ) -> tuple[Sequence[Move], Sequence[Moment]]:
        try:
            moves = await self._store.moves(record.id)
            options = options_of(game, record)
            return moves, await looked_back(game, record, options, moves)
        except (DamagedSession, ValueError) as broken:
            reason = broken.reason if isinstance(broken, DamagedSession) else ""
            _log.info("no replay", session=record.id, reason=reason)
            begun_by = record.begun.rules_version or record.rules_version
            raise CantReplay(reason if same_games(game, begun_by) else OTHER_RULES) from broken


def plans(replay: Replay) -> Iterator[list[int]]:
    """The steps of a film, ever fewer: all, else where each round ends, else some of these."""
    every = list(range(len(replay.steps)))
    if len(every) <= MOST_FRAMES:
        yield every
    ends = [begin - 1 for _, begin in replay.rounds[1:]]
    chosen = sorted({0, *ends, replay.last}) if ends else every
    while True:
        if len(chosen) <= MOST_FRAMES:
            yield chosen
        if len(chosen) <= 2:
            return
        chosen = sorted({*chosen[::2], replay.last})


def durations(frames: int) -> Sequence[int]:
    """Milliseconds for each frame: time to read, and to look at the end."""
    if frames < 2:
        return [_LAST] * frames
    between = frames - 2
    each = min(_MOST, (LONGEST - _FIRST - _LAST) // max(1, between))
    return [_FIRST, *[each] * between, _LAST]
