"""What is told of a running bot: logs, crash reports, and what Prometheus counts and times.

Logs are one line an event, to standard error. They hold no hidden information and no token.

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
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

import discord
import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from structlog.typing import EventDict, ProcessorReturnValue

from bot import VERSION
from bot.delivery.wire.caution import Called
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


# -- counts and times ---------------------------------------------------------------------------

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10)
_DISK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2)
_PREFIX = "/api/v10"
_FIRST_ANSWER = "/interactions/{id}/{token}/callback"
_WITH_TOKEN = frozenset({"interactions", "webhooks"})


class Metrics:
    """Counters and histograms of one process; gauges are set whenever somebody looks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.presses = Counter(
            "guildhall_presses",
            "Presses and commands by how they ended",
            ["kind", "outcome"],
            registry=self.registry,
        )
        self.answer = self._histogram(
            "guildhall_answer_seconds", "From a press to its first answer", _QUICK
        )
        self.calls = Counter(
            "guildhall_discord_calls",
            "Calls to Discord by how they were answered",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.drawing = self._histogram(
            "guildhall_drawing_seconds", "A picture, without waiting", _QUICK, "game", "picture"
        )
        self.thinking = self._histogram(
            "guildhall_thinking_seconds", "A computer's choice", _QUICK, "game", "strength"
        )
        self.waiting = self._histogram(
            "guildhall_waiting_seconds", "What people wait for all computers", _QUICK, "game"
        )
        self.commits = self._histogram(
            "guildhall_store_commit_seconds", "A transaction of the store", _DISK, "outcome"
        )
        self.refused = self._gauge(
            "guildhall_discord_refusals", "401, 403 and 429 within ten minutes"
        )
        self.quarantined = self._gauge(
            "guildhall_quarantined", "1: Discord lets the bot write to nobody new (20026)"
        )
        self.no_backup = self._gauge(
            "guildhall_backup_failing", "1: the last copy of the database failed"
        )
        self.queued = self._gauge("guildhall_queue_length", "What waits for its turn", "queue")
        self.stale = self._gauge(
            "guildhall_stale_seconds", "How long the oldest message waits to be changed", "message"
        )
        self.sessions = self._gauge("guildhall_sessions", "Sessions", "game", "status")
        self.connected = self._gauge("guildhall_connected", "1: every shard is connected")
        self.latency = self._gauge("guildhall_latency_seconds", "Discord's gateway and back")
        self.silent = self._gauge(
            "guildhall_silent_seconds", "Since the gateway's last word, or anybody's press", "of"
        )

        # A press asks for one of each, and what has these labels is looked for under a lock.
        self._press, self._call = cache(self.presses.labels), cache(self.calls.labels)
        self._commit = cache(self.commits.labels)

    def pressed(self, kind: str, outcome: str) -> None:
        """A press or command has ended so."""
        self._press(kind, outcome).inc()

    def committed(self, seconds: float, *, done: bool) -> None:
        """The store has made a transaction, or failed to."""
        self._commit("done" if done else "failed").observe(seconds)

    def drawn(self, game: str, picture: str, seconds: float) -> None:
        """A picture was drawn."""
        self.drawing.labels(game, picture).observe(seconds)

    def thought(self, game: str, strength: str, seconds: float) -> None:
        """A computer has chosen."""
        self.thinking.labels(game, strength).observe(seconds)

    def waited(self, game: str, seconds: float) -> None:
        """All computers of a table have chosen."""
        self.waiting.labels(game).observe(seconds)

    def called(self, method: str, path: str, status: str) -> int | None:
        """A call was answered with this status, or failed in this way.

        Which interaction it answered first, if it did.
        """
        if not path.startswith(_PREFIX):
            return None  # the gateway, a file
        route, ids = route_of(path)
        self._call(method, route, status).inc()
        return ids[0] if route == _FIRST_ANSWER else None

    def _histogram(
        self, name: str, about: str, buckets: tuple[float, ...], *labels: str
    ) -> Histogram:
        return Histogram(name, about, labels, buckets=buckets, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, registry=self.registry)


def counting(metrics: Callable[[], Metrics], came: dict[int, float]) -> Called:
    """Counts calls to Discord. `came`: when interactions arrived that aren't answered."""

    def called(method: str, path: str, status: str) -> None:
        answered = metrics().called(method, path, status)
        if answered is not None and answered in came:
            metrics().answer.observe(time.monotonic() - came.pop(answered))

    return called


def route_of(path: str) -> tuple[str, list[int]]:
    """The route of a call, without ids and tokens; and the ids."""
    parts, ids = path.removeprefix(_PREFIX).split("/"), []
    for place, part in enumerate(parts):
        if part.isdecimal():
            ids.append(int(part))
            parts[place] = "{id}"
        elif place >= 2 and parts[place - 2] in _WITH_TOKEN:
            parts[place] = "{token}"
    return "/".join(parts), ids
