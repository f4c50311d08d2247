"""Open tables of every game: empty and full, with the longest names, in both languages."""

from __future__ import annotations

import pytest

from bot.testing.names import LONGEST_NAMES
from engine import games
from engine.text import text
from images import pictures
from images.furniture import lobby, people
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.indexed import LIGHT
from images.pictures import OpenTable, Place
from tests.images.furniture.test_people import RIM
from tests.images.seen import ink
from tests.images.soundness import LANGUAGES, assert_sound
from tests.images.speech import Speech


def table(*places: Place) -> OpenTable:
    return OpenTable(places, tuple(f"{place.name or 'free'}." for place in places))


@pytest.mark.parametrize("game", games)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_table_has_room_for_the_longest_names(game, language):
    words, seats = Speech(language, ()), max(games[game].seats)
    names = [LONGEST_NAMES[seat % len(LONGEST_NAMES)] for seat in range(seats)]
    side = words(text("lobby.party.draw")) if seats == 4 else ""
    seated = [Place(name, words(text("computer.normal")), side) for name in names]
    kept = [Place(name, words(text("lobby.kept_seat")), kept=True) for name in names]
    for places in (seated, kept):
        picture = pictures[game].lobby(table(*places), words)
        assert_sound(picture, LIGHT)
        assert names[0] in picture.alt


@pytest.mark.parametrize("game", games)
def test_who_sits_is_seen(game):
    words, seats = Speech("en", ()), max(games[game].seats)
    free = [Place(note="free")] * (seats - 2)
    one = pictures[game].lobby(table(Place("Ada", "host"), Place(note="free"), *free), words)
    other = pictures[game].lobby(table(Place("Ada", "host"), Place("Bo"), *free), words)
    assert_sound(one, LIGHT)
    assert (one.png != other.png, one.height == other.height) == (True, True)


def test_all_of_it_is_read_on_a_phone():
    """9 px where the picture is 360 px wide."""
    styles = (lobby._NAMED_IN, lobby._NOTED, lobby._SIDE)
    assert min(size for style in styles for size in style.sizes) * 360 / 1200 >= 9


def test_parties_are_told_in_words_and_in_cloths():
    words, drawn = Speech("en", ()), pictures["majority"].lobby
    sides = [Place("Ada", "host", f"party {party}", number) for number, party in enumerate("AB")]
    assert drawn(table(sides[0]), words).png != drawn(table(sides[1]), words).png


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_a_name_keeps_off_the_rim(name, seats):
    width = people.columns(0, seats)[0].w
    drawn = lobby._banner((width, 260), THEME, Place(name), None).image
    left, _, right, _ = ink(drawn, [theme.CREAM]).getbbox() or (0, 0, 0, 0)
    assert min(left, width - right) >= RIM + 2
