"""Which gateway event an event of the world is, which intent it needs, and what it carries."""

from dataclasses import dataclass
from typing import Any, Final

from bot.local import events
from bot.local.payloads import (
    channel_payload,
    guild_payload,
    interaction_payload,
    member_payload,
    message_payload,
    timestamp,
)
from bot.local.permissions import Permission
from bot.local.uploads import SignedUrls
from bot.local.world import THREADS, Channel, Message, World

GUILDS, GUILD_MESSAGES, GUILD_TYPING = 1 << 0, 1 << 9, 1 << 11
DIRECT_MESSAGES, DIRECT_TYPING, MESSAGE_CONTENT = 1 << 12, 1 << 14, 1 << 15
WITHHELD: Final[dict[str, Any]] = {"content": "", "embeds": [], "attachments": [], "components": []}


@dataclass(frozen=True)
class Dispatched:
    """A gateway event; intent 0 means that everyone gets it."""

    name: str
    data: dict[str, Any]
    intent: int
    in_guild: bool
    open_content: bool = True

    def data_for(self, intents: int) -> dict[str, Any]:
        """Without the message content intent, what others wrote in the guild is withheld."""
        if self.open_content or intents & MESSAGE_CONTENT:
            return self.data
        return self.data | WITHHELD


def dispatched(world: World, event: events.Event, urls: SignedUrls) -> Dispatched | None:
    """The gateway event, or None where the bot isn't told: ephemeral messages, channels it can't see."""
    match event:
        case events.InteractionCreated(interaction):
            in_guild = not world.channels[interaction.channel].direct
            data = interaction_payload(world, interaction, urls)
            return Dispatched("INTERACTION_CREATE", data, 0, in_guild)
        case events.MessageCreated(message):
            return _message(world, "MESSAGE_CREATE", message, urls)
        case events.MessageEdited(message):
            return _message(world, "MESSAGE_UPDATE", message, urls)
        case events.MessageDeleted(message):
            return _deleted(world, message)
        case events.ChannelCreated(channel):
            return _channel(world, "CREATE", channel)
        case events.ChannelUpdated(channel):
            return _channel(world, "UPDATE", channel)
        case events.ChannelDeleted(channel):
            return _channel(world, "DELETE", channel)
        case events.GuildChanged():
            return Dispatched("GUILD_UPDATE", guild_payload(world), GUILDS, in_guild=True)
        case events.Typing(channel, user) if user.id != world.bot.id:
            data = {
                "channel_id": str(channel.id),
                "user_id": str(user.id),
                "timestamp": int(world.clock.now()),
            }
            if not channel.direct:
                data["guild_id"] = str(world.guild.id)
            intent = DIRECT_TYPING if channel.direct else GUILD_TYPING
            return Dispatched("TYPING_START", data, intent, not channel.direct)
    return None


def _hidden(world: World, channel: Channel) -> bool:
    return Permission.VIEW_CHANNEL not in world.permissions(world.bot, channel)


def _message(world: World, name: str, message: Message, urls: SignedUrls) -> Dispatched | None:
    channel = world.channels[message.channel]
    if message.seen_by is not None or _hidden(world, channel):
        return None
    data = message_payload(world, message, urls) | {"channel_type": channel.type}
    if channel.direct:
        return Dispatched(name, data, DIRECT_MESSAGES, in_guild=False)
    data["guild_id"] = str(world.guild.id)
    author = world.users[message.author]
    if message.webhook is None:
        data["member"] = member_payload(world, author)
    open_content = author.bot or world.bot.id in message.mentions
    return Dispatched(name, data, GUILD_MESSAGES, in_guild=True, open_content=open_content)


def _deleted(world: World, message: Message) -> Dispatched | None:
    channel = world.channels.get(message.channel)
    if channel is None or message.seen_by is not None or _hidden(world, channel):
        return None
    data = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.direct:
        return Dispatched("MESSAGE_DELETE", data, DIRECT_MESSAGES, in_guild=False)
    data["guild_id"] = str(world.guild.id)
    return Dispatched("MESSAGE_DELETE", data, GUILD_MESSAGES, in_guild=True)


def _channel(world: World, what: str, channel: Channel) -> Dispatched | None:
    if channel.direct:
        return None
    data = channel_payload(world, channel)
    thread = channel.type in THREADS
    if thread and what == "CREATE":
        data["newly_created"] = True
        data["member"] = {
            "id": str(channel.id),
            "user_id": str(channel.owner),
            "join_timestamp": timestamp(channel.created),
            "flags": 0,
        }
    return Dispatched(f"{'THREAD' if thread else 'CHANNEL'}_{what}", data, GUILDS, in_guild=True)
