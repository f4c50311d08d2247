"""What tests ask beyond Discord's own behaviour: failures on demand, and counts of requests."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.local.uploads import Upload

Kind = Literal["bot", "interaction"]
Effect = Literal["error", "limit", "drop", "drop_after", "delay"]


@dataclass(frozen=True)
class Seen:
    """One REST request: its kind, its JSON (of a multipart request, the payload_json), its files
    by number."""

    method: str
    path: str
    route: str
    kind: Kind
    body: Any = None
    uploads: Mapping[int, Upload] = field(default_factory=dict)


Inspect = Callable[[Seen], None]


@dataclass
class Fault:
    """Spoils the next `times` requests whose "METHOD /path" matches.

    error: answers `status`, nothing is done. limit: 429 with `seconds` to wait, on everything
    if so said. drop: breaks the connection before the request is carried out, drop_after: after.
    delay: waits `seconds` of real time, then goes on."""

    pattern: re.Pattern[str]
    effect: Effect
    times: int = 1
    status: int = 500
    seconds: float = 0.0
    everything: bool = False


class Faults:
    """The failures that are planned, and a switch.

    `kept_pictures_refused`: nothing that a message has already may be named by an edit of it; only
    what is uploaded with the edit. Some reports have Discord do so."""

    def __init__(self) -> None:
        self.kept_pictures_refused = False
        self._planned: list[Fault] = []

    def plan(
        self,
        pattern: str,
        effect: Effect,
        *,
        times: int = 1,
        status: int = 500,
        seconds: float = 0.0,
        everything: bool = False,
    ) -> Fault:
        """Plan a fault, e.g. plan(r"POST .*/callback", "error", status=502, times=2)."""
        fault = Fault(re.compile(pattern), effect, times, status, seconds, everything)
        self._planned.append(fault)
        return fault

    def clear(self) -> None:
        """Nothing fails any more."""
        self.kept_pictures_refused = False
        self._planned.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault for this request, if one is planned; it is used up by this."""
        for fault in self._planned:
            if fault.times > 0 and fault.pattern.search(f"{method} {path}"):
                fault.times -= 1
                return fault
        return None


class Requests:
    """Counts of requests by kind, route and answer, and those that no route took.

    `uploaded`: bytes of files by route."""

    def __init__(self) -> None:
        self.uploaded: Counter[str] = Counter()
        self.kinds: Counter[Kind] = Counter()
        self.routes: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.unknown: list[str] = []
        self.problems: list[str] = []

    def count(self, seen: Seen) -> None:
        """Count one request."""
        route = f"{seen.method} {seen.route}"
        self.kinds[seen.kind] += 1
        self.routes[route] += 1
        self.uploaded[route] += sum(len(upload.data) for upload in seen.uploads.values())

    @property
    def uploaded_kb(self) -> float:
        """How much was uploaded altogether, in kB."""
        return self.uploaded.total() / 1000
