"""Messages that look after themselves: each shows the newest state, whatever becomes of others."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial
from typing import ClassVar, Generic, NamedTuple, TypeVar

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.channels import Barred, DirectChannels
from bot.delivery.calling.messages import Messages
from bot.delivery.known.noted import Attendances, Tokens
from bot.delivery.known.posts import Look, Looks, Posts, only_progress
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.rendering.rendering import (
    Rendered,
    Rendering,
    Version,
    Wanted,
    by_more_than_a_choice,
    fixed,
    plain,
)
from bot.delivery.wire.caution import Priority, fenced
from bot.delivery.wire.coalesced import Backlog, Coalesced, Queue, Works
from bot.delivery.wire.faults import FAILURES, Remedy, let_be, remedy
from bot.languages import Languages
from bot.people import People
from bot.screens.screen import Screen
from bot.sessions.refusals import Unreadable
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Post, PostKind
from bot.store.records.sessions import Outline
from bot.store.store import Store
from bot.time import Alarms, Clock, TableTime
from engine.text import frozen


class SeatLost(Exception):
    """The person left while the message was on its way."""


@frozen
class Outside:
    """What parts of delivery need around them."""

    sessions: Sessions
    posts: Posts
    looks: Looks
    messages: Messages
    queue: Queue
    barred: Barred
    people: People
    languages: Languages
    alarms: Alarms
    clock: Clock
    time: TableTime
    client: discord.Client
    direct_channels: DirectChannels
    renderer: Renderer
    answers: Answers
    attendances: Attendances
    tokens: Tokens
    store: Store
    works: Works


class Part:
    """A part of delivery, with whatever is around it."""

    def __init__(self, outside: Outside) -> None:
        self._sessions = outside.sessions
        self._posts = outside.posts
        self._looks = outside.looks
        self._messages = outside.messages
        self._queue = outside.queue
        self._barred = outside.barred
        self._people = outside.people
        self._languages = outside.languages
        self._alarms = outside.alarms
        self._clock = outside.clock
        self._time = outside.time
        self._client = outside.client
        self._direct_channels = outside.direct_channels
        self.renderer = outside.renderer
        self._answers = outside.answers
        self._attendances = outside.attendances
        self._tokens = outside.tokens
        self._store = outside.store

    def _once(self, table: Table, screen: Screen) -> Rendering:
        """A screen that is sent as it is, unless another process looks after the table by then."""
        return fixed(table, plain(screen, table), self._sessions.check_ours)

    async def _place(self, session_id: int, post: Post) -> None:
        """A message takes its kind's place; the one before it is taken away."""
        before = await self._posts.place(session_id, post)
        if before is not None and before.message_id != post.message_id:
            await self._messages.delete(before.channel_id, before.message_id)

    async def _take_away(self, session_id: int, post: Post) -> None:
        """Take a message away for good: forgotten only when it is gone."""
        with let_be(_log, "message stays", kind=post.kind, session=session_id):
            await self._messages.take_away(post.channel_id, post.message_id, opening=True)
        await self._posts.forget(session_id, post.kind, post.user_id)


_log = structlog.get_logger(__name__)


class Whose(NamedTuple):
    """Whose message of which session it is; EVERYBODY's for the public."""

    session_id: int
    user_id: int = EVERYBODY


class _Wish(NamedTuple):
    """To be shown even where it seems up to date; to be shown in a message that is noticed."""

    surely: bool = False
    anew: bool = False


K = TypeVar("K", bound=Hashable)


class Asked(ABC, Part, Generic[K]):
    """A part that is asked for what it does, by what that is about."""

    kind: ClassVar[str]

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self._work = Coalesced[K](self.kind, self._update, outside.works)

    @abstractmethod
    async def _update(self, key: K) -> bool | None:
        """Do it, as things are now; whether another look is due."""

    def ask(self, key: K, *, within: float = 0) -> None:
        """Have it done: a message brought up to date, something told that is to be told."""
        self._work.ask(key, within=within)

    async def first(self, key: K) -> None:
        """Wait until it was done, or that was tried."""
        await self._work.first(key)

    def backlog(self) -> Backlog:
        """How much of it waits to be done, and for how long."""
        return self._work.backlog()


class Kept(Asked[Whose]):
    """Messages of one kind. Each has a place, shows something, and is mended by itself."""

    kind: ClassVar[PostKind]
    priority: ClassVar[Priority]
    behind: ClassVar[float] = 0.0
    """Seconds for which messages that lag since later are rendered first."""

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self._locks = Locks()
        self._wishes: dict[Whose, _Wish] = {}

    @abstractmethod
    async def render(self, table: Table, user_id: int, wanted: Wanted) -> Rendered:
        """What the message should show."""

    @abstractmethod
    async def may_stand(self, table: Table, user_id: int, post: Post | None) -> bool:
        """Whether there is any use in trying; `post`: where it stands."""

    @abstractmethod
    async def begin(self, table: Table, user_id: int) -> bool:
        """No message stands: send one if it is wanted. Whether another look is due."""

    @abstractmethod
    async def renew(self, table: Table, post: Post, *, silent: bool) -> bool:
        """Send the message anew and take the old one away; unless `silent`, it notifies.

        Whether another look is due.
        """

    @abstractmethod
    async def lost(self, table: Table, user_id: int, error: Exception) -> None:
        """The message can't be brought to its place, or not any more."""

    @abstractmethod
    async def apart(self, outline: Outline, user_id: int) -> Screen:
        """What the message says while its session is set apart, or once that was ended so."""

    async def is_to_notify(self, table: Table, post: Post, look: Look) -> bool:
        """Whether the message is to be sent anew though it could be edited.

        Where that comes later, it is asked for again then.
        """
        return False

    async def is_to_replace(self, table: Table, post: Post, error: Exception) -> bool:
        """Whether another message in its place helps against a failure."""
        return remedy(error) is Remedy.POST_AGAIN

    def is_stale(self, table: Table, post: Post) -> bool:
        """Whether the message had better be sent anew than edited."""
        return self._messages.too_old(post.message_id)

    def is_untouched(self, table: Table, user_id: int, before: Look) -> bool:
        """Whether nothing that the message shows can have changed since it looked like `before`."""
        return before.shows(table)

    async def is_put_off(self, table: Table, post: Post) -> bool:
        """Whether the message is left as it is until it is asked for again.

        Looked at before anything is drawn.
        """
        return False

    def is_worth_a_call(self, table: Table, post: Post, before: Look | None, after: Look) -> bool:
        """Whether a difference is shown where that costs one of the bot's calls.

        Where that comes later, it is asked for surely then.
        """
        return True

    def paid(self, table: Table, before: Look | None, after: Look) -> None:
        """One of the bot's calls was spent on an edit."""
        return

    def ask_surely(self, whose: Whose, *, anew: bool) -> None:
        """Have it shown also where it seems up to date; `anew`: in a message that is noticed."""
        self._wish(whose, _Wish(surely=True, anew=anew))
        self._work.ask(whose)

    async def _update(self, whose: Whose) -> bool:
        async with self._locks.of(whose):
            try:
                table = await self._sessions.table(whose.session_id)
            except Unreadable as apart:
                await self._tell_apart(whose, apart.outline)
                return False
            if not self._sessions.owns(table.record):
                return False
            # What is taken away, too, is the owner's to take away right up to the call.
            with fenced(self._sessions.guard(table.record)):
                return await self._update_ours(whose, table)

    async def _update_ours(self, whose: Whose, table: Table) -> bool:
        post = await self._posts.find(whose.session_id, self.kind, whose.user_id)
        if not await self.may_stand(table, whose.user_id, post):
            return False
        wish = self._wishes.pop(whose, _Wish())
        try:
            try:
                return await self._brought(whose, table, post, wish)
            except FAILURES as error:
                return await self._sent_instead(table, whose.user_id, post, error)
            except SeatLost:
                return False
        except BaseException:
            self._wish(whose, wish)
            raise

    async def _tell_apart(self, whose: Whose, outline: Outline) -> None:
        """Have the message say, once, why its session is set apart; raises one of FAILURES."""
        post = await self._posts.find(whose.session_id, self.kind, whose.user_id)
        if post is None or post.shown >= outline.changes or outline.status == "over":
            return
        if not self._sessions.owns(outline):
            return
        screen = await self.apart(outline, whose.user_id)
        with (
            let_be(_log, "not told", kind=self.kind, session=outline.id),
            fenced(self._sessions.guard(outline)),
        ):
            await self._messages.replace(post.channel_id, post.message_id, screen)
        told = replace(post, shown=outline.changes, picture=None)
        await self._posts.place(whose.session_id, told)

    def _wish(self, whose: Whose, wish: _Wish) -> None:
        known = self._wishes.pop(whose, _Wish())
        if any((*known, *wish)):
            self._wishes[whose] = _Wish(known.surely or wish.surely, known.anew or wish.anew)

    async def _brought(self, whose: Whose, table: Table, post: Post | None, wish: _Wish) -> bool:
        if post is None:
            return await self.begin(table, whose.user_id)
        before = self._looks.look(post.message_id)
        known, lags = before is not None and before.known, post.shown < table.record.changes
        unsure = wish.surely or self._looks.doubtful(post.message_id)
        if known and not unsure and not wish.anew and await self.is_put_off(table, post):
            return False
        sure = before is not None and post.shown >= before.changes and not (unsure or wish.anew)
        if before is not None and sure and self.is_untouched(table, post.user_id, before):
            due = await self.is_to_notify(table, post, before)
            if not due:
                shown = replace(before, changes=table.record.changes)
                await self._shows(whose, post.message_id, shown)
            return due and await self.renew(table, post, silent=False)
        rendering = self.ours(whose)
        version = await rendering.version(partial(self._looks.look, post.message_id))
        table, before, look = version.table, version.before, version.rendered.look
        if await self.is_to_notify(table, post, look) or wish.anew:
            return await self.renew(table, post, silent=False)
        if before is not None and before.same(look):
            await self._shows(whose, post.message_id, look)
            return False
        free = wish.surely or self._messages.free(post.message_id)
        worth_it = free or self.is_worth_a_call(table, post, before, look)
        if not (known or lags or unsure) or not worth_it:
            return False
        if self.is_stale(table, post):
            return await self.renew(table, post, silent=True)
        return await self._edited(whose, post, rendering, version)

    async def _edited(
        self, whose: Whose, post: Post, rendering: Rendering, version: Version
    ) -> bool:
        """Edit the message where it stands; whether another look is due."""
        progress = only_progress(version.before, version.rendered.look)
        free = self._messages.free(post.message_id)
        look, overtaken = await self._messages.edit(
            post.channel_id,
            post.message_id,
            rendering,
            Priority.PROGRESS if progress else self.priority,
            lambda _: self._was_late(whose, post.message_id),
        )
        if not free:
            self.paid(rendering.table or version.table, version.before, look)
        if overtaken:
            self.doubt(whose, post.message_id)
        else:
            await self._shows(whose, post.message_id, look)
        return overtaken

    def doubt(self, whose: Whose, message_id: int) -> None:
        """Of several changes of the message nobody knows which came last; a kill forgets that."""
        self._posts.doubt(whose.session_id, self.kind, whose.user_id, message_id)

    def newest(self, whose: Whose) -> Rendering:
        """The message as it should look when its turn comes."""
        return self._rendering(whose, None)

    def ours(self, whose: Whose) -> Rendering:
        """The same, unless another process looks after the table by then: raises NotOurs."""
        return self._rendering(whose, self._sessions.check_shown)

    def _rendering(self, whose: Whose, check: Callable[[Table], None] | None) -> Rendering:
        async def render(table: Table, wanted: Wanted) -> Rendered:
            return await self.render(table, whose.user_id, wanted)

        table = partial(self._sessions.table, whose.session_id)
        # What is to be rendered once more keeps its place.
        turn = partial(self._queue.turn, asyncio.get_running_loop().time() + self.behind)
        return Rendering(table, render, by_more_than_a_choice, check, turn)

    async def _shows(self, whose: Whose, message_id: int, look: Look) -> None:
        await self._posts.shows(whose.session_id, self.kind, whose.user_id, message_id, look)

    async def _sent_instead(
        self, table: Table, user_id: int, post: Post | None, error: Exception
    ) -> bool:
        if post is None or not await self.is_to_replace(table, post, error):
            await self.mend(table, user_id, error)
            return False
        self._looks.forget(post.message_id)
        try:
            return await self.renew(table, post, silent=True)
        except FAILURES as again:
            await self.mend(table, user_id, again)
            return False

    async def mend(self, table: Table, user_id: int, error: Exception) -> None:
        """Do what helps against a failure; raises what passes by itself."""
        if remedy(error) is Remedy.TRY_LATER:
            raise error
        await self.lost(table, user_id, error)

    def _was_late(self, whose: Whose, message_id: int) -> None:
        self._looks.doubt(message_id)
        self.doubt(whose, message_id)
        self.ask(whose)
