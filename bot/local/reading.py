"""How far each person has read each channel."""

from bot.local.page_view import channels_of
from bot.local.world import Channel, User, World


class Reading:
    def __init__(self, world: World) -> None:
        self._world = world
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

    def waiting(self, user: User) -> int:
        """Unread direct messages, and unread messages elsewhere that mention the person."""
        count = 0
        for channel in channels_of(self._world, user):
            if channel.direct:
                count += self.unread(user, channel)
                continue
            mark = self._marks.get((user.id, channel.id), 0)
            for message in reversed(channel.messages.values()):
                if message.id <= mark:
                    break
                count += user.id in message.mentions
        return count
