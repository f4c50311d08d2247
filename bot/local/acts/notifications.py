"""Whom a message calls: what makes a person's phone buzz, and when."""

import re
from collections import defaultdict
from dataclasses import dataclass

from bot.local.acts.messages import MENTION
from bot.local.world.events import Event, MessageCreated
from bot.local.world.records import SILENT, Message
from bot.local.world.world import World

CODE = re.compile(r"<(?:[#@/:]|t:|a:).*?>")


@dataclass(frozen=True)
class Notification:
    """One call of one person: by which message, where, and at what time of the world's clock.

    `push`: what a phone shows of it, nothing of a message of components alone."""

    user: int
    channel: int
    message: int
    at: float
    push: str


class Notifications:
    """Every notification since the start, as Discord's clients give them by default.

    A new message notifies its recipient in direct messages, and in the guild those whom it mentions
    with leave of `allowed_mentions`. An edit never does, nor a silent message, nor what only its
    owner sees, nor an answer to what the person did this moment."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_place: dict[tuple[int, int], list[Notification]] = defaultdict(list)
        self._all: list[Notification] = []
        self.unreadable: list[Notification] = []
        """Those of which a phone shows nothing, or a code that only the app draws."""
        world.listeners.append(self._hear)

    def of(self, user: int) -> list[Notification]:
        """The person's notifications, oldest first."""
        return [notification for notification in self._all if notification.user == user]

    def since(self, user: int, channel: int, message: int) -> int:
        """How many in that channel came after that message and haven't been deleted since."""
        count, there = 0, self._world.channels[channel].messages
        for notification in reversed(self._by_place[user, channel]):
            if notification.message <= message:
                break
            count += notification.message in there
        return count

    def clear(self) -> None:
        """Forget all until now."""
        self._by_place.clear()
        self._all.clear()

    def _hear(self, event: Event) -> None:
        if not isinstance(event, MessageCreated):
            return
        message, now, push = event.message, self._world.clock.now(), self._push(event.message)
        for user in self._called(message):
            notification = Notification(user, message.channel, message.id, now, push)
            self._by_place[user, message.channel].append(notification)
            self._all.append(notification)
            if not push or CODE.search(push):
                self.unreadable.append(notification)

    def _push(self, message: Message) -> str:
        """The content with people's names; times and channels stay the codes that they are."""

        def name(mention: re.Match[str]) -> str:
            user = self._world.users.get(int(mention[1]))
            return mention[0] if user is None else f"@{user.name}"

        return MENTION.sub(name, message.content)

    def _called(self, message: Message) -> list[int]:
        if message.flags & SILENT or message.seen_by is not None:
            return []
        channel = self._world.channels[message.channel]
        wanted = [channel.recipient] if channel.recipient is not None else message.mentions
        doing = message.interaction["user"]["id"] if message.interaction else None
        people = [self._world.users[user] for user in wanted if str(user) != doing]
        return [
            user.id
            for user in people
            if user.id != message.author and not user.bot and self._world.may_see(user, message)
        ]
