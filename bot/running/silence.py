"""Connected and deaf: a session to which Discord sends nothing any more, though it stands."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

KNOWN = 1_000
"""Silences that are remembered of a shard, the latest."""
ENOUGH = 20
"""So many tell what is usual;"""
UNKNOWN = 6 * 3600.0
"""before that, this is: seconds."""
SHORTEST = 600.0
"""Seconds that are never out of the usual,"""
BEYOND = 2.0
"""nor is any silence up to so many times the longest that is known."""
RENEWED = 3600.0
"""Seconds between two new sessions of a shard at least."""


@dataclass(slots=True)
class _Heard:
    """When a shard was heard last, by what it has been since it was connected."""

    at: float
    silences: deque[float] = field(default_factory=lambda: deque(maxlen=KNOWN))
    renewed_at: float | None = None


class Silence:
    """How long nobody has pressed anything, shard by shard, and what is usual there."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = clock()
        self._event_at = self._interaction_at = self._begun
        self._heard: defaultdict[int, _Heard] = defaultdict(lambda: _Heard(self._begun))

    def event(self) -> None:
        """The gateway has sent anything."""
        self._event_at = self._clock()

    def interaction(self, shard: int) -> None:
        """Somebody has pressed or typed something; the silence before it was none of deafness."""
        heard, now = self._heard[shard], self._clock()
        heard.silences.append(now - heard.at)
        heard.at = self._interaction_at = now

    def renewed(self, shard: int) -> None:
        """The shard has a new session: what was silent before says nothing of this one."""
        heard = self._heard[shard]
        heard.at = heard.renewed_at = self._clock()

    def since_event(self) -> float:
        """Seconds."""
        return self._clock() - self._event_at

    def since_interaction(self) -> float:
        """Seconds since the last one on any shard, or since the start."""
        return self._clock() - self._interaction_at

    def unusual(self, shard: int) -> bool:
        """Whether a new session had better be begun."""
        heard, now = self._heard[shard], self._clock()
        if heard.renewed_at is not None and now < heard.renewed_at + RENEWED:
            return False
        known = len(heard.silences) >= ENOUGH
        usual = BEYOND * max(heard.silences) if known else UNKNOWN
        return now - heard.at > max(SHORTEST, usual)
