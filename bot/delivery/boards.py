"""The one message a session has in its channel."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import discord
import structlog

from bot.delivery.answers import Answers
from bot.delivery.faults import FAILURES, Remedy, code_of, remedy
from bot.delivery.messages import Messages, nonce
from bot.delivery.pace import Priority
from bot.delivery.paint import Drawn, Paint
from bot.delivery.painter import Painted, Painter
from bot.delivery.permissions import missing_in
from bot.delivery.shown import Look, Shown
from bot.drawing import Urgency
from bot.screens.parts import message_url
from bot.sessions.locks import Locks
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table, Trouble
from bot.store.records import Outline
from engine.text import Text, text

_log = structlog.get_logger(__name__)

PATIENCE = 1.0
"""Seconds that a mere "somebody has chosen" waits for more of its kind, where it is free."""
LONG_PATIENCE = 8.0
"""The same where it costs one of the bot's calls: told when somebody lets the others wait."""
NO_ACCESS_PAUSE = 600.0
"""Seconds for which a channel that refused us isn't tried again."""


class Boards:
    """Posts boards and brings them up to date, one call a session at a time."""

    def __init__(
        self,
        client: discord.Client,
        sessions: Sessions,
        painter: Painter,
        messages: Messages,
        answers: Answers,
        shown: Shown,
    ) -> None:
        self._client = client
        self._sessions = sessions
        self._painter = painter
        self._messages = messages
        self._answers = answers
        self._shown = shown
        self._locks = Locks()
        self._shut_out_until: dict[int, float] = {}
        self._told_apart: set[int] = set()

    def patience(self, session_id: int) -> float:
        """Seconds that a mere change of who is awaited may wait."""
        table = self._sessions.in_memory(session_id)
        message_id = None if table is None else table.record.board_message_id
        free = message_id is not None and self._messages.free(message_id)
        return PATIENCE if free else LONG_PATIENCE

    async def update(self, session_id: int) -> float | None:
        """Show the newest state; the seconds until it should be tried again, if so."""
        async with self._locks.of(session_id):
            table = await self._sessions.table(session_id)
            message_id = table.record.board_message_id
            if self._shut_out_until.get(session_id, 0) > asyncio.get_running_loop().time():
                return None
            if message_id is None:
                return await self._post(table)
            before = self._shown.look(message_id)
            if before is None and not self._lags(table, message_id):
                return None
            painted = await self._painter.board(table, before)
            if before is not None and before.same(painted.look):
                await self._note_end(table)
                return None
            progress = before is not None and _only_progress(before, painted.look)
            if self._messages.too_old(message_id):
                return await self._post(table)
            if progress and not self._messages.free(message_id) and not self._messages.spare:
                return LONG_PATIENCE
            return await self._edit(message_id, Drawn(table, before, painted), progress=progress)

    async def answer(
        self,
        interaction: discord.Interaction,
        session_id: int,
        act: Callable[[], Awaitable[object]],
    ) -> bool:
        """Carry out a press, and show what came of it in the pressed message, now the board.

        Whether another look is due, as something else happened meanwhile.
        """

        async def painting() -> Painted:
            await act()
            pressed = interaction.message
            before = None if pressed is None else self._shown.look(pressed.id)
            table = await self._sessions.table(session_id)
            return await self._painter.board(table, before, Urgency.ANSWER)

        message_id, look, overtaken = await self._answers.update(interaction, painting())
        table = await self._sessions.table(session_id)
        return await self._adopted(table, message_id, look) or overtaken

    async def bring(self, interaction: discord.Interaction, session_id: int) -> bool:
        """Answer with the board in a new message, and strip the old one; as `answer`."""
        table = await self._sessions.table(session_id)
        painting = self._painter.board(table, None, Urgency.ANSWER)
        message_id, look = await self._answers.post(interaction, painting)
        return await self._adopted(table, message_id, look)

    async def channel_gone(self, session_id: int) -> None:
        """Pause a game whose channel was deleted, until it is taken to another."""
        async with self._locks.of(session_id):
            await self._lose(await self._sessions.table(session_id))

    async def say_apart(self, outline: Outline) -> None:
        """Say on the board, once, that its session can't be read; raises one of FAILURES."""
        message_id = outline.board_message_id
        if message_id is None or not outline.live or outline.id in self._told_apart:
            return
        screen = self._painter.apart(outline)
        try:
            await self._messages.replace(outline.channel_id, message_id, screen)
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            _log.info("board not told", session=outline.id, code=code_of(error))
        self._told_apart.add(outline.id)

    async def _adopted(self, table: Table, message_id: int, look: Look) -> bool:
        """Note the board's new message; whether the session has changed since it was drawn."""
        session_id = table.record.id
        self._welcome_back(session_id)
        before = await self._sessions.place_board(session_id, message_id, look.drawn)
        if before is not None and before != message_id:
            await self._strip(table, before, message_id)
        now = await self._sessions.table(session_id)
        return now.record.updated_at != look.drawn.updated_at

    async def _edit(self, message_id: int, drawn: Drawn, *, progress: bool) -> float | None:
        record = drawn.table.record
        paint = self._newest(record.id, drawn)
        priority = Priority.PROGRESS if progress else Priority.BOARD
        try:
            look, overtaken = await self._messages.edit(
                record.channel_id, message_id, paint, priority
            )
        except FAILURES as error:
            return await self._mend(drawn.table, error, posting=False)
        self._welcome_back(record.id)
        await self._sessions.board_shows(record.id, message_id, look.drawn)
        return 0 if overtaken else None

    async def _post(self, table: Table) -> float | None:
        record = table.record
        same = nonce("board", record.id, table.stamp, record.board_message_id)
        try:
            message_id, look = await self._messages.send(
                record.channel_id,
                self._newest(record.id),
                Priority.BOARD,
                nonce=same,
                silent=True,
            )
        except FAILURES as error:
            return await self._mend(table, error, posting=True)
        return 0 if await self._adopted(table, message_id, look) else None

    def _newest(self, session_id: int, drawn: Drawn | None = None) -> Paint:
        return Paint(partial(self._sessions.table, session_id), self._painter.board, drawn)

    async def _mend(self, table: Table, error: Exception, *, posting: bool) -> float | None:
        record = table.record
        match remedy(error):
            case Remedy.POST_AGAIN if not posting:
                return await self._post(table)
            case Remedy.CHANNEL_GONE:
                await self._lose(table)
                return None
            case Remedy.NO_ACCESS | Remedy.POST_AGAIN:
                # An archived thread that can't be written to either is a locked one.
                await self._shut_out(table)
                return None
            case Remedy.TRY_LATER:
                raise error
            case _:
                _log.warning("board not updated", session=record.id, code=code_of(error))
                return None

    async def _lose(self, table: Table) -> None:
        record = table.record
        live = record.status in ("lobby", "playing")
        if live:
            self._sessions.set_trouble(record.id, Trouble(text("board.channel_gone"), pauses=True))
        # What has ended needs no board any more.
        await self._sessions.place_board(record.id, None, None if live else table.stamp)
        _log.warning("channel gone", session=record.id)

    async def _shut_out(self, table: Table) -> None:
        record = table.record
        if record.status not in ("lobby", "playing"):
            await self._sessions.place_board(record.id, record.board_message_id, table.stamp)
            return
        lacking = missing_in(self._client, record.channel_id)
        names: tuple[Text, ...] = tuple(text(f"permission.{name}") for name in lacking)
        said = text("board.shut_out", names=names) if names else text("board.locked")
        self._sessions.set_trouble(record.id, Trouble(said, pauses=False))
        self._shut_out_until[record.id] = asyncio.get_running_loop().time() + NO_ACCESS_PAUSE
        _log.warning("no access to the channel", session=record.id, lacking=",".join(lacking))

    def _welcome_back(self, session_id: int) -> None:
        self._shut_out_until.pop(session_id, None)
        self._sessions.set_trouble(session_id, None)

    def _lags(self, table: Table, message_id: int) -> bool:
        shown = table.record.board_shown
        return shown < table.record.moves or self._shown.doubtful(message_id)

    async def _note_end(self, table: Table) -> None:
        """Let an ended session lag no longer, though its message needed no change."""
        record = table.record
        if record.status not in ("lobby", "playing") and record.board_shown < record.moves:
            await self._sessions.place_board(record.id, record.board_message_id, table.stamp)

    async def _strip(self, table: Table, old: int, new: int) -> None:
        record = table.record
        url = message_url(record.guild_id, record.channel_id, new)

        async def at_the_time() -> Table:
            return table

        async def moved(table: Table, _: Look | None) -> Painted:
            return self._painter.moved(table, url)

        try:
            if self._messages.too_old(old):
                await self._messages.delete(record.channel_id, old)
            else:
                paint = Paint(at_the_time, moved)
                await self._messages.edit(record.channel_id, old, paint, Priority.PROGRESS)
        except FAILURES as error:
            _log.info("old board not stripped", session=record.id, code=code_of(error))
        self._shown.forget(old)


def _only_progress(before: Look, after: Look) -> bool:
    return (
        before.drawn.status == after.drawn.status == "playing"
        and before.asks is not None
        and before.asks == after.asks
    )
