"""Logs: one line an event, to standard error. They hold no hidden information and no token.

An exception is told by its kind and the places where it went through: its own words may name a
card of somebody's hand. What other libraries say is cut to its first line, for the same reason.
Crashes are reported to Sentry if the operator wants that: where something failed, nothing else.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import discord
import structlog
from structlog.typing import EventDict, ProcessorReturnValue

from bot import VERSION
from bot.thinking.worker import places

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


Form = Literal["text", "json"]

OUTAGE_EVERY = 60.0
"""Seconds between two lines about one outage."""
_PROCESSORS: Final[list[structlog.typing.Processor]] = []
"""One list for good: a logger keeps what it has found when it first spoke."""
_TOKENS = (
    re.compile(r"(?<=/webhooks/)(\d+)/[^/\s?]+"),
    re.compile(r"(?<=/interactions/)(\d+)/[^/\s?]+"),
    re.compile(r"()[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
)


def set_up_logs(level: str, form: Form = "text", report: Report | None = None) -> None:
    """Send our events and other libraries' to standard error, as key=value or as JSON.

    `report` is given every exception that is logged as an error.
    """
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *([] if report is None else [_reported(report)]),
        exceptions_by_place,
    ]
    written: structlog.typing.Processor = structlog.processors.JSONRenderer()
    if form == "text":
        order = ["timestamp", "level", "event"]
        written = structlog.processors.LogfmtRenderer(key_order=order, drop_missing=True)
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, without_secrets],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, written],
        )
    )
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(logging.getLevelName(level), logging.WARNING))
    for chatty in ("aiosqlite", "filelock"):
        logging.getLogger(chatty).setLevel(max(logging.getLevelName(level), logging.INFO))
    sparing = OnceAMinute(time.monotonic)
    logging.getLogger("discord.shard").filters[:] = [sparing.lets_through]
    _PROCESSORS[:] = [structlog.stdlib.filter_by_level, sparing, *shared, _handed_over]
    structlog.configure(
        processors=_PROCESSORS,
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


class OnceAMinute:
    """Leaves out what is said again and again of one `outage`; `more` says how much that was."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said: dict[str, tuple[float, int]] = {}

    def __call__(self, _: object, __: str, event: EventDict) -> EventDict:
        """The same event; raises DropEvent."""
        outage = event.get("outage")
        if outage is None:
            event.pop("outage", None)
            return event
        now = self._clock()
        at, more = self._said.get(outage, (-OUTAGE_EVERY, 0))
        if now < at + OUTAGE_EVERY:
            self._said[outage] = at, more + 1
            raise structlog.DropEvent
        self._said[outage] = now, 0
        if more:
            event["more"] = more
        return event

    def lets_through(self, record: logging.LogRecord) -> bool:
        """The same of what discord.py says of a connection that it can't make, again and again."""
        try:
            self(None, "", {"outage": record.name} if record.levelno >= logging.ERROR else {})
        except structlog.DropEvent:
            return False
        return True


def exceptions_by_place(_: object, __: str, event: EventDict) -> EventDict:
    """An exception by its kind, Discord's code of it, what caused it, and where it happened."""
    error = _exception_of(event)
    event.pop("exc_info", None)
    if error is None:
        return event
    event["error"] = type(error).__name__
    if isinstance(error, discord.HTTPException):
        event["code"] = error.code or error.status
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        event["cause"] = type(cause).__name__
    event["at"] = places(error)
    return event


def _reported(report: Report) -> structlog.typing.Processor:
    def processor(_: object, __: str, event: EventDict) -> EventDict:
        error = _exception_of(event)
        if error is not None and event.get("level") in ("error", "critical"):
            report(error)
        return event

    return processor


def _exception_of(event: EventDict) -> BaseException | None:
    given = event.get("exc_info")
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    return error if isinstance(error, BaseException) else None


def without_secrets(_: object, __: str, event: EventDict) -> EventDict:
    """The first line of what another library says, without tokens."""
    said = str(event["event"]).partition("\n")[0]
    for token in _TOKENS:
        said = token.sub(r"\1/(token)", said)
    event["event"] = said
    return event


def _handed_over(logger: object, name: str, event: EventDict) -> ProcessorReturnValue:
    """To the formatter, and without the exception: `Logger.exception` would tell all of it."""
    wrap = structlog.stdlib.ProcessorFormatter.wrap_for_formatter
    args, given = wrap(cast("logging.Logger", logger), name, event)
    return args, {**given, "exc_info": None}
