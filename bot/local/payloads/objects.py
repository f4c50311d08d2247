"""People, channels, the guild and the application as Discord sends them."""

from datetime import UTC, datetime
from typing import Any

from bot.local.world.permissions import Permission
from bot.local.world.records import FORUM, Channel, Emoji, Guild, Role, User
from bot.local.world.world import World

Wire = dict[str, Any]


def timestamp(seconds: float) -> str:
    """Unix seconds as ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user_payload(user: User) -> Wire:
    """A person or the bot."""
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": None if user.bot else user.name,
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
    }


def member_payload(user: User, guild: Guild) -> Wire:
    """A guild member without the user."""
    until = guild.timeouts.get(user.id)
    return {
        "roles": [str(role) for role in user.roles if role in guild.roles],
        "nick": None,
        "avatar": None,
        "banner": None,
        "avatar_decoration_data": None,
        "joined_at": timestamp(user.joined),
        "premium_since": None,
        "communication_disabled_until": None if until is None else timestamp(until),
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def role_payload(role: Role) -> Wire:
    """A role; nothing about it is coloured."""
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
    """A channel of any kind; a thread with the bot's membership, if it has joined."""
    payload: Wire = {
        "id": str(channel.id),
        "type": channel.type,
        "last_message_id": str(channel.last_message) if channel.last_message else None,
        "flags": 0,
    }
    if channel.direct:
        recipients = [channel.recipient] if channel.recipient else sorted(channel.members)
        users = [world.users[recipient] for recipient in recipients]
        return payload | {"recipients": [user_payload(user) for user in users]}
    payload |= {
        "guild_id": str(channel.guild),
        "name": channel.name,
        "parent_id": str(channel.parent) if channel.parent else None,
        "rate_limit_per_user": 0,
    }
    if channel.thread:
        return payload | _thread_fields(world, channel)
    payload |= {
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
    if channel.type == FORUM:
        payload |= {"available_tags": [], "default_sort_order": None, "default_forum_layout": 0}
    return payload


def _thread_fields(world: World, thread: Channel) -> Wire:
    fields: Wire = {
        "owner_id": str(thread.owner),
        "message_count": len(thread.messages),
        "total_message_sent": thread.sent,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.archive_after,
            "archive_timestamp": timestamp(thread.archive_changed),
            "create_timestamp": timestamp(thread.created),
        },
    }
    if world.bot.id in thread.members:
        fields["member"] = {
            "id": str(thread.id),
            "user_id": str(world.bot.id),
            "join_timestamp": timestamp(thread.created),
            "flags": 0,
        }
    return fields


def guild_payload(guild: Guild) -> Wire:
    """A guild as the REST API answers it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner),
        "icon": None,
        "banner": None,
        "splash": None,
        "discovery_splash": None,
        "home_header": None,
        "description": None,
        "application_id": None,
        "region": "local",
        "preferred_locale": guild.preferred_locale,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "vanity_url_code": None,
        "max_presences": None,
        "max_members": 500_000,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "incidents_data": None,
        "features": guild.features,
        "emojis": [],
        "stickers": [],
        "roles": [role_payload(role) for role in guild.roles.values()],
    }


def guild_created_payload(world: World, guild: Guild) -> Wire:
    """A whole GUILD_CREATE: the channels and active threads that the bot sees.

    Without the members intent Discord lists only the bot itself."""
    bot = world.bot
    channels = [
        channel
        for channel in world.channels.values()
        if channel.guild == guild.id
        and not channel.archived
        and (not channel.thread or Permission.VIEW_CHANNEL in world.permissions(bot, channel))
    ]
    return guild_payload(guild) | {
        "member_count": sum(world.is_member(user, guild) for user in world.users.values()),
        "large": False,
        "unavailable": False,
        "joined_at": timestamp(bot.joined),
        "members": [member_payload(bot, guild) | {"user": user_payload(bot)}],
        "channels": [channel_payload(world, c) for c in channels if not c.thread],
        "threads": [channel_payload(world, c) for c in channels if c.thread],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def emoji_payload(world: World, emoji: Emoji) -> Wire:
    """The application's emoji."""
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


def _team(world: World, roles: dict[int, tuple[str, bool]]) -> Wire:
    """The team whose the application is."""
    number = str(world.bot.id + 1)
    members = [
        {
            "membership_state": 2 if accepted else 1,
            "permissions": ["*"],
            "team_id": number,
            "user": user_payload(world.users[user]),
            "role": role,
        }
        for user, (role, accepted) in roles.items()
    ]
    return {
        "id": number,
        "icon": None,
        "name": "The team",
        "owner_user_id": str(next(iter(roles))),
        "members": members,
    }


def application_payload(world: World) -> Wire:
    """The bot's application as its own token sees it; links that aren't set are left out."""
    about, bot = world.application, world.bot
    payload: Wire = {
        "id": str(bot.id),
        "name": bot.name,
        "icon": None,
        "description": about.description,
        "type": None,
        "bot": user_payload(bot),
        "bot_public": about.public,
        "bot_require_code_grant": False,
        "owner": user_payload(world.users.get(world.guild.owner, bot)),
        "team": None,
        "verify_key": "0" * 64,
        "flags": about.flags,
        "flags_new": str(about.flags),
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "redirect_uris": [],
        "approximate_guild_count": sum(
            world.is_member(bot, guild) for guild in world.guilds.values()
        ),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "integration_types_config": {"0": {}},
    }
    if about.team is not None:
        team = payload["team"] = _team(world, about.team)
        # A user that is none: its id is the team's.
        payload["owner"] = payload["owner"] | {"id": team["id"], "username": f"team{team['id']}"}
    if about.terms is not None:
        payload["terms_of_service_url"] = about.terms
    if about.privacy is not None:
        payload["privacy_policy_url"] = about.privacy
    if about.install is not None:
        scopes, permissions = about.install
        install = {"scopes": scopes, "permissions": str(permissions)}
        payload["install_params"] = install
        payload["integration_types_config"] = {"0": {"oauth2_install_params": install}}
    return payload
