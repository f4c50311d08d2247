"""Which of two releases takes the place of the other."""

import pytest

from bot.store.shares import Release

GUILDES, LONDON = {"guildes": (5, "box")}, {"london": (6, "cards")}
OLD = Release("1.0.9", {**GUILDES, **LONDON})

NEWER = {
    "newer rules": Release("1.0.9", {"guildes": (6, "box"), **LONDON}),
    "newer rules with another box": Release("1.0.9", {"guildes": (6, "new box"), **LONDON}),
    "another box of a newer version": Release("1.0.10", {"guildes": (5, "new box"), **LONDON}),
    "one more game": Release("1.0.9", {**OLD.games, "chess": (1, "board")}),
}
UNCLEAR = {
    "another box": Release("1.0.9", {"guildes": (5, "new box"), **LONDON}),
    "newer rules of one game and older ones of another": Release(
        "1.0.9", {"guildes": (6, "box"), "london": (5, "cards")}
    ),
    "a game less in a newer version": Release("1.1", GUILDES),
    "older rules in a newer version": Release("1.1", {"guildes": (4, "box"), **LONDON}),
}


@pytest.mark.parametrize("how", NEWER)
def test_what_is_newer_in_some_way_and_older_in_none_follows(how):
    assert NEWER[how].follows(OLD)
    assert not OLD.follows(NEWER[how])
    assert not OLD.like(NEWER[how])


@pytest.mark.parametrize("how", UNCLEAR)
def test_of_others_neither_follows(how):
    assert not UNCLEAR[how].follows(OLD)
    assert not OLD.follows(UNCLEAR[how])
    assert not OLD.like(UNCLEAR[how])


def test_the_version_alone_is_no_difference():
    later = Release("2.0", OLD.games)
    assert later.like(OLD)
    assert not later.follows(OLD)


def test_a_release_is_stored_and_read_again():
    assert Release.load(OLD.dump()) == OLD


def test_it_is_said_which_games_differ():
    assert OLD.unlike(UNCLEAR["a game less in a newer version"]) == ["london"]
