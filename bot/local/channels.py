"""Channels that come, go and close to the bot while it runs."""

from bot.local.events import ChannelCreated, ChannelDeleted, ChannelUpdated
from bot.local.permissions import Overwrite, Permission
from bot.local.records import Channel
from bot.local.world import World


def open_channel(world: World, name: str) -> Channel:
    """A new text channel, of which the bot is told."""
    channel = world.add_channel(name)
    world.emit(ChannelCreated(channel))
    return channel


def close_channel(world: World, channel: Channel) -> None:
    """Delete the channel with its messages and threads."""
    for thread in [c for c in world.channels.values() if c.parent == channel.id]:
        close_channel(world, thread)
    world.channels.pop(channel.id)
    for message in channel.messages.values():
        world.messages.pop(message.id, None)
    world.emit(ChannelDeleted(channel))


def deny_bot(world: World, channel: Channel, permission: Permission) -> None:
    """Take the permission from the bot in this channel; nothing more denied than this."""
    kept = [o for o in channel.overwrites if o.target != world.bot.id]
    channel.overwrites = [*kept, Overwrite(world.bot.id, 1, deny=permission)]
    world.emit(ChannelUpdated(channel))
