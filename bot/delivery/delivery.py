"""What the rest of the bot asks for: bring messages up to date, answer a hand."""

from __future__ import annotations

import discord

from bot.delivery.answers import Answers
from bot.delivery.boards import Boards
from bot.delivery.coalesced import Coalesced
from bot.delivery.hands import Hands
from bot.delivery.painter import Painter
from bot.delivery.tokens import Place, Where
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records import Person

PATIENCE = 1.0
"""Seconds that a mere "somebody has chosen" waits for more of its kind."""


class Delivery:
    """Boards and hands, each session's brought up to date by one task at a time."""

    def __init__(
        self, sessions: Sessions, painter: Painter, answers: Answers, boards: Boards, hands: Hands
    ) -> None:
        self._sessions = sessions
        self._painter = painter
        self._answers = answers
        self.boards = boards
        self.hands = hands
        self._board_work = Coalesced("board", boards.update, PATIENCE)
        self._hand_work = Coalesced("hands", hands.update, PATIENCE)

    def changed(self, session_id: int, *, settled: bool = True) -> None:
        """Have everything shown anew. `settled` False: only who is awaited has changed."""
        self._board_work.ask(session_id, urgent=settled)
        self._hand_work.ask(session_id, urgent=settled)

    def lobby_changed(self, session_id: int) -> None:
        """Have the lobby shown anew."""
        self._board_work.ask(session_id, urgent=True)

    def place_pressed(self, interaction: discord.Interaction, session_id: int) -> Place:
        """Which of the person's messages was pressed."""
        message = interaction.message
        where: Where = "ephemeral" if message and message.flags.ephemeral else "dm"
        return session_id, interaction.user.id, where

    async def answer_pressed_hand(
        self,
        interaction: discord.Interaction,
        table: Table,
        seat: int,
        person: Person,
        page: int = 0,
    ) -> None:
        """Show the hand as it stands now in the message that was pressed."""
        place = self.place_pressed(interaction, table.record.id)
        before = self.hands.look(place)
        painting = self._painter.hand(table, seat, person.locale, before, page)
        painted = await self._answers.update(interaction, painting)
        if self.hands.answered(place, painted.look, interaction):
            self.changed(table.record.id)

    async def whisper_hand(
        self, interaction: discord.Interaction, table: Table, seat: int, person: Person
    ) -> None:
        """Show the hand in a message for that person alone; the game goes on in it."""
        place: Place = (table.record.id, interaction.user.id, "ephemeral")
        painting = self._painter.hand(table, seat, person.locale, None)
        painted, message_id = await self._answers.whisper(interaction, painting)
        if message_id is not None:
            self.hands.whispered(place, painted.look, interaction, message_id)

    async def settled(self) -> None:
        """Wait until every message is up to date."""
        await self._board_work.settled()
        await self._hand_work.settled()

    def close(self) -> None:
        """Drop what is under way; start-up finds what lags."""
        self._board_work.close()
        self._hand_work.close()
