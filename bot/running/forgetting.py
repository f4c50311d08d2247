"""What is erased: all of somebody who wants nothing to be known, by and by what ended long ago."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.delivery.calling.threads import Threads
from bot.delivery.delivery import Delivery
from bot.delivery.drawing.drawing import Drawing
from bot.delivery.kept.kept import Whose
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.wire.coalesced import Coalesced
from bot.people import People
from bot.sessions.play.holders import Holders
from bot.sessions.play.lobby import Lobbies
from bot.sessions.play.playing import Marks
from bot.sessions.refusals import NotSeated, Refused
from bot.sessions.sessions import Sessions
from bot.sessions.table.story import dumped_nameless
from bot.store.records.people import Person
from bot.store.records.sessions import Session
from bot.store.shares import EVERYTHING, Shares
from bot.store.store import Store
from bot.thinking.computers import NAMES
from bot.time import Alarms, Clock

_log = structlog.get_logger(__name__)

TIMEOUT = 5.0
"""Seconds for which hands are awaited that are to be taken away; then they stay where they are."""


@dataclass(eq=False, repr=False)
class Forgetting:
    """Erases people: from lobbies and running games first, then from store and memory."""

    _store: Store
    _sessions: Sessions
    _lobbies: Lobbies
    _holders: Holders
    _delivery: Delivery
    _threads: Threads
    _people: People
    _marks: Marks
    _drawing: Drawing
    _renderer: Renderer

    async def forget(self, user_id: int) -> None:
        """Erase all that is known of somebody; raises StoreFailed, with what was done so far."""
        for record in await self._store.sessions_of(user_id):
            with suppress(Refused):
                await self._leave(record, user_id)
        playing = [
            session_id
            for session_id in await self._store.sessions_with(user_id)
            if (outline := await self._store.outline(session_id)) is not None
            and outline.status == "playing"
        ]
        await self._hands_gone(playing, user_id)
        for session_id in playing:
            with suppress(Refused):
                await self._holders.leave_unknown(session_id, user_id)
        await self._delivery.note()
        touched = await self._store.forget_person(user_id, NAMES, dumped_nameless)
        await self.drop(touched)
        for session_id in touched:
            self._marks.drop(session_id, user_id)
        for session_id in touched:
            outline = await self._store.outline(session_id)
            if outline is not None and outline.live:
                self._delivery.changed(session_id)
        await self._drop_names()
        await self._store.settle()
        _log.info("somebody is forgotten", sessions=len(touched))

    async def drop_ended(self) -> None:
        """Hold nothing in memory of people and ended games: somebody was erased beside the bot."""
        await self.drop(self._sessions.ended_in_memory())
        await self._drop_names()

    async def drop(self, session_ids: Iterable[int]) -> None:
        """Hold nothing of these sessions in memory: the store knows better, or nothing more."""
        for session_id in session_ids:
            await self._sessions.reread(session_id)
            await self._delivery.drop(session_id)
            outline = await self._store.outline(session_id)
            if outline is not None:
                self._threads.forget(outline.channel_id)

    async def _drop_names(self) -> None:
        self._people.forget_all()
        self._renderer.forget_names()
        await self._drawing.forget()

    async def _leave(self, record: Session, user_id: int) -> None:
        if record.status == "lobby":
            await self._lobbies.leave(record.id, user_id)
            known = await self._people.find(user_id)
            person = known or Person(user_id, "", None, None, dm_open=False)
            await self._delivery.hands.remove(record.id, person)
            return
        with suppress(NotSeated):
            await self._holders.leave(record.id, user_id)

    async def _hands_gone(self, session_ids: list[int], user_id: int) -> None:
        """Have the hands of running games taken away, if Discord does that soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                for session_id in session_ids:
                    self._delivery.hands.ask(Whose(session_id, user_id))
                    await self._delivery.hands.first(Whose(session_id, user_id))


DAY = 86_400.0
EVERY = DAY / 4
"""Seconds between two looks."""
AT_ONCE = 20
"""Sessions in one transaction: a press waits for it."""
_LOOK = "retention"


@dataclass(eq=False, repr=False)
class Retention:
    """Purges sessions that ended more than so many days ago, closed lobbies among them."""

    _store: Store
    _forgetting: Forgetting
    _days: int
    _clock: Clock
    _shares: Shares = EVERYTHING

    def __post_init__(self) -> None:
        self._alarms = Alarms(self._clock)
        self._work = Coalesced(_LOOK, self._look)

    def run(self) -> None:
        """Look now, and again and again."""
        self._alarms.after(_LOOK, EVERY, self.run)
        self._work.ask(_LOOK)

    async def settled(self) -> None:
        """Wait until all was purged that is due."""
        await self._work.settled()

    def close(self) -> None:
        """Look no more."""
        self._alarms.close()
        self._work.close()

    async def _look(self, _: str) -> None:
        if not self._shares.owns(None):  # of several processes one does it
            return
        purged = 0
        await self._store.drop_expired_tokens(self._clock.now())
        before = self._clock.now() - self._days * DAY
        while session_ids := await self._store.expired(before, AT_ONCE):
            await self._store.purge(session_ids)
            await self._forgetting.drop(session_ids)
            purged += len(session_ids)
        if purged:
            _log.info("old sessions purged", sessions=purged)
