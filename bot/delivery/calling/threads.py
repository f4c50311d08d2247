"""Threads that are opened for one table: named after it, and named anew when it has ended.

Of archived threads Discord tells us no more, but answers when it is asked for one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeVar

import discord
import structlog
from discord import ChannelType

from bot.delivery.calling.edits import in_time
from bot.delivery.calling.messages import Messages
from bot.delivery.wire.caution import Pace, Priority
from bot.delivery.wire.coalesced import Coalesced, Working, Works
from bot.delivery.wire.faults import (
    ARCHIVED,
    FAILURES,
    INVALID_FORM,
    Remedy,
    given_up,
    let_be,
    pause_after,
    remedy,
)
from bot.languages import Languages
from bot.people import plain
from bot.screens.parts import shortened
from bot.screens.screen import Screen
from bot.sessions.refusals import NoPermission, NoThreads, Stale, TooManyThreads
from bot.sessions.sessions import Change, Locks
from bot.sessions.table.table import Table
from bot.store.records.sessions import Session
from bot.store.shares import EVERYTHING, Shares
from bot.store.store import DamagedSession, Store
from engine.text import text

_log = structlog.get_logger(__name__)

T = TypeVar("T")

LONGEST_NAME = 100
KEPT_OPEN: Final = 10_080
"""Minutes without a message after which Discord archives a thread: a week, the most it offers."""
_TOO_MANY = frozenset({160006, 160007})
"""Active threads of a server, and of an announcement channel."""
_WRONG_CHANNEL = 50024
_TITLE_BLOCKED = 200001
"""By the server's automatic moderation."""
NEEDED = ("create_public_threads", "send_messages_in_threads", "attach_files", "embed_links")


@dataclass(eq=False, repr=False)
class Threads:
    """Opens threads and keeps their names; every call but `open` is made in its own time."""

    _client: discord.Client
    _store: Store
    _languages: Languages
    _messages: Messages
    _pace: Pace
    _works: Works
    _shares: Shares = EVERYTHING

    def __post_init__(self) -> None:
        self._opening: set[Hashable] = set()
        self._named: dict[int, str] = {}
        self._locks = Locks()
        self._naming = Coalesced("thread", self._name, self._works)
        self._unheard_of: dict[int, None] = {}
        """Channels in their order; one after the other, for after a long time there are many."""
        self._looking = Coalesced("posts", self._look, self._works)
        self._late: set[asyncio.Future[None]] = set()

    def forget(self, channel_id: int) -> None:
        """Remember no more how a thread was named."""
        self._named.pop(channel_id, None)

    def room(self, channel_id: int) -> discord.TextChannel | None:
        """The channel, if it can have threads."""
        channel = self._client.get_channel(channel_id)
        return channel if isinstance(channel, discord.TextChannel) else None

    def room_beside(self, channel_id: int) -> discord.TextChannel | None:
        """The same; for a thread, the channel that it belongs to."""
        channel = self._client.get_channel(channel_id)
        return self.room(channel.parent_id if isinstance(channel, discord.Thread) else channel_id)

    def lacking(self, room: discord.TextChannel) -> tuple[str, ...]:
        """The permissions that the bot would need to play in a thread there."""
        allowed = room.permissions_for(room.guild.me)
        return tuple(name for name in NEEDED if not getattr(allowed, name))

    def is_own(self, channel: object) -> bool:
        """Whether this is a thread that the bot has opened."""
        me = self._client.user
        return isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id

    @contextmanager
    def opening(self, why: Hashable) -> Iterator[None]:
        """While a thread is opened for this; raises Stale for a second press."""
        if why in self._opening:
            raise Stale
        self._opening.add(why)
        try:
            yield
        finally:
            self._opening.discard(why)

    async def open(
        self,
        room: discord.TextChannel | None,
        begin: Callable[[int], Awaitable[T]],
        *,
        game: str,
        host: str,
        locale: str,
    ) -> T:
        """What begins in a new public thread, which is put away again where that fails.

        Raises NoThreads, NoPermission, TooManyThreads.
        """
        thread_id = await self._made(room, self._names(game, host, locale, over=False))
        try:
            return await begin(thread_id)
        except BaseException:
            await self.give_up(thread_id)
            raise

    async def _made(self, room: discord.TextChannel | None, names: tuple[str, str]) -> int:
        if room is None:
            raise NoThreads
        lacking = self.lacking(room)
        if lacking:
            raise NoPermission(lacking)
        try:
            thread = await _with_a_name(names, partial(self._opened, room))
        except discord.HTTPException as error:
            if error.code in _TOO_MANY:
                raise TooManyThreads from error
            if error.code == _WRONG_CHANNEL:
                raise NoThreads from error
            if remedy(error) is Remedy.NO_ACCESS:
                raise NoPermission(NEEDED[:1]) from error
            raise
        return thread.id

    async def _opened(self, room: discord.TextChannel, name: str) -> discord.Thread:
        await self._pace.turn(Priority.BOARD)
        opening = room.create_thread(
            name=name,
            type=ChannelType.news_thread if room.is_news() else ChannelType.public_thread,
            auto_archive_duration=KEPT_OPEN,
        )
        return await in_time(opening, self._came_late)

    async def give_up(self, thread_id: int) -> None:
        """Put away a thread in which no table could be opened after all."""
        with given_up(_log, "empty thread not archived"):
            await self._pace.turn(Priority.PROGRESS)
            thread = await self._thread(thread_id)
            if thread is not None:
                await in_time(thread.edit(archived=True))

    async def take_up(self, thread: discord.Thread) -> None:
        """Open an archived post of a forum again: as it is nobody can press anything in it.

        One that was locked stays as it is, and so does any other thread.
        """
        post = isinstance(thread.parent, discord.ForumChannel)
        if not post or not thread.archived or thread.locked:
            return
        with given_up(_log, "post not taken up"):
            await self._pace.turn(Priority.PROGRESS)
            await in_time(thread.edit(archived=False))

    def _came_late(self, thread: discord.Thread | None) -> None:
        # Whoever asked for it was told that it failed.
        if thread is not None:
            putting_away = asyncio.ensure_future(self.give_up(thread.id))
            self._late.add(putting_away)
            putting_away.add_done_callback(self._late.discard)

    async def leave(self, channel_id: int, message_id: int | None, screen: Screen) -> None:
        """Say in the message that was the board where it is now."""
        if message_id is not None:
            with given_up(_log, "board left behind not stripped"):
                await self._messages.replace(channel_id, message_id, screen)

    def follow(self, change: Change) -> None:
        """Have the session's own thread named as a lobby opens in it or its game has ended."""
        if change.after is None:
            self.check(change.session_id)
            return
        record = change.after.record
        if record.own_thread and record.status != "playing" and _renamed(change.before, record):
            self.check(change.session_id)

    def check(self, session_id: int) -> None:
        """The same, where the session isn't at hand."""
        self._naming.ask(session_id)

    async def catch_up(self) -> None:
        """Do what nobody was there to do: name threads of ended sessions, open archived posts."""
        for session_id in await self._store.threads_to_name():
            self._naming.ask(session_id)
        heard_of = self._client.get_channel
        for played in await self._store.outlines():
            ours = played.guild_id is not None and self._shares.owns(played.guild_id)
            if played.status == "playing" and ours and heard_of(played.channel_id) is None:
                self._unheard_of[played.channel_id] = None
        self._looking.ask(None)

    async def _look(self, _: None) -> None:
        """Look for posts where we hear of no channel; what fails is tried again after the rest."""
        failed: Exception | None = None
        for channel_id in tuple(self._unheard_of):
            try:
                with let_be(_log, "archived post not found", channel=channel_id):
                    thread = await self._thread(channel_id)
                    if thread is not None:
                        await self.take_up(thread)
            except FAILURES as error:
                if pause_after(error) is not None:
                    raise  # Discord lets nothing else through, either
                failed = error
                continue
            except Exception:  # noqa: BLE001 - one post's trouble must not hold up the others
                _log.exception("archived post not found", channel=channel_id)
            self._unheard_of.pop(channel_id, None)
        if failed is not None:
            raise failed

    async def _name(self, session_id: int) -> None:
        try:
            await self._name_by(session_id)
        except DamagedSession as damaged:
            _log.info("thread not named", session=session_id, reason=damaged.reason)

    async def _name_by(self, session_id: int) -> None:
        record = await self._store.session(session_id)
        if record is None or not record.own_thread or not self._shares.owns(record.guild_id):
            return
        async with self._locks.of(record.channel_id):
            # Another game may have begun in the thread meanwhile: then it has that one's name.
            newest = await self._store.live_session_in(record.channel_id) or record
            with let_be(_log, "thread not named", session=session_id):
                await self._rename(newest)
            if record.status in ("over", "abandoned"):
                await self._store.thread_named(session_id)

    async def _rename(self, record: Session) -> None:
        host = next((seat.name for seat in record.seats if seat.user_id == record.host_id), "")
        over = record.status in ("over", "abandoned")
        names = self._names(record.game, host, record.locale, over=over)
        thread = await self._thread(record.channel_id)
        if thread is None or self._named.get(thread.id, thread.name) == names[0]:
            return
        await _with_a_name(names, partial(self._edit_name, thread))
        self._named[thread.id] = names[0]

    async def _edit_name(self, thread: discord.Thread, name: str) -> None:
        await self._pace.turn(Priority.PROGRESS)
        try:
            await in_time(thread.edit(name=name))
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await in_time(thread.edit(name=name, archived=False))

    async def _thread(self, channel_id: int) -> discord.Thread | None:
        """The thread, also an archived one, which we are told no more of."""
        channel: object = self._client.get_channel(channel_id)
        if channel is None:
            channel = await self._messages.channel(channel_id)
        return channel if isinstance(channel, discord.Thread) else None

    def _names(self, game: str, host: str, locale: str, *, over: bool) -> tuple[str, str]:
        """What a thread is called, and what instead where the server refuses people's names."""
        words = self._languages.words(locale)
        name = words(text(f"game.{game}.name"))
        key = "thread.over" if over else "thread.name"
        return shortened(words(text(key, game=name, host=plain(host))), LONGEST_NAME), name


async def _with_a_name(names: tuple[str, str], call: Callable[[str], Awaitable[T]]) -> T:
    """What a call gives with the first of the names, or with the second where that is refused."""
    wanted, otherwise = names
    try:
        return await call(wanted)
    except discord.HTTPException as error:
        if error.code not in (INVALID_FORM, _TITLE_BLOCKED):
            raise
        _log.info("name of a thread refused")
    return await call(otherwise)


def _renamed(before: Table | None, after: Session) -> bool:
    """Whether anything has changed after which a thread is named, or nobody knows."""
    if before is None:
        return True
    record = before.record
    names = [(one.status, one.host_id, one.locale) for one in (record, after)]
    return names[0] != names[1]


AT_ONCE = 10
"""Threads that are asked for at the same time, at most; the others when somebody looks again."""


class Stood(NamedTuple):
    """Where a thread is, which never changes: below which channel, and whether for few alone."""

    parent_id: int
    private: bool


class ArchivedThreads(Working):
    """Asks once for each thread, and in its own time; memory alone knows the answer."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._known: dict[int, Stood | None] = {}
        self._work = Coalesced("archived thread", self._find)

    def stood(self, channel_id: int) -> Stood | None:
        """Where a thread is that we don't hear of; None: there is none, or it isn't known yet."""
        if channel_id not in self._known and self._work.backlog().waiting < AT_ONCE:
            self._work.ask(channel_id)
        return self._known.get(channel_id)

    async def _find(self, channel_id: int) -> None:
        channel: object = None
        with let_be(_log, "archived thread not found"):
            channel = await self._messages.channel(channel_id)
        self._known[channel_id] = (
            Stood(channel.parent_id, channel.is_private())
            if isinstance(channel, discord.Thread)
            else None
        )
