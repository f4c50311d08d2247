"""Where our messages stand, and what each looks like at the moment, as far as we know.

How much of its session a message shows is noted for a restart; how it looks is lost then."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Self, TypeAlias

import orjson
import structlog

from bot.delivery.known.noted import Notes, Tokens
from bot.delivery.wire.caution import alone
from bot.screens.screen import Screen
from bot.sessions.sessions import Locks
from bot.sessions.table.table import Table
from bot.store.records.people import (
    EVERYBODY,
    NOTHING_SHOWN,
    Attachment,
    Attendance,
    Post,
    PostKind,
)
from bot.store.store import Store
from engine.text import frozen

_log = structlog.get_logger(__name__)

BESIDE_AFTER = 1.0
"""Seconds for which a change waits for another of the same message; then it goes on beside it."""
_KEPT = 20_000
_SENT = 1_000
_UNKNOWN = b""


@frozen
class Look:
    """A message as last sent: digest of its components, key of its picture.

    `picture`: what Discord holds of it, if that can be kept. `changes`: how many changes of the
    session it shows. `asks`: the step of the game first, then the answer so far; looks that ask
    the same differ only in what somebody else did. `owes`: the step of the choice that its reader
    owes. `events`: how many of the changes were no choices.
    """

    components: bytes
    key: str | None
    changes: int
    asks: tuple[object, ...] | None = None
    picture: Attachment | None = None
    owes: int | None = None
    events: int = 0

    @classmethod
    def stored(cls, post: Post) -> Self:
        """What the store knows of a message: its picture alone."""
        key = None if post.picture is None else post.picture.key
        return cls(_UNKNOWN, key, post.shown, picture=post.picture)

    def unsure(self) -> Self:
        """The same where the message may show anything."""
        return replace(self, components=_UNKNOWN, changes=NOTHING_SHOWN, asks=None)

    @property
    def known(self) -> bool:
        """Whether it was seen by this process, not only read from the store."""
        return self.components != _UNKNOWN

    def shows(self, table: Table) -> bool:
        """Whether the table has not changed since; what no change counts is asked for surely."""
        return self.changes == table.record.changes and self.known

    def same(self, other: Look) -> bool:
        """Whether nobody could tell them apart."""
        return self.components == other.components != _UNKNOWN and self.key == other.key


@dataclass(slots=True, eq=False)
class Change:
    """One call that changes a message. `overtaken`: another was under way beside it.

    `look`: how the message looks once that was carried out.
    """

    look: Look | None = None
    overtaken: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Looks:
    """The last look of each message, by its id; the newest are kept.

    `living`: how many processes may change messages.
    """

    def __init__(self, living: Callable[[], int] = alone) -> None:
        self._living = living
        self._looks: OrderedDict[int, Look] = OrderedDict()
        self._under_way: dict[int, list[Change]] = {}
        self._doubtful: OrderedDict[int, None] = OrderedDict()
        """In the order in which they came to be so; the newest are kept."""
        self._sent: OrderedDict[str, int] = OrderedDict()
        """By nonce, what was sent and isn't known to be on the disk."""
        self._keeping = True

    def look(self, message_id: int) -> Look | None:
        """The look of a message, if anything is known of it."""
        return self._looks.get(message_id)

    def known(self, message_id: int) -> bool:
        """Whether this process has seen what the message shows."""
        look = self._looks.get(message_id)
        return look is not None and look.known

    def doubtful(self, message_id: int) -> bool:
        """Whether the message may show less than was noted of it: a change of it went wrong."""
        return message_id in self._doubtful

    def doubt(self, message_id: int) -> None:
        """Something that was given up has reached the message after all."""
        self._looks.pop(message_id, None)
        self._doubtful[message_id] = None
        while len(self._doubtful) > _KEPT:
            self._doubtful.popitem(last=False)

    def keep(self, message_id: int, look: Look) -> None:
        """Note what was sent."""
        self._doubtful.pop(message_id, None)
        self._looks[message_id] = look if self._keeping else replace(look, picture=None)
        self._looks.move_to_end(message_id)
        while len(self._looks) > _KEPT:
            self._looks.popitem(last=False)

    def recall(self, post: Post) -> None:
        """Note what the store knows of a message, unless more is known."""
        known = post.message_id in self._looks or post.message_id in self._doubtful
        if self._keeping and not known:
            self.keep(post.message_id, Look.stored(post))

    def sent_by(self, nonce: str) -> int | None:
        """The message that an earlier try has sent, if the disk didn't take where it stands.

        Discord knows a nonce for some minutes; a store may be away for longer.
        """
        return self._sent.get(nonce)

    def note_sent(self, nonce: str, message_id: int) -> None:
        """Note that it was sent."""
        self._sent[nonce] = message_id
        while len(self._sent) > _SENT:
            self._sent.popitem(last=False)

    def placed(self, message_id: int) -> None:
        """Where it stands is on the disk."""
        for nonce in [nonce for nonce, sent in self._sent.items() if sent == message_id]:
            del self._sent[nonce]

    def forget(self, message_id: int) -> None:
        """The message is gone, or none of ours any more."""
        self.placed(message_id)
        self._doubtful.pop(message_id, None)
        self._looks.pop(message_id, None)

    def forget_all(self) -> None:
        """Any of them may have been changed by another process."""
        self._looks.clear()

    def changing(self, message_id: int) -> bool:
        """Whether a change of the message is under way."""
        return message_id in self._under_way

    def keep_no_pictures(self) -> None:
        """From now on pictures are sent with every edit: Discord refuses to keep them.

        But where another process may just have put others in their place.
        """
        if self._living() > 1:
            return
        _log.warning("every edit uploads its picture from now on")
        self._keeping = False
        for message_id, look in self._looks.items():
            self._looks[message_id] = replace(look, picture=None)

    async def quiet(self, message_id: int) -> None:
        """Wait until nothing changes the message, or that has taken too long."""
        if message_id not in self._under_way:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(BESIDE_AFTER):
                while under_way := self._under_way.get(message_id):
                    await under_way[0].ended.wait()

    @contextmanager
    def change(self, message_id: int) -> Iterator[Change]:
        """While a message is changed. Of two changes at once nobody knows which came last."""
        change, under_way = Change(), self._under_way.setdefault(message_id, [])
        under_way.append(change)
        if len(under_way) > 1:
            for one in under_way:
                one.overtaken = True
        try:
            yield change
        finally:
            under_way.remove(change)
            if not under_way:
                del self._under_way[message_id]
            change.ended.set()
            if change.look is None or change.overtaken:
                self.doubt(message_id)
            else:
                self.keep(message_id, change.look)


def only_progress(before: Look | None, after: Look) -> bool:
    """Whether nothing differs but what somebody else did."""
    return before is not None and before.asks is not None and before.asks == after.asks


def only_others(before: Look | None, after: Look) -> bool:
    """Whether nothing differs but that others have gone on, without anything to be chosen."""
    if before is None or before.asks is None or after.asks is None:
        return False
    idle = before.owes is None and after.owes is None
    return idle and before.asks[1:] == after.asks[1:]


def digest(screen: Screen) -> bytes:
    """Equal digests, equal components."""
    return blake2b(orjson.dumps(screen.frame), digest_size=16).digest()


KEPT_IN_MEMORY = 2_000

Name: TypeAlias = tuple[PostKind, int]
"""Which post of a session: its kind and whose it is."""


@dataclass(slots=True, eq=False)
class _Held:
    """A session's posts. `outdated`: another process was at them since they were read.

    `read`: as the store was last known to have them; what is otherwise in `posts` isn't noted yet.
    """

    posts: dict[Name, Post]
    read: dict[Name, Post]
    outdated: bool = False


class Posts:
    """The posts of each session, held in memory as long as there is room.

    Where a message stands is on the disk before it is taken for granted; what it shows is
    noted a little later.
    """

    def __init__(self, store: Store, notes: Notes, looks: Looks, tokens: Tokens) -> None:
        self._store = store
        self._notes = notes
        self._looks = looks
        self._tokens = tokens
        self._posts: OrderedDict[int, _Held] = OrderedDict()
        self._dropped = 0
        self._locks = Locks()

    async def of(self, session_id: int) -> Mapping[Name, Post]:
        """All posts of a session."""
        return (await self._held(session_id)).posts

    async def find(self, session_id: int, kind: PostKind, user_id: int = EVERYBODY) -> Post | None:
        """A post, if one stands."""
        held = self._posts.get(session_id)
        if held is None:
            held = await self._held(session_id)
        return held.posts.get((kind, user_id))

    async def place(
        self, session_id: int, post: Post, told: Attendance | None = None
    ) -> Post | None:
        """A message takes its kind's place, and tells somebody; the post before it."""
        # Who reads meanwhile what was dropped from memory must wait, or would not know of it.
        async with self._locks.of(session_id):
            held = await self._loaded(session_id)
            self._notes.drop_post(session_id, post.message_id)
            await self._store.save_post(session_id, post, told)
            self._looks.placed(post.message_id)
            before = held.posts.get((post.kind, post.user_id))
            held.posts[post.kind, post.user_id] = held.read[post.kind, post.user_id] = post
            return before

    async def shows(
        self, session_id: int, kind: PostKind, user_id: int, message_id: int, look: Look
    ) -> None:
        """A message looks so now; nothing if another has its place."""
        posts = (await self._held(session_id)).posts
        post = posts.get((kind, user_id))
        if post is None or post.message_id != message_id:
            return
        showing = replace(post, shown=look.changes, picture=look.picture)
        if showing != post:
            posts[kind, user_id] = showing
            self._notes.post(session_id, showing)

    def doubt(self, session_id: int, kind: PostKind, user_id: int, message_id: int) -> None:
        """Nobody knows what a message shows: a start must look at it, whatever was noted of it."""
        held = self._posts.get(session_id)
        post = None if held is None else held.posts.get((kind, user_id))
        if held is not None and post is not None and post.message_id == message_id:
            held.posts[kind, user_id] = doubted = replace(post, shown=NOTHING_SHOWN)
            self._notes.post(session_id, doubted)

    async def forget(
        self, session_id: int, kind: PostKind, user_id: int = EVERYBODY
    ) -> Post | None:
        """A message is gone; the post that it was."""
        async with self._locks.of(session_id):
            held = await self._loaded(session_id)
            await self._store.forget_post(session_id, kind, user_id)
            held.read.pop((kind, user_id), None)
            return held.posts.pop((kind, user_id), None)

    async def placed(self, session_id: int) -> None:
        """Wait until every message of a session that took its place by now has it on the disk."""
        async with self._locks.of(session_id):
            pass

    async def doubt_all(self, session_id: int) -> None:
        """The session's messages may show something else than was noted of them."""
        for post in (await self.of(session_id)).values():
            self._looks.doubt(post.message_id)

    async def forget_looks(self, session_id: int) -> None:
        """Have nobody know what a session's messages look like."""
        for post in (await self.of(session_id)).values():
            self._looks.forget(post.message_id)

    def drop(self, session_id: int) -> None:
        """Read a session's posts anew at the next look."""
        self._posts.pop(session_id, None)

    def drop_all(self) -> None:
        """The same of every session; what messages look like is known of none."""
        self._dropped += 1
        self._posts.clear()
        self._looks.forget_all()

    def outdate(self, session_id: int) -> None:
        """Another process has placed or changed messages: see `reread` before the next look."""
        if (held := self._posts.get(session_id)) is not None:
            held.outdated = True

    def is_at_hand(self, session_id: int) -> bool:
        """Whether a session's posts are in memory, as they are."""
        held = self._posts.get(session_id)
        return held is not None and not held.outdated

    def is_outdated(self, session_id: int) -> bool:
        """Whether another process was at a session's messages since they were read."""
        held = self._posts.get(session_id)
        return held is not None and held.outdated

    async def reread(self, session_id: int) -> set[Name] | None:
        """Another process has placed or changed messages: what it noted of them holds.

        But where this one was at the same message nobody knows which came last. Which are
        otherwise than they were known here; None: nothing was known of them.
        """
        async with self._locks.of(session_id):
            held = self._posts.get(session_id)
            if held is None:
                return None
            held.outdated = False
            before, read = dict(held.posts), held.read
            stored = held.read = await self._stored(session_id)
            changed = set()
            for name in before.keys() | stored.keys():
                known, now = before.get(name), stored.get(name)
                # What was done here meanwhile, or isn't noted yet, is later than what was read.
                if now in (known, read.get(name)) or held.posts.get(name) is not known:
                    continue
                changed.add(name)
                self._takes_over(session_id, held.posts, name, now)
            return changed

    def _takes_over(
        self, session_id: int, posts: dict[Name, Post], name: Name, now: Post | None
    ) -> None:
        known = posts.pop(name, None)
        if known is not None:
            message_id = known.message_id
            if self._looks.changing(message_id) or self._notes.is_noted(session_id, message_id):
                self._looks.doubt(message_id)
            else:
                self._looks.forget(message_id)
        if now is not None:
            posts[name] = now
            self._looks.recall(now)

    async def _held(self, session_id: int) -> _Held:
        held = self._posts.get(session_id)
        if held is None:
            async with self._locks.of(session_id):
                return await self._loaded(session_id)
        self._posts.move_to_end(session_id)
        return held

    async def _loaded(self, session_id: int) -> _Held:
        """What is in memory, or comes into it; the latter under the session's lock."""
        held = self._posts.get(session_id)
        if held is None:
            stored = await self._newest(session_id)
            held = self._posts[session_id] = _Held(dict(stored), stored)
            for post in stored.values():
                self._looks.recall(post)
        self._posts.move_to_end(session_id)
        while len(self._posts) > KEPT_IN_MEMORY:
            self.drop(next(iter(self._posts)))
        return held

    async def _newest(self, session_id: int) -> dict[Name, Post]:
        while True:
            dropped = self._dropped
            stored = await self._stored(session_id)
            if self._dropped == dropped:
                return stored

    async def _stored(self, session_id: int) -> dict[Name, Post]:
        """As the store has them; what is noted there of tokens is recalled."""
        stored = {}
        for post, token in await self._store.posts_and_tokens(session_id):
            stored[post.kind, post.user_id] = post
            if token is not None:
                self._tokens.recall(token)
        return stored
