"""Logs: one line an event, in either form, without what they must not hold."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime

import pytest
import structlog

from bot.running.telling import OnceAMinute, without_secrets

PREAMBLE = """
import logging, sys, structlog
from bot.running.telling import set_up_logs
set_up_logs(sys.argv[1], sys.argv[2])
log = structlog.get_logger("bot.somewhere")
"""
TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6c2VjcmV0"
BOT_TOKEN = "MTI" + "x" * 23 + ".GabcDe." + "y" * 38


def logged(code: str, level: str = "INFO", form: str = "text") -> list[str]:
    """The lines that a program writes to standard error."""
    program = [sys.executable, "-c", PREAMBLE + code, level, form]
    done = subprocess.run(program, capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_an_event_is_one_line_of_keys_and_values() -> None:
    (line,) = logged("log.info('backup made', file='a.sqlite3', kept=7)")
    stamp, rest = line.split(" ", 1)
    assert datetime.fromisoformat(stamp.removeprefix("timestamp=")).tzinfo is not None
    assert rest == 'level=info event="backup made" file=a.sqlite3 kept=7 logger=bot.somewhere'


def test_an_event_is_one_object_of_json() -> None:
    (line,) = logged("log.warning('backup made', file='a b', kept=7)", form="json")
    event = json.loads(line)
    assert (event["event"], event["level"], event["file"]) == ("backup made", "warning", "a b")
    assert event["logger"] == "bot.somewhere"
    assert set(event) >= {"timestamp", "kept"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_told_by_kind_and_place_and_never_by_its_words(form: str) -> None:
    lines = logged(
        "def draw():\n raise KeyError('card:17')\n"
        "try:\n draw()\nexcept KeyError:\n log.exception('drawing failed', session=3)",
        form=form,
    )
    assert len(lines) == 1
    assert "drawing failed" in lines[0]
    assert "KeyError" in lines[0]
    assert "draw" in lines[0]
    assert "card:17" not in lines[0]


def test_the_words_of_another_library_are_cut_to_their_first_line() -> None:
    (line,) = logged("logging.getLogger('asyncio').error('never\\nKeyError(17)', exc_info=None)")
    assert "event=never" in line
    assert "logger=asyncio" in line
    assert "KeyError" not in line


def test_an_interaction_is_named_in_every_line_of_its_task() -> None:
    code = "structlog.contextvars.bind_contextvars(interaction=12, session=3)\n"
    first, second = logged(f"{code}log.info('a')\nlogging.getLogger('x').warning('b')")
    for line in (first, second):
        assert "interaction=12" in line
        assert "session=3" in line


def test_a_logger_that_has_spoken_is_still_captured_after_another_set_up() -> None:
    lines = logged(
        "log.info('first')\nset_up_logs(*sys.argv[1:3])\n"
        "with structlog.testing.capture_logs() as captured: log.info('second')\n"
        "log.info('third', captured=len(captured))"
    )
    assert [line.split("event=")[1].split(" ", 1)[0] for line in lines] == ["first", "third"]
    assert "captured=1" in lines[1]


def test_what_is_below_the_level_is_left_out() -> None:
    assert logged("log.info('a')\nlogging.getLogger('discord.http').info('b')", "WARNING") == []
    assert logged("logging.getLogger('discord.http').info('b')", "DEBUG") == []


@pytest.mark.parametrize(
    "said",
    [
        f"limited. POST https://discord.com/api/v10/interactions/12/{TOKEN}/callback",
        f"limited. PATCH https://discord.com/api/v10/webhooks/12/{TOKEN}/messages/@original",
        f"limited. PATCH https://discord.com/api/v10/webhooks/12/{TOKEN}?wait=true",
        f"Bot {BOT_TOKEN} is refused",
    ],
)
def test_tokens_are_cut_out_of_what_other_libraries_say(said: str) -> None:
    event = without_secrets(None, "", {"event": said})
    assert TOKEN not in event["event"]
    assert BOT_TOKEN not in event["event"]
    assert "(token)" in event["event"]


def test_of_an_outage_one_line_a_minute_is_written_and_how_many_were_not() -> None:
    now = 0.0
    sparing = OnceAMinute(lambda: now)
    written = []
    for second in range(125):
        now = float(second)
        for outage in ("store", "Discord", None):
            try:
                event = sparing(None, "warning", {"event": "x", "outage": outage})
            except structlog.DropEvent:
                continue
            written.append((second, event.get("outage"), event.get("more")))
    assert [told for told in written if told[1] == "store"] == [
        (0, "store", None),
        (60, "store", 59),
        (120, "store", 59),
    ]
    assert len([told for told in written if told[1] == "Discord"]) == 3
    assert len([told for told in written if told[1] is None]) == 125


def test_a_program_writes_of_an_outage_once() -> None:
    lines = logged("for n in range(5):\n log.warning('put off', session=n, outage='store')")
    assert len(lines) == 1
    assert "session=0" in lines[0]
    assert "outage=store" in lines[0]
