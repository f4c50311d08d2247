"""What kinds of messages differ in: what is drawn, for whom, what becomes of one that is lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from bot.delivery.calling.messages import Messages
from bot.delivery.calling.permissions import Barred
from bot.delivery.known.looks import Look, Looks
from bot.delivery.known.posts import Posts
from bot.delivery.rendering.rendering import Rendered
from bot.delivery.wire.coalesced import Queue, Works
from bot.delivery.wire.faults import Remedy, remedy
from bot.delivery.wire.pace import Priority
from bot.languages import Languages
from bot.people import People
from bot.screens.parts.screen import Screen
from bot.sessions.sessions import Sessions
from bot.sessions.table.table import Table
from bot.store.records.messages import Post, PostKind
from bot.store.records.sessions import Outline
from bot.time import Alarms, Clock


class SeatLost(Exception):
    """The person left while the message was on its way."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What all kinds of kept messages need around them."""

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
    works: Works


class KindOfMessage(ABC):
    """One kind of our messages; `kept.py` asks it whenever one of them is to be changed."""

    kind: ClassVar[PostKind]
    priority: ClassVar[Priority]
    behind: ClassVar[float] = 0.0
    """Seconds for which messages that lag since later are rendered first."""

    def __init__(self, outside: Outside) -> None:
        self._sessions = outside.sessions
        self._posts = outside.posts
        self._looks = outside.looks
        self._messages = outside.messages
        self._queue = outside.queue

    @abstractmethod
    async def render(
        self, table: Table, user_id: int, before: Look | None, *, pictured: bool = True
    ) -> Rendered:
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

    async def apart(self, outline: Outline, user_id: int) -> Screen | None:
        """What the message says while its session is set apart, or once that was ended so.

        None: it stays as it is.
        """
        return None

    async def is_to_notify(self, table: Table, post: Post, look: Look) -> bool:
        """Whether the message is to be sent anew though it could be edited.

        Where that comes later, it is asked for again then.
        """
        return False

    async def is_to_replace(self, post: Post, error: Exception) -> bool:
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

    def is_worth_a_call(self, before: Look | None, after: Look) -> bool:
        """Whether a difference is shown where that costs one of the bot's calls."""
        return True

    def paid(self, table: Table, before: Look | None, after: Look) -> None:
        """One of the bot's calls was spent on an edit."""
        return
