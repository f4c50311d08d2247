"""Speeds, and spans as people write them."""

from __future__ import annotations

import pytest

from bot.languages import Languages
from bot.sessions.refusals import Miswritten
from bot.sessions.servers import SPEEDS, name_of, read_speed, span
from bot.store.records.play import Speed

LANGUAGES = Languages.load()


def test_the_speeds_are_those_that_the_readme_names() -> None:
    assert dict(SPEEDS) == {
        "live": Speed(120, 600),
        "relaxed": Speed(28_800, 86_400),
        "post": Speed(86_400, 259_200),
        "none": None,
    }
    assert name_of(None) == "none"
    assert name_of(Speed(60, 61)) == "own"


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("90 min", 5_400),
        ("1 d 12 h", 129_600),
        ("2 jours", 172_800),
        ("3H", 10_800),
        ("1h30m", 5_400),
        ("1h30", 5_400),
        ("1 d 2h05", 93_900),
        (" 20  minutes ", 1_200),
    ],
)
def test_spans_are_read_as_people_write_them(written: str, seconds: int) -> None:
    assert read_speed("1 m", written) == Speed(60, seconds)


@pytest.mark.parametrize(
    ("what", "nudge", "limit"),
    [("nudge", "", "1 h"), ("nudge", "soon", "1 h"), ("nudge", "5", "1 h"), ("nudge", "0 m", "1 h"),
     ("order", "1 h", "1 h"), ("order", "2 h", "1 h"), ("limit", "1 h", ""),
     ("limit", "1 h", "31 d"), ("limit", "1 h", "1 month"), ("limit", "1 h", "-2 h"),
     ("limit", "1 h", "99999 d")],
)  # fmt: skip
def test_spans_that_make_no_sense_are_refused_by_name(what: str, nudge: str, limit: str) -> None:
    with pytest.raises(Miswritten) as refused:
        read_speed(nudge, limit)
    assert refused.value.reason.key == f"refused.form.{what}"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seconds", [60, 600, 5_400, 86_400, 129_600, 30 * 86_400 - 60])
def test_a_span_in_words_can_be_read_again(language: str, seconds: int) -> None:
    said = LANGUAGES.words(language)(span(seconds))
    assert read_speed(said, "30 d") == Speed(seconds, 30 * 86_400)
