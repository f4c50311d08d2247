"""A record's columns follow from its fields."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.store.sql import Column, Columns


@dataclass(frozen=True)
class Span:
    first: int
    last: int


@dataclass(frozen=True)
class Stay:
    guest: int
    paid: bool
    rooms: tuple[int, ...]
    nights: Span
    moved: Span | None = None
    note: str = ""


STAY = Columns(
    Stay,
    "stay",
    nights=Columns(Span, first="arrives", last="leaves"),
    moved=Columns(Span, "move"),
    note=Column("note", str.upper, str.lower),
)
ROW = (7, 1, "[1,2]", 3, 5, None, None, "late")
ADA = Stay(7, paid=True, rooms=(1, 2), nights=Span(3, 5), note="LATE")


def test_columns_have_the_names_of_fields_unless_others_are_declared() -> None:
    assert STAY.select == (
        "SELECT stay.guest, stay.paid, stay.rooms, stay.arrives, stay.leaves, move.first,"
        " move.last, stay.note"
    )


def test_a_row_is_read_by_the_types_of_fields() -> None:
    assert STAY.read(ROW) == ADA
    assert STAY.read(ROW).paid is True


def test_a_part_that_may_be_none_is_there_once_it_is_whole() -> None:
    assert STAY.read((*ROW[:5], 8, 9, "")).moved == Span(8, 9)
    assert STAY.read((*ROW[:5], 8, None, "")).moved is None


def test_what_was_written_is_read_again() -> None:
    assert STAY.row(ADA) == [7, True, "[1,2]", 3, 5, None, None, "late"]
    assert STAY.read(STAY.row(ADA)) == ADA


def test_what_changed_is_told_by_column() -> None:
    after = Stay(7, paid=True, rooms=(2,), nights=Span(3, 6), note="LATE")
    assert STAY.changed(ADA, after) == {"stay.rooms": "[2]", "stay.leaves": 6}


def test_a_column_of_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Span has no middle"):
        Columns(Span, middle="middle")
