"""What can be counted and timed of a running bot, in Prometheus' terms."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.delivery.wire.caution import Called

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
