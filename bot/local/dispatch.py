"""Which gateway event an event of the world is, which intent it needs, and what it carries."""

from dataclasses import dataclass
from typing import Any, Final

from bot.local import events
from bot.local.message_payloads import interaction_payload, message_payload
from bot.local.payloads import channel_payload, guild_payload, member_payload, timestamp
from bot.local.permissions import Permission
from bot.local.uploads import SignedUrls
from bot.local.world import THREADS, Channel, Message, World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
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


def dispatched(
    world: World, event: events.Event, urls: SignedUrls, intents: int
) -> Dispatched | None:
    """The gateway event; None where the bot isn't told: ephemeral messages, hidden channels.

    `intents`: what any shard asked for; a message that none wants isn't spelled out."""
    match event:
        case events.InteractionCreated(interaction):
            in_guild = not world.channels[interaction.channel].direct
            data = interaction_payload(world, interaction, urls)
            return Dispatched("INTERACTION_CREATE", data, 0, in_guild)
        case events.MessageCreated(message) | events.MessageEdited(message):
            return _message(world, event, message, urls, intents)
        case events.MessageDeleted(message):
            return _deleted(world, message)
        case (
            events.ChannelCreated(place)
            | events.ChannelUpdated(place)
            | events.ChannelDeleted(place)
        ):
            return _channel(world, event, place)
        case events.GuildChanged():
            return Dispatched("GUILD_UPDATE", guild_payload(world), GUILDS, in_guild=True)
        case _:
            return None


def _hidden(world: World, channel: Channel) -> bool:
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
        return Dispatched(name, data, intent, in_guild=False)
    data["guild_id"] = str(world.guild.id)
    author = world.users[message.author]
    if message.webhook is None:
        data["member"] = member_payload(world, author)
    open_content = author.bot or world.bot.id in message.mentions
    return Dispatched(name, data, intent, in_guild=True, open_content=open_content)


def _deleted(world: World, message: Message) -> Dispatched | None:
    channel = world.channels.get(message.channel)
    if channel is None or message.seen_by is not None or _hidden(world, channel):
        return None
    data = {"id": str(message.id), "channel_id": str(channel.id)}
    if channel.direct:
        return Dispatched("MESSAGE_DELETE", data, DIRECT_MESSAGES, in_guild=False)
    data["guild_id"] = str(world.guild.id)
    return Dispatched("MESSAGE_DELETE", data, GUILD_MESSAGES, in_guild=True)


def _channel(world: World, event: events.Event, channel: Channel) -> Dispatched | None:
    if channel.direct:
        return None
    data = channel_payload(world, channel)
    what, thread = NAMES[type(event)], channel.type in THREADS
    if thread and what == "CREATE":
        data["newly_created"] = True
        data["member"] = {
            "id": str(channel.id),
            "user_id": str(channel.owner),
            "join_timestamp": timestamp(channel.created),
            "flags": 0,
        }
    return Dispatched(f"{'THREAD' if thread else 'CHANNEL'}_{what}", data, GUILDS, in_guild=True)
