"""What each of Discord's errors means for us: the one table."""

from __future__ import annotations

from enum import Enum, auto

import discord


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
    """A permission is missing."""
    DM_CLOSED = auto()
    GIVE_UP = auto()
    """Nothing known helps: log it, and let the next update try again."""


REMEDIES = {
    10003: Remedy.CHANNEL_GONE,  # unknown channel
    10008: Remedy.POST_AGAIN,  # unknown message
    10015: Remedy.AS_BOT,  # unknown webhook
    10062: Remedy.AS_BOT,  # unknown interaction: the answer came too late
    30046: Remedy.POST_AGAIN,  # too many edits of a message older than an hour
    40003: Remedy.DM_CLOSED,  # opening direct messages too fast
    40060: Remedy.IGNORE,  # interaction already acknowledged
    50001: Remedy.NO_ACCESS,  # missing access
    50007: Remedy.DM_CLOSED,  # this person takes no direct messages
    50013: Remedy.NO_ACCESS,  # missing permissions
    50027: Remedy.AS_BOT,  # invalid webhook token
    50083: Remedy.POST_AGAIN,  # archived thread: sending un-archives it
    50278: Remedy.DM_CLOSED,  # no server in common
}


def remedy(error: discord.HTTPException) -> Remedy:
    """What helps against an error."""
    found = REMEDIES.get(error.code)
    if found is None and error.status == 401:
        return Remedy.AS_BOT
    return found or Remedy.GIVE_UP


def is_too_late(error: discord.HTTPException) -> bool:
    """Whether an answer failed because the press was answered already or too long ago."""
    return error.code in {10062, 10015, 40060, 50027}
