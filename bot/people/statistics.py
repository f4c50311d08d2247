"""Records of a server, counted from how people stood at the end of its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.ratings import Rating
from bot.store.records.sessions import Standing
from images.records import Leaderboard, OfGame, Ranked, Statistics

SHOWN = 10
"""People on a leaderboard."""


def statistics(name: str, standings: Sequence[Standing]) -> Statistics:
    """How somebody has played; `standings`: of that person, the oldest first.

    Only games that were the person's own count; ratings follow from all.
    """
    own = [standing for standing in standings if standing.counts]
    if not own:
        return Statistics(name)
    rows = [_of_game(game, mine, standings) for game, mine in _by_game(own).items()]
    rows.sort(key=lambda row: (-row.games, row.game))
    certain = [row for row in rows if row.points is not None and not row.uncertain]
    return Statistics(
        name,
        games=len(own),
        wins=_wins(own),
        place=_place(own),
        streak=_streak(own),
        favourite=rows[0].game,
        strongest=max(certain, key=lambda row: row.points or 0).game if certain else None,
        of_games=tuple(rows),
    )


def leaderboard(game: str, standings: Iterable[Standing], names: Mapping[int, str]) -> Leaderboard:
    """Who plays a game best; `standings`: of that game, the oldest first.

    Without those who haven't a game of their own to show.
    """
    by_person: dict[int, list[Standing]] = {}
    for standing in standings:
        by_person.setdefault(standing.user_id, []).append(standing)
    rows = [
        (user_id, own, rating)
        for user_id, theirs in by_person.items()
        if (own := [standing for standing in theirs if standing.counts])
        and (rating := _rating(theirs)) is not None
        and user_id in names
    ]
    rows.sort(key=lambda row: (-row[2].points, names[row[0]]))
    points = [rating.points for _, _, rating in rows]
    return Leaderboard(
        game,
        tuple(
            Ranked(
                rank=1 + points.index(rating.points),
                name=names[user_id],
                games=len(own),
                wins=_wins(own),
                place=_place(own),
                points=rating.points,
                uncertain=rating.uncertain,
            )
            for user_id, own, rating in rows[:SHOWN]
        ),
    )


def most_played(standings: Iterable[Standing]) -> list[str]:
    """The games that were played, the one played most first."""
    played: dict[str, set[int]] = {}
    for standing in standings:
        played.setdefault(standing.game, set()).add(standing.session_id)
    return sorted(played, key=lambda game: (-len(played[game]), game))


def _of_game(game: str, own: Sequence[Standing], all_games: Iterable[Standing]) -> OfGame:
    rating = _rating([standing for standing in all_games if standing.game == game])
    return OfGame(
        game,
        games=len(own),
        wins=_wins(own),
        place=_place(own),
        best=max(standing.score for standing in own),
        points=None if rating is None else rating.points,
        uncertain=rating is not None and rating.uncertain,
    )


def _by_game(standings: Iterable[Standing]) -> dict[str, list[Standing]]:
    found: dict[str, list[Standing]] = {}
    for standing in standings:
        found.setdefault(standing.game, []).append(standing)
    return found


def _wins(standings: Iterable[Standing]) -> int:
    return sum(standing.place == 1 for standing in standings)


def _place(standings: Sequence[Standing]) -> int:
    """The average place, in tenths."""
    return round(10 * sum(standing.place for standing in standings) / len(standings))


def _streak(standings: Sequence[Standing]) -> int:
    """Wins in a row by now; without one, games since the last one, below 0; 0: never won."""
    if not _wins(standings):
        return 0
    won = standings[-1].place == 1
    number = 0
    for standing in reversed(standings):
        if (standing.place == 1) is not won:
            break
        number += 1
    return number if won else -number


def _rating(standings: Iterable[Standing]) -> Rating | None:
    """The latest rating."""
    known = [standing.rating for standing in standings if standing.rating is not None]
    return known[-1] if known else None
