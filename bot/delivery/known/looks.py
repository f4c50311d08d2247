"""What each message looks like at the moment, as far as we know; lost at a restart."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Self

import orjson
import structlog

from bot.delivery.wire.pace import alone
from bot.screens.parts.screen import Screen
from bot.sessions.table.table import Table
from bot.store.records.people import NOTHING_SHOWN, Attachment, Post

_log = structlog.get_logger(__name__)

BESIDE_AFTER = 1.0
"""Seconds for which a change waits for another of the same message; then it goes on beside it."""
_KEPT = 20_000
_UNKNOWN = b""


@dataclass(frozen=True, slots=True)
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
    """One call that changes a message. `overtaken`: another was under way beside it."""

    look: Look | None = None
    overtaken: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def done(self, look: Look) -> None:
        """The call was carried out; the message looks like this."""
        self.look = look


class Looks:
    """The last look of each message, by its id; the newest are kept.

    `living`: how many processes may change messages.
    """

    def __init__(self, living: Callable[[], int] = alone) -> None:
        self._living = living
        self._looks: OrderedDict[int, Look] = OrderedDict()
        self._under_way: dict[int, list[Change]] = {}
        self._doubtful: set[int] = set()
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
        self._doubtful.add(message_id)

    def keep(self, message_id: int, look: Look) -> None:
        """Note what was sent."""
        self._doubtful.discard(message_id)
        self._looks[message_id] = look if self._keeping else replace(look, picture=None)
        self._looks.move_to_end(message_id)
        while len(self._looks) > _KEPT:
            self._looks.popitem(last=False)

    def recall(self, post: Post) -> None:
        """Note what the store knows of a message, unless more is known."""
        known = post.message_id in self._looks or post.message_id in self._doubtful
        if self._keeping and not known:
            self.keep(post.message_id, Look.stored(post))

    def forget(self, message_id: int) -> None:
        """The message is gone, or none of ours any more."""
        self._doubtful.discard(message_id)
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
