"""What each of Discord's errors means for us: the one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

import aiohttp
import discord
from structlog.typing import FilteringBoundLogger


class TooLong(OSError):
    """A call to Discord hung and was given up; it may have been carried out."""


class Held(aiohttp.ClientError):
    """A call was not even made, as Discord wants none, or none of its kind, for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no such calls for {seconds:.0f} s")
        self.seconds = seconds


class Faltered(aiohttp.ClientError):
    """Discord couldn't take an answer to a press just now: a 5xx, after which it may at once."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a call to Discord may raise: a refusal, or a broken connection."""


HELD_UP = 60.0
"""Seconds without a way to a person after which what is to be said is said another way."""


class Remedy(Enum):
    """What to do about a failed call."""

    POST_AGAIN = auto()
    """The message can't be edited any more: send a new one."""
    AS_BOT = auto()
    """The interaction token is dead: make the call as the bot."""
    IGNORE = auto()
    """Somebody was quicker; nothing is missing."""
    CHANNEL_GONE = auto()
    NO_ACCESS = auto()
    """A permission is missing, or the thread is locked."""
    DM_CLOSED = auto()
    TRY_LATER = auto()
    """Discord or the network is in trouble, which passes."""
    GIVE_UP = auto()
    """Nothing known helps: log it, and let the next update try again."""


OPENING_TOO_FAST = 40003
"""Says nothing of the person: no direct messages are to be opened for a while."""

QUARANTINED = 20026
"""Nor does this: none may be opened at all until somebody at Discord says so."""

INVALID_FORM = 50035

NO_MEMBER = frozenset({10007, 10013})
"""What Discord says of somebody who isn't in a server, or has no account any more."""
UNKNOWN_MESSAGE = 10008
EDITED_TOO_OFTEN = 30046
"""What Discord says of a message older than an hour, with seconds that discord.py would sleep."""
ARCHIVED, LOCKED = 50083, 160005
"""What Discord says of threads that were closed."""

REMEDIES = {
    10003: Remedy.CHANNEL_GONE,  # unknown channel
    10004: Remedy.CHANNEL_GONE,  # unknown guild
    UNKNOWN_MESSAGE: Remedy.POST_AGAIN,
    10015: Remedy.AS_BOT,  # unknown webhook
    10062: Remedy.AS_BOT,  # unknown interaction: the answer came too late
    EDITED_TOO_OFTEN: Remedy.POST_AGAIN,
    OPENING_TOO_FAST: Remedy.TRY_LATER,
    40060: Remedy.IGNORE,  # interaction already acknowledged
    50001: Remedy.NO_ACCESS,  # missing access
    50007: Remedy.DM_CLOSED,  # this person takes no direct messages
    50013: Remedy.NO_ACCESS,  # missing permissions
    50027: Remedy.AS_BOT,  # invalid webhook token
    ARCHIVED: Remedy.POST_AGAIN,  # sending un-archives it
    50278: Remedy.DM_CLOSED,  # no server in common
    LOCKED: Remedy.NO_ACCESS,
}


def remedy(error: Exception) -> Remedy:
    """What helps against one of FAILURES."""
    if not isinstance(error, discord.HTTPException):
        return Remedy.TRY_LATER
    found = REMEDIES.get(error.code)
    if found is not None:
        return found
    if error.status == 401:
        return Remedy.AS_BOT
    # 408: a proxy waits no longer for Discord.
    passes = error.status >= 500 or error.status in (408, 429)
    return Remedy.TRY_LATER if passes else Remedy.GIVE_UP


@contextmanager
def let_be(log: FilteringBoundLogger, said: str, **about: object) -> Iterator[None]:
    """What Discord refuses in here for good is logged and let be; raises what passes by itself."""
    try:
        yield
    except FAILURES as error:
        if remedy(error) is Remedy.TRY_LATER:
            raise
        log.info(said, **about, code=code_of(error))


@contextmanager
def given_up(log: FilteringBoundLogger, said: str, **about: object) -> Iterator[None]:
    """Whatever fails in here is logged and not tried again, be it that it would pass."""
    try:
        yield
    except FAILURES as error:
        log.info(said, **about, code=code_of(error))


def pause_after(error: Exception) -> float | None:
    """Seconds for which the failed call had better not be made again, where that is known."""
    match error:
        case discord.RateLimited():
            return error.retry_after
        case Held():
            return error.seconds
        case discord.HTTPException() if error.status == 429:
            return seconds_of(error.response.headers.get("Retry-After")) or None
        case _:
            return None


def passes_soon(error: Exception) -> bool:
    """Whether a call had better be tried again than something else be done."""
    return remedy(error) is Remedy.TRY_LATER and (pause_after(error) or 0.0) <= HELD_UP


def seconds_of(retry_after: str | None) -> float | None:
    """The seconds of a Retry-After header; None if it says none, or a date."""
    try:
        return None if retry_after is None else max(0.0, float(retry_after))
    except ValueError:
        return None


def is_refused(error: discord.HTTPException) -> bool:
    """Whether Discord finds fault with what the request says, an attachment among it.

    Where it says that something else is the matter, another picture is of no use.
    """
    return error.status == 400 and error.code not in REMEDIES


def is_for_a_sign(error: discord.HTTPException) -> bool:
    """Whether Discord knows an emoji no more: somebody has taken it from the application."""
    return error.code == INVALID_FORM and "invalid emoji" in error.text.lower()


def is_for_its_picture(error: discord.HTTPException) -> bool:
    """Whether Discord may take the same in words: for a file there are more refusals than known.

    It may be too large (40005), explicit (20009), or the server take none for a while (400001).
    """
    form = error.code == INVALID_FORM and "attachment" not in error.text.lower()
    other = form or error.status == 404 or error.code == QUARANTINED
    return remedy(error) is Remedy.GIVE_UP and not other


def code_of(error: Exception) -> int | str:
    """What a log says of a failure: Discord's code, the HTTP status, or what the network did."""
    if isinstance(error, discord.HTTPException):
        return error.code or error.status
    return error.status if isinstance(error, Faltered) else type(error).__name__


def outage_of(error: Exception) -> str | None:
    """ "Discord" where all of it is in trouble, or out of reach; None: it minds this call alone."""
    match error:
        case discord.HTTPException():
            return "Discord" if error.status >= 500 else None
        case discord.RateLimited():
            return None
        case _:
            return "Discord"


def is_past_changing(error: discord.HTTPException) -> bool:
    """Whether another message must take this one's place: it is gone, or in an archived thread."""
    return remedy(error) is Remedy.POST_AGAIN and not is_locked(error)


def is_locked(error: discord.HTTPException) -> bool:
    """Whether a press came from a thread that was locked, where nothing is answered any more."""
    return error.code == LOCKED or (error.code == ARCHIVED and error.status == 403)


def is_too_late(error: Exception) -> bool:
    """Whether an answer failed because the press was answered already or too long ago."""
    late = {10062, 10015, 40060, 50027}
    return isinstance(error, discord.HTTPException) and error.code in late
