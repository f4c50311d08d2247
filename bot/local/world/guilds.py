"""What befalls a guild while the bot runs: people, channels and the bot come and go; outages."""

from collections.abc import Iterable

from bot.local.world.events import (
    BotInvited,
    BotRemoved,
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    GuildBack,
    GuildGone,
    MemberChanged,
    MemberJoined,
    MemberLeft,
    RoleChanged,
)
from bot.local.world.permissions import Overwrite, Permission
from bot.local.world.records import Channel, Guild, Role, User
from bot.local.world.world import World


def leave(world: World, user: User, guild: Guild | None = None) -> None:
    """The person leaves the guild, or is removed; their messages stay."""
    guild = guild or world.guild
    guild.left.add(user.id)
    for channel in world.channels.values():
        if channel.guild == guild.id:
            channel.members.discard(user.id)
    world.emit(MemberLeft(guild, user))


def join(world: World, user: User, guild: Guild | None = None) -> None:
    """The person comes (back) into the guild."""
    guild = guild or world.guild
    guild.left.discard(user.id)
    world.emit(MemberJoined(guild, user))


def change_role(world: World, role: Role, permissions: Permission) -> None:
    """A role of the first guild allows something else."""
    role.permissions = permissions
    world.emit(RoleChanged(world.guild, role))


def give_roles(world: World, user: User, roles: Iterable[int]) -> None:
    """Somebody, or the bot, has these roles now, and no others."""
    user.roles = list(roles)
    world.emit(MemberChanged(world.guild, user))


def time_out(world: World, user: User, seconds: float) -> None:
    """A moderator has somebody, or the bot, only look on for so long; interactions go on."""
    world.guild.timeouts[user.id] = world.clock.now() + seconds
    world.emit(MemberChanged(world.guild, user))


def remove_bot(world: World, guild: Guild | None = None) -> None:
    """The bot is removed from the guild: it sees nothing of it any more."""
    guild = guild or world.guild
    guild.left.add(world.bot.id)
    world.emit(BotRemoved(guild))


def invite_bot(world: World, guild: Guild | None = None) -> None:
    """The bot is invited (again)."""
    guild = guild or world.guild
    guild.left.discard(world.bot.id)
    world.emit(BotInvited(guild))


def outage(world: World, guild: Guild | None = None) -> None:
    """The guild becomes unavailable: Discord's own trouble, the bot is still its member."""
    guild = guild or world.guild
    guild.unavailable = True
    world.emit(GuildGone(guild))


def recover(world: World, guild: Guild | None = None) -> None:
    """The outage is over."""
    guild = guild or world.guild
    guild.unavailable = False
    world.emit(GuildBack(guild))


def open_channel(world: World, name: str) -> Channel:
    """A new text channel, of which the bot is told."""
    channel = world.add_channel(name)
    world.emit(ChannelCreated(channel))
    return channel


def close_channel(world: World, channel: Channel) -> None:
    """Delete the channel with its messages and threads; of these nothing is told."""
    threads = [one for one in world.channels.values() if one.parent == channel.id]
    for gone in (*threads, channel):
        world.channels.pop(gone.id)
        for message in gone.messages.values():
            world.messages.pop(message.id, None)
    world.emit(ChannelDeleted(channel))


def deny_bot(world: World, channel: Channel, permission: Permission) -> None:
    """Take the permission from the bot in this channel; nothing more denied than this."""
    kept = [o for o in channel.overwrites if o.target != world.bot.id]
    channel.overwrites = [*kept, Overwrite(world.bot.id, 1, deny=permission)]
    world.emit(ChannelUpdated(channel))
