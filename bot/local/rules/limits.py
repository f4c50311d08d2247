"""Discord's rate limits as far as a bot can meet them, kept on the local Discord's clock."""

import hashlib
import math
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Final

from bot.local.world.clock import Clock

OLD_MESSAGE: Final = 3600.0
RENAMING: Final = 600.0
FOLLOWING_UP: Final = 60.0
REFUSING: Final = 600.0
OPENING: Final = 3600.0
BANNED: Final = 3600.0
REFUSALS: Final = frozenset({401, 403, 429})
TOKENS_KEPT: Final = 4096


@dataclass(frozen=True)
class Limits:
    """What is enforced. None switches one off.

    `everything`: bot-token requests a second. `channel`: those of one kind (message creations,
    edits, deletions, threads) in one channel per five seconds. `old_edits`: edits of messages over
    an hour old, in one channel per twenty seconds. `renames`: new names of one channel or thread
    per ten minutes.
    `webhook`: requests through one interaction's token per two seconds. `follow_ups`: those in one
    channel per minute, through whatever tokens. `refusals`: answers of 401, 403 or 429 in ten
    minutes, after which nothing is taken for an hour. `openings`: people to whom the bot hasn't
    written yet, of whom so many direct messages opened in an hour are taken for spam.
    `identify`: seconds in which as many shards may identify as the gateway's max_concurrency."""

    everything: int | None = 50
    channel: int | None = 5
    old_edits: int | None = 3
    renames: int | None = 2
    webhook: int | None = 5
    follow_ups: int | None = 30
    identify: float | None = 5.0
    refusals: int | None = 10_000
    openings: int | None = 25


NO_LIMITS: Final = Limits(None, None, None, None, None, None, None, None, None)


@dataclass(frozen=True)
class Limited:
    """A refusal: when to try again, and whether it is the limit on everything."""

    retry_after: float
    everything: bool
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class _Window:
    """At most `most` in any fixed window of `seconds`, as Discord's buckets count."""

    most: int
    seconds: float
    begun: float = 0.0
    used: int = 0

    def take(self, now: float) -> bool:
        if now >= self.begun + self.seconds:
            self.begun, self.used = now, 0
        self.used += 1
        return self.used <= self.most

    def headers(self, key: str, now: float) -> dict[str, str]:
        reset = max(self.begun + self.seconds - now, 0.0)
        return {
            "X-RateLimit-Limit": str(self.most),
            "X-RateLimit-Remaining": str(max(self.most - self.used, 0)),
            "X-RateLimit-Reset": f"{now + reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(key.encode()).hexdigest()[:32],
        }


class RateLimiter:
    """Counts requests against the limits."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.limits = limits
        self.clock = clock
        self._everything: _Window | None = None
        self._channels: dict[tuple[str, str], _Window] = {}
        self._old_edits: dict[int, deque[float]] = defaultdict(deque)
        self._tokens: dict[str, _Window] = {}
        self._renames: dict[int, _Window] = {}
        self._follow_ups: dict[int, _Window] = {}
        self._identified: dict[int, float] = {}
        self._opened: dict[int, float] = {}
        self._refusals: deque[float] = deque()
        self._banned_until = 0.0

    def whole(self) -> Limited | None:
        """Count one bot-token request against the global limit."""
        most = self.limits.everything
        if most is None:
            return None
        if self._everything is None or self._everything.most != most:
            self._everything = _Window(most, 1.0)
        now = self.clock.now()
        if self._everything.take(now):
            return None
        retry = max(self._everything.begun + 1.0 - now, 0.001)
        headers = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        return Limited(retry, everything=True, headers=headers)

    def in_channel(self, route: str, channel: str) -> tuple[Limited | None, dict[str, str]]:
        """Count one request of this route in this channel: the refusal, if any, and the headers."""
        most = self.limits.channel
        if most is None:
            return None, {}
        window = self._channels.setdefault((route, channel), _Window(most, 5.0))
        return self._counted(window, route)

    def _counted(self, window: _Window, name: str) -> tuple[Limited | None, dict[str, str]]:
        now = self.clock.now()
        fits = window.take(now)
        headers = window.headers(name, now)
        if fits:
            return None, headers
        retry = max(window.begun + window.seconds - now, 0.001)
        return Limited(retry, everything=False, headers=headers | {"X-RateLimit-Scope": "user"}), {}

    def through(self, token: str) -> tuple[Limited | None, dict[str, str]]:
        """Count one request through an interaction's token: the refusal, if any, and headers."""
        most = self.limits.webhook
        if most is None:
            return None, {}
        now = self.clock.now()
        if len(self._tokens) >= TOKENS_KEPT:
            fresh = {t: window for t, window in self._tokens.items() if window.begun > now - 2.0}
            self._tokens = fresh
        return self._counted(self._tokens.setdefault(token, _Window(most, 2.0)), "webhook")

    def rename(self, channel: int) -> Limited | None:
        """Count a new name of this channel: the refusal, if any."""
        return self._shared(self._renames, channel, self.limits.renames, RENAMING)

    def follow_up(self, channel: int) -> Limited | None:
        """Count a follow-up in this channel: the refusal, if any."""
        return self._shared(self._follow_ups, channel, self.limits.follow_ups, FOLLOWING_UP)

    def _shared(
        self, windows: dict[int, _Window], channel: int, most: int | None, seconds: float
    ) -> Limited | None:
        """Count against a limit of a channel that no header tells of before it is reached."""
        if most is None:
            return None
        window = windows.setdefault(channel, _Window(most, seconds))
        now = self.clock.now()
        if window.take(now):
            return None
        headers = {"X-RateLimit-Scope": "shared"}
        return Limited(window.begun + seconds - now, everything=False, headers=headers)

    def identify(self, bucket: int) -> bool:
        """Count one IDENTIFY of these shards; False when it comes too soon."""
        seconds, now = self.limits.identify, self.clock.now()
        if seconds is not None and now < self._identified.get(bucket, -math.inf) + seconds:
            return False
        self._identified[bucket] = now
        return True

    def opening(self, channel: int) -> bool:
        """Count that these direct messages are opened; False when too many were in an hour."""
        most, since = self.limits.openings, self.clock.now() - OPENING
        if most is None:
            return True
        self._opened = {known: at for known, at in self._opened.items() if at > since}
        self._opened.setdefault(channel, self.clock.now())
        return len(self._opened) < most

    def answered(self, status: int, *, shared: bool) -> None:
        """Count an answer; too many refusals ban the address. `shared`: for what others did."""
        most, now = self.limits.refusals, self.clock.now()
        if most is None or status not in REFUSALS or shared:
            return
        self._refusals.append(now)
        while self._refusals[0] <= now - REFUSING:
            self._refusals.popleft()
        if len(self._refusals) >= most:
            self._banned_until = now + BANNED

    def banned_for(self) -> float:
        """Seconds for which nothing at all is taken."""
        return max(0.0, self._banned_until - self.clock.now())

    def old_edit(self, channel: int) -> bool:
        """Count an edit of a message over an hour old; False when there were too many."""
        most = self.limits.old_edits
        if most is None:
            return True
        now, edits = self.clock.now(), self._old_edits[channel]
        while edits and edits[0] <= now - 20.0:
            edits.popleft()
        if len(edits) >= most:
            return False
        edits.append(now)
        return True
