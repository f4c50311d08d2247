"""What the rest of the bot asks for: bring messages up to date, answer a hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.delivery.answers import Answers
from bot.delivery.boards import Boards
from bot.delivery.coalesced import Coalesced
from bot.delivery.hands import Hands
from bot.delivery.painter import Painted, Painter
from bot.delivery.shown import Shown
from bot.drawing import Urgency
from bot.sessions.refusals import Refused, Unreadable
from bot.sessions.sessions import Sessions
from bot.sessions.table import Stamp, Table
from bot.store.records import Person

PATIENCE = 4.0
"""Seconds that "somebody else has chosen" waits for more of its kind, in hands."""


class Delivery:
    """Boards and hands, each session's brought up to date by one task at a time."""

    def __init__(
        self,
        sessions: Sessions,
        painter: Painter,
        answers: Answers,
        boards: Boards,
        hands: Hands,
        shown: Shown,
    ) -> None:
        self._sessions = sessions
        self._painter = painter
        self._answers = answers
        self._shown = shown
        self.boards = boards
        self.hands = hands
        self._board_work = Coalesced("board", self._update_board)
        self._hand_work = Coalesced("hands", self._update_hands)
        self._troubled: set[int] = set()
        self._to_tell: set[int] = set()

    def changed(self, session_id: int, *, settled: bool = True) -> None:
        """Have everything shown anew. `settled` False: only who is awaited has changed."""
        patience = 0 if settled else self.boards.patience(session_id)
        self._board_work.ask(session_id, within=patience)
        self._hand_work.ask(session_id, within=0 if settled else PATIENCE)

    async def catch_up(self, session_id: int) -> None:
        """Bring a session that lags up to date; what fails is tried again later."""
        self.changed(session_id)
        await self._board_work.first(session_id)
        await self._hand_work.first(session_id)

    async def answer_on_board(
        self,
        interaction: discord.Interaction,
        session_id: int,
        act: Callable[[], Awaitable[object]],
    ) -> None:
        """Carry out a press on the board, and show the session as it stands then in it."""
        late = True
        try:
            late = await self.boards.answer(interaction, session_id, act)
        except Refused:
            late = False
            raise
        finally:
            if late:
                self.changed(session_id)

    async def bring_board(self, interaction: discord.Interaction, session_id: int) -> None:
        """Answer with the board in a new message of this channel."""
        before = await self._sessions.table(session_id)
        if await self.boards.bring(interaction, session_id):
            self.changed(session_id)
        self._tell_trouble(before)

    async def channel_gone(self, session_id: int) -> None:
        """Pause a session whose channel was deleted, and tell its players."""
        before = await self._sessions.table(session_id)
        await self.boards.channel_gone(session_id)
        self._tell_trouble(before)

    async def move(self, session_id: int, channel_id: int) -> Table:
        """Go on in another channel; its board is still to be brought. Raises ChannelBusy."""
        before = await self._sessions.table(session_id)
        table = await self._sessions.move(session_id, channel_id)
        self._tell_trouble(before)
        return table

    async def answer_on_hand(
        self,
        interaction: discord.Interaction,
        session_id: int,
        person: Person,
        act: Callable[[], Awaitable[Table]],
        page: int = 0,
    ) -> None:
        """Carry out a press on a hand, and show the hand as it stands then in that message.

        `act` gives the table after the press, in time or not: Discord is told that it takes
        longer where it does.
        """
        message = interaction.message
        if message is None:
            return

        async def painting() -> Painted:
            table = await act()
            seat = self._sessions.seat_at(table, person.user_id)
            before = self._shown.look(message.id)
            return await self._painter.hand(
                table, seat, person.locale, before, page, Urgency.ANSWER
            )

        drawn = None
        try:
            with self.hands.being_answered(message.id):
                _, look, overtaken = await self._answers.update(interaction, painting())
            drawn = None if overtaken else look.drawn
            if message.flags.ephemeral:
                self.hands.whispered(session_id, person.user_id, message.id)
            elif interaction.guild_id is None and not overtaken:
                await self.hands.adopt(session_id, person, message.id, look)
        finally:
            self._changed_since(session_id, drawn)

    async def whisper_hand(
        self, interaction: discord.Interaction, table: Table, person: Person
    ) -> None:
        """Show the hand in a message for that person alone; the game goes on in it."""
        session_id = table.record.id
        seat = self._sessions.seat_at(table, person.user_id)
        painting = self._painter.hand(table, seat, person.locale, None, urgency=Urgency.ANSWER)
        message_id, look = await self._answers.post(interaction, painting, alone=True)
        self.hands.whispered(session_id, person.user_id, message_id)
        self._changed_since(session_id, look.drawn)

    async def settled(self) -> None:
        """Wait until every message is up to date."""
        await self._board_work.settled()
        await self._hand_work.settled()

    def close(self) -> None:
        """Drop what is under way; start-up finds what lags."""
        self._board_work.close()
        self._hand_work.close()

    def _changed_since(self, session_id: int, drawn: Stamp | None) -> None:
        now = self._sessions.in_memory(session_id)
        if now is None or now.stamp != drawn:
            self.changed(session_id)

    async def _update_board(self, session_id: int) -> float | None:
        try:
            before = await self._sessions.table(session_id)
        except Unreadable as apart:
            await self.boards.say_apart(apart.outline)
            return None
        try:
            return await self.boards.update(session_id)
        finally:
            self._tell_trouble(before)

    async def _update_hands(self, session_id: int) -> None:
        try:
            await self._sessions.table(session_id)
        except Unreadable:
            return  # the board says it, and whatever is pressed
        troubled, anew = session_id in self._troubled, session_id in self._to_tell
        await self.hands.update(session_id, surely=troubled, anew=anew)
        self._troubled.discard(session_id)
        self._to_tell.discard(session_id)

    def _tell_trouble(self, before: Table) -> None:
        """Have the hands say what has become of the board, or that all is well again."""
        session_id = before.record.id
        after = self._sessions.trouble(session_id)
        if after == before.trouble:
            return
        self._troubled.add(session_id)
        if after is not None and after.pauses and before.record.board_message_id is not None:
            self._to_tell.add(session_id)  # in a message that is noticed, but once alone
        self._hand_work.ask(session_id)
