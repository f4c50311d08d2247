"""Cases of which the night has more: `make test` runs some by turns, `make test-all` all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def some(cases: Iterable[Any], daily: int) -> list[Any]:
    """The cases, of which all but one are nightly."""
    return [
        case if number == daily else pytest.param(case, marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]


def half(cases: Iterable[Any], first: int = 0) -> list[Any]:
    """The cases, of which every second is nightly; `first`: the first that isn't, 0 or 1."""
    return [
        case if number % 2 == first else pytest.param(case, marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]


def by_turns(cases: Iterable[Any], ways: Sequence[Any]) -> list[Any]:
    """Each case in each way; all but one way of each are nightly, another one of each case."""
    return [
        pytest.param(case, way, marks=[] if number % len(ways) == turn else [pytest.mark.nightly])
        for number, case in enumerate(cases)
        for turn, way in enumerate(ways)
    ]
