"""The log played again: it gives the very game that was played, or none."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import orjson

from bot import VERSION
from bot.sessions.table.log import piece_by_piece, played, points
from bot.sessions.table.story import Story
from bot.sessions.table.table import AnyGame
from bot.store.errors import DamagedSession
from bot.store.records.play import Begun, Move
from bot.store.records.sessions import Session
from bot.store.shares import Release
from engine.game import Options, State
from engine.log import Moment, digest, same_games

NOTED_EVERY = 20
"""Moves after which the digest of the state is put beside the log."""

NO_GAME = "no game of its name"
OTHER_COMPONENTS = "its components are others now"
OTHER_RULES = "its rules are others now"
ANOTHER_GAME = "its log gives another game"
"""Why a session is set apart, if it isn't damaged."""


class Inexact(Exception):
    """The log gives another state than the one that was noted."""


def begun(game: AnyGame) -> Begun:
    """With what a game begins now."""
    return Begun(VERSION, game.rules_version, game.components)


def release(games: Mapping[str, AnyGame]) -> Release:
    """What a process with these games goes by; all of them are loaded."""
    return Release(
        VERSION, {name: (game.rules_version, game.components) for name, game in games.items()}
    )


def mark(game: AnyGame | None) -> str:
    """All that decides whether games can go on: where another was noted, they are examined."""
    if game is None:
        return ""
    version = game.rules_version
    since = f"{game.rules_since or version}-{game.snapshots_since or version}"
    return f"{VERSION} {since}-{version} {game.components}"


def check_components(game: AnyGame, record: Session) -> None:
    """Raise DamagedSession for a game that was begun with other components."""
    if record.begun.components not in (None, game.components):
        raise DamagedSession(record.id, OTHER_COMPONENTS)


def gives_more(game: AnyGame, record: Session) -> bool:
    """Whether the log gives the same game as the snapshot, in a newer shape."""
    return record.rules_version != game.rules_version and same_games(game, record.rules_version)


def contains(dump: str, earlier: str) -> bool:
    """Whether a dump says all that an earlier one of another shape said.

    Rows may be longer now, and there may be more variants.
    """
    now, then = orjson.loads(dump), orjson.loads(earlier)
    return all(_says(now.get(name), then[name]) for name in then if name != "rules_version")


def _says(now: object, then: object) -> bool:
    if isinstance(now, dict) and isinstance(then, dict):
        return now.items() >= then.items()
    if now == then or not (isinstance(now, list) and isinstance(then, list)):
        return now == then
    return len(now) == len(then) and all(
        one == other
        or (isinstance(one, list) and isinstance(other, list) and one[: len(other)] == other)
        for one, other in zip(now, then, strict=True)
    )


def check_state(game: AnyGame, record: Session, given: State, played: State | None) -> None:
    """Raise DamagedSession unless the state that a log has given is the one that is played on."""
    version = game.rules_version
    if digest(version, game.dump(given)) != digest(version, game.dump(played)):
        raise DamagedSession(record.id, ANOTHER_GAME)


async def replayed(
    game: AnyGame, record: Session, options: Options, moves: Sequence[Move]
) -> tuple[State, Story]:
    """State and story as the log gives them; raises DamagedSession unless exactly as they were.

    Noted digests tell, and what is stored of the last state. A game begun before digests were
    noted goes on by the rules as they are.
    """
    with _explained(game, record, moves):
        passed = await played(game, record, options, moves)
        _check_noted(game, moves, [moment.state for moment in passed])
        _check_last(game, record, game.dump(passed[-1].state))
        return passed[-1].state, (await piece_by_piece(points(game, passed, moves)))[-1].story


async def looked_back(
    game: AnyGame, record: Session, options: Options, moves: Sequence[Move]
) -> list[Moment]:
    """All moments of a game that is over; raises DamagedSession likewise.

    The snapshot of its end must say the same, where it was made under these rules.
    """
    check_components(game, record)
    with _explained(game, record, moves):
        passed = await played(game, record, options, moves)
        _check_noted(game, moves, [moment.state for moment in passed])
        dump = game.dump(passed[-1].state)
        _check_last(game, record, dump)
        if game.outcome(passed[-1].state) is None:
            raise Inexact
        if record.snapshot is not None and record.rules_version == game.rules_version:
            _check(game, digest(game.rules_version, record.snapshot), dump)
        return passed


@contextmanager
def _explained(game: AnyGame, record: Session, moves: Sequence[Move]) -> Iterator[None]:
    """Say why a log doesn't give its game."""
    numbers = [move.number for move in moves]
    if len(moves) != record.moves or numbers != list(range(1, len(moves) + 1)):
        raise DamagedSession(record.id, "moves of its log are missing")
    try:
        yield
    except Inexact:
        reason = ANOTHER_GAME if same_games(game, record.rules_version) else OTHER_RULES
        raise DamagedSession(record.id, reason) from None
    except Exception as broken:  # noqa: BLE001 - rules may stumble over damage in any way
        same = same_games(game, record.rules_version)
        reason = f"its log can't be read: {where(broken)}" if same else OTHER_RULES
        raise DamagedSession(record.id, reason) from None


def where(error: Exception) -> str:
    """The kind and place of an error: what it says may be hidden from players."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}"


def _check_noted(game: AnyGame, moves: Sequence[Move], states: Sequence[State]) -> None:
    """The digests beside a log; `states` before its first entry, and after each."""
    for move, state in zip(moves, states[1:], strict=True):
        if move.digest is not None:
            _check(game, move.digest, game.dump(state))


def _check_last(game: AnyGame, record: Session, dump: str) -> None:
    """Raise Inexact unless a log of other rules gives the state that those have left."""
    version = record.rules_version
    if record.begun.guildhall is None or version is None or same_games(game, version):
        return
    try:
        last = digest(version, record.snapshot or "")
    except ValueError:
        raise Inexact from None  # nobody knows what it was
    _check(game, last, dump)


def _check(game: AnyGame, noted: str, dump: str) -> None:
    version = int(noted.partition(":")[0])
    if version != game.rules_version and same_games(game, version):
        return  # dumped in another shape
    if noted != digest(version, dump):
        raise Inexact
