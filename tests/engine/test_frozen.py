"""Values that nobody changes."""

from __future__ import annotations

import pickle

from engine.parts.values import Option, Prompt
from engine.text import Seat, text


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
