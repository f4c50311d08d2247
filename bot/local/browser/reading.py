"""How far each person has read each channel."""

from bot.local.acts.notifications import Notifications
from bot.local.browser.view import channels_of
from bot.local.world.records import Channel, User
from bot.local.world.world import World


class Reading:
    """What is unread is everything new; what calls is what notified the person."""

    def __init__(self, world: World, notifications: Notifications) -> None:
        self._world = world
        self._notifications = notifications
        self._marks: dict[tuple[int, int], int] = {}

    def read(self, user: User, channel: Channel) -> None:
        """The person has seen everything there is."""
        self._marks[user.id, channel.id] = next(reversed(channel.messages), 0)

    def unread(self, user: User, channel: Channel) -> int:
        """Messages of others, after the last one read, that the person may see."""
        mark, count = self._marks.get((user.id, channel.id), 0), 0
        for message in reversed(channel.messages.values()):
            if message.id <= mark:
                break
            count += message.author != user.id and self._world.may_see(user, message)
        return count

    def calls(self, user: User, channel: Channel) -> int:
        """Notifications there after the last message read."""
        mark = self._marks.get((user.id, channel.id), 0)
        return self._notifications.since(user.id, channel.id, mark)

    def waiting(self, user: User) -> int:
        """Notifications everywhere that the person hasn't followed."""
        return sum(self.calls(user, channel) for channel in channels_of(self._world, user))
