"""Hours in which somebody isn't to be disturbed: read as people write them, and when they end."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.store.records.people import QuietHours

HELD_AT_MOST = 10 * 3600.0
"""Seconds for which quiet hours hold the computer's choice back."""

_TIME = r"(\d{1,2})(?:[:h.](\d{2})|h)? ?(?:([ap])\.?m\.?)?"
_HOURS = re.compile(rf"{_TIME} ?(?:-|–|—|to|à|until|bis) ?{_TIME}", re.IGNORECASE)
_NOON = 12
_CONTINENTS = frozenset({"Africa", "America", "Antarctica", "Asia", "Australia", "Europe"}) | {
    *("Atlantic", "Indian", "Pacific")
}
_DAY = 24 * 60


def read(hours: str, zone: str) -> QuietHours | None:
    """The quiet hours written as "22-7", "22:30-07:00" or "10pm-7am", and a zone; None: no sense.

    The zone is one of IANA's, or the city of one ("Paris").
    """
    found = _HOURS.fullmatch(" ".join(hours.split()).replace(" h", "h"))
    known = _zones().get(zone.strip().replace(" ", "_").casefold())
    if found is None or known is None:
        return None
    start, end = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:])
    if start is None or end is None or start % _DAY == end % _DAY:
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


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    """The minute of the day, up to the day's end; None: no sense. `half`: "a" or "p"."""
    hours, minutes = int(hour), int(minute or 0)
    if half is not None:
        if not 1 <= hours <= _NOON:
            return None
        hours = hours % _NOON + (_NOON if half.lower() == "p" else 0)
    found = hours * 60 + minutes
    return found if minutes < 60 and found <= _DAY else None


def _time(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"


# Kept: the machine's folders are looked through for them, while everybody waits.
@cache
def _zones() -> dict[str, str]:
    """The zones' names, by how they may be written."""
    names = sorted(available_timezones(), reverse=True)
    # Where a city has two, they are one zone under two names.
    cities = {
        name.rpartition("/")[2].casefold(): name
        for name in names
        if name.partition("/")[0] in _CONTINENTS
    }
    return cities | {name.casefold(): name for name in names}
