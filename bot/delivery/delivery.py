"""What the rest of the bot asks for: bring messages up to date, answer presses in them.

Presses and commands are answered by a board or a hand, as it stands then.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

import discord

from bot.delivery.calling.answers import OUTCOME, Answer, Answers, MessageGone
from bot.delivery.drawing.drawing import Urgency
from bot.delivery.following.following import Onlookers, Private, Whispers
from bot.delivery.kept.boards import Boards
from bot.delivery.kept.calls import REMINDER, Calls, Reminders
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Whose
from bot.delivery.kept.letters import OFFER, Offers, Results
from bot.delivery.known.noted import Attendances, Notes
from bot.delivery.known.posts import Look, Name, Posts
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted, by_more_than_a_choice
from bot.delivery.wire.coalesced import Backlog, Coalesced, Works
from bot.people import direct_channel
from bot.screens.parts import link, message_url, to_board
from bot.screens.screen import Part
from bot.sessions.play.timing import Whereabouts
from bot.sessions.refusals import Refused, Stale, Unreadable
from bot.sessions.sessions import Change, Sessions
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Attendance, Person
from bot.time import Alarms
from engine.text import text

ANSWERED_WITHIN = 2.0
"""Seconds that hands wait for the answer to a press that came to another process."""


@dataclass(eq=False, repr=False)
class Delivery:
    """Boards, hands and calls: each message is brought up to date by itself."""

    _sessions: Sessions
    boards: Boards
    hands: Hands
    whispers: Whispers
    calls: Calls
    _whereabouts: Whereabouts
    offers: Offers
    _reminders: Reminders
    onlookers: Onlookers
    private: Private
    results: Results
    _works: Works
    _posts: Posts
    _attendances: Attendances
    _alarms: Alarms

    def __post_init__(self) -> None:
        self._spread = Coalesced("spread", self._ask_hands, self._works)
        self._unanswered: set[int] = set()
        self._told: dict[str, Offers | Reminders] = {OFFER: self.offers, REMINDER: self._reminders}

    def follow(self, change: Change) -> None:
        """Have everything show what was changed."""
        if change.elsewhere and change.after is not None:
            self._heard(change.before, change.after)
        else:
            self.changed(change.session_id, settled=change.settled)

    def changed(self, session_id: int, *, settled: bool = True) -> None:
        """Have everything shown anew. `settled` False: only who is awaited has changed."""
        self._ask_board(session_id, settled=settled)
        self._spread.ask(session_id, within=0 if settled else self.hands.gathered_for())

    def _ask_board(self, session_id: int, *, settled: bool) -> None:
        within = 0 if settled else self.boards.gathered_for(session_id)
        self.boards.ask(Whose(session_id), within=within)

    async def show_surely(self, session_id: int) -> None:
        """Have everything shown anew, also what seems up to date: times have moved."""
        table = await self._sessions.table(session_id)
        for user_id in (EVERYBODY, *table.people()):
            kept = self.hands if user_id else self.boards
            kept.ask_surely(Whose(session_id, user_id), anew=False)

    async def catch_up(self, session_id: int) -> None:
        """Bring a session that lags up to date; what fails is tried again later."""
        self.changed(session_id)
        await self.boards.first(Whose(session_id))
        await self._spread.first(session_id)
        for user_id in await self._hand_holders(session_id):
            await self.hands.first(Whose(session_id, user_id))
        for kind, user_id in tuple(await self._posts.of(session_id)):
            if kind in self._told:
                await self._told[kind].first(Whose(session_id, user_id))

    def _heard(self, before: Table | None, table: Table) -> None:
        """Another process has changed the session, as it was known here before: as `changed`.

        Whose press did it is answered there: hands wait until that is known, or has taken long.
        """
        session_id = table.record.id
        settled = before is None or by_more_than_a_choice(before, table)
        self._ask_board(session_id, settled=settled)
        if not self._sessions.owns(table.record):
            self._spread.ask(session_id)
        elif settled:
            self._unanswered.add(session_id)
            self._spread.ask(session_id, within=ANSWERED_WITHIN)
        else:
            self._spread.ask(session_id, within=self.hands.gathered_for())

    async def reread_posts(self, session_id: int) -> None:
        """Another process has answered a press in one of the session's messages, or placed one."""
        table = self._sessions.in_memory(session_id)
        if table is None or not self._sessions.owns(table.record):
            self._posts.outdate(session_id)
            return
        changed = await self._reread(session_id)
        if session_id in self._unanswered:
            self._spread.ask(session_id)
        for kind, user_id in changed:
            if kind == self.hands.kind:
                self.hands.ask(Whose(session_id, user_id))
            elif kind == self.boards.kind:
                self._ask_board(session_id, settled=False)
            elif kind in self._told:
                self._told[kind].ask(Whose(session_id, user_id))
            else:
                self.calls.ask(session_id)

    async def _reread(self, session_id: int) -> Iterable[Name]:
        """Which of the session's messages are otherwise than they were known here."""
        changed = await self._posts.reread(session_id)
        if changed is None:
            changed = set(await self._posts.of(session_id))
        board = await self._posts.find(session_id, self.boards.kind)
        message_id = None if board is None else board.message_id
        await self._sessions.board_stands(session_id, message_id)
        return changed

    async def doubt(self, session_id: int) -> None:
        """Have everything shown anew: nobody knows any more what a session's messages show."""
        await self._posts.doubt_all(session_id)
        self.changed(session_id)

    async def look_at_posts(self, session_id: int) -> None:
        """Have the session's messages in memory, as they were noted last."""
        if self._posts.is_at_hand(session_id):
            return
        if self._posts.is_outdated(session_id):
            await self._reread(session_id)
        await self._posts.of(session_id)

    def heard_attendance(self, session_id: int, noted: Attendance) -> None:
        """Another process knows of somebody who has pressed, or was told.

        It may not have known yet when the person is to be told: the owner finds that out anew.
        """
        another_time = self._attendances.heard(session_id, noted)
        table = self._sessions.in_memory(session_id)
        if another_time and table is not None and self._sessions.owns(table.record):
            self._spread.ask(session_id)

    def show_hand(self, session_id: int, user_id: int) -> None:
        """Have a person's hand shown anew, where it stands: it is wanted another way now.

        And the board, which says how long the computer waits for somebody.
        """
        self.boards.ask_surely(Whose(session_id), anew=False)
        self.hands.ask_surely(Whose(session_id, user_id), anew=False)
        self.whispers.ask(session_id)

    def tell_at(self, session_id: int, due_at: float) -> None:
        """Look at that time whether somebody must be told that the table waits."""
        self._alarms.at(("told", session_id), due_at, partial(self._spread.ask, session_id))

    async def move(self, session_id: int, channel_id: int, *, own_thread: bool = False) -> Table:
        """Go on in another channel; its board is still to be brought. Raises ChannelBusy."""
        before = await self._sessions.table(session_id)
        table = await self._sessions.move(session_id, channel_id, own_thread=own_thread)
        self._posts.drop(session_id)
        self.hands.tell_trouble(before)
        return table

    async def attended(
        self, session_id: int, user_id: int, name: str | None = None
    ) -> Table | None:
        """Somebody has pressed or typed something at a table: is there, and has the seat again.

        `name`: theirs in its server, where that is known. The table; None where it can't be read.
        """
        try:
            table = await self._whereabouts.attended(session_id, user_id, name)
        except Refused:
            return None
        if table.seat_of(user_id) is not None:
            await self._attendances.pressed(session_id, user_id)
        return table

    def backlogs(self) -> dict[str, Backlog]:
        """By kind, how many messages wait to be changed, and for how long."""
        return {
            "board": self.boards.backlog(),
            "hand": self.hands.backlog(),
            "result": self.results.backlog(),
        }

    async def settled(self) -> None:
        """Wait until every message is up to date, and every thread named."""
        await self._works.settled()

    def close(self) -> None:
        """Drop what is under way; start-up finds what lags."""
        self._alarms.close()
        self._works.close()

    async def drop(self, session_id: int) -> None:
        """Hold nothing in memory of a session's messages and of who is there."""
        await self._posts.forget_looks(session_id)
        self._posts.drop(session_id)
        self._attendances.drop(session_id)

    def drop_all(self) -> None:
        """Hold nothing of any session's."""
        self._posts.drop_all()
        self._attendances.drop_all()

    async def _ask_hands(self, session_id: int) -> None:
        self._unanswered.discard(session_id)
        try:
            table = await self._sessions.table(session_id)
        except Unreadable:
            for user_id in await self._hand_holders(session_id):
                self.hands.ask(Whose(session_id, user_id))
            return
        if self._sessions.owns(table.record):
            self.hands.ask_all(table)
            self.calls.ask(session_id)
            for kind, user_id in await self._posts.of(session_id):
                if kind in self._told:
                    self._told[kind].ask(Whose(session_id, user_id))
        self.whispers.ask(session_id)
        self.private.ask(session_id)
        self.onlookers.ask(session_id)
        if table.record.status == "over":
            self.results.ask(session_id)

    async def _hand_holders(self, session_id: int) -> tuple[int, ...]:
        """Whose hands are kept; while the session is set apart, those that stand."""
        try:
            table = await self._sessions.table(session_id)
        except Unreadable:
            posts = await self._posts.of(session_id)
            return tuple(user_id for kind, user_id in posts if kind == self.hands.kind)
        return (*table.people(), *table.departed())


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
