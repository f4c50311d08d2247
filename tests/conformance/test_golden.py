"""The golden games are as they were: `python -m tests.conformance.golden --write`."""

from __future__ import annotations

import pytest

from bot.testing.seatings import Seating
from tests.conformance.golden import FOLDER, golden_tables, path, rendered

GOLDEN = list(golden_tables())


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_a_golden_game_goes_as_written(table: Seating, seed: int) -> None:
    assert rendered(table, seed) == path(table).read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_game() -> None:
    assert {path(table) for table, _ in GOLDEN} == set(FOLDER.glob("*.txt"))
