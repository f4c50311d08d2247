"""People, channels, the guild and the application as Discord sends them."""

from datetime import UTC, datetime
from typing import Any

from bot.local.world import (
    DIRECT,
    THREADS,
    Channel,
    Emoji,
    Role,
    User,
    World,
)

Wire = dict[str, Any]


def timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user_payload(user: User) -> Wire:
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": None if user.bot else user.name,
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member_payload(world: World, user: User, channel: Channel | None = None) -> Wire:
    """A guild member without the user; with their permissions where a channel is given."""
    member: Wire = {
        "roles": [str(role) for role in user.roles],
        "nick": None,
        "avatar": None,
        "joined_at": timestamp(user.joined),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if channel is not None:
        member["permissions"] = str(int(world.permissions(user, channel)))
    return member


def role_payload(role: Role) -> Wire:
    return {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel_payload(world: World, channel: Channel) -> Wire:
    payload: Wire = {
        "id": str(channel.id),
        "type": channel.type,
        "last_message_id": str(channel.last_message) if channel.last_message else None,
        "flags": 0,
    }
    if channel.type == DIRECT:
        recipient = channel.recipient
        users = [world.users[recipient]] if recipient is not None else []
        return payload | {"recipients": [user_payload(user) for user in users]}
    payload |= {
        "guild_id": str(world.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent) if channel.parent else None,
        "rate_limit_per_user": 0,
    }
    if channel.type in THREADS:
        return payload | _thread_fields(channel)
    return payload | {
        "position": channel.position,
        "topic": channel.topic,
        "nsfw": False,
        "permission_overwrites": [
            {
                "id": str(o.target),
                "type": o.kind,
                "allow": str(int(o.allow)),
                "deny": str(int(o.deny)),
            }
            for o in channel.overwrites
        ],
    }


def _thread_fields(thread: Channel) -> Wire:
    return {
        "owner_id": str(thread.owner),
        "message_count": len(thread.messages),
        "total_message_sent": len(thread.messages),
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": 1440,
            "archive_timestamp": timestamp(thread.created),
            "create_timestamp": timestamp(thread.created),
        },
    }


def guild_payload(world: World) -> Wire:
    """A whole GUILD_CREATE. Without the members intent Discord lists only the bot itself."""
    guild = world.guild
    channels = [c for c in world.channels.values() if not c.direct]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner),
        "icon": None,
        "banner": None,
        "splash": None,
        "description": None,
        "preferred_locale": guild.locale,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role_payload(role) for role in guild.roles.values()],
        "member_count": sum(user.member for user in world.users.values()),
        "large": False,
        "unavailable": False,
        "joined_at": timestamp(world.bot.joined),
        "members": [member_payload(world, world.bot) | {"user": user_payload(world.bot)}],
        "channels": [channel_payload(world, c) for c in channels if c.type not in THREADS],
        "threads": [channel_payload(world, c) for c in channels if c.type in THREADS],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji_payload(world: World, emoji: Emoji) -> Wire:
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_payload(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }


def application_payload(world: World) -> Wire:
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user_payload(world.users.get(world.guild.owner, world.bot)),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "bot": user_payload(world.bot),
        "interactions_endpoint_url": None,
        "redirect_uris": [],
        "approximate_guild_count": 1,
    }
