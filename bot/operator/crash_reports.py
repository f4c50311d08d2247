"""Crashes reported to Sentry, if the operator wants that: where something failed, and nothing else.

No message, no value and no words of an exception leave the machine: they may name a card of
somebody's hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.version import VERSION

if TYPE_CHECKING:
    from sentry_sdk.transport import Transport
    from sentry_sdk.types import Event, Hint

Report: TypeAlias = Callable[[BaseException], None]

FLUSH = 2.0
"""Seconds at the end in which reports under way are still sent."""
_EVENT = ("event_id", "timestamp", "platform", "level", "release", "sdk")
_EXCEPTION = ("type", "module", "mechanism")
_FRAME = ("filename", "function", "module", "lineno", "in_app")


class NoReports(Exception):
    """Crashes can't be reported as the settings want it; one line says why."""


def reports_to(dsn: str, transport: type[Transport] | None = None) -> Report:
    """What reports an exception to this project; raises NoReports. `transport`: Sentry's own."""
    try:
        import sentry_sdk  # noqa: PLC0415 - not everybody has it
        from sentry_sdk.utils import BadDsn  # noqa: PLC0415
    except ImportError:
        raise NoReports("SENTRY_DSN needs a package: pip install sentry-sdk") from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            release=f"guildhall@{VERSION}",
            before_send=scrubbed,
            default_integrations=False,
            auto_enabling_integrations=False,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            auto_session_tracking=False,
            transport=transport,
        )
    except BadDsn as bad:
        raise NoReports(f"SENTRY_DSN is no DSN of Sentry: {bad}") from None

    def report(error: BaseException) -> None:
        sentry_sdk.capture_exception(error)

    return report


def flush() -> None:
    """Let what is under way be sent before the program ends."""
    import sentry_sdk  # noqa: PLC0415

    sentry_sdk.flush(timeout=FLUSH)


def scrubbed(event: Event, _: Hint) -> Event | None:
    """Of a report what may leave: kinds of exceptions and the places they went through."""
    given: dict[str, Any] = dict(event)
    exceptions = (given.get("exception") or {}).get("values") or []
    if not exceptions:
        return None
    kept: dict[str, Any] = _only(given, _EVENT)
    kept["exception"] = {"values": [_exception(one) for one in exceptions]}
    return kept  # type: ignore[return-value]


def _exception(given: dict[str, Any]) -> dict[str, Any]:
    frames = (given.get("stacktrace") or {}).get("frames") or []
    places = {"frames": [_only(frame, _FRAME) for frame in frames]}
    mechanism = _only(given.get("mechanism") or {}, ("type", "handled", "parent_id"))
    return {**_only(given, _EXCEPTION), "mechanism": mechanism, "stacktrace": places}


def _only(given: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: given[name] for name in names if name in given}
