"""People at the local table, for tests: they type, press, choose, and wait for what they see."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from bot.local import LocalDiscord
from bot.local.acts import actions
from bot.local.acts.interactions import CHOICES
from bot.local.acts.notifications import Notification
from bot.local.rules.components import BUTTON, walk
from bot.local.rules.selects import SELECTS
from bot.local.world import events
from bot.local.world.records import LOADING, Channel, Interaction, Message, User
from bot.local.world.world import World

Component = dict[str, Any]
T = TypeVar("T")
TIMEOUT = 10.0


class Failed(AssertionError):
    """The person saw "interaction failed"."""


class NotSeen(AssertionError):
    """What the person waited for did not appear in time."""


def text_of(message: Message) -> str:
    """All the words of a message, in reading order."""
    embeds = [
        part
        for embed in message.embeds
        for part in (
            embed.get("title"),
            embed.get("description"),
            *(f"{field['name']}\n{field['value']}" for field in embed.get("fields") or []),
            (embed.get("footer") or {}).get("text"),
        )
    ]
    displays = [c["content"] for c in walk(message.components) if c["type"] == 10]
    return "\n".join(part for part in [message.content, *embeds, *displays] if part)


def buttons(message: Message) -> list[Component]:
    return [c for c in walk(message.components) if c["type"] == BUTTON]


def is_more(button: Component) -> bool:
    """Whether it leads to all else that can be done."""
    return bool(re.fullmatch(r"show:\d+:more", button.get("custom_id") or ""))


def selects(message: Message) -> list[Component]:
    return [c for c in walk(message.components) if c["type"] in SELECTS]


def labels(message: Message) -> list[str]:
    """The labels of the buttons that can be pressed."""
    return [b.get("label") or "" for b in buttons(message) if not b.get("disabled")]


def seen_in(message: Message) -> str:
    """All its words, and what its pictures are described as."""
    return "\n".join([text_of(message), *alt_texts(message)])


def alt_texts(message: Message) -> list[str]:
    """The descriptions of the pictures shown."""
    items = [
        item
        for component in walk(message.components)
        for item in (
            component.get("items") or [component]
            if "media" in component
            else component.get("items", [])
        )
    ]
    loose = [] if message.components_v2 else message.attachments
    return [
        *(item.get("description") or "" for item in items),
        *(one.description or "" for one in loose),
    ]


def seats_of(message: Message) -> str:
    """Who sits at a lobby, as its picture is described."""
    return " ".join(alt_texts(message))


class Witness:
    """Hears every event of the world and wakes whoever waits."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._answers: dict[int, asyncio.Future[Interaction]] = {}
        self._waiting: set[asyncio.Event] = set()
        world.listeners.append(self._hear)

    def close(self) -> None:
        self._world.listeners.remove(self._hear)

    def _hear(self, event: events.Event) -> None:
        if isinstance(event, events.InteractionAnswered | events.InteractionFailed):
            future = self._answers.pop(event.interaction.id, None)
            if future is not None and not future.done():
                future.set_result(event.interaction)
        for waiting in self._waiting:
            waiting.set()

    async def answered(self, interaction: Interaction, within: float = TIMEOUT) -> Interaction:
        """Wait for the first response. Raises Failed where there is none."""
        if interaction.answered is None and not interaction.failed:
            future = asyncio.get_running_loop().create_future()
            self._answers[interaction.id] = future
            try:
                await asyncio.wait_for(future, within)
            except TimeoutError as error:
                raise Failed(f"nobody answered {interaction.data}") from error
        if interaction.failed:
            raise Failed(f"interaction failed: {interaction.data}")
        return interaction

    async def until(self, found: Callable[[], T | None], what: str, within: float = TIMEOUT) -> T:
        """Wait until `found` gives something, asking it again after every event."""
        heard = asyncio.Event()
        self._waiting.add(heard)
        try:
            async with asyncio.timeout(within):
                while True:
                    heard.clear()
                    result = found()
                    if result:
                        return result
                    await heard.wait()
        except TimeoutError as error:
            raise NotSeen(what) from error
        finally:
            self._waiting.discard(heard)


def _witness_of(world: World) -> Witness:
    """One witness serves everybody in a world."""
    for listener in world.listeners:
        owner = getattr(listener, "__self__", None)
        if isinstance(owner, Witness):
            return owner
    return Witness(world)


class Person:
    """One person with their client open. A channel is given by name or id; None: their messages."""

    def __init__(self, discord: LocalDiscord, name: str, witness: Witness | None = None) -> None:
        self.discord = discord
        self.world = discord.world
        self.user = self._find(name)
        self._witness = witness or _witness_of(discord.world)

    def _find(self, name: str) -> User:
        for user in self.world.users.values():
            if name in (user.name, user.username):
                return user
        return self.world.add_user(name)

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.user.id}>"

    def channel(self, name: str | int | None) -> Channel:
        if name is None:
            return self.world.direct_channel(self.user.id)
        for channel in self.world.channels.values():
            if name in (channel.id, channel.name):
                return channel
        raise LookupError(f"no channel {name}")

    def messages(self, channel: str | int | None) -> list[Message]:
        """What the person sees there, oldest first."""
        found = self.channel(channel).messages.values()
        return [message for message in found if self.world.may_see(self.user, message)]

    def latest(self, channel: str | int | None) -> Message:
        return self.messages(channel)[-1]

    @property
    def notifications(self) -> list[Notification]:
        """What made their phone buzz, oldest first."""
        return self.discord.notifications.of(self.user.id)

    async def say(self, content: str, channel: str | int | None) -> Message:
        return actions.say(self.world, self.user, self.channel(channel), content)

    def start_command(self, name: str, channel: str | int | None, **options: Any) -> Interaction:
        """Type a slash command without waiting."""
        return actions.command(self.world, self.user, self.channel(channel), name, options)

    async def command(self, name: str, channel: str | int | None, **options: Any) -> Interaction:
        """Type a slash command and wait for its first answer."""
        return await self._witness.answered(self.start_command(name, channel, **options))

    async def complete(
        self, name: str, option: str, typed: str, channel: str | int | None
    ) -> list[Component]:
        """The choices that the bot offers while the option is typed."""
        place = self.channel(channel)
        started = actions.command(
            self.world, self.user, place, name, {option: typed}, completing=option
        )
        answered = await self._witness.answered(started)
        assert answered.answered == CHOICES
        return answered.choices or []

    def start_press(self, what: str, message: Message) -> Interaction:
        """Press without waiting: a button's custom_id, its label, or the start of its custom_id."""
        return actions.press(self.world, self.user, message, self._button(what, message))

    async def press(self, what: str, message: Message) -> Interaction:
        """Press what stands on the message, or else behind its “More…”, and wait for the answer."""
        if (page := await self._page(what, message)) is not None:
            message = page
        return await self._witness.answered(self.start_press(what, message))

    async def more(self, message: Message) -> Message:
        """The page behind “More…”."""
        (way,) = [str(b["custom_id"]) for b in buttons(message) if is_more(b)]
        before = {shown.id for shown in self.messages(message.channel)}
        await self._witness.answered(self.start_press(way, message))
        return await self.sees(
            lambda shown: shown.id not in before and shown.seen_by == self.id, message.channel
        )

    async def _page(self, what: str, message: Message) -> Message | None:
        """Where “More…” leads from here, unless this can be pressed here or is nowhere."""
        offered = [b for b in buttons(message) if b.get("custom_id")]
        if not any(map(is_more, offered)):
            return None
        here = any(what == b.get("label") or b["custom_id"].startswith(what) for b in offered)
        return None if here else await self.more(message)

    def _button(self, what: str, message: Message) -> str:
        offered = [b for b in buttons(message) if b.get("custom_id")]
        ways: tuple[Callable[[Component], bool], ...] = (
            lambda b: b["custom_id"] == what,
            lambda b: b.get("label") == what,
            lambda b: b["custom_id"].startswith(what),
        )
        for fits in ways:
            for button in offered:
                if fits(button):
                    return str(button["custom_id"])
        names = [b.get("label") or b["custom_id"] for b in offered]
        raise LookupError(f"no button {what!r}, only {names} on: {text_of(message)!r}")

    async def choose(
        self, values: Sequence[str], message: Message, select: str | None = None
    ) -> Interaction:
        """Choose values or labels in the select of that custom_id or placeholder, or the first."""
        offered = [
            s for s in selects(message) if select in (None, s["custom_id"], s.get("placeholder"))
        ]
        if not offered:
            raise LookupError(f"no select {select!r} on: {text_of(message)!r}")
        known = {option["label"]: option["value"] for option in offered[0].get("options", [])}
        wanted = [known.get(value, value) for value in values]
        started = actions.choose(self.world, self.user, message, offered[0]["custom_id"], wanted)
        return await self._witness.answered(started)

    async def submit(self, opened: Interaction, answers: Mapping[str, Any]) -> Interaction:
        return await self._witness.answered(actions.submit(self.world, self.user, opened, answers))

    async def sees(
        self,
        wanted: str | Callable[[Message], bool],
        channel: str | int | None,
        within: float = TIMEOUT,
    ) -> Message:
        """Wait for a message there with that text, or that fits the predicate; the newest such."""

        def fits(message: Message) -> bool:
            if message.flags & LOADING:
                return False
            return wanted in text_of(message) if isinstance(wanted, str) else wanted(message)

        def found() -> Message | None:
            return next((m for m in reversed(self.messages(channel)) if fits(m)), None)

        what = f"{self.user.name} doesn't see {wanted!r} in {channel}"
        return await self._witness.until(found, what, within)

    def response(self, interaction: Interaction) -> Message:
        """The message that the interaction made or changed."""
        return self.world.messages[interaction.original or 0]
