"""The page's WebSocket: one person's seat in one browser tab."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from bot.local.acts import actions
from bot.local.acts.actions import CannotDo
from bot.local.browser.news import News
from bot.local.browser.reading import Reading
from bot.local.browser.view import View, Views, channels_of, commands_view
from bot.local.rules.commands import LOCALES, InvalidOption, NoSuchCommand
from bot.local.rules.errors import ApiError
from bot.local.rules.modals import InvalidForm
from bot.local.world import events, guilds
from bot.local.world.records import Channel, Message, User
from bot.local.world.world import World

HISTORY: Final = 60
MISTAKES: Final = (
    CannotDo,
    NoSuchCommand,
    InvalidOption,
    InvalidForm,
    ApiError,
    KeyError,
    ValueError,
    TypeError,
)


class Desk:
    """Opens page sockets on one world; they share drawings of messages and what was read."""

    def __init__(
        self, world: World, views: Views, reading: Reading, online: Callable[[], bool]
    ) -> None:
        self.world = world
        self.views = views
        self.reading = reading
        self.news = News(world, views, reading, online)
        self._sockets: set[web.WebSocketResponse] = set()
        self._tabs: set[Tab] = set()

    def tell_people(self) -> None:
        """Tell every tab for whom something waits."""
        people = self.news.people()
        for tab in self._tabs:
            tab.send(people)

    async def close(self, _: web.Application) -> None:
        """Close every tab's socket, so that the server needn't wait for them."""
        for socket in tuple(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """The WebSocket route."""
        socket = web.WebSocketResponse(heartbeat=30.0)
        await socket.prepare(request)
        self._sockets.add(socket)
        tab = Tab(self, socket)
        self._tabs.add(tab)
        self.world.listeners.append(tab.hear)
        writer = asyncio.create_task(tab.write())
        tab.send(self.news.people())
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    tab.obey(orjson.loads(message.data))
        finally:
            self._sockets.discard(socket)
            self._tabs.discard(tab)
            self.world.listeners.remove(tab.hear)
            writer.cancel()
        return socket


class Tab:
    """What one tab asks for, is answered and is told unasked; before it has sat, who is there."""

    def __init__(self, desk: Desk, socket: web.WebSocketResponse) -> None:
        self._desk = desk
        self._world = desk.world
        self._news = desk.news
        self._socket = socket
        self._frames: asyncio.Queue[View] = asyncio.Queue()
        self._seat: User | None = None

    def send(self, frame: View) -> None:
        """Queue a frame for the tab."""
        self._frames.put_nowait(frame)

    async def write(self) -> None:
        """Send queued frames until the tab is closed."""
        while True:
            frame = await self._frames.get()
            with contextlib.suppress(ConnectionError):
                await self._socket.send_str(orjson.dumps(frame).decode())

    def obey(self, asked: View) -> None:
        """Do what the page asks and answer under its number; a mistake is answered with words."""
        reply: View = {"reply": asked.get("number")}
        try:
            wish = getattr(self, f"do_{asked['do']}")
            reply["result"] = wish(asked)
        except MISTAKES as mistake:
            reply["error"] = _words(mistake)
        self.send(reply)

    @property
    def seat(self) -> User:
        """Who sits here; raises CannotDo before anybody does."""
        if self._seat is None:
            raise CannotDo("take a seat first")
        return self._seat

    def _channel(self, asked: View) -> Channel:
        channel = self._world.channels[int(asked["channel"])]
        if channel not in channels_of(self._world, self.seat):
            raise CannotDo("you can't look in there")
        return channel

    def _message(self, asked: View) -> Message:
        message = self._world.messages.get(int(asked["message"]))
        if message is None:
            raise CannotDo("that message is gone")
        return message

    def do_sit(self, asked: View) -> View:
        """Take a seat."""
        self._seat = self._world.users[int(asked["user"])]
        commands = commands_view(self._world, self.seat)
        return {
            "me": str(self.seat.id),
            "channels": self._news.channels(self.seat),
            "commands": commands,
        }

    def do_open(self, asked: View) -> View:
        """Read a channel."""
        channel = self._channel(asked)
        self._desk.reading.read(self.seat, channel)
        self._desk.tell_people()
        seen = [m for m in channel.messages.values() if self._world.may_see(self.seat, m)]
        messages = [self._desk.views.message(message) for message in seen[-HISTORY:]]
        return {
            "channel": str(channel.id),
            "messages": messages,
            "channels": self._news.channels(self.seat),
        }

    def do_read(self, asked: View) -> None:
        """All there is in a channel has been seen."""
        self._desk.reading.read(self.seat, self._channel(asked))
        self.send({"event": "channels", "channels": self._news.channels(self.seat)})
        self._desk.tell_people()

    def do_say(self, asked: View) -> None:
        """Write a message."""
        actions.say(self._world, self.seat, self._channel(asked), str(asked["text"]))

    def do_command(self, asked: View) -> View:
        """Type a slash command, or ask for completion."""
        interaction = actions.command(
            self._world,
            self.seat,
            self._channel(asked),
            str(asked["name"]),
            asked.get("options") or {},
            completing=asked.get("completing"),
        )
        return {"interaction": str(interaction.id)}

    def do_press(self, asked: View) -> View:
        """Press a button."""
        message = self._message(asked)
        interaction = actions.press(self._world, self.seat, message, asked["component"])
        return {"interaction": str(interaction.id)}

    def do_choose(self, asked: View) -> View:
        """Choose in a select."""
        message, values = self._message(asked), [str(value) for value in asked["values"]]
        interaction = actions.choose(self._world, self.seat, message, asked["component"], values)
        return {"interaction": str(interaction.id)}

    def do_submit(self, asked: View) -> View:
        """Hand in a form."""
        opened = self._world.interactions[int(asked["interaction"])]
        interaction = actions.submit(self._world, self.seat, opened, asked["answers"])
        return {"interaction": str(interaction.id)}

    def do_thread(self, asked: View) -> View:
        """Start a thread."""
        name, channel = str(asked["name"]), self._channel(asked)
        return {"channel": str(actions.start_thread(self._world, self.seat, channel, name).id)}

    def do_post(self, asked: View) -> View:
        """Post in a forum."""
        name, text, forum = str(asked["name"]), str(asked["text"]), self._channel(asked)
        return {"channel": str(actions.start_post(self._world, self.seat, forum, name, text).id)}

    def do_change_thread(self, asked: View) -> None:
        """Rename, archive, lock a thread, or undo that."""
        changes = {key: asked[key] for key in ("name", "archived", "locked") if key in asked}
        actions.change_thread(self._world, self.seat, self._channel(asked), **changes)

    def do_delete_thread(self, asked: View) -> None:
        """Delete a thread."""
        actions.delete_thread(self._world, self.seat, self._channel(asked))

    def do_dismiss(self, asked: View) -> None:
        """Put an ephemeral message away."""
        actions.dismiss(self._world, self.seat, self._message(asked))

    def do_remove(self, asked: View) -> None:
        """Delete a message."""
        actions.remove(self._world, self.seat, self._message(asked))

    def do_person(self, asked: View) -> None:
        """Change the seat's own name, language, open direct messages; leave the guild, or join."""
        name = str(asked.get("name", self.seat.name)).strip()
        locale = asked.get("locale", self.seat.locale)
        if not 1 <= len(name) <= 32 or locale not in LOCALES:
            raise CannotDo("a name has 1 to 32 characters")
        self.seat.name, self.seat.locale = name, locale
        self.seat.closed_dms = bool(asked.get("closed", self.seat.closed_dms))
        member = self._world.is_member(self.seat, self._world.guild)
        if bool(asked.get("left", not member)) is member:
            (guilds.leave if member else guilds.join)(self._world, self.seat)
        self._world.emit(events.UserChanged(self.seat))

    def do_add(self, asked: View) -> View:
        """Add a person."""
        name = str(asked["name"]).strip()
        if not 1 <= len(name) <= 32:
            raise CannotDo("a name has 1 to 32 characters")
        user = self._world.add_user(name)
        self._world.emit(events.UserChanged(user))
        return {"user": str(user.id)}

    def do_guild(self, asked: View) -> None:
        """Make the guild a community, for others have no language, and choose its language."""
        if asked["locale"] not in LOCALES:
            raise CannotDo("Discord doesn't know that language")
        self._world.guild.locale, self._world.guild.community = asked["locale"], True
        self._world.emit(events.GuildChanged(self._world.guild))

    def hear(self, event: events.Event) -> None:
        """Tell the tab what its person may know of an event."""
        if isinstance(event, events.UserChanged | events.GuildChanged | events.BotConnected):
            self.send(self._news.people())
        if self._seat is not None:
            for frame in self._news.told(self._seat, event):
                self.send(frame)


def _words(mistake: Exception) -> str:
    if isinstance(mistake, ApiError):
        return f"{mistake.message} ({mistake.code})"
    if isinstance(mistake, KeyError):
        return "that isn't there any more"
    return str(mistake)
