"""Looking back at games that are over: step by step as the log gives one, as a film, as a file.

The file is of its own kind (`engine/saved.py`), or as the app BG Stats takes it, whose makers
describe that at bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from itertools import groupby
from urllib.parse import quote

import orjson
import structlog

from bot import VERSION
from bot.people import bare
from bot.sessions.refusals import CantReplay, NotOver
from bot.sessions.table.reading import NO_GAME, OTHER_RULES, looked_back
from bot.sessions.table.story import Entry
from bot.sessions.table.table import MOST_VALUES, AnyGame, Table, options_of
from bot.store.records.play import Move
from bot.store.records.sessions import Session
from bot.store.store import DamagedSession, Store
from engine.game import Event
from engine.log import Moment, Step, is_public, rounds, same_games, scenes, steps
from engine.parts.values import Scene, placed
from engine.saved import FORMAT, Saved, SavedEntry, SavedSeat, Told, ended, written
from engine.text import Seat, Text, frozen, text
from images.words import Words

LONGEST = 90_000
"""Milliseconds of a film."""
_FIRST, _LAST = 2_000, 5_000
_BETWEEN = LONGEST - _FIRST - _LAST
_LOOK, _WORD, _COUNTED = 500, 200, 60
"""To find what has changed; to read a word of what is said, and of a count."""
_MOST = 6_000
_QUICKEST = 0.8
"""Of the time that a frame takes to read: a film has fewer frames rather than quicker ones."""
_SPREAD = 0.618


@frozen
class Frame:
    """A step (after the last: the result), what is said above it, and how long it stands."""

    at: int
    said: str
    milliseconds: int


def frames(game: AnyGame, steps: Sequence[Step], words: Words) -> Sequence[Frame]:
    """The beginning, what was done, the last table, and the result; within LONGEST.

    What doesn't fit becomes less: runs are joined, then goes what says least.
    """
    done = list(scenes(game, steps))
    found = _film(game, steps, done, words)
    if _pace(found) < 1:
        found = _without_least(_film(game, steps, joined(done), words))
    pace = min(1.0, _pace(found))
    between = [replace(one, milliseconds=int(one.milliseconds * pace)) for one in found[1:-1]]
    return [found[0], *between, found[-1]]


def joined(done: Sequence[tuple[int, Scene]]) -> list[tuple[int, Scene]]:
    """Of each run of scenes its last, which says how many they are."""
    found: list[tuple[int, Scene]] = []
    for run, alike in groupby(done, lambda one: one[1].run):
        several = list(alike)
        if run is None or len(several) == 1:
            found += several
        else:
            at, last = several[-1]
            said = text(run.key, **{**run.args, "n": len(several)})
            found.append((at, replace(last, said=said)))
    return found


def _without_least(found: list[Frame]) -> list[Frame]:
    """Without as many of the quickest to read, here and there, as leave the others their time."""
    excess = sum(one.milliseconds for one in found[1:-1]) - _BETWEEN / _QUICKEST
    left_out = set()
    order = range(1, len(found) - 2)
    for at in sorted(order, key=lambda at: (found[at].milliseconds, at * _SPREAD % 1)):
        if excess <= 0:
            break
        left_out.add(at)
        excess -= found[at].milliseconds
    return [one for at, one in enumerate(found) if at not in left_out]


def fewer(shown: Sequence[Frame]) -> Sequence[Frame]:
    """Half of the frames, the beginning, the last table and the result among them."""
    return [*shown[:-2][::2], *shown[-2:]]


def reading_time(said: str, counted: str = "") -> int:
    """How long a frame stands, by the words to be read; of a count, those in its picture too."""
    return min(_MOST, _LOOK + _WORD * film_length(said) + _COUNTED * film_length(counted))


def film_length(said: str) -> int:
    """How many words it has: signs alone are none."""
    return sum(any(letter.isalnum() for letter in word) for word in said.split())


def _film(
    game: AnyGame, steps: Sequence[Step], done: Iterable[tuple[int, Scene]], words: Words
) -> list[Frame]:
    """Each scene as long as it takes to read."""
    table = len(steps) - 1
    found = [Frame(0, _headline(game, steps[0], words), _FIRST)]
    for at, scene in done:
        said = words(scene.said)
        found.append(Frame(at, said, reading_time(said, " ".join(map(words, scene.shown)))))
    if found[-1].at < table:
        said = _headline(game, steps[table], words)
        found.append(Frame(table, said, reading_time(said)))
    return [*found, Frame(table + 1, words(text("board.over")), _LAST)]


def _headline(game: AnyGame, step: Step, words: Words) -> str:
    return words(game.view(step.state, None).headline)


def _pace(shown: Sequence[Frame]) -> float:
    """What is left of each frame's time if the film is to be as long as it may be."""
    between = sum(one.milliseconds for one in shown[1:-1])
    return _BETWEEN / max(1, between)


_log = structlog.get_logger(__name__)

MOST_TOLD = 12
"""Lines of a step."""
KEPT = 16
"""Games whose steps are held in memory; a press finds the others in the store again."""


@frozen
class Replay:
    """A game that is over, step by step; the first is its beginning, the last its result.

    The table as it stood at the end is the step before.

    What was taken back is left out: it goes as it went in the end. `parts`: the steps with which
    its parts begin.
    """

    record: Session
    game: AnyGame
    steps: Sequence[Step] = field(repr=False)
    parts: Sequence[int]

    @property
    def last(self) -> int:
        """The last step, which shows the result."""
        return len(self.steps)

    @property
    def open(self) -> bool:
        """Whether every hand may be seen."""
        return self.record.open_hands is not None and self.record.open_hands.state == "open"

    def way(self, seat: int | None) -> Sequence[int]:
        """The steps that are leafed through; on the board those of which everybody was told, and
        those with which a part begins.
        """
        if seat is not None:
            return range(self.last + 1)
        told = (at for at, step in enumerate(self.steps) if any(map(is_public, step.told)))
        return sorted({0, *told, *self.parts, self.last - 1, self.last})

    def table(self, at: int) -> Table:
        """The table as it stood at a step, and what was told on the way there."""
        step = self.steps[min(at, self.last - 1)]
        told = step.told if at < self.last else ()
        if len(told) > MOST_TOLD:
            told = tuple(event for event in told if not event.detail)  # its picture has them
        story = tuple(Entry(event.text, event.seat, but=event.but) for event in told)
        return Table(self.record, self.game, step.state, story)


def parts(game: AnyGame, passed: Sequence[Step]) -> Sequence[int]:
    """Where each part of each round begins, by headlines; of many parts, the rounds alone."""
    whole = [at for _, at in rounds(game, passed)]
    if len(whole) > MOST_VALUES // 2:
        return whole
    found: dict[tuple[int, str], int] = {}
    for at, step in enumerate(passed):
        part = game.round_of(step.state), game.view(step.state, None).headline.key
        found.setdefault(part, at)
    return whole if len(found) > MOST_VALUES else sorted(found.values())


class Replays:
    """Plays logs again, for whoever looks back."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame]) -> None:
        self._store = store
        self._games = games
        self._steps: OrderedDict[int, tuple[Sequence[Step], Sequence[int]]] = OrderedDict()

    async def of(self, session_id: int) -> Replay:
        """A game that is over; raises NotOver, CantReplay."""
        record, game = await self.over(session_id)
        found = self._steps.get(session_id)
        if found is None:
            _, all_of_it = await self._played(record, game)
            passed = steps(game, all_of_it[-1])
            found = self._steps[session_id] = passed, parts(game, passed)
        self._steps.move_to_end(session_id)
        while len(self._steps) > KEPT:
            self._steps.popitem(last=False)
        return Replay(record, game, *found)

    async def played(
        self, session_id: int
    ) -> tuple[Session, AnyGame, Sequence[Move], Sequence[Moment]]:
        """The same move by move, what was taken back among it; raises likewise."""
        record, game = await self.over(session_id)
        return record, game, *await self._played(record, game)

    async def save(self, session_id: int, words: Words) -> tuple[str, bytes]:
        """The same as a file, its name and bytes; raises likewise.

        `words` with the names as they are.
        """
        record, game, moves, passed = await self.played(session_id)
        written = await asyncio.to_thread(saved, record, game, moves, passed, words)
        return f"{record.game}-{record.id}.json", written

    async def over(self, session_id: int) -> tuple[Session, AnyGame]:
        """What is stored of a game that is over; raises likewise."""
        try:
            record = await self._store.session(session_id)
        except DamagedSession as damaged:
            raise CantReplay(damaged.reason) from damaged
        if record is None:
            raise CantReplay("gone")
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


def saved(
    record: Session, game: AnyGame, moves: Sequence[Move], passed: Sequence[Moment], words: Words
) -> bytes:
    """The file; `passed`: where the game stood before its first move, and after each.

    It has the names of those who sat there in the end, and no ids of theirs.
    """
    return written(
        Saved(
            guildhall_game=FORMAT,
            guildhall=VERSION,
            game=game.name,
            title=words(text(f"game.{game.name}.name")),
            language=words.language,
            rules_version=game.rules_version,
            components=game.components,
            options=orjson.loads(record.options),
            seats=tuple(
                SavedSeat(name=words.name(seat.seat), computer=seat.computer)
                for seat in record.seats
            ),
            seed=str(record.seed),
            opening=_told(passed[0].told, words),
            moves=tuple(
                SavedEntry(
                    seat=move.seat,
                    picks=move.picks,
                    back_to=move.back_to,
                    told=_of(move, moment, words),
                )
                for move, moment in zip(moves, passed[1:], strict=True)
            ),
            end=ended(game, passed[-1].state),
        )
    )


def _of(move: Move, moment: Moment, words: Words) -> tuple[Told, ...]:
    if move.back_to is None:
        return _told(moment.told, words)
    return (_said(text("told.takes_back", player=Seat(move.seat)), None, words),)


def _told(events: Iterable[Event], words: Words) -> tuple[Told, ...]:
    return tuple(_said(event.text, event.seat, words) for event in events)


def _said(what: Text, seat: int | None, words: Words) -> Told:
    return Told(text=words(what), seat=seat)


_SOURCE = "Guildhall"
_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def bg_stats_play(table: Table, words: Words) -> bytes:
    """The play as JSON; `words` with names as they are. The game must have ended."""
    record, outcome = table.record, table.view(None).outcome
    if outcome is None:
        raise ValueError("the game isn't over")
    parties = table.game.parties(len(record.seats))
    place_of = placed(outcome.places, parties)
    players = []
    for seat in record.seats:
        player = {
            "name": bare(words.name(seat.seat)),
            "sourcePlayerId": _player_id(record, seat.seat),
            "winner": seat.seat in outcome.places[0],
            "score": outcome.scores[seat.seat],
            "rank": place_of[seat.seat],
        }
        teams = [str(number) for number, party in enumerate(parties, 1) if seat.seat in party]
        players.append(player | ({"team": teams[0]} if teams else {}))
    return orjson.dumps(
        {
            "sourceName": _SOURCE,
            "sourcePlayId": f"{record.guild_id or 0}-{record.id}",
            "playDate": f"{datetime.fromtimestamp(record.updated_at, UTC):%Y-%m-%d %H:%M:%S}",
            "game": {
                "name": words(text(f"game.{record.game}.name")),
                "sourceGameId": record.game,
                "highestWins": True,
                "noPoints": False,
            },
            "players": players,
        }
    )


def _player_id(record: Session, number: int) -> str:
    """Of a computer's name the same in each game; a former player is somebody else in each."""
    seat = record.seats[number]
    if seat.former:
        return f"former {record.id}-{number}"
    return str(seat.user_id or f"computer {seat.strength} {seat.name}")


def bg_stats_address(written: bytes) -> str:
    """Where the app, or its page, takes the play over."""
    return _ADDRESS + quote(written, safe="")
