"""The plugin: a module that names its BOXES has the tests of the suite run over each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from bot.games import Box
    from bot.testing.seatings import Seating

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


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks mean that are given here."""
    config.addinivalue_line("markers", "nightly: more of what other tests assert as well")
    config.addinivalue_line("markers", "xdist_group(name): run in one process")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have all tests of a table run one after the other, in one process: it is played once.

    Each test of a table is nightly in all languages but one, and at two in three of the tables
    that have any options.
    """
    places: dict[tuple[Any, str], int] = {}
    for number, item in enumerate(items):
        table, tag = _table_of(item), _given(item, "language")
        if table is None:
            continue
        places.setdefault((item.parent, str(table)), number)
        item.add_marker(pytest.mark.xdist_group(str(table)))
        if _nightly(table, tag):
            item.add_marker(pytest.mark.nightly)
    order = [
        places.get((item.parent, str(_table_of(item))), number) for number, item in enumerate(items)
    ]
    items[:] = [item for _, item in sorted(zip(order, items, strict=True), key=itemgetter(0))]


def _table_of(item: pytest.Item) -> Seating | None:
    from bot.testing.seatings import Seating  # noqa: PLC0415 - pytest loads this module always

    given = _given(item, "table") or _given(item, "large_table")
    return given if isinstance(given, Seating) else None  # no game of the module has such a table


def _given(item: pytest.Item, argument: str) -> Any:
    """What a test of the suite is given; None if it is no such test, or asks for no such thing."""
    if not hasattr(getattr(item, "module", None), "BOXES") or not hasattr(item, "callspec"):
        return None
    return item.callspec.params.get(argument)


@cache
def _nightly(table: Seating, tag: str | None) -> bool:
    from bot.languages import Languages  # noqa: PLC0415 - pytest loads this module always
    from bot.testing.seatings import combinations  # noqa: PLC0415

    tags, every = Languages.load().tags, combinations(table.game)
    turn = every.index(table.options) + table.seats
    if tag is not None and tags[turn % len(tags)] != tag:
        return True
    return turn % 3 > 0 and table.options != every[0]


def _boxes(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {box.game.name: box for box in boxes}


def _games(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {box.game.name: box.game for box in boxes}


def _tables(boxes: Sequence[Box]) -> Mapping[str, Any]:
    from bot.testing.seatings import seatings_of  # noqa: PLC0415 - pytest loads this module always

    return {str(table): table for box in boxes for table in seatings_of(box)}


def _large(boxes: Sequence[Box]) -> Mapping[str, Any]:
    from images import pictures_of  # noqa: PLC0415 - pytest loads this module always
    from images.pictures import Map  # noqa: PLC0415

    drawn = pictures_of({box.game.name: box.pictures for box in boxes})
    return _tables([box for box in boxes if isinstance(drawn[box.game.name], Map)])


def _languages(_boxes: Sequence[Box]) -> Mapping[str, Any]:
    from bot.languages import Languages  # noqa: PLC0415 - pytest loads this module always

    return {tag: tag for tag in Languages.load().tags}


def _parties(boxes: Sequence[Box]) -> Mapping[str, Any]:
    return {f"{box.game.name}-{seats}p": (box, seats) for box in boxes for seats in box.game.seats}


_VALUES: Final[Mapping[str, Callable[[Sequence[Box]], Mapping[str, Any]]]] = {
    "box": _boxes,
    "game": _games,
    "table": _tables,
    "large_table": _large,
    "party_of": _parties,
    "language": _languages,
}
"""What a test of the suite may ask for, by the name of its argument."""
