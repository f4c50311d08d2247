from __future__ import annotations

import pytest

from engine.london.vote import Vote, winner

NO = [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("pawns", "masters", "expected"),
    [
        pytest.param([3, 1, 0, 0], NO, Vote(0, 1), id="most pawns win, next is second"),
        pytest.param([1, 2, 1, 0], NO, Vote(1, None), id="tied for second: no second"),
        pytest.param([0, 0, 2, 0], NO, Vote(2, None), id="alone: nobody is second"),
        pytest.param([2, 2, 1, 0], NO, Vote(None, None), id="a tie that stays: nothing"),
        pytest.param([0, 0, 0, 0], NO, Vote(None, None), id="no pawn left: nothing"),
        pytest.param([0, 0, 0, 0], [2, 0, 0, 0], Vote(None, None), id="masters alone win nothing"),
        pytest.param([2, 2, 1, 0], [0, 1, 0, 0], Vote(1, 0), id="a master breaks the tie"),
        pytest.param([2, 2, 2, 0], [0, 1, 0, 0], Vote(1, None), id="three tied: losers tie second"),
        pytest.param([2, 2, 0, 0], [1, 1, 0, 0], Vote(None, None), id="masters tie too"),
        pytest.param([2, 2, 1, 0], [0, 1, 9, 9], Vote(1, 0), id="only tied players add masters"),
        pytest.param([3, 2, 0, 0], [0, 5, 0, 0], Vote(0, 1), id="no tie: masters don't count"),
        pytest.param([2, 2, 2, 0], [1, 2, 1, 0], Vote(1, None), id="best of three tied"),
        pytest.param([3, 1, 1, 1], [0, 0, 2, 0], Vote(0, None), id="no masters for second place"),
    ],
)
def test_vote(pawns: list[int], masters: list[int], expected: Vote) -> None:
    assert winner(pawns, masters) == expected
