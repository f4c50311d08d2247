"""Games that are over, read choice by choice in the processes that think, when nobody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

import structlog

from bot.sessions.over.reviews import Reviewable, Reviews
from bot.sessions.refusals import Refused
from bot.sessions.sessions import Sessions
from bot.store.store import Store, StoreFailed
from bot.thinking.thinkers import AtWork, NobodyThinks, Thinkers
from bot.thinking.worker import ThinkingFailed
from engine.review import Review

_log = structlog.get_logger(__name__)

KEPT_EVERY: Final = 2.0
"""Seconds of reading that a bot loses which is killed."""
STALLED: Final = 60.0
"""Seconds without a word after which another process that reads a review is taken for dead: on a
busy machine it rests more than it reads."""
LATEST: Final = 20
"""Reviews of which a person's statistics tell."""

Told: TypeAlias = Callable[[Reviewable, bool], None]
"""Hears how far a review is, and whether no more comes of it for now."""


class Reviewing(AtWork):
    """Reads each review once; what was begun goes on after a start.

    Of two processes that begin one, the first to keep what it read reads on, the other follows.
    """

    def __init__(
        self, store: Store, sessions: Sessions, reviews: Reviews, thinkers: Thinkers
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._reviews = reviews
        self._thinkers = thinkers
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._begun: dict[tuple[int, int], tuple[float, float]] = {}
        self._lately: dict[str, float] = {}
        """Seconds that a whole one took as the last of the game went, in this process."""
        self._told: list[Told] = []

    def follow(self, told: Told) -> None:
        """Have somebody hear of all reviews that are read."""
        self._told.append(told)

    async def begin(self, session_id: int, user_id: int) -> Reviewable:
        """Have somebody's choices read, unless they are; how far that is. Raises as `Reviews`."""
        reviewable = await self._reviews.of(session_id, user_id)
        if not reviewable.review.done:
            stored = reviewable.stored
            await self._store.begin_review(session_id, stored)
            reviewable = replace(reviewable, kept=reviewable.kept or stored.found)
            self._start(session_id, user_id, reviewable)
        return reviewable

    async def tell(self, found: Reviewable, *, wanted: bool) -> None:
        """Note whether the person is to be told of its end, also after another start."""
        await self._store.tell_of_review(found.record.id, found.user_id, wanted)

    def reads(self, session_id: int, user_id: int) -> bool:
        """Whether this review is being read: not once its end was told."""
        task = self._tasks.get((session_id, user_id))
        return task is not None and not task.done()

    def seconds_left(self, found: Reviewable) -> float | None:
        """How long it takes yet if it goes on as since it was begun; before a choice is read, as
        the last one of its game did. None: not known yet."""
        whole = self._whole(found) or self._lately.get(found.record.game)
        return None if whole is None else whole * found.unread

    def _whole(self, found: Reviewable) -> float | None:
        """Seconds that all of it would take, by what this process has read of it."""
        begun = self._begun.get((found.record.id, found.user_id))
        if begun is None or begun[1] == found.unread:
            return None
        return (asyncio.get_running_loop().time() - begun[0]) / (begun[1] - found.unread)

    async def catch_up(self) -> None:
        """Go on with what the last process left."""
        for session_id, user_id in await self._store.unfinished_reviews():
            if await self._sessions.mine([session_id]):
                self._start(session_id, user_id)

    async def latest(self, user_id: int) -> dict[str, list[Review]]:
        """By game somebody's latest reviews."""
        found: dict[str, list[Review]] = {}
        for game, review in await self._store.reviews_of(user_id, LATEST):
            found.setdefault(game, []).append(Review.model_validate_json(review))
        return found

    def _start(self, session_id: int, user_id: int, found: Reviewable | None = None) -> None:
        which = session_id, user_id
        if not self.reads(*which):
            task = asyncio.create_task(self._read(*which, found), context=Context())
            self._tasks[which] = task
            task.add_done_callback(partial(self._drop, which))

    def _drop(self, which: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(which) is task:  # else it is read again already
            del self._tasks[which]

    async def _read(self, session_id: int, user_id: int, found: Reviewable | None) -> None:
        """Read what was found already: who waits for that hears of its end, whatever comes."""
        try:
            await self._grown(found or await self._reviews.of(session_id, user_id))
        except Refused as refused:
            _log.info("not reviewed", session=session_id, why=refused.reason.key)
        except (StoreFailed, NobodyThinks, ThinkingFailed) as failed:
            _log.warning("review left", session=session_id, why=type(failed).__name__)

    async def _grown(self, found: Reviewable) -> None:
        which, now = (found.record.id, found.user_id), asyncio.get_running_loop().time
        try:
            kept_at = float("-inf")
            self._begun[which] = now(), found.unread
            while not found.review.done:
                read = await self._thinkers.read(
                    found.record.game, found.following, found.review.seat, found.strengths
                )
                found = found.grown(read)
                if found.review.done or now() >= kept_at + KEPT_EVERY:
                    kept_at, stored = now(), found.stored
                    if await self._store.save_review(found.record.id, stored, found.kept):
                        found = replace(found, kept=stored.found)
                    else:
                        found = await self._read_elsewhere(*which)
                if not found.review.done:
                    self._tell(found, over=False)
        finally:
            if whole := self._whole(found):
                self._lately[found.record.game] = whole
            self._begun.pop(which, None)
            self._tell(found, over=True)

    async def _read_elsewhere(self, session_id: int, user_id: int) -> Reviewable:
        """How far another process came with it, at its end, or once nothing more comes from it.

        Raises Refused where it is gone, with its game or its person.
        """
        before, found = None, await self._reviews.of(session_id, user_id)
        while not found.review.done and found.kept != before:
            self._tell(found, over=False)
            await asyncio.sleep(STALLED)
            before, found = found.kept, await self._reviews.of(session_id, user_id)
        return found

    def _tell(self, found: Reviewable, *, over: bool) -> None:
        for told in self._told:
            told(found, over)
