"""The plugin: a module that names its BOXES has the tests of the suite run over each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from bot.games import Box

pytest.register_assert_rewrite("bot.testing.suite", "bot.testing.playing")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each test of the suite every table, game, language, ... of the module's boxes."""
    boxes: Sequence[Box] | None = getattr(metafunc.module, "BOXES", None)
    if boxes is None:
        return
    for name, values in _VALUES.items():
        if name in metafunc.fixturenames:
            found = values(boxes)
            metafunc.parametrize(name, list(found.values()), ids=list(found))


def _boxes(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {box.game.name: box for box in boxes}


def _games(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {box.game.name: box.game for box in boxes}


def _tables(boxes: Sequence[Box]) -> Mapping[str, Any]:
    from bot.testing.seatings import seatings_of  # noqa: PLC0415 - pytest loads this module always

    return {str(table): table for box in boxes for table in seatings_of(box)}


def _languages(_boxes: Sequence[Box]) -> Mapping[str, Any]:
    from bot.languages import Languages  # noqa: PLC0415 - pytest loads this module always

    return {tag: tag for tag in Languages.load().tags}


def _parties(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {f"{box.game.name}-{seats}p": (box, seats) for box in boxes for seats in box.game.seats}


_VALUES: Final[Mapping[str, Callable[[Sequence[Box]], Mapping[str, Any]]]] = {
    "box": _boxes,
    "game": _games,
    "table": _tables,
    "party_of": _parties,
    "language": _languages,
}
"""What a test of the suite may ask for, by the name of its argument."""
