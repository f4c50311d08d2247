"""Pages of the records: full and empty, with the longest names, in both languages."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest
from PIL import Image, ImageChops

from bot.testing.names import LONGEST_NAMES
from images.paint.canvas import Canvas
from images.paint.indexed import HEAVY
from images.paint.layout import Box
from images.records import Course, Leaderboard, OfGame, Point, Ranked, Statistics, in_points
from images.records.book import (
    HEAD,
    ROW,
    Column,
    figures,
    leaderboard,
    statistics,
    table,
    table_height,
)
from images.records.course import course, medals
from images.records.spoken import streak
from tests.images.soundness import LANGUAGES, assert_sound
from tests.images.speech import Speech
from tests.tiers import by_turns

GAMES = ("guildes", "london", "majority", "corrompue")
FULL = Statistics(
    "",
    games=12_345,
    wins=10_000,
    place=60,
    streak=1_234,
    favourite="london",
    strongest="corrompue",
    of_games=tuple(OfGame(game, 9_999, 9_999, 60, 9_999, 12_345, True) for game in GAMES),
)
LEAST = Statistics(
    "Bo",
    games=1,
    place=10,
    streak=-1,
    favourite="guildes",
    of_games=(OfGame("guildes", 1, 0, 10, 0, None),),
)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["game", "wins", "win in a row"]),
        ("fr", ["partie", "victoire", "victoire d’affilée"]),
    ],
)
def test_the_label_of_a_number_agrees_with_it(language, said):
    labels = [Speech(language, ())(label) for _, label in figures(replace(LEAST, streak=1))]
    assert [labels[0], labels[1], labels[3]] == said


@pytest.fixture(params=LANGUAGES)
def words(request):
    return Speech(request.param, ())


@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_the_fullest_page_has_room_for_everything(words, name):
    picture = statistics(replace(FULL, name=name), words)
    assert_sound(picture, HEAVY)
    assert name in picture.alt


def test_the_emptiest_page_says_that_there_is_no_rating(words):
    picture = statistics(LEAST, words)
    assert_sound(picture, HEAVY)
    assert "1" in picture.alt


@pytest.mark.parametrize("said", ["La Cité corrompue", "6 jetons Paysan", "9 999 jetons Paysan"])
def test_a_cell_of_two_lines_keeps_off_the_rules_of_its_row(said):
    def drawn(cell):
        canvas = Canvas(Image.new("RGB", (400, table_height(1))))
        table(canvas, Box(0, 0, 400, table_height(1)), [Column("", 1), Column("", 1)], [["", cell]])
        return canvas.drawn().image

    _, top, _, bottom = ImageChops.difference(drawn(said), drawn("")).getbbox()
    assert top >= HEAD + 4
    assert bottom <= HEAD + ROW - 4


def test_one_kind_of_game_is_told_once():
    only = OfGame("guildes", 3, 1, 20, 105, 914, True)
    shown = Statistics("Ada", games=3, wins=1, place=20, streak=-1, of_games=(only,))
    picture = statistics(shown, Speech("en", ()))
    assert_sound(picture, HEAVY)
    assert picture.alt.count("3 games") == 1
    assert "Guildes. Best score: 105 votes. Rating: 914?." in picture.alt


def test_a_full_leaderboard_has_room_for_the_longest_names(words):
    names = [LONGEST_NAMES[number % len(LONGEST_NAMES)] for number in range(10)]
    ranked = tuple(
        Ranked(number, name, 9_999, 9_999, 60, 12_345, number > 7)
        for number, name in enumerate(names, start=1)
    )
    picture = leaderboard(Leaderboard("corrompue", ranked), words)
    assert_sound(picture, HEAVY)


def test_a_leaderboard_names_everybody_in_order(words):
    ranked = (Ranked(1, "Ada", 3, 2, 13, 1_500), Ranked(2, "Bo", 3, 1, 17, 1_200, True))
    alt = leaderboard(Leaderboard("guildes", ranked), words).alt
    assert alt.index("Ada") < alt.index("Bo")
    assert "1.3" in alt or "1,3" in alt


@pytest.mark.parametrize(("name", "accuracy"), by_turns(LONGEST_NAMES, [0, 50, 70, 85, 95]))
def test_the_course_of_a_game_has_room_for_everything(words, name, accuracy):
    points = [Point(1 + at // 8, 100 * (at % 11), 10 * (at % 100)) for at in range(96)]
    points[40] = Point(6, 1000, 0, 1)
    points[41] = Point(6, 1000, 0, 2)
    points[95] = Point(12, 1000, 1000, 3)
    picture = course(Course("london", name, tuple(points), 1000, accuracy), words)
    assert_sound(picture, HEAVY)
    assert name in picture.alt


@pytest.mark.parametrize("result", [0, 250, 333, 500, 1000])
@pytest.mark.parametrize("after", range(0, 1000, 50))
def test_the_numbers_of_turning_points_touch_neither_the_end_nor_each_other(after, result):
    points = [Point(1, 1000, 1000) for _ in range(42)]
    points += [Point(2, 1000, 700, 3), Point(2, 1000, 650, 2), Point(2, 1000, after, 1)]
    plot = Box(100, 100, 900, 380)
    found = medals(Course("guildes", "Ada", tuple(points), result, 50), plot)
    assert [number for number, _, _ in found] == [1, 2, 3]
    end = plot.bottom - plot.h * result // 1000
    held = [Box(plot.right - 9, end - 9, 18, 18), *(box for _, box, _ in found)]
    for one, other in combinations(held, 2):
        apart = one.right <= other.x or other.right <= one.x
        assert apart or one.bottom <= other.y or other.bottom <= one.y
    for _, box, _ in found:
        assert plot.y <= box.y
        assert box.bottom <= plot.bottom


RISING, FALLING = [300, 360, 420, 480, 540, 600], [600, 540, 480, 420, 360, 300]


@pytest.mark.parametrize("cost", [90, 170, 290])
@pytest.mark.parametrize("at", range(6))
@pytest.mark.parametrize("chances", [RISING, FALLING, RISING[::2] + FALLING[::2]])
def test_the_number_of_a_turning_point_covers_neither_the_line_nor_its_bar(chances, at, cost):
    plot = Box(100, 100, 400, 380)
    points = [
        Point(1, before, before - cost * (number == at), number == at)
        for number, before in enumerate(chances)
    ]
    ((_, box, (x, foot)),) = medals(Course("guildes", "Ada", tuple(points), 0, 55), plot)
    across = [plot.x + plot.w * number // len(points) for number in range(len(points))]
    corners = [
        (there, plot.bottom - plot.h * chance / 1000)
        for there, point in zip(across, points, strict=True)
        for chance in (point.before, point.after)
    ] + [(plot.right, plot.bottom)]
    middle, radius = box.middle, box.w / 2
    for (left, upper), (right, lower) in pairwise(corners):
        for step in range(101):
            along = left + (right - left) * step / 100, upper + (lower - upper) * step / 100
            assert dist(along, middle) > radius + 4
    assert (x, foot) in {
        (across[at], plot.bottom - plot.h * chance // 1000)
        for chance in (points[at].before, points[at].after)
    }
    assert plot.y <= box.y < box.bottom <= plot.bottom


def test_the_number_of_a_turning_point_at_the_beginning_leaves_the_chances_beside_it_readable():
    shown = Course("guildes", "Ada", (Point(1, 700, 250, 1), Point(1, 300, 300)), 0, 55)
    plot = Box(100, 100, 900, 380)
    ((_, box, _),) = medals(shown, plot)
    assert box.x >= plot.x


def test_what_a_course_says_adds_up_as_it_is_read():
    shown = Course("guildes", "Ada", (Point(1, 64, 10, 1), Point(2, 396, 0)), 0, 55)
    assert "beginning: 6%; by choices −45, by luck and the others +39; in the end 0%" in (
        course(shown, Speech("en", ())).alt
    )


def test_a_course_of_one_choice_says_what_it_came_to():
    shown = Course("guildes", "Ada", (Point(1, 500, 350, 1),), 0, 85)
    assert (shown.lost, shown.luck) == (150, -350)
    picture = course(shown, Speech("en", ()))
    assert_sound(picture, HEAVY)
    assert "at the beginning: 50%; by choices −15, by luck and the others −35; in the end 0%" in (
        picture.alt
    )
    assert "Accuracy: 85 out of 100, very high." in picture.alt
    assert "Turning point 1, Ballot 1: 35% instead of 50%." in picture.alt


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "No win yet"),
        (1, "1 win in a row"),
        (-1, "1 game since the last win"),
        (-7, "7 games since the last win"),
    ],
)
def test_a_streak_says_one_thing(number, said):
    assert Speech("en", ())(streak(number)) == said


def test_chances_that_are_a_point_apart_are_told_apart():
    assert all(in_points(chance + 10) == in_points(chance) + 1 for chance in range(991))


@pytest.mark.parametrize("result", [0, 333, 1000])
@pytest.mark.parametrize("cost", [5, 10, 15, 45, 55])
def test_what_is_told_of_a_game_adds_up_to_its_result(cost, result):
    for before in range(cost, 1000, 5):
        shown = Course("guildes", "Ada", (Point(1, before, before - cost, 1),), result, 55)
        told = in_points(before) + in_points(-shown.lost) + in_points(shown.luck)
        assert told == in_points(result)
