"""Words in place of a picture: what is needed stays, the rest is asked for."""

from dataclasses import replace

import pytest

from bot.languages import Languages
from bot.people import voices
from bot.screens import people, wording
from bot.screens.parts import LONGEST_TEXT, button, display, paragraph, row
from bot.screens.play import hand, ways
from bot.sessions.table.story import go_on
from bot.store.records.people import Person
from engine.game import Event, Topic
from engine.text import Seat, text
from tests.bot.screens.test_screens import LANGUAGES, content, labels, parts, table

WORDS = LANGUAGES.words("en")
MORE = "There is more"


def test_lines_that_fit_stand_there_whole():
    shown = wording.in_place(["first", "second"], [display("a" * 3_900)], WORDS)
    assert shown["content"] == "- first\n- second"


def test_of_too_many_lines_the_first_stay_and_the_last_says_where_the_rest_is():
    lines = [f"{number} " + "x" * 500 for number in range(10)]
    beside = [paragraph("y" * 1_000), None]
    shown = wording.in_place(lines, beside, WORDS)["content"]
    assert shown.startswith("- 0 x")
    assert MORE in shown.splitlines()[-1]
    assert len(shown) + 1_000 <= LONGEST_TEXT
    assert [line[2] for line in shown.splitlines()[:-1]] == ["0", "1", "2", "3", "4"]


ROOM = LONGEST_TEXT - 20
"""Characters that lines may take; twenty stay between them and what stands beside them."""


def test_lines_that_fit_exactly_stand_there_whole():
    line = "x" * (ROOM - 100 - len("- "))
    shown = wording.in_place([line], [display("y" * 100)], WORDS)["content"]
    assert shown == f"- {line}"
    assert wording.in_place([f"{line}x"], [display("y" * 100)], WORDS)["content"] != f"- {line}x"


def test_of_too_many_lines_one_that_fits_exactly_stays():
    more = "-# " + WORDS(text("look.more_in_text"))
    exact = "x" * (ROOM - len("- a\n") - len("- \n") - len(f"{more}\n"))
    shown = wording.in_place(["a", exact, "y" * 100], [], WORDS)["content"]
    assert shown.splitlines() == ["- a", f"- {exact}", more]
    shown = wording.in_place(["a", f"{exact}x", "y" * 100], [], WORDS)["content"]
    assert shown.splitlines() == ["- a", more]


def test_a_first_line_that_is_too_long_is_cut():
    shown = wording.in_place(["x" * 9_000], [], WORDS)["content"]
    assert len(shown) <= LONGEST_TEXT
    assert "…\n" in shown


def test_on_a_phone_as_many_lines_stand_there_as_it_has_room_for():
    """Beside 500 px of buttons, some 280 px of lines of 22 px, and where the rest is."""
    beside = [row(button("Keep", "x")) for _ in range(10)]
    lines = [f"{number:02}" for number in range(30)]
    shown = wording.in_place(lines, beside, WORDS, on_a_phone=True, asking=True)["content"]
    *kept, more = shown.splitlines()
    assert 9 <= len(kept) <= 12
    assert kept[0] == "- 00"
    assert more == "-# " + WORDS(text("hand.more_in_text"))
    few = wording.in_place(lines[:9], beside, WORDS, on_a_phone=True)["content"]
    assert MORE not in few


def test_where_a_phone_has_no_room_the_first_line_stands_there():
    beside = [row(button("Keep", "x")) for _ in range(20)]
    shown = wording.in_place(["first", "second"], beside, WORDS, on_a_phone=True)["content"]
    assert shown.splitlines() == ["- first", "-# " + WORDS(text("look.more_in_text"))]


def test_without_lines_there_is_nothing():
    assert wording.in_place([], [], WORDS) is None


def topics(number):
    return [Topic(f"topic-{n}", text("look.ask"), (text("look.ask"),)) for n in range(number)]


@pytest.mark.parametrize(("number", "shown"), [(1, 1), (25, 25), (26, 25), (100, 25)])
def test_of_many_questions_the_nearest_are_offered_and_a_way_to_the_others(number, shown):
    (menu,) = wording.questions(1, topics(number), WORDS)["components"]
    values = [option["value"] for option in menu["options"]]
    assert len(values) == shown
    assert values[0] == "topic-0"
    assert (values[-1] == wording.ELSE) == (number > 25)


def test_a_hand_in_words_shows_no_picture_and_asks_in_a_select():
    hall = table("london", 2)
    view = hall.view(0)
    spoken = voices(LANGUAGES, "en", hall.record)
    asked = hall.game.topics(view)
    shown = hand.Hand(hall, view, spoken, said=["what lies there"], topics=asked).screen()
    assert shown.picture is None
    assert "what lies there" in content(shown)
    assert "could not be drawn" not in content(shown)
    assert "What does this do?" not in labels(shown)
    assert "What does this do?" in labels(ways.more(hall, 0, spoken.message))
    assert not any("items" in part for part in parts(shown))


def test_a_hand_in_words_tells_what_came_of_a_count_and_what_begins():
    """However much of it was about the player: three lines, what stands in the picture's place is
    the rest."""
    hall = table("guildes", 3)
    own = [Event(text("guildes.event.lays", player=Seat(0), card=str(n))) for n in range(9)]
    count = Event(text("guildes.event.votes_won", ballot=1, each=tuple(map(Seat, range(3)))))
    begins = Event(text("guildes.event.ballot", ballot=2), begins=True)
    hall = replace(hall, story=go_on((), [*own, count, begins]))
    shown = hand.Hand(
        hall, hall.view(0), voices(LANGUAGES, "en", hall.record), said=["."] * 9
    ).screen()
    assert "Votes in ballot 1" in content(shown)
    assert "Ballot 2 begins." in content(shown)


def test_names_are_plain_in_questions_and_bold_in_text():
    hall = table("guildes", 3)
    view, spoken = hall.view(0), voices(LANGUAGES, "en", hall.record)
    shown = hand.Hand(hall, view, spoken, said=["."], topics=hall.game.topics(view)).screen()
    (menu,) = [part for part in parts(shown) if part.get("custom_id") == "show:1:topic"]
    offered = [option["label"] for option in menu["options"]]
    assert "What do you have?" in offered
    assert f"What does {spoken.picture.name(1)} have?" in offered


@pytest.mark.parametrize("in_words", [False, True])
@pytest.mark.parametrize("language", Languages.load().tags)
def test_the_setting_shows_what_is_set(in_words, language):
    person = Person(1, "Ada", None, None, dm_open=True, in_words=in_words)
    shown = people.settings(person, LANGUAGES.words(language))
    pressed = [
        part["label"] for part in parts(shown) if "setting:words:" in part.get("custom_id", "")
    ]
    assert pressed == [{"en": ("Off", "✓ On"), "fr": ("Non", "✓ Oui")}[language][in_words]]


@pytest.mark.parametrize(
    ("language", "end"), [("en", "not to Ada (x)."), ("fr", "et non à Ada (x).")]
)
def test_a_trick_turned_from_one_to_another_is_not_said_to_be_turned_from_the_reader(language, end):
    words = LANGUAGES.words(language, ["Benoît", "Berthe", "Ada"])
    told = {"player": Seat(1), "instead": Seat(2), "lies": "x", "n": 1}
    assert words(text("corrompue.reason.give_instead", **told)).endswith(end)


def test_a_heading_of_which_no_line_has_room_is_left_out() -> None:
    said = ["Hand: 3", "Votes:", "x" * 200]
    beside = [display("y" * 3_850)]
    assert "Votes:" in wording.in_place(said, [display("y" * 3_600)], WORDS)["content"]
    shown = wording.in_place(said, beside, WORDS)["content"]
    assert shown.startswith("- Hand: 3\n-# ")
    assert "Votes:" not in shown
