"""Seats that are offered or kept: the private message of it loses its button when that ends.

What stands in the channel is a letter, and left alone.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import structlog

from bot.delivery.kept.answering import Answering
from bot.delivery.kept.kept import Whose
from bot.delivery.kept.kinds import Outside
from bot.delivery.told.letters import Letters, Sent
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import let_be
from bot.delivery.wire.fence import fenced
from bot.screens.play import holders
from bot.sessions.holding import offers_to
from bot.store.records.messages import Post
from bot.store.records.play import Seat
from bot.store.records.sessions import Session

_log = structlog.get_logger(__name__)

KIND: Final = "offer"


class Offers:
    """Writes to whom a seat is offered, and again, in the same message, when it isn't any more."""

    def __init__(self, outside: Outside, letters: Letters) -> None:
        self._sessions = outside.sessions
        self._posts = outside.posts
        self._messages = outside.messages
        self._letters = letters
        self._work = Coalesced(KIND, self._update, outside.works)
        self.answering = Answering(self.ask)

    async def send(
        self, record: Session, seat: Seat, whom: int | None, by: str, pressed: int
    ) -> bool:
        """Offer a seat in the channel; whom it is offered is also told by direct message.

        `by` is who offers it, `pressed` the id of the press. Whether anybody can have seen it.
        """
        await self.ask_all(record.id)  # whom the seat was offered before
        in_channel = await self._letters.offer_in_channel(record, seat, whom, by, pressed)
        if whom is None:
            return in_channel is not None
        written = await self._letters.offer(record, seat, whom, by, pressed)
        if written is None:
            return in_channel is not None
        await self._place(record, whom, written)
        return True

    async def keep(self, record: Session, by: str, pressed: int) -> None:
        """Tell everybody whose seat a lobby keeps: by direct message, else in the channel."""
        unreached = []
        for kept in record.kept:
            written = await self._letters.keep(record, kept.user_id, by, pressed)
            if written is None:
                unreached.append(kept.user_id)
            else:
                await self._place(record, kept.user_id, written)
        if unreached:
            await self._letters.keep_in_channel(record, unreached, by, pressed)

    async def answered(self, session_id: int, user_id: int, message_id: int) -> None:
        """The message was pressed, and says itself what came of it."""
        post = await self._posts.find(session_id, KIND, user_id)
        if post is not None and post.message_id == message_id:
            await self._posts.forget(session_id, KIND, user_id)

    def ask(self, whose: Whose) -> None:
        """Look whether the person's offer has ended."""
        self._work.ask(whose)

    async def ask_all(self, session_id: int) -> None:
        """The same of everybody whom a seat of the session was offered."""
        for kind, user_id in await self._posts.of(session_id):
            if kind == KIND:
                self.ask(Whose(session_id, user_id))

    async def first(self, session_id: int) -> None:
        """Wait until all of them were looked at, or that was tried."""
        for kind, user_id in tuple(await self._posts.of(session_id)):
            if kind == KIND:
                await self._work.first(Whose(session_id, user_id))

    async def _place(self, record: Session, whom: int, written: Sent) -> None:
        before = await self._posts.place(record.id, Post(KIND, whom, *written, record.changes))
        if before is not None and before.message_id != written.message_id:
            await self._messages.delete(before.channel_id, before.message_id)
        self.ask(Whose(record.id, whom))  # it may have ended meanwhile

    async def _update(self, whose: Whose) -> None:
        table = await self._sessions.table(whose.session_id)
        post = await self._posts.find(whose.session_id, KIND, whose.user_id)
        if post is None or not self._sessions.owns(table.record):
            return
        if whose in self.answering:
            self.answering.put_off(whose, whose)
            return
        record, user_id = table.record, whose.user_id
        if not offers_to(record, user_id) and not record.keeps_for(user_id):
            with fenced(partial(self._sessions.check_owned, table.record)):
                await self._end(table.record, post)

    async def _end(self, record: Session, post: Post) -> None:
        words = await self._letters.words_of(post.user_id, record)
        screen = holders.offer_ended(record, post.user_id, words)
        with let_be(_log, "offer keeps its button", session=record.id):
            await self._messages.replace(post.channel_id, post.message_id, screen)
        await self._posts.forget(record.id, KIND, post.user_id)
