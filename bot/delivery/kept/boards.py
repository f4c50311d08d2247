"""The one message a session has in its channel."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import discord
import structlog

from bot.delivery.calling.answers import Answer, Answering
from bot.delivery.calling.channels import LOST, TOLD_FOR, Bar, closed, missing_in, shut_out, why
from bot.delivery.calling.messages import nonce
from bot.delivery.drawing.drawing import Urgency
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Kept, Outside, Whose
from bot.delivery.known.posts import Look, only_progress
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted, fixed
from bot.delivery.wire.caution import Priority, has_left
from bot.delivery.wire.faults import FAILURES, Remedy, code_of, given_up, remedy
from bot.screens.parts import date, message_url
from bot.screens.screen import Screen
from bot.sessions.table.table import Table, Trouble
from bot.store.records.people import EVERYBODY, Post
from bot.store.records.sessions import Outline
from bot.time import Clock
from engine.text import Text, text

BETWEEN = 45.0
"""Seconds between two edits that cost a call each, unless everybody has chosen meanwhile."""
PLAYED_ON_FOR = 120.0
"""The same while one player alone goes on with a turn, as the board says already."""
AT_ONCE = 0.0


class _Paid(NamedTuple):
    """When an edit was made that cost a call, and how the game stood at the last step shown so.

    `awaited`: nobody, once the turn has passed on. `moves`: before the choices of that step.
    """

    at: float
    step: int
    round: int
    awaited: tuple[int, ...]
    moves: int
    events: int


class Sparing:
    """What was paid for running games lately. Memory alone knows it: a start edits at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paid: dict[int, _Paid] = {}

    def due(self, table: Table) -> float:
        """The time from which the board of a running game may be edited; AT_ONCE if it may now."""
        record = table.record
        paid = self._paid.get(record.id)
        if paid is None or (paid.events, paid.round) != (table.events, _round(table)):
            return AT_ONCE
        view = table.view(None)
        several = table.asks_several()
        plays_on = not several and view.awaited == paid.awaited
        if not plays_on:
            self._paid[record.id] = paid._replace(awaited=())
        all_chose = view.step != paid.step and record.moves - paid.moves >= len(record.seats)
        due = paid.at + (PLAYED_ON_FOR if plays_on else BETWEEN)
        return AT_ONCE if (several and all_chose) or due <= self._clock.now() else due

    def paid(self, table: Table, *, progress: bool) -> None:
        """An edit has cost a call; `progress`: it showed no step, but who has chosen."""
        record, now = table.record, self._clock.now()
        last = self._paid.get(record.id)
        if progress and last is not None:
            self._paid[record.id] = last._replace(at=now)
        elif record.status == "playing":
            view = table.view(None)
            # Of the first edit nobody knows how many had chosen before: the next step is shown.
            moves = 0 if last is None else record.moves - table.chosen_already()
            shown = view.step, _round(table), tuple(view.awaited)
            self._paid[record.id] = _Paid(now, *shown, moves, table.events)

    def forget(self, session_id: int) -> None:
        """The game is over, or its board costs nothing at the moment."""
        self._paid.pop(session_id, None)


def _round(table: Table) -> int:
    return table.game.round_of(table.state)


_log = structlog.get_logger(__name__)

BEHIND_HANDS = 0.5
"""Seconds for which hands go first that lag since later."""
FREE_FOR = 1.0
"""Seconds that a mere "somebody has chosen" waits for more of its kind, where it is free."""
COSTLY_FOR = 8.0
"""The same where it costs one of the bot's calls: told when somebody lets the others wait."""


class Boards(Kept):
    """Posts boards and brings them up to date."""

    kind = "board"
    priority = Priority.BOARD
    behind = BEHIND_HANDS

    def __init__(self, outside: Outside, hands: Hands) -> None:
        super().__init__(outside)
        self._hands = hands
        self._sparing = Sparing(outside.clock)
        self.answering = Answering(self.ask)
        """By channel: the board may be that of a session which the answer opens."""

    def gathered_for(self, session_id: int) -> float:
        """Seconds that a mere change of who is awaited may wait."""
        table = self._sessions.in_memory(session_id)
        message_id = None if table is None else table.record.board_message_id
        free = message_id is not None and self._messages.free(message_id)
        return (FREE_FOR if free else COSTLY_FOR) + self._queue.lateness

    async def show(self, answer: Answer, session_id: int) -> bool:
        """Answer a press by showing the session as it is in the pressed message, now the board.

        Whether another look is due, as something else happened meanwhile.
        """
        rendering = self._answer(session_id)
        look, overtaken = await answer.show(rendering.newest, rendering.anew)
        table = await self._sessions.table(session_id)
        late = await self._adopted(table, answer.message_id, look)
        if overtaken:
            self.doubt(Whose(session_id), answer.message_id)
        return late or overtaken

    async def bring(self, interaction: discord.Interaction, session_id: int) -> bool:
        """Answer with the board in a new message, and strip the old one; as `show`."""
        table, rendering = await self._sessions.table(session_id), self._answer(session_id)
        message_id, look = await self._answers.post(
            interaction, rendering.newest(None), rendering.anew
        )
        return await self._adopted(table, message_id, look)

    async def lose(self, session_id: int, said: Text) -> None:
        """Pause a game that has lost its place, until it is brought to another; say why."""
        async with self._locks.of(Whose(session_id)):
            await self._lose(await self._sessions.table(session_id), said)

    async def obstacle(self, table: Table) -> Text | None:
        """Why the board can't be shown or changed at the moment, also if that wasn't tried yet."""
        if table.trouble is not None:
            return table.trouble.said
        if self._server_gone(table):
            return text("board.server_gone")
        channel_id = table.record.channel_id
        channel: object = self._client.get_channel(channel_id)
        if channel is None:
            try:
                channel = await self._messages.channel(channel_id)
            except FAILURES as error:
                return await self._unseen(table, error)
        if isinstance(channel, discord.Thread) and (said := closed(channel)):
            return said
        lacking = missing_in(self._client, channel_id)
        return self._timed_out(table) or (shut_out(lacking) if lacking else None)

    def _timed_out(self, table: Table) -> Text | None:
        until = self._barred.timed_out(table.record.guild_id)
        return None if until is None else text("board.timed_out", until=date(until))

    async def _unseen(self, table: Table, error: Exception) -> Text | None:
        """What a channel's absence tells."""
        match remedy(error):
            case Remedy.CHANNEL_GONE:
                said = text("board.channel_gone")
                await self.lose(table.record.id, said)
                return said
            case Remedy.NO_ACCESS:
                return why(error, missing_in(self._client, table.record.channel_id))
        return None

    async def render(self, table: Table, user_id: int, wanted: Wanted) -> Rendered:
        """The board, whoever looks at it."""
        return await self.renderer.board(table, wanted)

    async def may_stand(self, table: Table, user_id: int, post: Post | None) -> bool:
        """Unless it just answers somebody, waits for another place, or was refused a while ago."""
        if table.record.channel_id in self.answering:
            self.answering.put_off(Whose(table.record.id), table.record.channel_id)
            return False
        return not table.stranded and not self._barred.waits(self._bar(table))

    def _bar(self, table: Table) -> Bar:
        return Bar.of(self.kind, table.record)

    async def begin(self, table: Table, user_id: int) -> bool:
        """Every session has a board."""
        return await self.renew(table, None, silent=True)

    async def renew(self, table: Table, post: Post | None, *, silent: bool) -> bool:
        """Post the board at the bottom of its channel."""
        record = table.record
        instead_of = 0 if post is None else post.message_id
        send = partial(
            self._messages.send,
            rendering=self.ours(Whose(record.id)),
            priority=Priority.BOARD,
            nonce=nonce("board", record.id, table.changes, instead_of),
            silent=silent,
        )
        if record.guild_id is None:
            message_id, look = await self._direct_channels.write(record.host_id, send)
        else:
            message_id, look = await send(record.channel_id)
        return await self._adopted(table, message_id, look)

    async def is_to_replace(self, table: Table, post: Post, error: Exception) -> bool:
        """Also where direct messages got lost: they are opened once more, as the same channel."""
        record = table.record
        if await super().is_to_replace(table, post, error):
            return True
        if record.guild_id is not None or remedy(error) not in LOST:
            return False
        await self._direct_channels.forget_lost(record.host_id, post.channel_id, error)
        return True

    async def lost(self, table: Table, user_id: int, error: Exception) -> None:
        """Say why the board can't be shown; the game goes on in the hands where it can."""
        if self._server_gone(table):
            await self._lose(table, text("board.server_gone"))
        elif remedy(error) is Remedy.CHANNEL_GONE and table.record.guild_id is not None:
            await self._lose(table, text("board.channel_gone"))
        else:
            await self._shut_out(table, error)

    async def is_put_off(self, table: Table, post: Post) -> bool:
        """While a game is played lively, its board is edited now and then where it costs a call.

        The hands show each step meanwhile. Whatever is no choice is shown at once, and so is what
        somebody learns from the board alone.
        """
        whose, record = Whose(table.record.id), table.record
        # In direct messages it stands beside the one hand, and would contradict it.
        alone = record.guild_id is None
        if record.status != "playing" or alone or self._messages.free(post.message_id):
            self._sparing.forget(whose.session_id)
            return False
        due = self._sparing.due(table)
        if due == AT_ONCE or not await self._hands.stand_for_all_asked(table):
            return False
        self._alarms.at((self.kind, whose), due, partial(self.ask, whose))
        return True

    def paid(self, table: Table, before: Look | None, after: Look) -> None:
        """The next edit may wait for a while."""
        self._sparing.paid(table, progress=only_progress(before, after))

    async def apart(self, outline: Outline, user_id: int) -> Screen:
        """With a button to end the game."""
        return self.renderer.apart(outline, outline.locale, ending=True)

    async def _adopted(self, table: Table, message_id: int, look: Look) -> bool:
        """Note the board's new message; whether the session has changed since it was drawn."""
        record = table.record
        await self._welcome_back(record.id)
        before = await self._posts.find(record.id, self.kind)
        if before is None or before.message_id != message_id:
            shown = (record.channel_id, message_id, look.changes, look.picture)
            post = Post(self.kind, EVERYBODY, *shown)
            replaced = await self._posts.place(record.id, post)
            await self._sessions.board_stands(record.id, message_id)
            if replaced is not None and replaced.message_id != message_id:
                await self._strip(table, replaced, message_id)
        else:
            await self._shows(Whose(record.id), message_id, look)
        now = await self._sessions.table(record.id)
        return now.changes != look.changes

    async def _shows(self, whose: Whose, message_id: int, look: Look) -> None:
        await super()._shows(whose, message_id, look)
        await self._welcome_back(whose.session_id)

    def _answer(self, session_id: int) -> Rendering:
        table = partial(self._sessions.table, session_id)
        return Rendering(table, self.renderer.board, urgency=Urgency.ANSWER)

    async def _lose(self, table: Table, said: Text) -> None:
        session_id = table.record.id
        if table.record.status in ("lobby", "playing"):
            noticed = not self._server_gone(table)
            await self._troubled(table, Trouble(said, pauses=True), noticed=noticed)
        await self._posts.forget(session_id, self.kind)
        await self._sessions.board_stands(session_id, None)
        _log.warning("no place any more", session=session_id, why=said.key)

    def _server_gone(self, table: Table) -> bool:
        guild_id = table.record.guild_id
        return guild_id is not None and has_left(self._client, guild_id)

    async def _shut_out(self, table: Table, error: Exception) -> None:
        record = table.record
        live = record.status in ("lobby", "playing")
        if not live and record.updated_at + TOLD_FOR <= self._clock.now():
            # What has ended long ago isn't tried again, not even after a restart.
            post = await self._posts.find(record.id, self.kind)
            if post is not None:
                await self._posts.place(record.id, replace(post, shown=table.changes))
            return
        again = partial(self.ask_surely, Whose(record.id), anew=False)
        seconds = self._barred.refused(self._bar(table), again)
        said = {"session": record.id, "code": code_of(error), "again_in": round(seconds)}
        _log.warning("no access to the channel", **said)
        if live:
            lacking = missing_in(self._client, record.channel_id)
            alone = record.guild_id is None
            shut = text("board.direct") if alone else self._timed_out(table) or why(error, lacking)
            await self._troubled(table, Trouble(shut, pauses=False))

    async def _welcome_back(self, session_id: int) -> None:
        table = await self._sessions.table(session_id)
        self._barred.forget(self._bar(table))
        if table.trouble is not None:
            await self._troubled(table, None)

    async def _troubled(
        self, table: Table, trouble: Trouble | None, *, noticed: bool = True
    ) -> None:
        """Note what keeps the board from its channel; hands and other processes are told."""
        session_id = table.record.id
        self._sessions.set_trouble(session_id, trouble)
        self._hands.tell_trouble(table, noticed=noticed)
        await self._sessions.tell_trouble(session_id)

    async def _strip(self, table: Table, old: Post, new: int) -> None:
        record = table.record
        url = message_url(record.guild_id, record.channel_id, new)
        with given_up(_log, "old board not stripped", session=record.id):
            if self._messages.too_old(old.message_id):
                await self._messages.delete(old.channel_id, old.message_id)
            else:
                await self._messages.edit(
                    old.channel_id,
                    old.message_id,
                    fixed(table, self.renderer.moved(table, url)),
                    Priority.PROGRESS,
                    lambda _: self._looks.forget(old.message_id),
                )
        self._looks.forget(old.message_id)
