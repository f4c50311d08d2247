"""What whoever runs the bot changes, beside it or by `/admin`: acted upon within a second."""

from __future__ import annotations

import discord
import structlog

from bot.delivery.calling.edits import in_time
from bot.delivery.delivery import Delivery
from bot.delivery.kept.kept import Whose
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.told.letters import Letters
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, remedy
from bot.delivery.wire.shards import has_left
from bot.sessions.sessions import Change, Sessions
from bot.store.records.people import NOTICE, Errand
from bot.store.shares import Shares
from bot.store.store import Store
from bot.time.clock import Alarms
from bot.upkeep.forgetting import Forgetting

_log = structlog.get_logger(__name__)

EVERY = 1.0
"""Seconds between two looks at the store."""
_LOOK = "errands"


class Errands:
    """Carries out what stands in the store, each until it was done once."""

    def __init__(  # noqa: PLR0913 - what is looked at, and what is done
        self,
        store: Store,
        sessions: Sessions,
        delivery: Delivery,
        renderer: Renderer,
        forgetting: Forgetting,
        client: discord.Client,
        *,
        letters: Letters,
        shares: Shares,
        alarms: Alarms,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._delivery = delivery
        self._renderer = renderer
        self._forgetting = forgetting
        self._client = client
        self._letters = letters
        self._shares = shares
        self._alarms = alarms
        self._looks = Coalesced(_LOOK, self._look)

    async def load(self) -> None:
        """Take the notice up before anything is shown, and who is to be left."""
        self._renderer.notice = await self._store.fact(NOTICE) or ""
        for guild_id in await self._store.blocked():
            await self._store.leave_errand("server", guild_id)

    def run(self) -> None:
        """Look now, and again and again."""
        self._looks.ask(_LOOK)

    async def settled(self) -> None:
        """Wait until all was done that is waiting."""
        self._looks.ask(_LOOK)
        await self._looks.settled()

    def close(self) -> None:
        """Look no more; what is left is done at the next start."""
        self._looks.close()

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
                await self._leave(errand.about)
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

    async def _leave(self, guild_id: int) -> None:
        """Leave a server; raises one of FAILURES if that may help later."""
        if has_left(self._client, guild_id):
            return
        guild = self._client.get_guild(guild_id)
        try:
            http = self._client.http
            await in_time(http.leave_guild(guild_id) if guild is None else guild.leave())
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            _log.warning("server not left", server=guild_id, code=code_of(error))
