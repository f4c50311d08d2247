"""Quiet hours: by the wall clock of their zone, also in nights that have an hour more or less."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.store.records.people import QuietHours
from bot.time import held_until, quiet_until, read_quiet, written_quiet

NIGHT = QuietHours(22 * 60, 7 * 60, "Europe/Paris")
NOON = QuietHours(12 * 60, 13 * 60 + 30, "Asia/Kolkata")


def utc(*when: int) -> float:
    return datetime(*when, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("hours", "start", "end"),
    [
        ("22-7", 1320, 420),
        ("22:30-07:00", 1350, 420),
        ("22h30 – 7h", 1350, 420),
        ("10pm-7am", 1320, 420),
        ("10:30 p.m. to 7 am", 1350, 420),
        ("12am-12pm", 0, 720),
        ("23 h - 8 h", 1380, 480),
        ("0-24", None, None),
        ("20-24", 1200, 0),
    ],
)
def test_hours_are_read_as_people_write_them(
    hours: str, start: int | None, end: int | None
) -> None:
    found = read_quiet(hours, "Europe/Paris")
    assert found == (
        None if start is None or end is None else QuietHours(start, end, "Europe/Paris")
    )


@pytest.mark.parametrize(
    "hours", ["", "night", "22", "25-7", "22:60-7", "7-7", "22-7-8", "-1-7", "13pm-7", "0am-7"]
)
def test_hours_that_make_no_sense_are_refused(hours: str) -> None:
    assert read_quiet(hours, "Europe/Paris") is None


def test_a_city_of_a_zone_does_without_its_continent() -> None:
    assert read_quiet("22-7", "Paris") == QuietHours(1320, 420, "Europe/Paris")
    assert read_quiet("22-7", "new york") == QuietHours(1320, 420, "America/New_York")
    assert read_quiet("22-7", "Istanbul") == QuietHours(1320, 420, "Asia/Istanbul")
    assert read_quiet("22-7", "Montréal") == QuietHours(1320, 420, "America/Montreal")
    assert read_quiet("22-7", "Pacific") is None


def test_a_zone_is_one_of_iana_in_any_case() -> None:
    assert read_quiet("22-7", "america/new york") == QuietHours(1320, 420, "America/New_York")
    for zone in ("", "UTC+1", "../../etc/passwd", "Europe/Atlantis"):
        assert read_quiet("22-7", zone) is None


def test_what_is_written_can_be_read_again() -> None:
    for quiet in (NIGHT, NOON):
        assert read_quiet(written_quiet(quiet), quiet.zone) == quiet


def test_a_night_goes_over_midnight() -> None:
    # In winter Paris is an hour ahead of UTC.
    end = utc(2026, 1, 11, 6)
    assert quiet_until(NIGHT, utc(2026, 1, 10, 20, 59)) is None
    assert quiet_until(NIGHT, utc(2026, 1, 10, 21)) == end
    assert quiet_until(NIGHT, utc(2026, 1, 11, 3)) == end
    assert quiet_until(NIGHT, utc(2026, 1, 11, 6)) is None


def test_hours_of_a_day_end_the_same_day() -> None:
    # India is five hours and a half ahead.
    assert quiet_until(NOON, utc(2026, 1, 10, 6, 29)) is None
    assert quiet_until(NOON, utc(2026, 1, 10, 6, 30)) == utc(2026, 1, 10, 8)
    assert quiet_until(NOON, utc(2026, 1, 10, 8)) is None


def test_the_end_is_by_the_wall_clock_when_summer_time_begins_and_ends() -> None:
    assert quiet_until(NIGHT, utc(2026, 3, 28, 23)) == utc(2026, 3, 29, 5)
    assert quiet_until(NIGHT, utc(2026, 10, 24, 22)) == utc(2026, 10, 25, 6)


def test_a_choice_is_held_back_until_the_end_but_ten_hours_at_most() -> None:
    due = utc(2026, 1, 10, 22)
    assert held_until(NIGHT, due, due) == utc(2026, 1, 11, 6)
    long = QuietHours(18 * 60, 12 * 60, "Europe/Paris")
    assert held_until(long, due, due) == due + 10 * 3600
    assert held_until(None, due, due) == due
    noon = utc(2026, 1, 10, 12)
    assert held_until(NIGHT, noon, noon) == noon
