"""Kinds of refusals are what they are called."""

from __future__ import annotations

from inspect import isclass

from bot.sessions import refusals
from bot.sessions.refusals import NotSeated, Refused, SeatPassedOn, TableFull
from engine.text import text


def test_every_kind_of_refusal_has_the_name_by_which_it_is_caught() -> None:
    kinds = {name: kind for name, kind in vars(refusals).items() if isclass(kind)}
    refused = {name: kind.__name__ for name, kind in kinds.items() if issubclass(kind, Refused)}
    assert len(refused) > 50
    assert {name: called for name, called in refused.items() if name != called} == {}


def test_a_kind_says_its_own_text_unless_somebody_says_it_better() -> None:
    assert NotSeated().reason == text("refused.not_seated")
    assert SeatPassedOn(name="**Ada**").reason == text("refused.seat_passed_on", name="**Ada**")
    assert NotSeated(text("lobby.no_seat")).reason == text("lobby.no_seat")


def test_one_kind_is_not_caught_as_another() -> None:
    assert not issubclass(TableFull, NotSeated)
    assert not issubclass(NotSeated, TableFull)
