"""What the operator and other processes have changed: memory forgets it, and the work is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
import structlog

from bot.delivery.calling.edits import in_time
from bot.delivery.delivery import Delivery
from bot.delivery.kept.kept import Whose
from bot.delivery.kept.letters import Letters
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.wire.caution import has_left
from bot.delivery.wire.coalesced import Coalesced, Working
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, remedy
from bot.people import People
from bot.running.forgetting import Forgetting
from bot.sessions.refusals import Refused, Unreadable
from bot.sessions.sessions import Change, Sessions
from bot.sessions.table.table import Table
from bot.store.records.people import NOT_LEFT, NOTICE, Errand
from bot.store.shares import Kind, Notice, Shares, attendance_of
from bot.store.store import Store, StoreFailed
from bot.time import Alarms

_log = structlog.get_logger(__name__)

EVERY = 1.0
"""Seconds between two looks at the store."""
_LOOK = "errands"
_ABSENT = "the bot isn't in it"


@dataclass(eq=False, repr=False)
class Errands(Working):
    """Carries out what stands in the store, each until it was done once."""

    _store: Store
    _sessions: Sessions
    _delivery: Delivery
    _renderer: Renderer
    _forgetting: Forgetting
    _client: discord.Client
    _letters: Letters
    _shares: Shares
    _alarms: Alarms

    def __post_init__(self) -> None:
        self._work = Coalesced(_LOOK, self._look)

    async def load(self) -> None:
        """Take the notice up before anything is shown, and who is to be left."""
        self._renderer.notice = await self._store.fact(NOTICE) or ""
        for guild_id in await self._store.blocked():
            await self._store.leave_errand("server", guild_id)

    def run(self) -> None:
        """Look now, and again and again."""
        self._work.ask(_LOOK)

    async def settled(self) -> None:
        """Look, and wait until all was done that is waiting."""
        self.run()
        await super().settled()

    async def joined(self, guild: discord.Guild) -> None:
        """Leave a server again that is blocked; who has invited us is told why."""
        if guild.id in await self._store.blocked():
            await self._letters.decline(guild)
            await self._store.leave_errand("server", guild.id)

    async def _look(self, _: str) -> None:
        # Each look sets the next: while a clock is put forward by days nobody rings in vain.
        self._alarms.after(_LOOK, EVERY, self.run)
        failed: Exception | None = None
        for errand in await self._store.errands():
            if not await self._is_ours(errand):
                continue
            try:
                await self._do(errand)
            except FAILURES as error:
                failed = error  # which holds up no other errand
            else:
                await self._store.errand_done(errand.id)
        if failed is not None:
            raise failed

    async def _do(self, errand: Errand) -> None:
        about = None if errand.kind == "person" else errand.about
        _log.info("errand", kind=errand.kind, about=about)
        match errand.kind:
            case "session":
                await self._sessions.reread(errand.about)
                self._sessions.publish(Change(errand.about, None, None))
            case "server":
                await self._leave(errand)
            case "person":
                await self._forgetting.drop_ended()
            case "notice":
                await self.show_notice()

    async def show_notice(self) -> None:
        """Show the notice, as it is now, on the boards that are this process's."""
        self._renderer.notice = await self._store.fact(NOTICE) or ""
        for guild_id, session_ids in (await self._store.live_by_guild()).items():
            for session_id in session_ids if self._shares.owns(guild_id) else ():
                self._delivery.boards.ask_surely(Whose(session_id), anew=False)

    async def _is_ours(self, errand: Errand) -> bool:
        """Of several processes one does it."""
        match errand.kind:
            case "session":
                return bool(await self._sessions.mine([errand.about]))
            case "server":
                return self._shares.owns(errand.about)
            case _:
                return self._shares.owns(None)

    async def _leave(self, errand: Errand) -> None:
        """Leave a server, or note why not; raises one of FAILURES if that may help later."""
        guild_id, why_not = errand.about, ""
        guild, http = self._client.get_guild(guild_id), self._client.http
        try:
            if has_left(self._client, guild_id):
                why_not = _ABSENT
            else:
                await in_time(http.leave_guild(guild_id) if guild is None else guild.leave())
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            code = code_of(error)
            _log.warning("server not left", server=guild_id, code=code)
            gone = remedy(error) is Remedy.CHANNEL_GONE
            why_not = _ABSENT if gone else f"Discord refuses that (code {code})"
        if why_not:
            await self._store.save_fact(NOT_LEFT, f"{errand.id} {why_not}")


ENDING = 30.0
"""Seconds from a press elsewhere until it is known here that whoever was answering it has ended."""
_BACK = Notice("process", -1)
"""Of this process itself: others tell anew what stands in no table."""


@dataclass(eq=False, repr=False)
class Hearing(Working):
    """Listens to the other processes on the same database, if there can be any.

    What is held in memory is a cache: whatever another process changes is forgotten, everything
    when something may have been missed. The owner of a session does what follows from a change.
    """

    _store: Store
    _sessions: Sessions
    _people: People
    _delivery: Delivery
    _errands: Errands
    _forgetting: Forgetting
    _shares: Shares

    def __post_init__(self) -> None:
        self._missed: Callable[[], None] | None = None
        self._passed_on: Callable[[Notice], None] | None = None
        self._changed: dict[int, set[Kind]] = {}
        self._pressed: dict[int, float] = {}
        """When it was last heard, by the loop's clock, that a session was changed elsewhere."""
        self._work = Coalesced("heard", self._learn)

    async def begin(self, missed: Callable[[], None], passed_on: Callable[[Notice], None]) -> None:
        """Listen; `missed` is called when anything may have happened. Raises StoreFailed.

        `passed_on` is given what another process has this one answer.
        """
        self._missed = missed
        self._passed_on = passed_on
        await self._store.listen(self)

    def heard(self, notice: Notice) -> None:
        """Another process has changed something."""
        match notice.kind:
            case "process":
                self._shares.look()
                self._work.ask(notice)
            case "press":
                if self._passed_on is not None:
                    self._passed_on(notice)
            case "trouble":
                self._sessions.told_trouble(notice.about, notice.detail)
            case "attendance":
                self._delivery.heard_attendance(notice.about, attendance_of(notice))
            case "session" | "post":
                self._pressed[notice.about] = asyncio.get_running_loop().time()
                self._changed.setdefault(notice.about, set()).add(notice.kind)
                self._work.ask(Notice("session", notice.about))
            case "person":
                self._people.forget(notice.about)
                self._work.ask(notice)
            case _:
                self._work.ask(notice)

    def missed(self) -> None:
        """Nobody listened for a while."""
        self.forget_all()
        self._work.ask(_BACK)
        if self._missed is not None:
            self._missed()

    def forget_all(self) -> None:
        """Hold nothing in memory that another process may have changed."""
        self._sessions.forget_all()
        self._people.forget_all()
        self._delivery.drop_all()

    async def doubt_answers(self) -> None:
        """Show everything once more where a process that has ended was the last to answer, perhaps.

        Its answer may have come after what was shown from here, and it can't tell any more.
        """
        since = asyncio.get_running_loop().time() - ENDING
        self._pressed = {about: at for about, at in self._pressed.items() if at > since}
        await self._doubt(list(self._pressed))

    async def doubt_all_answers(self) -> None:
        """The same where whoever had heard of the answers may have ended with it."""
        await self._doubt(await self._store.changed_within(ENDING))

    async def _doubt(self, session_ids: Sequence[int]) -> None:
        for session_id in await self._sessions.mine(session_ids):
            await self._delivery.doubt(session_id)

    async def _learn(self, notice: Notice) -> None:
        if notice == _BACK:
            await self._store.tell("process")
            return
        with suppress(Refused):
            match notice.kind:
                case "session":
                    await self._of_session(notice.about)
                case "person":
                    await self._person(notice.about)
                case "erased":
                    self._people.forget(notice.about)
                    await self._forgetting.drop_ended()
                case "notice":
                    await self._errands.show_notice()
                case "process":
                    await self._sessions.tell_troubles()
                    await self.doubt_answers()

    async def _of_session(self, session_id: int) -> None:
        """First the session, then its messages, which show it."""
        changed = self._changed.pop(session_id, set())
        try:
            if "session" in changed:
                await self._session(session_id)
            if "post" in changed:
                await self._delivery.reread_posts(session_id)
        except StoreFailed:
            self._changed.setdefault(session_id, set()).update(changed)
            raise

    async def _session(self, session_id: int) -> None:
        before = self._sessions.in_memory(session_id)
        await self._sessions.reread(session_id)
        if self._shares.successor() is not None:
            return
        if before is None and not await self._sessions.mine([session_id]):
            return
        after: Table | None = None
        with suppress(Unreadable):
            after = await self._sessions.table(session_id)
        self._sessions.publish(Change(session_id, before, after, elsewhere=True))

    async def _person(self, user_id: int) -> None:
        """Hands may be wanted in another way."""
        for record in await self._store.sessions_of(user_id):
            if self._sessions.owns(record):
                self._delivery.show_hand(record.id, user_id)
