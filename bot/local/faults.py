"""What tests ask beyond Discord's own behaviour: failures on demand, and counts of requests."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["bot", "interaction"]
Effect = Literal["error", "limit", "drop", "drop_after", "delay"]


@dataclass(frozen=True)
class Seen:
    """One REST request: its kind, and its JSON (of a multipart request, the payload_json)."""

    method: str
    path: str
    route: str
    kind: Kind
    body: Any = None


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
    def __init__(self) -> None:
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
        self._planned.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault for this request, if one is planned; it is used up by this."""
        for fault in self._planned:
            if fault.times > 0 and fault.pattern.search(f"{method} {path}"):
                fault.times -= 1
                return fault
        return None


class Requests:
    """Counts of requests by kind, route and answer, and those that no route took."""

    def __init__(self) -> None:
        self.kinds: Counter[Kind] = Counter()
        self.routes: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.unknown: list[str] = []
        self.problems: list[str] = []

    def count(self, seen: Seen) -> None:
        self.kinds[seen.kind] += 1
        self.routes[f"{seen.method} {seen.route}"] += 1
