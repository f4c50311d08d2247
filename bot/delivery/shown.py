"""What each message shows at the moment, as far as we know; lost at a restart."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b

import orjson

from bot.screens.parts import Screen
from bot.sessions.table import Stamp

_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Look:
    """A message as last sent: digest of its components, key and alt text of its picture.

    `drawn`: the moment of the session that it shows. `asks`: the moment of the game and the
    answer so far; looks that ask the same differ only in what somebody else did.
    """

    components: bytes
    picture: object
    alt: str | None
    drawn: Stamp
    asks: object = None

    def same(self, other: Look) -> bool:
        """Whether nobody could tell them apart."""
        return self.components == other.components and self.picture == other.picture


@dataclass(slots=True)
class Change:
    """One call that changes a message. `overtaken`: another was under way at the same time."""

    look: Look | None = None
    overtaken: bool = False

    def done(self, look: Look) -> None:
        """The call was carried out; the message looks like this."""
        self.look = look


class Shown:
    """The last look of each message, by its id; the newest are kept."""

    def __init__(self) -> None:
        self._looks: OrderedDict[int, Look] = OrderedDict()
        self._under_way: Counter[int] = Counter()
        self._overtaken: set[int] = set()
        self._doubtful: set[int] = set()

    def look(self, message_id: int) -> Look | None:
        """The look of a message, if known."""
        return self._looks.get(message_id)

    def doubtful(self, message_id: int) -> bool:
        """Whether the message may show less than was noted of it: a change of it went wrong."""
        return message_id in self._doubtful

    def keep(self, message_id: int, look: Look) -> None:
        """Note what was sent."""
        self._doubtful.discard(message_id)
        self._looks[message_id] = look
        self._looks.move_to_end(message_id)
        while len(self._looks) > _KEPT:
            self._looks.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """The message is gone, or none of ours any more."""
        self._doubtful.discard(message_id)
        self._looks.pop(message_id, None)

    @contextmanager
    def change(self, message_id: int) -> Iterator[Change]:
        """While a message is changed. Of two changes at once nobody knows which came last."""
        change = Change()
        if self._under_way[message_id]:
            self._overtaken.add(message_id)
        self._under_way[message_id] += 1
        try:
            yield change
        finally:
            self._under_way[message_id] -= 1
            change.overtaken |= message_id in self._overtaken
            if not self._under_way[message_id]:
                del self._under_way[message_id]
                self._overtaken.discard(message_id)
            if change.look is None or change.overtaken:
                self._looks.pop(message_id, None)
                self._doubtful.add(message_id)
            else:
                self.keep(message_id, change.look)


def digest(screen: Screen) -> bytes:
    """Equal digests, equal components."""
    return blake2b(orjson.dumps(screen.frame), digest_size=16).digest()
