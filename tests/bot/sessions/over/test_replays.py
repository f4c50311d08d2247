"""Where one who looks back can go: to a part of a round, or to a round where these are many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.sessions.over.replays import parts
from bot.sessions.table.table import AnyGame
from engine.log import Step


def of(state: Any) -> Any:
    """What a game says of a state that is its round and what stands above it."""
    return SimpleNamespace(headline=SimpleNamespace(key=state[1]))


GAME = cast(
    "AnyGame", SimpleNamespace(round_of=lambda state: state[0], view=lambda state, _: of(state))
)


@pytest.mark.parametrize(
    ("rounds", "each", "begin"),
    [(12, 2, range(24)), (13, 1, range(13)), (13, 2, range(0, 26, 2)), (12, 3, range(0, 36, 3))],
)
def test_a_menu_has_the_parts_of_at_most_twelve_rounds(
    rounds: int, each: int, begin: range
) -> None:
    states = [(number, str(part)) for number in range(rounds) for part in range(each)]
    passed = [Step(cast("Any", state), ()) for state in states]
    assert list(parts(GAME, passed)) == list(begin)


def test_of_thirteen_rounds_no_part_is_in_the_menu() -> None:
    states = [(0, "a draft"), *((number, "a count") for number in range(13))]
    passed = [Step(cast("Any", state), ()) for state in states]
    assert list(parts(GAME, passed)) == [0, *range(2, 14)]
    assert list(parts(GAME, passed[:13])) == list(range(13))
