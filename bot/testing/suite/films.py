"""Films of a game: what they say, for how long, and that the table keeps its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from types import SimpleNamespace

from bot.delivery.drawing.orders import Order
from bot.languages import Languages
from bot.sessions.over.replays import LONGEST, Frame, film_length, frames, reading_time
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.suite.catalogues import outside
from bot.testing.suite.pictures import assert_sound, pictures, reader
from engine.game import View
from engine.log import Step, moments, steps
from images.pictures import Filmed, Shot

NAMES = ("Ada", "Benoît", "Chiara", "Dmitri", "Élodie", "Farah", "Goro", "Hanna")
MOST_WORDS = 10
DRAWN = 4


@lru_cache(maxsize=1)
def passed(table: Seating) -> tuple[Step, ...]:
    """A whole game, step by step."""
    played = playthrough(table)
    log = [SimpleNamespace(seat=one.seat, picks=one.picks, back_to=None) for one in played.played]
    return steps(table.game, moments(table.game, played.start, log)[-1])


@lru_cache(maxsize=2)
def filmed(table: Seating, language: str) -> Sequence[Frame]:
    """Its film, in which everybody's name is one word."""
    languages = Languages.load(games=outside(table.box))
    names = [NAMES[seat % len(NAMES)] for seat in range(table.seats)]
    return frames(table.game, passed(table), languages.words(language, names))


def seen(table: Seating, step: Step) -> View:
    """What everybody sees of a step when nobody is waited for."""
    view: View = table.game.view(step.state, None)
    return view.model_copy(update={"awaited": ()})


def test_every_frame_of_a_film_says_something_in_ten_words(table: Seating, language: str) -> None:
    for frame in filmed(table, language):
        assert 0 < film_length(frame.said) <= MOST_WORDS, frame.said


def test_a_film_lasts_a_minute_and_a_half_at_most(table: Seating, language: str) -> None:
    shown = filmed(table, language)
    assert sum(frame.milliseconds for frame in shown) <= LONGEST == 90_000
    for frame in shown[1:-1]:
        assert frame.milliseconds >= 0.8 * reading_time(frame.said) - 1
    assert shown[-1].milliseconds >= 5_000


def test_a_film_goes_from_the_first_table_to_the_last_and_ends_with_the_result(
    table: Seating, language: str
) -> None:
    at = [frame.at for frame in filmed(table, language)]
    last = len(passed(table)) - 1
    assert at[0] == 0
    assert at[-2:] == [last, last + 1]
    # A table that keeps its place shows what is said of it: no two frames share a picture.
    alone = isinstance(pictures(table.box), Filmed)
    assert all(one < other or (one == other and not alone) for one, other in pairwise(at))


def test_the_table_keeps_its_place_in_every_frame(table: Seating, language: str) -> None:
    drawn, words = pictures(table.box), reader(table.box, language, table.seats)
    shown, game = filmed(table, language)[:-1], passed(table)
    last, heights = seen(table, game[-1]), set()
    stride = max(1, len(shown) // DRAWN)
    for before, frame in pairwise([shown[0], *shown[::stride], shown[-1]]):
        view, shot = seen(table, game[frame.at]), Shot(seen(table, game[before.at]), last)
        order = Order("still", table.game.name, view, words, shot=shot)
        picture = order.drawn({table.game.name: drawn})
        assert_sound(picture)
        heights.add(picture.height)
    assert len(heights) == 1 or not isinstance(drawn, Filmed)


def test_what_has_changed_is_marked_in_a_film(table: Seating, language: str) -> None:
    drawn, words = pictures(table.box), reader(table.box, language, table.seats)
    if not isinstance(drawn, Filmed):
        return
    shown, game = filmed(table, language)[:-1], passed(table)
    last = seen(table, game[-1])
    views = [seen(table, game[frame.at]) for frame in (shown[0], shown[len(shown) // 2])]
    plain, same, marked = (
        drawn.frame(views[1], Shot(before, last), words).png
        for before in (None, views[1], views[0])
    )
    assert plain == same != marked
