"""What the page is told unasked: who is there, what waits for whom, what has happened."""

from collections.abc import Callable

from bot.local.browser.reading import Reading
from bot.local.browser.view import (
    View,
    Views,
    channel_view,
    channels_of,
    commands_view,
    interaction_view,
    person_view,
)
from bot.local.rules.commands import LOCALES
from bot.local.world import events
from bot.local.world.records import Message, User
from bot.local.world.world import World


class News:
    """Of one world, for whichever tab; `online`: whether the bot is there."""

    def __init__(
        self, world: World, views: Views, reading: Reading, online: Callable[[], bool]
    ) -> None:
        self._world = world
        self._views = views
        self._reading = reading
        self._online = online

    def people(self) -> View:
        """Everybody, the guild and the bot, as the tab is told of them."""
        world, waiting = self._world, self._reading.waiting
        people = [
            person_view(user, waiting(user), left=not world.is_member(user, world.guild))
            for user in world.users.values()
        ]
        return {
            "event": "people",
            "people": people,
            "guild": self._guild(),
            "bot": str(self._world.bot.id),
            "online": self._online(),
            "locales": sorted(LOCALES),
        }

    def _guild(self) -> View:
        guild = self._world.guild
        roles = [{"id": str(role.id), "name": role.name} for role in guild.roles.values()]
        return {"name": guild.name, "locale": guild.locale, "roles": roles}

    def channels(self, seat: User) -> list[View]:
        """A person's channels with what is unread."""
        reading = self._reading
        return [
            channel_view(self._world, seat, channel)
            | {"unread": reading.unread(seat, channel), "calls": reading.calls(seat, channel)}
            for channel in channels_of(self._world, seat)
        ]

    def told(self, seat: User, event: events.Event) -> list[View]:
        """What one person may know of an event."""
        match event:
            case events.MessageCreated(message) | events.MessageEdited(message):
                return self._shown(seat, message, new=isinstance(event, events.MessageCreated))
            case events.MessageDeleted(message) if message.seen_by in (None, seat.id):
                self._views.forget(message.id)
                place = {"channel": str(message.channel), "message": str(message.id)}
                return [{"event": "gone"} | place]
            case events.InteractionAnswered(done) | events.InteractionFailed(done):
                mine = done.user == seat.id
                return [{"event": "answered"} | interaction_view(done)] if mine else []
            case events.Typing(channel):
                return [{"event": "typing", "channel": str(channel.id)}]
        return self._lists(seat, event)

    def _lists(self, seat: User, event: events.Event) -> list[View]:
        match event:
            case events.CommandsChanged() | events.UserChanged():
                return [{"event": "commands", "commands": commands_view(self._world, seat)}]
            case (
                events.ChannelCreated()
                | events.ChannelUpdated()
                | events.ChannelDeleted()
                | events.MemberJoined()
                | events.MemberLeft()
            ):
                return [{"event": "channels", "channels": self.channels(seat)}]
            case _:
                return []

    def _shown(self, seat: User, message: Message, *, new: bool) -> list[View]:
        if not self._world.may_see(seat, message):
            # Somebody else's direct message: only how much waits for them shows on their seat.
            return [self.people()] if new else []
        drawn = self._views.message(message)
        frames: list[View] = [{"event": "message", "new": new, "message": drawn}]
        if new:
            frames.append({"event": "channels", "channels": self.channels(seat)})
            frames.append(self.people())
        return frames
