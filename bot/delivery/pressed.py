"""Presses and commands that are answered by a board or a hand, as it stands then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import discord

from bot.delivery.calling.answers import OUTCOME, Answer, Answers, MessageGone
from bot.delivery.delivery import Delivery
from bot.delivery.drawing.drawing import Urgency
from bot.delivery.kept.kept import Whose
from bot.delivery.known.noted import Attendances, Notes
from bot.delivery.known.posts import Look, Posts
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted
from bot.people import direct_channel
from bot.screens.parts import link, message_url, to_board
from bot.screens.screen import Part
from bot.sessions.refusals import Refused, Stale
from bot.sessions.sessions import Sessions
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Person
from engine.text import text


@dataclass(eq=False, repr=False)
class Pressed:
    """Answers in the pressed message, or in a new one, and has all others brought up to date."""

    _delivery: Delivery
    _sessions: Sessions
    _answers: Answers
    _posts: Posts
    _attendances: Attendances
    _notes: Notes

    def __post_init__(self) -> None:
        self._boards = self._delivery.boards
        self._hands = self._delivery.hands
        self._whispers = self._delivery.whispers

    @asynccontextmanager
    async def on_board(
        self, interaction: discord.Interaction, session_id: int, *, anew: bool = False
    ) -> AsyncIterator[None]:
        """What is done inside is answered by the session as it stands then, on the board.

        What is refused changes nothing there. `anew`: the board is brought in a new message.
        """
        await self._delivery.look_at_posts(session_id)
        late = True
        try:
            with self._boards.answering.under_way(interaction.channel_id):
                if anew:
                    yield
                    late = await self._boards.bring(interaction, session_id)
                else:
                    async with self._answers.answering(interaction) as answer:
                        yield
                        late = await self._show_board(interaction, answer, session_id)
        except Refused:
            late = False
            raise
        finally:
            if late:
                self._boards.ask(Whose(session_id))

    async def is_board(self, interaction: discord.Interaction, session_id: int) -> bool:
        """Whether the pressed message is the session's board."""
        await self._delivery.look_at_posts(session_id)
        post = await self._posts.find(session_id, self._boards.kind, EVERYBODY)
        message = interaction.message
        return post is not None and message is not None and post.message_id == message.id

    async def bring_board(self, interaction: discord.Interaction, session_id: int) -> None:
        """Answer with the board in a new message of this channel."""
        async with self.on_board(interaction, session_id, anew=True):
            pass  # what there is to show has happened

    @asynccontextmanager
    async def on_hand(
        self, interaction: discord.Interaction, session_id: int, person: Person, page: int = 0
    ) -> AsyncIterator[None]:
        """What is done inside is answered by the hand as it stands then, in the pressed message.

        Also where it is refused: the hand may be an old one. That it was too late stands there.
        Raises NoSuchSession, Unreadable, NotPlaying, NotSeated, SeatPassedOn.
        """
        whose, shown = Whose(session_id, person.user_id), None
        refused: Refused | None = None
        seated = True
        try:
            async with self._answers.answering(interaction) as answer:
                await self._delivery.look_at_posts(session_id)  # which waits for a change here
                with self._hands.answering.under_way(answer.message_id):
                    try:
                        yield
                    except Refused as error:
                        refused = error
                    late = isinstance(refused, Stale)
                    look, overtaken = await self._show_hand(answer, whose, person, page, late=late)
                    if overtaken:
                        self._hands.doubt(whose, answer.message_id)
                    now = None if overtaken else look
                    if await self._stands(interaction, whose, person, answer.message_id, now):
                        shown = now
                        if late and shown is not None:
                            interaction.extras[OUTCOME], refused = "refused", None
        except MessageGone:
            if refused is None:
                await self._answers.newer(interaction, *await self._ways(interaction, whose))
        except Refused:  # whoever has no seat is shown no hand
            seated = False
            raise
        finally:
            if seated:
                await self._changed_since(session_id, shown)
        if refused is not None:
            raise refused

    async def whisper_hand(
        self, interaction: discord.Interaction, table: Table, person: Person
    ) -> None:
        """Show the hand in a message for that person alone; the game goes on in it."""
        whose = Whose(table.record.id, person.user_id)
        seat = self._sessions.seat_at(table, person.user_id)
        rendering = self._hands.renderer.hand(person, table, seat, Wanted(urgency=Urgency.ANSWER))
        render_again = self._hands.newest(whose).anew
        message_id, look = await self._answers.post(
            interaction, rendering, render_again, alone=True
        )
        self._whispers.stands(whose, message_id)
        await self._knows(whose, look)
        await self._changed_since(table.record.id, look)

    async def _show_board(
        self, interaction: discord.Interaction, answer: Answer, session_id: int
    ) -> bool:
        """Whether another look is due."""
        late = True
        try:
            late = await self._boards.show(answer, session_id)
            await self._tell_owner(await self._sessions.table(session_id))
        except MessageGone:
            table = await self._sessions.table(session_id)
            way = to_board(table.record, self._answers.words(interaction))
            await self._answers.newer(interaction, way)
        return late

    async def _show_hand(
        self, answer: Answer, whose: Whose, person: Person, page: int, *, late: bool
    ) -> tuple[Look, bool]:
        async def render(table: Table, wanted: Wanted) -> Rendered:
            seat = self._sessions.seat_at(table, person.user_id)
            return await self._hands.renderer.hand(person, table, seat, wanted, page, late=late)

        newest = partial(self._sessions.table, whose.session_id)
        rendering = Rendering(newest, render, urgency=Urgency.ANSWER)
        look, overtaken = await answer.show(rendering.newest, rendering.anew)
        await self._knows(whose, look)
        return look, overtaken

    async def _stands(
        self,
        interaction: discord.Interaction,
        whose: Whose,
        person: Person,
        message_id: int,
        shown: Look | None,
    ) -> bool:
        """Note which message is the person's hand now; False if the pressed one is to go."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            self._whispers.stands(whose, message_id)
        elif direct_channel(interaction) is not None and shown is not None:
            return await self._hands.adopt(whose.session_id, person, message_id, shown)
        return True

    async def _ways(self, interaction: discord.Interaction, whose: Whose) -> list[Part]:
        """To the hand, where another message than the pressed one is that."""
        post = await self._posts.find(whose.session_id, self._hands.kind, whose.user_id)
        message = interaction.message
        if post is None or message is None or post.message_id == message.id:
            return []
        words = self._answers.words(interaction)
        url = message_url(None, post.channel_id, post.message_id)
        return [link(words(text("reminder.to_hand")), url)]

    async def _knows(self, whose: Whose, look: Look) -> None:
        if look.owes is not None:
            await self._attendances.knows(*whose, look.owes)

    async def _changed_since(self, session_id: int, shown: Look | None) -> None:
        now = await self._sessions.table(session_id)
        if shown is None or now.changes != shown.changes:
            self._delivery.changed(session_id)
        await self._tell_owner(now)

    async def _tell_owner(self, table: Table) -> None:
        """Let another process know at once what the answer to a press shows, if it must.

        While more people are to choose at the same time, their hands wait for that as well.
        """
        if self._sessions.owns(table.record):
            return
        if not (table.started and table.chosen_already() and table.people_asked()):
            await self._notes.write()
