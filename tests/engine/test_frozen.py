"""Values that nobody changes."""

from __future__ import annotations

import pickle
from dataclasses import field, replace

from engine.parts.values import Option, Prompt
from engine.text import Seat, frozen, text


@frozen
class Card:
    """Of its fields one is compared by nobody, and one is shown to nobody."""

    name: str
    seen: int = field(default=0, compare=False)
    secret: int = field(default=7, repr=False)


@frozen
class Coin:
    """Another kind with the first of them alone."""

    name: str


def prompt(step: int) -> Prompt:
    """A prompt of two options."""
    options = (Option("keep", text("test.keep")), Option("pass", text("test.pass"), role="pass"))
    return Prompt(0, text("test.ask", n=2), options, step=step)


def test_values_with_the_same_fields_are_equal() -> None:
    assert prompt(step=1) == prompt(step=1) != prompt(step=2)
    assert len({Seat(1), Seat(1), Seat(2)}) == 2


def test_values_have_no_other_fields() -> None:
    assert not hasattr(prompt(step=1), "__dict__")


def test_values_travel_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(prompt(step=1))) == prompt(step=1)  # noqa: S301 - its own


def test_values_are_compared_by_what_is_to_be_compared() -> None:
    assert Card("a") == Card("a", seen=3) != Card("a", secret=8)
    assert hash(Card("a")) == hash(replace(Card("a"), seen=3))


def test_values_of_two_kinds_are_never_equal() -> None:
    assert Coin("a") != Card("a") != "a"
    assert len({Coin("a"), Card("a"), Coin("a")}) == 2


def test_a_value_shows_its_fields_but_what_is_hidden() -> None:
    assert repr([Card("a", 2), Seat(1)]) == "[Card(name='a', seen=2), Seat(number=1)]"
