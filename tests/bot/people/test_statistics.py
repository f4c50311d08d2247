"""Statistics: only one's own games to the end, each figure as its name says."""

from __future__ import annotations

from bot.people import SHOWN, leaderboard, most_played, statistics
from bot.store.ratings import Rating
from bot.store.records.sessions import Standing
from images.records import OfGame, Statistics

ADA, BEN = 1, 2


def stood(  # one line a game
    place: int,
    *,
    game: str = "guildes",
    score: int = 10,
    own: int = 4,
    present: bool = True,
    user_id: int = ADA,
    rating: Rating | None = None,
    session_id: int = 1,
) -> Standing:
    return Standing(session_id, game, 0.0, user_id, place, score, 4, own, present, rating)


def test_games_wins_and_the_average_place_are_counted():
    shown = statistics("Ada", [stood(1), stood(2), stood(1, game="london"), stood(3)])
    assert (shown.games, shown.wins, shown.place) == (4, 2, 18)  # 7 / 4


def test_games_that_were_not_ones_own_count_for_nothing():
    shown = statistics("Ada", [stood(1), stood(1, own=1), stood(1, present=False)])
    assert (shown.games, shown.wins) == (1, 1)


def test_half_of_the_choices_make_a_game_ones_own():
    assert statistics("Ada", [stood(1, own=2)]).games == 1


def test_nobody_has_statistics_without_a_game():
    assert statistics("Ada", [stood(1, present=False)]) == Statistics("Ada")


def test_wins_in_a_row_are_those_by_now():
    places = [1, 1, 2, 1, 1, 1]
    assert statistics("Ada", [stood(place) for place in places]).streak == 3
    assert statistics("Ada", [stood(place) for place in [*places, 2, 3]]).streak == -2
    assert statistics("Ada", [stood(2), stood(3)]).streak == 0


def test_the_favourite_is_played_most_and_the_strongest_rated_best():
    sure, better, unsure = Rating(20, 2), Rating(28, 2), Rating(40, 8)
    shown = statistics(
        "Ada",
        [
            stood(1, rating=sure),
            stood(1, rating=sure),
            stood(1, game="london", rating=better),
            stood(1, game="majority", rating=unsure),
        ],
    )
    assert (shown.favourite, shown.strongest) == ("guildes", "london")


def test_of_games_played_equally_often_none_is_the_favourite():
    shown = statistics("Ada", [stood(1), stood(2, game="london")])
    assert shown.favourite is None


def test_of_each_game_the_best_score_and_the_latest_rating_are_shown():
    early, late = Rating(25, 6), Rating(26, 4)
    shown = statistics("Ada", [stood(2, score=9, rating=early), stood(1, score=7, rating=late)])
    assert shown.of_games == (OfGame("guildes", 2, 1, 15, 9, late.points),)


def test_a_rating_that_fell_in_a_game_one_left_is_shown():
    fell = Rating(20, 5)
    shown = statistics("Ada", [stood(1, rating=Rating()), stood(3, present=False, rating=fell)])
    assert shown.of_games[0].games == 1
    assert shown.of_games[0].points == fell.points


def test_the_best_rated_come_first_and_equals_share_a_rank():
    names = {1: "Ada", 2: "Ben", 3: "Cleo"}
    shown = leaderboard(
        "guildes",
        [
            stood(1, user_id=2, rating=Rating(30, 3)),
            stood(1, user_id=1, rating=Rating(30, 3)),
            stood(1, user_id=3, rating=Rating(35, 3)),
        ],
        names,
    )
    assert [(row.rank, row.name) for row in shown.ranked] == [(1, "Cleo"), (2, "Ada"), (2, "Ben")]


def test_strangers_and_those_without_a_game_of_their_own_are_not_on_it():
    shown = leaderboard(
        "guildes",
        [
            stood(1, user_id=1, rating=Rating()),
            stood(1, user_id=2, rating=Rating(), present=False),
            stood(1, user_id=3, rating=Rating()),
        ],
        {1: "Ada", 2: "Ben"},
    )
    assert [row.name for row in shown.ranked] == ["Ada"]


def test_a_leaderboard_ends_somewhere():
    people = range(1, SHOWN + 5)
    standings = [stood(1, user_id=who, rating=Rating(who, 1)) for who in people]
    shown = leaderboard("guildes", standings, {who: str(who) for who in people})
    assert len(shown.ranked) == SHOWN


def test_games_are_in_order_of_how_often_they_were_played():
    played = [
        stood(1, game="london", session_id=1),
        stood(2, game="london", session_id=1, user_id=BEN),
        stood(1, session_id=2),
        stood(1, session_id=3),
    ]
    assert most_played(played) == ["guildes", "london"]
