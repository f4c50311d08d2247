"""What a server wants of its tables: how fast they play, where, and who may end a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from bot.sessions.refusals import (
    ChannelNotWanted,
    Miswritten,
    NotHostNorModerator,
    NotModerator,
    NotPlayerNorModerator,
    ThreadsNotWanted,
)
from bot.store.records.people import Server
from bot.store.records.play import RELAXED, Speed
from engine.text import Text, text

MINUTE, HOUR, DAY = 60, 3600, 86_400
SPEEDS: Final[Mapping[str, Speed | None]] = {
    "live": Speed(2 * MINUTE, 10 * MINUTE),
    "relaxed": RELAXED,
    "post": Speed(24 * HOUR, 72 * HOUR),
    "none": None,
}
OWN = "own"
"""A speed that isn't one of these."""
LONGEST = 30 * DAY

_UNITS = {"d": DAY, "j": DAY, "h": HOUR, "m": MINUTE}
_SPAN = re.compile(
    r"(\d{1,5}) ?(d|days?|j|jours?|h|hours?|heures?|m|min|minutes?)(?= |$|\d)", re.IGNORECASE
)
_CLOCK = re.compile(r"(\d ?h)(\d\d)$", re.IGNORECASE)
"""Minutes that are said by their number alone: "1h30"."""
_BETWEEN = re.compile(r",|\b(?:and|et)\b", re.IGNORECASE)


def name_of(speed: Speed | None) -> str:
    """The speed's name, or `OWN`."""
    return next((name for name, known in SPEEDS.items() if known == speed), OWN)


def read_speed(nudge: str, limit: str) -> Speed:
    """The speed of two written spans ("90 min", "1 d 12 h").

    A minute at least, 30 days at most, the reminder before the end. Raises Miswritten.
    """
    first, last = _seconds(nudge), _seconds(limit)
    if first is None:
        raise Miswritten("nudge")
    if last is None:
        raise Miswritten("limit")
    if first >= last:
        raise Miswritten("order")
    return Speed(first, last)


def span(seconds: int) -> Text:
    """A span in words: days, hours and minutes."""
    counted = zip(
        ("days", "hours", "minutes"),
        (seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE),
        strict=True,
    )
    parts = tuple(text(f"span.{unit}", n=number) for unit, number in counted if number)
    return parts[0] if len(parts) == 1 else text("span.together", spans=parts)


def _seconds(written: str) -> int | None:
    wanted = " ".join(_BETWEEN.sub(" ", written).split())
    wanted = _CLOCK.sub(r"\1 \2 min", wanted)
    if _SPAN.sub("", wanted).strip():
        return None
    found = sum(int(number) * _UNITS[unit[0].lower()] for number, unit in _SPAN.findall(wanted))
    return found if MINUTE <= found <= LONGEST else None


def speed_of(server: Server) -> Speed | None:
    """How fast a new table plays; None: without a clock."""
    return RELAXED if server.speed is None else SPEEDS[server.speed]


def check_channel(server: Server, channel_id: int) -> None:
    """Raise ChannelNotWanted unless games are wanted there; of a thread, in its channel."""
    if server.channels and channel_id not in server.channels:
        raise ChannelNotWanted(where=", ".join(f"<#{channel}>" for channel in server.channels))


def check_threads(server: Server) -> None:
    """Raise ThreadsNotWanted where no thread is to be made for a table."""
    if server.threads == "never":
        raise ThreadsNotWanted


def check_abandoning(server: Server, *, host: bool, player: bool, moderator: bool) -> None:
    """Raise unless such a person may end a running game there.

    NotModerator, NotHostNorModerator, NotPlayerNorModerator.
    """
    if moderator:
        return
    match server.abandoning:
        case "moderators":
            raise NotModerator
        case "host" if not host:
            raise NotHostNorModerator
        case "players" if not (host or player):
            raise NotPlayerNorModerator
