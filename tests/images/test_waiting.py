"""People are waited for: computers choose by themselves once no person is awaited."""

from __future__ import annotations

from typing import Any

import pytest

from bot.languages import Languages
from engine import games
from images import pictures, viewed
from images.words import Words
from tests.images.soundness import assert_sound
from tests.images.speech import Heard
from tests.images.views import PLAIN_NAMES

NAMES = ["Ana", "Bo", "Cy"]
ROLES = [None, "computer, hard", None]


def spoken(roles: list[str | None]) -> Words:
    return Languages.load().words("en", NAMES, roles)


def choosing(awaited: tuple[int, ...], *, simultaneous: bool) -> Any:
    """A view in which these seats owe a choice."""
    view = games["guildes"].view(games["guildes"].setup(3, seed=1), None)
    return view.model_copy(update={"awaited": awaited, "simultaneous": simultaneous})


def statuses(view: Any, words: Words) -> list[str]:
    return [viewed.status(view, words, seat) for seat in range(3)]


def test_a_computer_that_chooses_after_the_people_is_not_waited_for() -> None:
    words, view = spoken(ROLES), choosing((0, 1), simultaneous=True)
    assert viewed.waited_for(view, words) == (0,)
    assert statuses(view, words) == ["choosing", "", "chosen"]
    assert list(viewed.waiting_said(view, words)) == ["Waiting for Ana."]


def test_computers_are_waited_for_where_no_person_is() -> None:
    words, view = spoken(ROLES), choosing((1,), simultaneous=False)
    assert statuses(view, words) == ["", "playing", ""]
    assert list(viewed.waiting_said(view, words)) == ["Waiting for Bo."]


def test_one_after_the_other_nobody_has_chosen_before() -> None:
    words, view = spoken(ROLES), choosing((2,), simultaneous=False)
    assert statuses(view, words) == ["", "", "playing"]


def test_nobody_is_waited_for_at_the_end() -> None:
    words, view = spoken(ROLES), choosing((), simultaneous=True)
    assert statuses(view, words) == ["", "", ""]
    assert not list(viewed.waiting_said(view, words))


@pytest.mark.parametrize("game", list(games))
def test_boards_and_texts_of_every_game_wait_for_people_alone(game: str) -> None:
    found = games[game]
    words = spoken(ROLES)
    view = found.view(found.setup(3, seed=1), None)
    view = view.model_copy(update={"awaited": (0, 1), "simultaneous": True})
    drawn = pictures[game]
    for said in (drawn.board(view, words).alt, "\n".join(drawn.describe(view, words))):
        assert "Waiting for Ana." in said
    other = drawn.board(view.model_copy(update={"awaited": (0,)}), words)
    assert drawn.board(view, words).png != other.png or game == "corrompue"


@pytest.mark.parametrize(
    ("name", "options", "next_ones"),
    [
        (
            "guildes",
            {"events": True},
            {"picture.travel.brief", "guildes.event_card.redistribution"},
        ),
        ("majority", {}, {"picture.travel.brief"}),
        ("corrompue", {}, {"corrompue.picture.dealt"}),
    ],
)
def test_where_a_lesson_ends_nothing_is_said_of_what_would_begin_next(name, options, next_ones):
    game = games[name]
    state = game.setup(3, game.Options(**options), seed=1)
    view = game.view(state, None)
    playing, stopped = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    assert_sound(pictures[name].board(view, playing))
    assert_sound(pictures[name].board(view.model_copy(update={"awaited": ()}), stopped))
    assert next_ones <= playing.keys
    assert not next_ones & stopped.keys


@pytest.mark.parametrize("game", ["guildes", "majority", "corrompue"])
def test_computers_are_told_of_in_one_sentence(game: str) -> None:
    words = spoken([None, "computer, normal", "computer, normal"])
    view = games[game].view(games[game].setup(3, seed=1), None)
    said = " ".join(pictures[game].describe(view, words))
    assert said.count("Bo and Cy: computer, normal.") == said.count("computer") == 1
