"""What of the path the bot can reach: channels that it sees, messages that are there for it."""

from bot.local.rest.api import Call
from bot.local.rules import errors
from bot.local.world.permissions import NOTHING, Permission
from bot.local.world.records import Channel, Guild, Message


def channel_of(call: Call, needed: Permission = NOTHING) -> Channel:
    """The channel of the path, which the bot must see; raises 10003, 50001, 50013 or 503."""
    world = call.world
    channel = world.channels.get(call.id("channel_id"))
    if channel is None:
        raise errors.unknown_channel()
    if channel.lost is not None:
        gone = channel.lost == errors.unknown_channel().code
        raise errors.unknown_channel() if gone else errors.missing_access()
    if not channel.direct and world.guild_of(channel).unavailable:
        raise errors.unavailable()
    allowed = world.permissions(world.bot, channel)
    if Permission.VIEW_CHANNEL not in allowed:
        raise errors.missing_access()
    if needed not in allowed:
        raise errors.missing_permissions()
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """The message of the path. An ephemeral one isn't there for the bot's token."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.seen_by is not None:
        raise errors.unknown_message()
    return message


def guild_of(call: Call) -> Guild:
    """The guild of the path, which the bot must be in; raises 10004 or 503."""
    world = call.world
    guild = world.guilds.get(call.id("guild_id"))
    if guild is None or not world.is_member(world.bot, guild):
        raise errors.unknown_guild()
    if guild.unavailable:
        raise errors.unavailable()
    return guild
