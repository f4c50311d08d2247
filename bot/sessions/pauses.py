"""Pausing a game and going on: by the host alone for a while, else by a vote of the people."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.sessions.refusals import AlreadyVoted, IsPaused, NotPaused
from bot.store.records.play import Pause

HOST_ALONE = 72 * 3600.0
"""Seconds in all for which a host may pause a game without asking."""


def paused(pause: Pause, user_id: int, host_id: int, people: Collection[int], now: float) -> Pause:
    """After somebody's wish for a pause; raises IsPaused, AlreadyVoted."""
    if pause.at is not None:
        raise IsPaused
    if user_id == host_id and pause.host_spent < HOST_ALONE:
        return replace(pause, at=now, by_host=True, votes=())
    voted = _voted(pause, user_id, people)
    if _enough(voted, people):
        return replace(voted, at=now, by_host=False, votes=())
    return voted


def resumed(pause: Pause, user_id: int, host_id: int, people: Collection[int], now: float) -> Pause:
    """After somebody's wish to go on; raises NotPaused, AlreadyVoted."""
    if pause.at is None:
        raise NotPaused
    if pause.by_host and user_id == host_id:
        return ended(pause, now)
    voted = _voted(pause, user_id, people)
    return ended(pause, now) if _enough(voted, people) else voted


def ended(pause: Pause, now: float) -> Pause:
    """The game goes on."""
    spent = now - pause.at if pause.by_host and pause.at is not None else 0.0
    return Pause(host_spent=pause.host_spent + spent)


def ends_at(pause: Pause) -> float | None:
    """When a host's pause ends by itself."""
    if pause.at is None or not pause.by_host:
        return None
    return pause.at + HOST_ALONE - pause.host_spent


def needed(people: Collection[int]) -> int:
    """Votes that are needed: more than half."""
    return len(people) // 2 + 1


def _voted(pause: Pause, user_id: int, people: Collection[int]) -> Pause:
    # Who has left the table since has no say any more.
    votes = tuple(vote for vote in pause.votes if vote in people)
    if user_id in votes:
        raise AlreadyVoted
    return replace(pause, votes=(*votes, user_id))


def _enough(pause: Pause, people: Collection[int]) -> bool:
    return len(pause.votes) >= needed(people)
