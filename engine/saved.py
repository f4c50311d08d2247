"""A game that was played to its end, as a file: it can be read, and played again to prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.game import Game, Outcome, State
from engine.log import Moment, course, digest, moments, same_games
from engine.parts.values import placed

FORMAT: Final = 1
"""Raised whenever a file has another shape."""
_CHECKSUM: Final = "checksum"


class NotProved(Exception):
    """The file isn't what it says it is, or can't be played again here; one line says why."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Told(_Part):
    """Something that was told, readable; `seat`: to that one alone."""

    text: str
    seat: int | None = None


class SavedSeat(_Part):
    """Who had a seat in the end; `computer`: how well it plays, None for a person."""

    name: str
    computer: str | None = None


class SavedEntry(_Part):
    """An entry of the log (`engine.log.Entry`) with what was told of it."""

    seat: int
    picks: tuple[str, ...]
    back_to: int | None = None
    told: tuple[Told, ...] = ()


class End(_Part):
    """How it ended; `digest`: of the last state, by the file's rules."""

    digest: str
    places: tuple[tuple[int, ...], ...]
    scores: Mapping[str, int]


class Saved(_Part):
    """All that gives the game back, and what it was in words.

    `guildhall_game`: the shape of the file. `seed`: decimal. `title`, `opening` and whatever is
    told are in `language`.
    """

    guildhall_game: int
    guildhall: str
    game: str
    title: str
    language: str
    rules_version: int
    components: str
    options: Mapping[str, Any]
    seats: tuple[SavedSeat, ...]
    seed: str
    opening: tuple[Told, ...]
    moves: tuple[SavedEntry, ...]
    end: End


def ended(game: Game[Any, Any, Any], last: State) -> End:
    """The end of a file: what its last state comes to; the game must be over."""
    outcome = game.outcome(last)
    if outcome is None:
        raise ValueError("the game runs")
    return End(
        digest=digest(game.rules_version, game.dump(last)),
        places=tuple(map(tuple, outcome.places)),
        scores={str(seat): score for seat, score in outcome.scores.items()},
    )


def written(saved: Saved) -> bytes:
    """The file: JSON, with a checksum over all else."""
    fields = saved.model_dump(mode="json")
    return orjson.dumps({**fields, _CHECKSUM: _checksum(fields)}, option=orjson.OPT_INDENT_2)


def read(data: bytes) -> Saved:
    """A file as it was written; raises NotProved for whatever is none, or isn't whole."""
    try:
        fields = orjson.loads(data)
    except orjson.JSONDecodeError as broken:
        raise NotProved("it is damaged, or no game saved by Guildhall: it is no JSON") from broken
    version = fields.get("guildhall_game") if isinstance(fields, dict) else None
    if not isinstance(version, int):
        raise NotProved("it is no game saved by Guildhall")
    if version != FORMAT:
        raise NotProved(f"it is a file of version {version}, this Guildhall reads {FORMAT}")
    if fields.pop(_CHECKSUM, None) != _checksum(fields):
        raise NotProved("it was damaged or changed: its checksum doesn't fit")
    try:
        return Saved.model_validate_json(orjson.dumps(fields))
    except ValidationError as invalid:
        where = ".".join(map(str, invalid.errors()[0]["loc"]))
        raise NotProved(f"it was damaged or changed: {where} makes no sense") from invalid


def proved(saved: Saved, game: Game[Any, Any, Any]) -> Sequence[Moment]:
    """Play the game again: where it stood at first, and after each entry. Raises NotProved."""
    if not same_games(game, saved.rules_version):
        raise NotProved(
            f"it was played by version {saved.rules_version} of the rules (Guildhall"
            f" {saved.guildhall}), and these are version {game.rules_version}: take that Guildhall"
        )
    if saved.components != game.components:
        raise NotProved("it was played with other components than are in this box")
    try:
        options = game.Options.model_validate(dict(saved.options))
        start = game.setup(len(saved.seats), options, int(saved.seed))
    except ValueError as wrong:
        raise NotProved("it was damaged or changed: no game begins like that") from wrong
    told = [*saved.opening, *(told for move in saved.moves for told in move.told)]
    if any(one.seat is not None and not 0 <= one.seat < len(saved.seats) for one in told):
        raise NotProved("it was damaged or changed: it tells something to nobody")
    for number, entry in enumerate(saved.moves, start=1):
        if entry.back_to is not None and not 0 < entry.back_to < number:
            raise NotProved(f"it was damaged or changed: move {number} goes back to nowhere")
    try:
        passed = moments(game, start, saved.moves)
    except Exception as wrong:  # rules may stumble over damage in any way
        raise NotProved("it was damaged or changed: its moves can't be played") from wrong
    _check_end(saved, game, passed[-1].state)
    return passed


def lines(saved: Saved, game: Game[Any, Any, Any], last: Moment) -> Iterator[str]:
    """The game as text, a line each: as it went in the end, without what was taken back."""
    names = [_named(seat) for seat in saved.seats]
    yield f"{saved.title}: {', '.join(names)}"
    chosen = ", ".join(f"{name} {value}" for name, value in saved.options.items())
    about = (
        f"Guildhall {saved.guildhall}, {saved.game} by version {saved.rules_version} of the rules"
    )
    yield f"{about}, {chosen}" if chosen else about
    yield ""
    yield from (_told(told, names) for told in saved.opening)
    stands = {moment.entry for moment in course(last)}
    for number, move in enumerate(saved.moves, start=1):
        if number in stands:
            yield f"{number}. {saved.seats[move.seat].name}: {' '.join(move.picks) or '-'}"
            yield from (_told(told, names) for told in move.told)
    taken_back = sum(move.back_to is None for move in saved.moves) + 1 - len(stands)
    if taken_back:
        yield f"({taken_back} taken back)"
    yield ""
    for seat, place in placed(saved.end.places, game.parties(len(names))).items():
        yield f"{place}. {names[seat]}: {saved.end.scores.get(str(seat), 0)}"


def _named(seat: SavedSeat) -> str:
    return seat.name if seat.computer is None else f"{seat.name} (computer, {seat.computer})"


def _told(told: Told, names: Sequence[str]) -> str:
    to = "" if told.seat is None else f" ({names[told.seat]} alone)"
    return f"    {told.text}{to}"


def _check_end(saved: Saved, game: Game[Any, Any, Any], last: State) -> None:
    outcome: Outcome | None = game.outcome(last)
    if outcome is None:
        raise NotProved("it was damaged or changed: its moves don't end the game")
    found = ended(game, last)
    # A dump of earlier rules has another shape; who won stays the same.
    same_shape = saved.rules_version == game.rules_version
    if (found.places, found.scores) != (saved.end.places, saved.end.scores) or (
        same_shape and found.digest != saved.end.digest
    ):
        raise NotProved("it was damaged or changed: its moves give another end than it says")


def _checksum(fields: Mapping[str, Any]) -> str:
    return blake2b(orjson.dumps(fields, option=orjson.OPT_SORT_KEYS), digest_size=16).hexdigest()
