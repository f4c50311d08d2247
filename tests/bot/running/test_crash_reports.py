"""Crash reports: where something failed, and nothing that was hidden or written."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bot import VERSION
from bot.running.telling import NoReports, reports_to

PROGRAM = """
import json, logging, structlog
from sentry_sdk.transport import Transport
from bot.running.telling import flush, reports_to
from bot.running.telling import set_up_logs

class Printed(Transport):
    def capture_envelope(self, envelope):
        print(envelope.serialize().decode())

set_up_logs("INFO", "text", reports_to("https://key@sentry.example/1", Printed))
log = structlog.get_logger("bot.somewhere")

def draw(hand):
    card = f"card-{hand}"
    raise KeyError(card)

try:
    try:
        draw("hidden")
    except KeyError as error:
        raise ValueError("secret-words") from error
except ValueError as error:
    raised = error
"""


def reports(code: str) -> list[dict]:
    """What leaves the machine."""
    program = [sys.executable, "-c", PROGRAM + code + "\nflush()"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)  # noqa: S603
    for secret in ("hidden", "card-", "secret-words", "Ada"):
        assert secret not in done.stdout
    lines = [json.loads(line) for line in done.stdout.splitlines() if line]
    return [line for line in lines if "exception" in line]


def test_a_failure_is_reported_with_its_places_and_none_of_its_values() -> None:
    (report,) = reports("log.error('press failed', exc_info=raised, player='Ada')")
    kinds = [one["type"] for one in report["exception"]["values"]]
    assert kinds == ["KeyError", "ValueError"]
    innermost = report["exception"]["values"][0]["stacktrace"]["frames"][-1]
    assert innermost["function"] == "draw"
    assert report["release"] == f"guildhall@{VERSION}"
    assert not {"user", "server_name", "extra", "breadcrumbs", "request", "contexts"} & set(report)


def test_failures_that_other_libraries_log_are_reported() -> None:
    code = "logging.getLogger('asyncio').error('Ada', exc_info=(ValueError, raised, None))"
    assert len(reports(code)) == 1


def test_what_is_no_failure_is_not_reported() -> None:
    code = "log.warning('put off', exc_info=raised); log.error('store failed', reason='hidden')"
    assert reports(code) == []


def test_a_dsn_that_is_none_is_refused_in_one_line() -> None:
    with pytest.raises(NoReports, match="SENTRY_DSN is no DSN") as refused:
        reports_to("not a dsn")
    assert "\n" not in str(refused.value)


def test_without_the_package_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(NoReports, match="pip install sentry-sdk"):
        reports_to("https://key@sentry.example/1")
