"""Pictures of a game: drawn at every kind of moment, for whoever strains them most."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.delivery.drawing.drawing import DrawingProcess
from bot.delivery.drawing.orders import Order, drawn_view
from bot.games import Box
from bot.languages import Languages, Words
from bot.testing.names import LONGEST_NAMES
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.suite.catalogues import outside
from engine.text import text
from images import MODULES, Picture, Pictures, pictures_of
from images.paint.theme import WIDTH
from images.pictures import Boxed, Gist, Illustrated, Map, Nearby, OpenTable, Place
from images.words import LONGEST

MOST_BYTES = 150_000
MOMENTS = 6
PATIENCE = 100.0
"""Seconds in which a process must have drawn a picture, however busy the machine is."""


def pictures(box: Box) -> Pictures:
    """What draws the game."""
    return pictures_of({box.game.name: box.pictures})[box.game.name]


def reader(box: Box, language: str, seats: int) -> Words:
    """Everybody has the longest name, is a computer, and learns the game."""
    languages = Languages.load(games=outside(box))
    role = languages.words(language)(text("computer.normal"))
    names = [LONGEST_NAMES[seat % len(LONGEST_NAMES)] for seat in range(seats)]
    return languages.words(language, names, [role] * seats, learning=True)


def assert_sound(picture: Picture) -> None:
    """A palette PNG of the house's width and weight, nothing cut, described."""
    image = Image.open(BytesIO(picture.png))
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height) == (WIDTH, picture.height)
    assert len(picture.png) <= MOST_BYTES
    assert picture.cut == ()
    assert 0 < len(picture.alt) <= LONGEST


def moments(table: Seating) -> list[Any]:
    """Some states that ask somebody, and the end."""
    return playthrough(table).some_states(MOMENTS)


def test_boards_and_hands_are_drawn_and_told_with_the_longest_names(
    table: Seating, language: str
) -> None:
    drawn, words = pictures(table.box), reader(table.box, language, table.seats)
    for state in moments(table):
        public = table.game.view(state, None)
        assert_sound(drawn.board(public, words))
        assert all(drawn.describe(public, words))
        for seat in table.game.asked(state)[:1] or range(table.seats):
            view = table.game.view(state, seat)
            assert_sound(drawn.hand(drawn_view("hand", view), words))
            assert all(drawn.describe(view, words))


def test_an_open_table_is_drawn_with_the_longest_names(table: Seating, language: str) -> None:
    drawn, words = pictures(table.box), reader(table.box, language, table.seats)
    if not isinstance(drawn, Boxed):
        return
    free = [Place(note=words(text("lobby.free_seat")))] * (max(table.game.seats) - table.seats)
    seated = [Place(words.name(seat), words.role(seat) or "") for seat in range(table.seats)]
    assert_sound(drawn.lobby(OpenTable((*seated, *free), ("Who sits.",)), words))


def test_the_result_is_drawn_with_the_longest_names(table: Seating, language: str) -> None:
    end = table.game.view(playthrough(table).states[-1], None)
    words = reader(table.box, language, table.seats)
    assert_sound(pictures(table.box).result(end, words))


def test_every_part_of_a_large_board_is_drawn(large_table: Seating, language: str) -> None:
    drawn, words = pictures(large_table.box), reader(large_table.box, language, large_table.seats)
    assert isinstance(drawn, Map)
    for state in moments(large_table)[:-1]:
        view = large_table.game.view(state, None)
        places = drawn.places(view, words)
        assert 0 < len(places) <= 100
        assert_sound(drawn.closer(view, words, places[0][0]))
        with pytest.raises(KeyError):
            drawn.closer(view, words, "nowhere")


def test_what_is_needed_to_choose_is_told_without_pictures(table: Seating, language: str) -> None:
    drawn, words = pictures(table.box), reader(table.box, language, table.seats)
    if not isinstance(drawn, Gist):
        return
    for state in playthrough(table).some_states(MOMENTS):
        for viewer in table.viewers:
            lines = drawn.gist(table.game.view(state, viewer), words)
            assert lines
            assert all(lines)


def test_parts_of_a_large_board_are_told_without_pictures(
    large_table: Seating, language: str
) -> None:
    drawn, words = pictures(large_table.box), reader(large_table.box, language, large_table.seats)
    assert isinstance(drawn, Map)
    if not isinstance(drawn, Nearby):
        return
    for state in moments(large_table)[:-1]:
        view = large_table.game.view(state, None)
        for place, _ in drawn.places(view, words):
            assert all(drawn.nearby(view, words, place))
        with pytest.raises(KeyError):
            drawn.nearby(view, words, "nowhere")


def test_the_rules_show_an_example_if_the_game_has_one(table: Seating, language: str) -> None:
    view, drawn = table.game.example(), pictures(table.box)
    assert (view is not None) == isinstance(drawn, Illustrated)
    if view is None or not isinstance(drawn, Illustrated):
        return
    pages = [page.key for page in table.game.rules(table.seats, table.options)]
    assert pages.count(drawn.EXAMPLE_PAGE) == 1
    words = reader(table.box, language, view.seats)
    assert_sound(drawn.example(view, words))
    assert all(drawn.example_said(view, words))


def test_a_hand_is_drawn_for_a_seat_and_a_result_at_the_end_alone(table: Seating) -> None:
    drawn, words = pictures(table.box), reader(table.box, "en", table.seats)
    beginning = playthrough(table).start
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        drawn.hand(table.game.view(beginning, None), words)
    with pytest.raises(ValueError):  # noqa: PT011
        drawn.result(table.game.view(beginning, None), words)


@pytest.mark.asyncio
async def test_another_process_draws_the_same(box: Box) -> None:
    game = box.game
    table = Seating(box, game.seats[0], game.Options())
    words = reader(box, "fr", table.seats)
    state = playthrough(table).some_states(3)[1]
    view = game.view(state, game.asked(state)[0])
    process = DrawingProcess({**MODULES, game.name: box.pictures}, timeout=PATIENCE)
    try:
        order = Order("hand", game.name, view, words)
        assert await process.draw(order) == pictures(box).hand(view, words)
    finally:
        await process.close()
