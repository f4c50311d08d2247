"""A lesson's file: what it says when, where it ends, and what is wrong with one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.sessions.lessons import OWN, BrokenLesson, Here, Line, looked_up, read, told, value
from engine import games
from engine.text import Seat, text

GUILDES = games["guildes"]
STATE = GUILDES.setup(3, seed=9)
VIEW = GUILDES.view(STATE, 1)

LESSON = """
seats = 3
seed = 4
computers = "easy"
until = { ballot = 2 }
goal = { say = "guildes.lesson.goal" }

[[note]]
id = "first"
ask = ["guildes.ask.draft"]
when = { turn = 1 }
before = [{ say = "why.first", fill = { n = "pack.#" } }]
after = [{ say = "came.to" }]

[[note]]
id = "later"
ask = ["guildes.ask.draft"]
before = [{ say = "why.later" }]
after = [{ say = "came.to", fill = { n = "hand.#" } }]

[[recap]]
say = "votes"
each = "players"
fill = { player = "seat:at", n = "it.total" }
"""


@pytest.fixture
def lesson(tmp_path: Path):
    """The lesson above, after a change."""

    def written(old: str = "", new: str = "") -> Path:
        assert old in LESSON
        file = tmp_path / "lesson.toml"
        file.write_text(LESSON.replace(old, new, 1), "utf-8")
        return file

    return written


def at(path: str, me: int | None = 1) -> object:
    return looked_up(Here(VIEW, me), path)


def test_a_path_goes_by_fields_keys_numbers_and_the_own_seat():
    assert at("ballot") == 1
    assert at("players.me.tableau.milice") == 0
    assert at("players.2.hand") == 0
    assert at("guilds.-1.guild") == "milice"
    assert at("pack.#") == 10


@pytest.mark.parametrize("path", ["nothing", "players.7", "players.first", "pack.0.colour"])
def test_a_path_to_nothing_is_a_lookup_error(path):
    with pytest.raises(LookupError):
        at(path)


def test_a_text_is_filled_with_values_seats_and_texts():
    here = replace(Here(VIEW, 1), at="milice", it=2)
    assert value(here, "pack.#") == 10
    assert value(here, "seat:it") == Seat(2)
    assert value(here, "text:guildes.guild.{at}") == text("guildes.guild.milice")
    with pytest.raises(LookupError):
        value(here, "players")


def test_a_line_is_said_of_each_but_where_it_is_not_to_be():
    line = Line(say="of", each="players", unless={"at": 1}, fill={"who": "seat:at", "n": "it.pack"})
    expected = (text("of", who=Seat(0), n=10), text("of", who=Seat(2), n=10))
    assert told((line,), VIEW, 1) == expected


def test_a_line_of_what_is_not_there_is_not_said():
    assert told((Line(say="of", fill={"n": "counts.0.me.milice"}),), VIEW, 1) == ()
    assert told((Line(say="of", when={"counts.0.me.milice": 3}),), VIEW, 1) == ()


def test_the_first_note_that_belongs_to_a_question_is_said_before_it(lesson):
    taught = read(lesson())
    assert taught.before(VIEW) == (text("why.first", n=10),)
    later = VIEW.model_copy(update={"turn": 3})
    assert taught.before(later) == (text("why.later"),)
    assert taught.before(GUILDES.view(STATE, None)) == ()


def test_after_a_choice_the_note_speaks_of_the_view_that_came_of_it(lesson):
    taught = read(lesson())
    kept = VIEW.model_copy(update={"hand": ("milice", "nobles")})
    picks = (text("guildes.guild.milice"),)
    assert taught.after("later", picks, kept) == (text("came.to", picks=picks, n=2),)
    assert taught.after("", picks, kept) == ()
    assert taught.after("another release's", picks, kept) == ()


def test_a_lesson_ends_where_the_public_view_says_so(lesson):
    taught = read(lesson())
    public = GUILDES.view(STATE, None)
    assert not taught.is_over(public)
    assert taught.is_over(public.model_copy(update={"ballot": 2}))


def test_the_recap_is_said_of_the_public_view(lesson):
    recap = read(lesson()).recapped(GUILDES.view(STATE, None), 0)
    assert recap == tuple(text("votes", player=Seat(seat), n=0) for seat in range(3))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats = 3", "seats = "),
        ("seats = 3", 'seats = "three"'),
        ('computers = "easy"', 'computers = "clever"'),
        ("until = { ballot = 2 }", "until = { }"),
        ('ask = ["guildes.ask.draft"]', 'asks = ["guildes.ask.draft"]'),
        ("when = { turn = 1 }", "when = { turn = 1.5 }"),
        ('before = [{ say = "why.first", fill = { n = "pack.#" } }]', "before = []"),
    ],
)
def test_a_lesson_that_makes_no_sense_is_refused(lesson, old, new):
    with pytest.raises(BrokenLesson):
        read(lesson(old, new))


def test_a_lesson_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(BrokenLesson):
        read(tmp_path / "lesson.toml")


def test_every_game_of_the_house_has_a_lesson_as_long_as_agreed():
    assert set(OWN) == set(games)
    ends = {name: (lesson.seats, dict(lesson.until)) for name, lesson in OWN.items()}
    assert ends == {
        "guildes": (3, {"ballot": 2}),
        "majority": (3, {"round": 2}),
        "corrompue": (3, {"event": 2}),
        "london": (2, {"round": 5}),
    }


def test_what_a_choice_came_to_is_not_said_again_before_the_next_one():
    """Of several numbers: one alone may be where a sentence begins."""
    for name, lesson in OWN.items():
        after = [set(line.fill.values()) for note in lesson.note for line in note.after]
        before = {line.say: set(line.fill.values()) for note in lesson.note for line in note.before}
        again = [say for say, filled in before.items() if len(filled) > 1 and filled in after]
        assert again == [], name


@pytest.mark.parametrize("name", ["guildes", "majority"])
def test_a_card_that_came_unasked_at_the_end_of_a_draft_is_told(name):
    game, lesson = games[name], OWN[name]
    state, told_of = game.setup(lesson.seats, seed=lesson.seed), []
    while (view := game.view(state, 0)).phase == "draft":
        note, held = lesson.note_on(view, view.prompt), len(view.hand)
        for seat in game.asked(state):
            state, _ = game.play(state, seat, [game.prompts(state)[seat].options[0].id])
        after = game.view(state, 0)
        (said,) = (one for one in lesson.after(note.id, (), after) if ".kept" in one.key)
        unasked = len(after.hand) - held == 2
        assert said.key.endswith(".kept_last") == unasked
        assert said.args.get("n", len(after.hand)) == len(after.hand)
        told_of.append(unasked)
    assert told_of.count(True) == 1
