"""Which gateway event an event of the world is, which intent it needs, and what it carries."""

from dataclasses import dataclass
from typing import Any, Final

from bot.local.acts.uploads import SignedUrls
from bot.local.payloads.messages import interaction_payload, message_payload
from bot.local.payloads.objects import (
    channel_payload,
    guild_created_payload,
    guild_payload,
    member_payload,
    role_payload,
    user_payload,
)
from bot.local.world import events
from bot.local.world.permissions import Permission
from bot.local.world.records import Channel, Guild, Message
from bot.local.world.world import World

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 9
DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 15
NAMES: Final[dict[type[events.Event], str]] = {
    events.MessageCreated: "MESSAGE_CREATE",
    events.MessageEdited: "MESSAGE_UPDATE",
    events.ChannelCreated: "CREATE",
    events.ChannelUpdated: "UPDATE",
    events.ChannelDeleted: "DELETE",
}
WITHHELD: Final[dict[str, Any]] = {"content": "", "embeds": [], "attachments": [], "components": []}


@dataclass(frozen=True)
class Dispatched:
    """A gateway event of a guild, or of direct messages; intent 0 means that everyone gets it."""

    name: str
    data: dict[str, Any]
    intent: int
    guild: int | None
    open_content: bool = True

    def data_for(self, intents: int) -> dict[str, Any]:
        """Without the message content intent, what others wrote in the guild is withheld."""
        if self.open_content or intents & MESSAGE_CONTENT:
            return self.data
        return self.data | WITHHELD


def dispatched(
    world: World, event: events.Event, urls: SignedUrls, intents: int
) -> Dispatched | None:
    """The gateway event; None where the bot isn't told: ephemeral messages, hidden channels.

    `intents`: what any shard asked for; a message that none wants isn't spelled out."""
    match event:
        case events.InteractionCreated(interaction):
            data = interaction_payload(world, interaction, urls)
            place = world.channels[interaction.channel].guild
            return Dispatched("INTERACTION_CREATE", data, 0, place)
        case events.MessageCreated(message) | events.MessageEdited(message):
            return _message(world, event, message, urls, intents)
        case events.MessageDeleted(message):
            return _deleted(world, message)
        case (
            events.ChannelCreated(channel)
            | events.ChannelUpdated(channel)
            | events.ChannelDeleted(channel)
        ):
            return _channel(world, event, channel)
        case _:
            return _of_guild(world, event)


def _of_guild(world: World, event: events.Event) -> Dispatched | None:
    match event:
        case events.GuildChanged(guild) if _reached(world, guild):
            return Dispatched("GUILD_UPDATE", guild_payload(guild), GUILDS, guild.id)
        case events.RoleChanged(guild, role) if _reached(world, guild):
            data: dict[str, Any] = {"guild_id": str(guild.id), "role": role_payload(role)}
            return Dispatched("GUILD_ROLE_UPDATE", data, GUILDS, guild.id)
        case events.BotInvited(guild) if _reached(world, guild):
            # Clients tell a new guild from one that is back by this.
            data = guild_created_payload(world, guild)
            data.pop("unavailable")
            return Dispatched("GUILD_CREATE", data, GUILDS, guild.id)
        case events.GuildBack(guild) if _reached(world, guild):
            data = guild_created_payload(world, guild)
            return Dispatched("GUILD_CREATE", data, GUILDS, guild.id)
        case events.BotRemoved(guild):
            return Dispatched("GUILD_DELETE", {"id": str(guild.id)}, GUILDS, guild.id)
        case events.GuildGone(guild) if world.is_member(world.bot, guild):
            data = {"id": str(guild.id), "unavailable": True}
            return Dispatched("GUILD_DELETE", data, GUILDS, guild.id)
        case _:
            return _of_member(world, event)


def _of_member(world: World, event: events.Event) -> Dispatched | None:
    match event:
        case events.MemberLeft(guild, user) if _reached(world, guild):
            left: dict[str, Any] = {"guild_id": str(guild.id), "user": user_payload(user)}
            return Dispatched("GUILD_MEMBER_REMOVE", left, GUILD_MEMBERS, guild.id)
        case events.MemberJoined(guild, user) | events.MemberChanged(guild, user) if _reached(
            world, guild
        ):
            data = member_payload(user, guild) | {"user": user_payload(user)}
            data["guild_id"] = str(guild.id)
            what = "ADD" if isinstance(event, events.MemberJoined) else "UPDATE"
            # Of itself a bot is told whatever it asked for.
            intent = 0 if user.id == world.bot.id else GUILD_MEMBERS
            return Dispatched(f"GUILD_MEMBER_{what}", data, intent, guild.id)
        case _:
            return None


def _reached(world: World, guild: Guild) -> bool:
    return world.is_member(world.bot, guild) and not guild.unavailable


def _hidden(world: World, channel: Channel) -> bool:
    if not channel.direct and world.guild_of(channel).unavailable:
        return True
    return Permission.VIEW_CHANNEL not in world.permissions(world.bot, channel)


def _message(
    world: World, event: events.Event, message: Message, urls: SignedUrls, intents: int
) -> Dispatched | None:
    name = NAMES[type(event)]
    channel = world.channels[message.channel]
    intent = DIRECT_MESSAGES if channel.direct else GUILD_MESSAGES
    if not intents & intent or message.seen_by is not None or _hidden(world, channel):
        return None
    data = message_payload(world, message, urls) | {"channel_type": channel.type}
    if channel.direct:
        return Dispatched(name, data, intent, guild=None)
    data["guild_id"] = str(channel.guild)
    author = world.users[message.author]
    if message.webhook is None:
        data["member"] = member_payload(author, world.guild_of(channel))
    open_content = author.bot or world.bot.id in message.mentions
    return Dispatched(name, data, intent, channel.guild, open_content)


def _deleted(world: World, message: Message) -> Dispatched | None:
    channel = world.channels.get(message.channel)
    if channel is None or message.seen_by is not None or _hidden(world, channel):
        return None
    data = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.direct:
        return Dispatched("MESSAGE_DELETE", data, DIRECT_MESSAGES, guild=None)
    data["guild_id"] = str(channel.guild)
    return Dispatched("MESSAGE_DELETE", data, GUILD_MESSAGES, channel.guild)


def _channel(world: World, event: events.Event, channel: Channel) -> Dispatched | None:
    """A channel's event; a thread that can't be seen isn't told of, and a deleted one barely."""
    if channel.direct or not _reached(world, world.guild_of(channel)):
        return None
    data, what = channel_payload(world, channel), NAMES[type(event)]
    if not channel.thread:
        return Dispatched(f"CHANNEL_{what}", data, GUILDS, channel.guild)
    gone = channel.parent not in world.channels
    if not gone and _hidden(world, channel):
        return None
    if what == "CREATE":
        data["newly_created"] = True
    elif what == "DELETE":
        data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
    return Dispatched(f"THREAD_{what}", data, GUILDS, channel.guild)
