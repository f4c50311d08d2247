"""Games from outside: what installed packages register under the entry point `guildhall.games`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import structlog
from pydantic import ValidationError

from bot.languages import BrokenCatalogue, Languages, MissingText
from bot.sessions.lessons import OWN, BrokenLesson, Lesson, read
from bot.sessions.table.table import MOST_VALUES, AnyGame, values_of
from engine import Lazy, games
from engine.game import Game, Options
from engine.parts.boxes import LESSON
from engine.text import frozen, text

_log = structlog.get_logger(__name__)

GROUP: Final = "guildhall.games"
MOST: Final = 25
"""Games of which `/play` can offer a choice."""
MOST_SEATS: Final = 18
"""Players whose seats a lobby's message can show, each with a computer's strength to choose."""
MOST_OPTIONS: Final = 8
"""Variants of which a lobby's message has a menu each."""
_LONDON: Final = "london"
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")
_LONGEST_NAME: Final = 100
"""Characters of a choice of `/play`."""
_SAID: Final = ("name", "pitch", "rules", "round", "score", "takebacks")
_DRAWN: Final = ("board", "hand", "result", "describe")


@frozen
class Box:
    """What a package brings.

    `pictures`: the name of the module that draws the game (`images.pictures.Pictures`).
    `locales`: the folder of its texts, as <language>/LC_MESSAGES/<name of the game>.po; without
    English the game is left out. `lesson`: the file of its lesson, lesson.toml in its package, if
    it has one.
    """

    game: AnyGame
    pictures: str
    locales: Path
    lesson: Path | None = None


class Unfit(Exception):
    """A game that can't be offered, and why."""


def found(
    taken: Collection[str], registered: Iterable[metadata.EntryPoint] | None = None
) -> tuple[Box, ...]:
    """The boxes of all packages, those left out that don't fit: a line in the log says why.

    `taken`: names of games that are there already. `registered`: without it, all that is installed.
    """
    if registered is None:
        registered = metadata.entry_points(group=GROUP)
    boxes: dict[str, Box] = {}
    for entry in _in_order(registered):
        try:
            box = opened(entry, {*taken, *boxes})
        except Unfit as unfit:
            _log.error("game left out", game=entry.name, package=_package(entry), reason=str(unfit))
            continue
        boxes[box.game.name] = box
        _log.info("game from outside", game=box.game.name, package=_package(entry))
    return tuple(boxes.values())


def together(own: Mapping[str, AnyGame], boxes: Sequence[Box]) -> Mapping[str, AnyGame]:
    """The house's own games, still to be made at their first use, and those of the boxes."""
    outside = {box.game.name: box.game for box in boxes}
    return Lazy(lambda name: outside[name] if name in outside else own[name], (*own, *outside))


def own_games(london: Path | None = None) -> Mapping[str, AnyGame]:
    """The house's own games, Guilds of London with the components of that folder.

    Raises `engine.london.components.ComponentError`.
    """
    if london is None:
        return games
    from engine.london import London  # noqa: PLC0415 - only for an owner's own cards
    from engine.london.components import load  # noqa: PLC0415

    own = London(load(london))
    return Lazy(lambda name: own if name == own.name else games[name], games)


@cache
def find_game(name: str, london: Path | None = None) -> AnyGame:
    """A game that the bot offers, found again by another process; raises LookupError."""
    if name in games:
        return own_games(london if name == _LONDON else None)[name]
    for entry in _in_order(metadata.entry_points(group=GROUP)):
        with suppress(Exception, SystemExit):
            box = entry.load()
            if isinstance(box, Box) and box.game.name == name:
                return box.game
    raise LookupError(name)


def languages_of(boxes: Iterable[Box]) -> Languages:
    """All that the bot says, and these games; raises BrokenCatalogue."""
    return Languages.load(games={box.game.name: box.locales for box in boxes})


def lessons_of(boxes: Iterable[Box]) -> Mapping[str, Lesson]:
    """The lessons of the house's own games and of these, each read at its first use."""
    outside = {box.game.name: box.lesson for box in boxes if box.lesson is not None}
    return Lazy(
        lambda name: read(outside[name]) if name in outside else OWN[name], (*OWN, *outside)
    )


def opened(entry: metadata.EntryPoint, taken: Collection[str]) -> Box:
    """The box of an entry point, looked through, beside so many games; raises Unfit."""
    try:
        box = entry.load()
    except (Exception, SystemExit) as broken:
        raise Unfit(f"{entry.value} can't be imported: {_in_a_line(broken)}") from broken
    if not isinstance(box, Box):
        raise Unfit(f"{entry.value} is no Box")
    _check_kinds(box)
    if box.game.name in taken:
        raise Unfit(f"there is a game {box.game.name} already")
    if len(taken) >= MOST:
        raise Unfit(f"/play can't offer more than {MOST} games")
    _check_pictures(box.pictures)
    _check_texts(box)
    _check_lesson(box)
    return box


def wanted_texts(game: AnyGame) -> frozenset[str]:
    """The keys that the house itself asks of a game's texts."""
    wanted = {f"game.{game.name}.{part}" for part in _SAID}
    for option, field in game.Options.model_fields.items():
        key = f"{game.name}.option.{option}"
        wanted |= {key, f"{key}.help"}
        if get_origin(field.annotation) is Literal:
            wanted |= {f"{key}.{value}" for value in get_args(field.annotation)}
    return frozenset(wanted)


def _check_kinds(box: Box) -> None:
    """Packages need not have been checked for their types."""
    game: object = box.game
    if not isinstance(game, Game):
        raise Unfit("its game is no Game")
    if not isinstance(game.Options, type) or not issubclass(game.Options, Options):
        raise Unfit("its game's Options are none")
    _check_seats(game.seats)
    _check_options(game.Options)
    if not isinstance(box.pictures, str):
        raise Unfit("its pictures are no name of a module")
    if not isinstance(box.locales, Path):
        raise Unfit("its locales are no Path")
    if not isinstance(game.name, str) or not _NAME.fullmatch(game.name):
        raise Unfit("its game has no name of at most 30 small letters, digits and underscores")


def _check_seats(seats: object) -> None:
    known = range(2, MOST_SEATS + 1)
    if not isinstance(seats, tuple) or not seats or list(seats) != [n for n in known if n in seats]:
        said = f"its game's seats are no numbers of players from 2 to {MOST_SEATS}"
        raise Unfit(f"{said}, the fewest first")


def _check_options(options: type[Options]) -> None:
    """The lobby has a menu of each."""
    if len(options.model_fields) > MOST_OPTIONS:
        raise Unfit(f"it has more than {MOST_OPTIONS} options")
    for name, field in options.model_fields.items():
        try:
            number = len(values_of(field))
        except ValueError as unknown:
            raise Unfit(f"its option {name} is {unknown}") from unknown
        if field.is_required():
            raise Unfit(f"its option {name} lacks a default")
        if not 1 <= number <= MOST_VALUES:
            many = f"{number} values, more than {MOST_VALUES}" if number else "no values"
            raise Unfit(f"its option {name} has {many}")


def _check_pictures(module: str) -> None:
    try:
        drawn: Any = import_module(module)
    except (Exception, SystemExit) as broken:
        raise Unfit(f"its pictures can't be imported: {_in_a_line(broken)}") from broken
    missing = [part for part in _DRAWN if not callable(getattr(drawn, part, None))]
    if missing:
        raise Unfit(f"its pictures lack {', '.join(missing)}")


def _check_texts(box: Box) -> None:
    try:
        languages = languages_of([box])
    except BrokenCatalogue as broken:
        raise Unfit(f"its texts can't be read: {_in_a_line(broken)}") from broken
    for language in languages.tags:
        words = languages.words(language)
        try:
            for key in sorted(wanted_texts(box.game)):
                words(text(key, n=1, round=1))
        except MissingText as missing:
            raise Unfit(f"its texts in {language!r} lack {missing}") from missing
        except (ValueError, LookupError) as broken:
            raise Unfit(f"its texts in {language!r}: {_in_a_line(broken)}") from broken
        if len(words(text(f"game.{box.game.name}.name"))) > _LONGEST_NAME:
            raise Unfit(f"its name in {language!r} is longer than {_LONGEST_NAME} characters")


def _check_lesson(box: Box) -> None:
    if box.lesson is None:
        return
    if not isinstance(box.lesson, Path):  # packages need not have been checked for their types
        raise Unfit("its lesson is no Path")
    if box.lesson.name != LESSON:
        raise Unfit(f"its lesson isn't called {LESSON}")
    try:
        lesson = read(box.lesson)
        box.game.Options.model_validate(dict(lesson.options))
    except (BrokenLesson, ValidationError) as broken:
        raise Unfit(f"its lesson can't be read: {_in_a_line(broken)}") from broken
    if lesson.seats not in box.game.seats:
        raise Unfit(f"its lesson is for {lesson.seats} players")
    languages = languages_of([box])
    for language in languages.tags:
        if missing := languages.missing(language, lesson.keys()):
            raise Unfit(f"its lesson's texts in {language!r} lack {', '.join(missing)}")


def _in_order(registered: Iterable[metadata.EntryPoint]) -> list[metadata.EntryPoint]:
    return sorted(registered, key=lambda one: (one.name, one.value))


def _package(entry: metadata.EntryPoint) -> str:
    return "unknown" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"


def _in_a_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
