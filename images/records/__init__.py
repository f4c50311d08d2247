"""Records: what pictures of how people have played are made of, counted already.

Who draws them imports `book` or `course`; the values alone need no Pillow.
"""

from __future__ import annotations

from engine.text import frozen


@frozen
class OfGame:
    """How somebody has played one game; `points`: the rating, None if there is none yet.

    `place`: the average one, in tenths. `best`: the highest score. `uncertain`: the rating comes
    of few games.
    """

    game: str
    games: int
    wins: int
    place: int
    best: int
    points: int | None
    uncertain: bool = False


@frozen
class Point:
    """A choice in a game: the chances before it and with what was chosen, in thousandths.

    `turning`: its number among the three that cost most, from 1; 0: none of them.
    """

    round: int
    before: int
    after: int
    turning: int = 0


def in_points(thousandths: int) -> int:
    """Points of a hundred, a half as a whole one: two chances that are a point apart differ."""
    points = (abs(thousandths) + 5) // 10
    return points if thousandths > 0 else -points


@frozen
class Course:
    """How somebody's chances went in a game, to its end; `result`: the part of the win.

    `accuracy`: of 100.
    """

    game: str
    name: str
    points: tuple[Point, ...]
    result: int
    accuracy: int

    @property
    def lost(self) -> int:
        """What choices cost."""
        return sum(point.before - point.after for point in self.points)

    @property
    def luck(self) -> int:
        """What luck and the others did, so that what is shown in percents adds up."""
        shown = (self.points[0].before, self.lost, self.result)
        first, lost, result = map(in_points, shown)
        return (result - first + lost) * 10


@frozen
class Statistics:
    """How somebody has played in all.

    `streak`: wins in a row by now, or without one the games since the last win, below 0; 0 where
    nothing was ever won.
    `favourite`: the game played most, unless several are; `strongest`: the one with the best rating
    that is certain.
    """

    name: str
    games: int = 0
    wins: int = 0
    place: int = 0
    streak: int = 0
    favourite: str | None = None
    strongest: str | None = None
    of_games: tuple[OfGame, ...] = ()

    @property
    def only(self) -> OfGame | None:
        """The one kind of game that was played, if no other was."""
        return self.of_games[0] if len(self.of_games) == 1 else None


@frozen
class Ranked:
    """Somebody on a leaderboard; the fields as in `OfGame`."""

    rank: int
    name: str
    games: int
    wins: int
    place: int
    points: int
    uncertain: bool = False


@frozen
class Leaderboard:
    """Who plays a game best, the best first."""

    game: str
    ranked: tuple[Ranked, ...]
