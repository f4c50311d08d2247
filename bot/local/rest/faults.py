"""What tests ask beyond Discord's own behaviour: failures on demand, and counts of requests."""

import asyncio
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.local.acts.uploads import Upload
from bot.local.rules.errors import ApiError
from bot.local.world.clock import Clock

Kind = Literal["bot", "interaction"]
Effect = Literal[
    "error",
    "error_after",
    "limit",
    "cloudflare",
    "blocked",
    "drop",
    "drop_after",
    "delay",
    "hang",
    "hang_after",
]


@dataclass(frozen=True)
class Seen:
    """One REST request: its kind, its JSON (of a multipart request, the payload_json), its files
    by number; `agent`: what its User-Agent says; `begun`: the Unix time at which it began to come
    in."""

    method: str
    path: str
    route: str
    kind: Kind
    body: Any = None
    uploads: Mapping[int, Upload] = field(default_factory=dict)
    agent: str = ""
    begun: float = 0.0


Inspect = Callable[[Seen], None]


@dataclass
class Fault:
    """Spoils the next `times` requests whose "METHOD /path" matches, after `skip` that pass.

    error: answers `error`, or `status` alone; nothing is done; error_after: all is done. limit:
    429 with `seconds` to wait, on everything if so said. cloudflare: 429 as from before Discord, a
    page in place of JSON and `seconds` in its Retry-After. blocked: the same ban as JSON, without a
    word of its end. drop: breaks the connection before the request is carried out, drop_after:
    after. delay: waits `seconds` of real time, then goes on. hang: answers nothing until `release`,
    then 504, nothing is done; hang_after: carries out first."""

    pattern: re.Pattern[str]
    effect: Effect
    times: float = 1
    status: int = 500
    seconds: float = 0.0
    everything: bool = False
    error: ApiError | None = None
    skip: int = 0
    until: float | None = None
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let go of what hangs."""
        self.released.set()


class Faults:
    """The failures that are planned, and a switch.

    `kept_pictures_refused`: nothing that a message has already may be named by an edit of it; only
    what is uploaded with the edit. Some reports have Discord do so."""

    def __init__(self, clock: Clock) -> None:
        self.kept_pictures_refused = False
        self._clock = clock
        self._planned: list[Fault] = []

    def plan(
        self,
        pattern: str,
        effect: Effect,
        *,
        times: float = 1,
        status: int = 500,
        seconds: float = 0.0,
        everything: bool = False,
        skip: int = 0,
    ) -> Fault:
        """Plan a fault, e.g. plan(r"POST .*/callback", "error", status=502, times=2).

        `times` may be math.inf."""
        compiled = re.compile(pattern)
        return self._add(Fault(compiled, effect, times, status, seconds, everything, skip=skip))

    def refuse(self, pattern: str, error: ApiError, *, times: float = 1, skip: int = 0) -> Fault:
        """Plan one of Discord's own refusals, e.g. refuse("POST /users", opening_too_fast())."""
        return self._add(Fault(re.compile(pattern), "error", times, error=error, skip=skip))

    def block(self, pattern: str, seconds: float) -> Fault:
        """A limit on these requests alone that holds for so many seconds of the clock.

        Each is answered 429 with the seconds that are left."""
        until = self._clock.now() + seconds
        return self._add(Fault(re.compile(pattern), "limit", math.inf, until=until))

    def _add(self, fault: Fault) -> Fault:
        self._planned.append(fault)
        return fault

    def clear(self) -> None:
        """Nothing fails any more; what hangs is let go."""
        self.kept_pictures_refused = False
        for fault in self._planned:
            fault.release()
        self._planned.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault for this request, if one is planned; it is used up by this."""
        for fault in self._planned:
            if fault.times <= 0 or not fault.pattern.search(f"{method} {path}"):
                continue
            if fault.until is not None:
                fault.seconds = fault.until - self._clock.now()
                if fault.seconds <= 0:
                    continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
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
