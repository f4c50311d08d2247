"""The one message a session has in its channel."""

from __future__ import annotations

import discord
import structlog

from bot.delivery.faults import Remedy, remedy
from bot.delivery.messages import Messages
from bot.delivery.pace import Priority
from bot.delivery.painter import Painted, Painter
from bot.delivery.shown import Look, Shown
from bot.screens.parts import message_url
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.store import Store

_log = structlog.get_logger(__name__)


class Boards:
    """Posts boards and brings them up to date."""

    def __init__(
        self,
        sessions: Sessions,
        store: Store,
        painter: Painter,
        messages: Messages,
        shown: Shown,
    ) -> None:
        self._sessions = sessions
        self._store = store
        self._painter = painter
        self._messages = messages
        self._shown = shown

    async def update(self, session_id: int) -> None:
        """Show the newest state; a mere change of who is awaited waits for a quiet moment."""
        table = await self._sessions.table(session_id)
        before = self._shown.get(_place(session_id))
        painted = await self._painter.board(table, before)
        if before is not None and before.components == painted.look.components:
            return
        if self._may_wait(table, before) and not self._messages.spare:
            return
        priority = Priority.PROGRESS if self._may_wait(table, before) else Priority.BOARD
        await self._show(table, painted, priority)

    async def post(self, session_id: int) -> int | None:
        """Post the board afresh and strip the old one; its id, or None without access."""
        table = await self._sessions.table(session_id)
        painted = await self._painter.board(table, None)
        return await self._post(table, painted, silent=False)

    async def adopt(self, session_id: int, message_id: int, look: Look) -> None:
        """Note that a message, sent as an answer, is the session's board."""
        self._shown.keep(_place(session_id), look)
        await self._stored(session_id, message_id, look.moves)

    async def painted(self, session_id: int) -> Painted:
        """The board as it stands now."""
        return await self._painter.board(await self._sessions.table(session_id), None)

    def _may_wait(self, table: Table, before: Look | None) -> bool:
        return (
            before is not None
            and table.record.status == "playing"
            and before.step is not None
            and before.step == table.view(None).step
        )

    async def _show(self, table: Table, painted: Painted, priority: Priority) -> None:
        record = table.record
        if record.board_message_id is None:
            await self._post(table, painted, silent=True)
            return
        try:
            await self._messages.edit(
                record.channel_id, record.board_message_id, painted.screen, priority
            )
        except discord.HTTPException as error:
            self._shown.forget(_place(record.id))
            await self._mend(table, error)
        else:
            self._shown.keep(_place(record.id), painted.look)
            await self._stored(record.id, record.board_message_id, record.moves)

    async def _post(self, table: Table, painted: Painted, *, silent: bool) -> int | None:
        record = table.record
        nonce = f"b{record.id}.{record.moves}.{record.board_message_id or 0}"
        try:
            message_id = await self._messages.send(
                record.channel_id, painted.screen, Priority.BOARD, nonce=nonce[-25:], silent=silent
            )
        except discord.HTTPException as error:
            _log.warning("board not posted", session=record.id, code=error.code)
            return None
        self._shown.keep(_place(record.id), painted.look)
        await self._stored(record.id, message_id, record.moves)
        if record.board_message_id is not None:
            await self._strip(table, message_id)
        return message_id

    async def _mend(self, table: Table, error: discord.HTTPException) -> None:
        match remedy(error):
            case Remedy.POST_AGAIN:
                painted = await self._painter.board(table, None)
                await self._post(table, painted, silent=True)
            case _:
                _log.warning("board not updated", session=table.record.id, code=error.code)

    async def _strip(self, table: Table, message_id: int) -> None:
        record = table.record
        if record.board_message_id is None:
            return
        screen = self._painter.moved(
            table, message_url(record.guild_id, record.channel_id, message_id)
        )
        try:
            await self._messages.edit(
                record.channel_id, record.board_message_id, screen, Priority.PROGRESS
            )
        except discord.HTTPException as error:
            _log.info("old board not stripped", session=record.id, code=error.code)

    async def _stored(self, session_id: int, message_id: int, moves: int) -> None:
        await self._store.set_board(session_id, message_id, moves)
        self._sessions.board_is(session_id, message_id, moves)


def _place(session_id: int) -> tuple[int, str]:
    return session_id, "board"
