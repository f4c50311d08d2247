"""What the local Discord knows: people, guilds, their channels, messages, interactions."""

import hashlib
import unicodedata
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count, islice
from typing import Any, Final

from bot.local.world.clock import Clock
from bot.local.world.events import Event
from bot.local.world.permissions import (
    BOT,
    EVERYONE,
    EVERYTHING,
    IN_DIRECT_MESSAGES,
    IN_TIME_OUT,
    MODERATOR,
    NOTHING,
    Permission,
    combine,
)
from bot.local.world.records import (
    DIRECT,
    GROUP,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Application,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Interaction,
    Message,
    Role,
    User,
)

DISCORD_EPOCH: Final = 1_420_070_400_000
STILL_SERVED: Final = 64
REMEMBERED: Final = 3600.0


class Snowflakes:
    """Discord's ids: milliseconds, then a counter; ever growing, the same for the same clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def next(self) -> int:
        """A new id."""
        at = (int(self._now() * 1000) - DISCORD_EPOCH) << 22
        self._last = max(at, self._last + 1)
        return self._last


class World:
    """Everything, by id, and who listens to changes. Bot and application share one id.

    `guild` is the first guild; more may be added. `nonces`: by each the id of the bot's latest
    message with it, and when that was sent."""

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
        self.application = Application()
        self.emojis: dict[int, Emoji] = {}
        self.nonces: dict[str, tuple[int, float]] = {}
        self.listeners: list[Callable[[Event], None]] = []
        self.guilds: dict[int, Guild] = {}
        self.guild = self._new_guild(guild)
        self.moderators = self.add_role("Moderators", MODERATOR)
        manager = self.add_role(bot, BOT, managed=True)
        self.bot = self.add_user(bot, bot=True, roles=[manager.id])

    def emit(self, event: Event) -> None:
        """Tell everyone who listens."""
        for listener in tuple(self.listeners):
            listener(event)

    def add_guild(self, name: str, *, shard: tuple[int, int] = (0, 1)) -> Guild:
        """One more guild, with everybody in it and owned by the first person.

        Its id is one of the shard's: number, and how many there are."""
        number, shards = shard
        guild = self._new_guild(name, lambda id_: (id_ >> 22) % shards == number)
        guild.owner = self.guild.owner
        manager = self.add_role(self.bot.name, BOT, managed=True, guild=guild)
        self.bot.roles.append(manager.id)
        return guild

    def _new_guild(self, name: str, fits: Callable[[int], bool] = bool) -> Guild:
        first = self.ids.next()
        later = (first + (step << 22) for step in count())
        guild = Guild(next(id_ for id_ in later if fits(id_)), name, owner=0)
        self.guilds[guild.id] = guild
        self.add_role("@everyone", EVERYONE, guild=guild)
        return guild

    def add_role(
        self,
        name: str,
        permissions: Permission,
        *,
        managed: bool = False,
        guild: Guild | None = None,
    ) -> Role:
        """A new role of the first guild, or of that one."""
        guild = guild or self.guild
        number = self.ids.next() if guild.roles else guild.id
        role = Role(number, name, permissions, len(guild.roles), managed)
        guild.roles[role.id] = role
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
        """A new member of every guild; the first person owns them."""
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

    def add_channel(
        self, name: str, *, topic: str | None = None, kind: int = TEXT, guild: Guild | None = None
    ) -> Channel:
        """A new text channel or forum of the first guild, or of that one."""
        home = (guild or self.guild).id
        place = sum(c.guild == home and not c.thread for c in self.channels.values())
        return self._add(Channel(self.ids.next(), kind, name, home, topic, place))

    def add_thread(
        self,
        parent: Channel,
        name: str,
        *,
        owner: int,
        starter: Message | None = None,
        kind: int = PUBLIC_THREAD,
    ) -> Channel:
        """A new thread; under a message it has the message's id."""
        number = starter.id if starter else self.ids.next()
        thread = Channel(number, kind, name, parent.guild, parent=parent.id, owner=owner)
        thread.members.add(owner)
        return self._add(thread)

    def direct_channel(self, user: int) -> Channel:
        """The person's direct messages with the bot, opened on first use."""
        if user not in self.direct:
            channel = self._add(Channel(self.ids.next(), DIRECT, recipient=user))
            self.direct[user] = channel.id
        return self.channels[self.direct[user]]

    def group_channel(self, *people: int) -> Channel:
        """Direct messages of a group, which the bot isn't in."""
        group = self._add(Channel(self.ids.next(), GROUP))
        group.members.update(people)
        return group

    def _add(self, channel: Channel) -> Channel:
        channel.created = channel.archive_changed = channel.active = self.clock.now()
        self.channels[channel.id] = channel
        return channel

    def guild_of(self, channel: Channel) -> Guild:
        """The guild of a channel that isn't somebody's direct messages."""
        return self.guilds[channel.guild or 0]

    def is_member(self, user: User, guild: Guild) -> bool:
        """Whether the person, or the bot, is in the guild."""
        return user.id not in guild.left

    def meets_bot(self, user: User) -> bool:
        """Whether the person shares a guild with the bot."""
        return any(
            self.is_member(user, guild) and self.is_member(self.bot, guild)
            for guild in self.guilds.values()
        )

    def add_interaction(self, interaction: Interaction) -> None:
        """Keep it for an hour, to be answered by its id and its token."""
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
            inside = user.id in channel.members
            if channel.type == DIRECT:
                inside = user.id in (channel.recipient, self.bot.id)
            return IN_DIRECT_MESSAGES if inside else NOTHING
        guild = self.guild_of(channel)
        if not self.is_member(user, guild):
            return NOTHING
        if user.id == guild.owner:
            return EVERYTHING
        place = self.channels[channel.parent] if channel.parent else channel
        base = guild.roles[guild.id].permissions
        for role in user.roles:
            base |= guild.roles[role].permissions if role in guild.roles else NOTHING
        allowed = combine(
            base, place.overwrites, everyone=guild.id, roles=set(user.roles), user=user.id
        )
        if guild.timeouts.get(user.id, 0.0) > self.clock.now() and allowed != EVERYTHING:
            allowed &= IN_TIME_OUT
        invited = channel.type != PRIVATE_THREAD or user.id in channel.members
        return allowed if invited or Permission.MANAGE_THREADS in allowed else NOTHING

    def may_see(self, user: User, message: Message) -> bool:
        """Whether the person sees the message: an ephemeral one is its owner's alone."""
        if message.seen_by is not None:
            return message.seen_by == user.id and not message.dismissed
        channel = self.channels.get(message.channel)
        return channel is not None and bool(
            self.permissions(user, channel) & Permission.VIEW_CHANNEL
        )
