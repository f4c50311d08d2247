"""Frames stand as long as their words take to read, and a long film has fewer of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.languages import Languages
from bot.sessions.over.replays import LONGEST, Frame, fewer, film_length, frames, reading_time
from engine import games
from engine.game import Scene
from engine.log import Step
from engine.parts.values import Event
from engine.text import Seat, text

WORDS = Languages.load().words("en", ["Ada", "Goro", "Chiara"])
GUILDES = type(games["guildes"])


class Talkative(GUILDES):
    """Of which every step is a frame of three words."""

    def scene(self, told: Sequence[Event]) -> Scene | None:
        return Scene(text("board.over"), len(told)) if told else None


def film(steps: int) -> Sequence[Frame]:
    """A game of so many steps after its beginning."""
    game = Talkative()
    state = game.setup(3, seed=1)
    told = (Event(text("board.over")),)
    return frames(game, [Step(state, ()), *[Step(state, told)] * steps], WORDS)


@pytest.mark.parametrize(
    ("said", "words"), [("Ada wins.", 2), ("Or : Ada 2", 3), ("Ada moves 4 liverymen to E2.", 6)]
)
def test_words_are_counted_without_signs(said: str, words: int) -> None:
    assert film_length(said) == words


def test_what_takes_longer_to_read_stands_longer() -> None:
    assert reading_time("Ada wins.") < reading_time("Ada moves 4 liverymen to E2.")
    assert reading_time("A count.") < reading_time("A count.", "Nobles: Ada 3 cards") < 6_000
    assert reading_time("A count.", "word " * 1_000) == 6_000


def test_of_a_short_game_every_frame_stands_as_long_as_it_takes_to_read() -> None:
    first, *between, result = film(10)
    assert {one.milliseconds for one in between} == {reading_time(WORDS(text("board.over")))}
    assert (first.milliseconds, result.milliseconds) == (2_000, 5_000)


@pytest.mark.parametrize("steps", [1, 50, 100, 120, 400, 3_000])
def test_however_long_a_game_its_film_is_within_a_minute_and_a_half(steps: int) -> None:
    shown = film(steps)
    assert sum(one.milliseconds for one in shown) <= LONGEST == 90_000
    said = WORDS(text("board.over"))
    assert min(one.milliseconds for one in shown) >= reading_time(said) * 4 // 5
    assert [shown[0].at, shown[-2].at, shown[-1].at] == [0, steps, steps + 1]


class Repeating(GUILDES):
    """Of which every step is the same player's trick, but for each tenth."""

    def scene(self, told: Sequence[Event]) -> Scene | None:
        if not told:
            return None
        run = None if told[0].text.args else text("corrompue.film.run", seat=Seat(0))
        return Scene(text("board.over"), len(told), run=run)


def repeated(steps: int) -> list[str]:
    """What such a film says between its beginning and its result."""
    game = Repeating()
    state = game.setup(3, seed=1)
    same, other = (Event(text("board.over", **args)) for args in ({}, {"n": 1}))
    passed = [Step(state, (same if at % 10 else other,)) for at in range(1, steps + 1)]
    return [one.said for one in frames(game, [Step(state, ()), *passed], WORDS)[1:-1]]


def test_in_a_long_film_one_frame_stands_for_the_tricks_that_one_player_takes_in_a_row() -> None:
    said = repeated(120)
    assert said[:3] == ["Ada takes 9 tricks in a row.", "The game is over.", said[0]]
    assert len(said) == 24


def test_in_a_short_film_each_trick_is_a_frame() -> None:
    assert repeated(40) == ["The game is over."] * 40


class Uneven(GUILDES):
    """Of which every second step says more."""

    def scene(self, told: Sequence[Event]) -> Scene | None:
        more = text("corrompue.film.run", seat=Seat(0), n=5)
        return Scene(more if told[0].text.args else text("board.over"), len(told)) if told else None


def test_what_says_least_goes_first_where_a_film_would_be_too_long() -> None:
    game = Uneven()
    state = game.setup(3, seed=1)
    less, more = (Event(text("board.over", **args)) for args in ({}, {"n": 1}))
    passed = [Step(state, (more if at % 2 else less,)) for at in range(1, 101)]
    said = [one.said for one in frames(game, [Step(state, ()), *passed], WORDS)[1:-1]]
    assert said.count("Ada takes 5 tricks in a row.") == 50
    assert 1 < said.count("The game is over.") < 50


def test_fewer_frames_keep_the_beginning_the_last_table_and_the_result() -> None:
    shown = film(20)
    while len(shown) > 3:
        less = fewer(shown)
        assert len(less) < len(shown)
        shown = less
    assert [one.at for one in shown] == [0, 20, 21]
