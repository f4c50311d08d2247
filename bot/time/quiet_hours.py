"""Hours in which somebody isn't to be disturbed: read as people write them, and when they end."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.store.records.people import QuietHours

HELD_AT_MOST = 10 * 3600.0
"""Seconds for which quiet hours hold the computer's choice back."""

_HOURS = re.compile(
    r"(\d{1,2})(?:[:h.](\d{2})|h)? ?(?:-|–|—|to|à|until|bis) ?(\d{1,2})(?:[:h.](\d{2})|h)?",
    re.IGNORECASE,
)
_DAY = 24 * 60


def read(hours: str, zone: str) -> QuietHours | None:
    """The quiet hours written as "22-7" or "22:30-07:00" and an IANA zone; None: no sense."""
    found = _HOURS.fullmatch(" ".join(hours.split()).replace(" h", "h"))
    known = _zones().get(zone.strip().replace(" ", "_").casefold())
    if found is None or known is None:
        return None
    first, first_minutes, last, last_minutes = (int(part or 0) for part in found.groups())
    if first_minutes > 59 or last_minutes > 59:
        return None
    start, end = first * 60 + first_minutes, last * 60 + last_minutes
    if max(start, end) > _DAY or start % _DAY == end % _DAY:
        return None
    return QuietHours(start % _DAY, end % _DAY, known)


def written(quiet: QuietHours) -> str:
    """The hours as "22:00-07:00"."""
    return f"{_time(quiet.start)}-{_time(quiet.end)}"


def ends_at(quiet: QuietHours | None, now: float) -> float | None:
    """When the quiet hours end that it is in now, both in Unix time; None if it is in none."""
    if quiet is None:
        return None
    zone = ZoneInfo(quiet.zone)
    local = datetime.fromtimestamp(now, zone)
    minute = local.hour * 60 + local.minute
    over_midnight = quiet.start > quiet.end
    evening, morning = minute >= quiet.start, minute < quiet.end
    if not (evening or morning if over_midnight else evening and morning):
        return None
    day = local.date() + timedelta(days=1 if over_midnight and evening else 0)
    # By the wall clock, on which a night may have an hour more or less.
    end = datetime(day.year, day.month, day.day, *divmod(quiet.end, 60), tzinfo=zone)
    return max(end.timestamp(), now + 60)


def held_until(quiet: QuietHours | None, due: float, now: float) -> float:
    """Until when a computer's choice that is due is held back, in Unix time."""
    end = ends_at(quiet, now)
    return due if end is None else min(end, due + HELD_AT_MOST)


def _time(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"


# Kept: the machine's folders are looked through for them, while everybody waits.
@cache
def _zones() -> dict[str, str]:
    """The zones' names, by how they may be written."""
    return {name.casefold(): name for name in available_timezones()}
