"""What the local Discord knows: people, one guild, its channels, messages, interactions."""

import hashlib
import unicodedata
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from bot.local.clock import Clock
from bot.local.events import Event
from bot.local.permissions import (
    BOT,
    EVERYONE,
    EVERYTHING,
    IN_DIRECT_MESSAGES,
    MODERATOR,
    NOTHING,
    Overwrite,
    Permission,
    combine,
)

DISCORD_EPOCH: Final = 1_420_070_400_000
TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
THREADS: Final = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})

STILL_SERVED: Final = 64
REMEMBERED: Final = 3600.0
SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = (
    1 << 2,
    1 << 6,
    1 << 7,
    1 << 12,
    1 << 15,
)


class Snowflakes:
    """Discord's ids: milliseconds, then a counter; ever growing, the same for the same clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def next(self) -> int:
        at = (int(self._now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(at, self._last + 1)
        return self._last


@dataclass
class User:
    id: int
    username: str
    name: str
    locale: str = "en-US"
    colour: str = "#5b6ee1"
    bot: bool = False
    roles: list[int] = field(default_factory=list)
    joined: float = 0.0
    member: bool = True
    closed_dms: bool = False


@dataclass
class Role:
    id: int
    name: str
    permissions: Permission
    position: int = 0
    managed: bool = False


@dataclass
class Attachment:
    id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    size: tuple[int, int] | None = None


@dataclass
class Message:
    id: int
    channel: int
    author: int
    created: float
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    edited: float | None = None
    mentions: list[int] = field(default_factory=list)
    reference: int | None = None
    interaction: dict[str, Any] | None = None
    webhook: int | None = None
    seen_by: int | None = None
    dismissed: bool = False
    thread: int | None = None
    nonce: str | None = None
    revision: int = 0

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def components_v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)


@dataclass
class Channel:
    id: int
    type: int
    name: str = ""
    topic: str | None = None
    position: int = 0
    parent: int | None = None
    owner: int | None = None
    recipient: int | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    created: float = 0.0
    members: set[int] = field(default_factory=set)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message: int | None = None

    @property
    def direct(self) -> bool:
        return self.type == DIRECT


@dataclass
class Interaction:
    """One press, command or form of one person; its token is the webhook that answers it."""

    id: int
    token: str
    type: int
    user: int
    channel: int
    created: float
    data: dict[str, Any]
    source: int | None = None
    answered: int | None = None
    failed: bool = False
    original: int | None = None
    messages: set[int] = field(default_factory=set)
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


@dataclass
class Emoji:
    id: int
    name: str
    content_type: str
    data: bytes
    animated: bool = False


@dataclass
class Guild:
    id: int
    name: str
    owner: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)


class World:
    """Everything, by id, and who listens to changes. Bot and application share one id."""

    def __init__(
        self,
        clock: Clock,
        *,
        guild: str = "The Guildhall",
        bot: str = "Guildhall",
        ids: Snowflakes | None = None,
    ) -> None:
        self.clock = clock
        self.ids = ids or Snowflakes(clock.now)
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.attachments: dict[int, Attachment] = {}
        self.retired: deque[int] = deque()
        self.direct: dict[int, int] = {}
        self.interactions: dict[int, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.commands: dict[int, dict[str, Any]] = {}
        self.emojis: dict[int, Emoji] = {}
        self.listeners: list[Callable[[Event], None]] = []
        self.guild = Guild(self.ids.next(), guild, owner=0)
        self.add_role("@everyone", EVERYONE)
        self.moderators = self.add_role("Moderators", MODERATOR)
        manager = self.add_role(bot, BOT, managed=True)
        self.bot = self.add_user(bot, bot=True, roles=[manager.id])

    def emit(self, event: Event) -> None:
        for listener in tuple(self.listeners):
            listener(event)

    def add_role(self, name: str, permissions: Permission, *, managed: bool = False) -> Role:
        # The first role is everyone's, and has the guild's own id.
        number = self.ids.next() if self.guild.roles else self.guild.id
        role = Role(number, name, permissions, len(self.guild.roles), managed)
        self.guild.roles[role.id] = role
        return role

    def add_user(
        self,
        name: str,
        *,
        bot: bool = False,
        locale: str = "en-US",
        colour: str = "#5b6ee1",
        roles: Sequence[int] = (),
    ) -> User:
        """A new member of the guild; the first person owns it."""
        plain = unicodedata.normalize("NFKD", name.lower())
        username = "".join(c for c in plain if c.isascii() and c.isalnum()) or "player"
        taken = {user.username for user in self.users.values()}
        if username in taken:
            username = next(
                f"{username}{n}" for n in range(2, 10**6) if f"{username}{n}" not in taken
            )
        user = User(self.ids.next(), username, name, locale, colour, bot, list(roles))
        user.joined = self.clock.now()
        self.users[user.id] = user
        if not user.bot and not self.guild.owner:
            self.guild.owner = user.id
        return user

    def add_channel(self, name: str, *, topic: str | None = None) -> Channel:
        place = sum(channel.type == TEXT for channel in self.channels.values())
        return self._add(Channel(self.ids.next(), TEXT, name, topic, place))

    def add_thread(
        self, parent: Channel, name: str, *, owner: int, starter: Message | None = None
    ) -> Channel:
        number = starter.id if starter else self.ids.next()
        thread = Channel(number, PUBLIC_THREAD, name, parent=parent.id, owner=owner)
        thread.members.add(owner)
        return self._add(thread)

    def direct_channel(self, user: int) -> Channel:
        """The person's direct messages with the bot, opened on first use."""
        if user not in self.direct:
            channel = self._add(Channel(self.ids.next(), DIRECT, recipient=user))
            self.direct[user] = channel.id
        return self.channels[self.direct[user]]

    def _add(self, channel: Channel) -> Channel:
        channel.created = self.clock.now()
        self.channels[channel.id] = channel
        return channel

    def add_interaction(self, interaction: Interaction) -> None:
        self.interactions[interaction.id] = interaction
        self.tokens[interaction.token] = interaction
        for old in list(islice(self.interactions.values(), 2)):
            if old.created < interaction.created - REMEMBERED:
                self.interactions.pop(old.id)
                self.tokens.pop(old.token)

    def retire(self, attachment: Attachment) -> None:
        """Serve it a little longer: who is just loading the message as it was still gets it."""
        self.retired.append(attachment.id)
        if len(self.retired) > STILL_SERVED:
            self.attachments.pop(self.retired.popleft(), None)

    def token(self, interaction: int) -> str:
        """An interaction's token: opaque, and the same for the same id."""
        return (
            "aW50ZXJhY3Rpb246" + hashlib.sha256(f"interaction:{interaction}".encode()).hexdigest()
        )

    def permissions(self, user: User, channel: Channel) -> Permission:
        """What the user may do there; nothing for someone who isn't in it."""
        if channel.direct:
            inside = user.id in (channel.recipient, self.bot.id)
            return IN_DIRECT_MESSAGES if inside else NOTHING
        if not user.member:
            return NOTHING
        if user.id == self.guild.owner:
            return EVERYTHING
        place = self.channels[channel.parent] if channel.parent else channel
        base = self.guild.roles[self.guild.id].permissions
        for role in user.roles:
            base |= self.guild.roles[role].permissions
        return combine(
            base, place.overwrites, everyone=self.guild.id, roles=set(user.roles), user=user.id
        )

    def may_see(self, user: User, message: Message) -> bool:
        if message.seen_by is not None:
            return message.seen_by == user.id and not message.dismissed
        channel = self.channels.get(message.channel)
        return channel is not None and bool(
            self.permissions(user, channel) & Permission.VIEW_CHANNEL
        )
