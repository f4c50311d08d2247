"""What was remarkable in a game of Guilds of London, from turns that were played."""

from __future__ import annotations

from engine.london.telling.film import AWARDS
from engine.parts.awards import awarded
from engine.text import Seat, text
from tests.engine.london.builders import TOWN, place, scene, told, turns

MOVES = ("card:41.c2", "card:42.c2", "card:43.c2", "card:44.c2")


def won(*picks: str) -> tuple[object, ...]:
    """The awards for moving and recruiting after seat 0 has picked these."""
    state = turns(scene(tiles=TOWN, hands=["41 42 43 44 45 46"]))
    assert state.tiles[place("C2")] >= 0
    return awarded("london", AWARDS[2:], [], told(state, *picks))


def test_a_card_that_moves_a_liveryman_or_recruits_one_counts_as_an_effect_does() -> None:
    """London's components, steps: a card played to recruit is `recruit` n = 1, one played to move
    is `move` n = 1."""
    moves = text("london.award.moves", player=Seat(0), n=4)
    assert won(*MOVES) == (moves,)
    recruits = [f"card:{code}.recruit" for code in range(41, 46)]
    assert won(*recruits) == (text("london.award.recruits", player=Seat(0), n=5),)


def test_a_turn_that_was_undone_moved_nobody() -> None:
    assert won(*MOVES[:3], "undo", *MOVES[:1]) == ()
    moves = text("london.award.moves", player=Seat(0), n=4)
    assert won(*MOVES[:3], "undo", *MOVES) == (moves,)
