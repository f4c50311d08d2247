"""What is erased: all of somebody who wants nothing to be known, by and by what ended long ago.

And what is copied every night: the database, of which the last few copies are kept.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import structlog

from bot.delivery.calling.threads import Threads
from bot.delivery.delivery import Delivery
from bot.delivery.drawing.drawing import Drawing
from bot.delivery.kept.kept import Whose
from bot.delivery.known.noted import Notes
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.wire.coalesced import Coalesced, Working
from bot.people import People
from bot.sessions.over.endings import OpeningHands
from bot.sessions.over.reviews import Reviews
from bot.sessions.play.holders import Holders
from bot.sessions.play.lobby import Lobbies
from bot.sessions.play.playing import AtStep
from bot.sessions.refusals import NotSeated, Refused
from bot.sessions.sessions import Sessions
from bot.sessions.table.story import dumped_nameless
from bot.store.errors import StoreUnusable
from bot.store.records.people import Person
from bot.store.records.sessions import Session
from bot.store.shares import Shares
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
    _beside: Sequence[AtStep[Any]]
    _reviews: Reviews
    _opening_hands: OpeningHands
    _notes: Notes
    _drawing: Drawing
    _renderer: Renderer

    async def forget(self, user_id: int) -> None:
        """Erase all that is known of somebody; raises StoreFailed, with what was done so far."""
        left = await self._store.sessions_of(user_id)
        for record in left:
            with suppress(Refused):
                await self._leave(record, user_id)
        playing = [
            session_id
            for session_id in await self._store.sessions_with(user_id)
            if (outline := await self._store.outline(session_id)) is not None
            and outline.status == "playing"
        ]
        begun = {record.id for record in left if record.status == "playing"}
        await self._hands_gone({*playing, *begun}, user_id)
        for session_id in playing:
            with suppress(Refused):
                await self._holders.leave_unknown(session_id, user_id)
        await self._notes.write()
        touched = await self._store.forget_person(user_id, NAMES, dumped_nameless)
        await self.drop(touched)
        for session_id in touched:
            for beside in self._beside:
                beside.drop(session_id, user_id)
        await self._open_hands()
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
        await self._open_hands()
        await self._drop_names()

    async def drop(self, session_ids: Iterable[int]) -> None:
        """Hold nothing of these sessions in memory: the store knows better, or nothing more."""
        for session_id in session_ids:
            await self._sessions.reread(session_id)
            await self._delivery.drop(session_id)
            outline = await self._store.outline(session_id)
            if outline is not None:
                self._threads.forget(outline.channel_id)

    async def _open_hands(self) -> None:
        """Of ended games whose players are asked for it: the last word missing may have been
        somebody's who is gone."""
        for session_id in await self._sessions.mine(await self._store.hands_asked()):
            with suppress(Refused):
                await self._opening_hands.recount(session_id)
            self._delivery.changed(session_id)

    async def _drop_names(self) -> None:
        self._people.forget_all()
        self._reviews.forget()
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

    async def _hands_gone(self, session_ids: Iterable[int], user_id: int) -> None:
        """Have the hands of running games taken away, and those of what has just ended say so, if
        Discord does that soon."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                for session_id in session_ids:
                    self._delivery.hands.ask(Whose(session_id, user_id))
                    await self._delivery.hands.first(Whose(session_id, user_id))


class Rounds(Working):
    """Something that is looked after again and again; what fails is tried again."""

    def __init__(
        self, name: str, every: float, look: Callable[[], Awaitable[None]], clock: Clock
    ) -> None:
        self._name, self._every = name, every
        self._alarms = Alarms(clock)
        self._work: Coalesced[str] = Coalesced(name, lambda _: look())

    def run(self) -> None:
        """Look now, and again and again."""
        self._alarms.after(self._name, self._every, self.run)
        self._work.ask(self._name)

    def close(self) -> None:
        """Look no more."""
        self._alarms.close()
        super().close()


DAY = 86_400.0
EVERY = DAY / 4
"""Seconds between two looks."""
AT_ONCE = 20
"""Sessions in one transaction: a press waits for it."""


def retention(
    store: Store, forgetting: Forgetting, days: int, clock: Clock, shares: Shares
) -> Rounds:
    """Purges sessions that ended more than so many days ago, closed lobbies among them."""

    async def purge() -> None:
        if not shares.owns(None):  # of several processes one does it
            return
        purged = 0
        await store.drop_expired_tokens(clock.now())
        before = clock.now() - days * DAY
        while session_ids := await store.expired(before, AT_ONCE):
            await store.purge(session_ids)
            await forgetting.drop(session_ids)
            purged += len(session_ids)
        if purged:
            _log.info("old sessions purged", sessions=purged)

    return Rounds("retention", EVERY, purge, clock)


COPIES_EVERY = 600.0
"""Seconds between two looks whether a copy is due."""
NIGHT = 3 * 3600
"""Seconds after midnight, UTC, from which on the day's copy is due."""
_OURS = r"guildhall-\d{4}-\d{2}-\d{2}"
_BESIDE = r"(\.(unfinished|writing).*)?"
"""What the names end in of what is beside a copy until it is whole."""


class Backups(Rounds):
    """Makes one copy a day in a folder, and removes its own oldest beyond `keep`.

    A night that was missed is made up for. What fails is logged once until it fails otherwise, and
    `failing` hears of each look whether it did. Of several processes the one that `is_ours` tells
    of makes it.
    """

    def __init__(
        self,
        store: Store,
        folder: Path,
        keep: int,
        clock: Clock,
        is_ours: Callable[[], bool],
        failing: Callable[[bool], object] = bool,
    ) -> None:
        super().__init__("backup", COPIES_EVERY, self._look, clock)
        self._store, self._folder, self._keep = store, folder, keep
        self._clock, self._is_ours, self._failing = clock, is_ours, failing
        self._failure = ""

    async def _look(self) -> None:
        failure = ""
        try:
            target = self._due() if self._is_ours() else None
            if target is not None:
                await self._store.backup(target)
                _log.info("backup made", file=target.name)
                self._tidy(target)
        except (StoreUnusable, OSError) as failed:
            failure = str(failed)
            if failure != self._failure:
                _log.error("no backup", folder=str(self._folder), reason=failure)
        self._failure = failure
        self._failing(bool(failure))

    def _due(self) -> Path | None:
        """The day's copy, if it isn't there."""
        day = datetime.fromtimestamp(self._clock.now() - NIGHT, UTC)
        target = self._folder / f"guildhall-{day:%Y-%m-%d}{self._store.copies_end_in}"
        if target.exists() and target.stat().st_size:
            return None
        # An empty one was begun by a process that came to its end.
        target.unlink(missing_ok=True)
        return target

    def _tidy(self, newest: Path) -> None:
        """Remove our oldest copies beyond those that are kept, and what was begun and broken off:
        its process has ended, and nobody goes on with it."""
        ends = self._store.copies_end_in
        ours = re.compile(_OURS + re.escape(ends) + _BESIDE)
        made = [file for file in self._folder.iterdir() if ours.fullmatch(file.name)]
        whole = [file for file in made if file.name.endswith(ends) and file.stat().st_size]
        # Of a clock that was ahead: it would stay the newest for years.
        whole.sort(key=lambda file: (file.name <= newest.name, file.name))
        for old in {*made} - {*whole[-self._keep :]}:
            old.unlink()
