"""What befalls a guild while the bot runs: people come and go, so does the bot; outages."""

from collections.abc import Iterable

from bot.local.events import (
    BotInvited,
    BotRemoved,
    GuildBack,
    GuildGone,
    MemberChanged,
    MemberJoined,
    MemberLeft,
    RoleChanged,
)
from bot.local.permissions import Permission
from bot.local.records import Guild, Role, User
from bot.local.world import World


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
