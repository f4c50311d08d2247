"""The world's things as Discord sends them over REST and the gateway."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from bot.local.permissions import IN_DIRECT_MESSAGES
from bot.local.world import (
    DIRECT,
    EPHEMERAL,
    LOADING,
    THREADS,
    Attachment,
    Channel,
    Emoji,
    Interaction,
    Message,
    Role,
    User,
    World,
)

Wire = dict[str, Any]
AttachmentUrl = Callable[[Attachment], str]


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


def attachment_payload(attachment: Attachment, url: AttachmentUrl) -> Wire:
    payload: Wire = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "content_type": attachment.content_type,
        "url": url(attachment),
        "proxy_url": url(attachment),
    }
    if attachment.description:
        payload["description"] = attachment.description
    if attachment.size:
        payload["width"], payload["height"] = attachment.size
    return payload


def message_payload(world: World, message: Message, url: AttachmentUrl) -> Wire:
    """A message as the REST API answers it; the gateway adds guild and member."""
    author = world.users[message.author]
    payload: Wire = {
        "id": str(message.id),
        "channel_id": str(message.channel),
        "type": message.type,
        "author": user_payload(author),
        "content": message.content,
        "timestamp": timestamp(message.created),
        "edited_timestamp": timestamp(message.edited) if message.edited else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user_payload(world.users[id]) for id in message.mentions],
        "mention_roles": [],
        "attachments": [attachment_payload(a, url) for a in message.attachments],
        "embeds": message.embeds,
        "components": resolve_media(message, url),
        "pinned": False,
        "flags": message.flags,
    }
    if message.nonce is not None:
        payload["nonce"] = message.nonce
    if message.interaction is not None:
        payload["interaction_metadata"] = message.interaction
    if message.webhook is not None:
        payload["webhook_id"] = payload["application_id"] = str(message.webhook)
    if message.thread is not None:
        payload["thread"] = channel_payload(world, world.channels[message.thread])
    if message.reference is not None:
        payload |= _reference(world, message, message.reference, url)
    return payload


def _reference(world: World, message: Message, reference: int, url: AttachmentUrl) -> Wire:
    original = world.messages.get(reference)
    fields: Wire = {
        "message_reference": {
            "type": 0,
            "message_id": str(reference),
            "channel_id": str(message.channel),
        },
        "referenced_message": None,
    }
    if original is not None:
        plain = {"message_reference", "referenced_message"}
        full = message_payload(world, original, url)
        fields["referenced_message"] = {k: v for k, v in full.items() if k not in plain}
    return fields


def resolve_media(message: Message, url: AttachmentUrl) -> list[Wire]:
    """The components with every media item that names an attachment given its present address."""
    attachments = {str(a.id): a for a in message.attachments}

    def media(item: Wire) -> Wire:
        attachment = attachments.get(item.get("attachment_id", ""))
        if attachment is None:
            return item
        fields: Wire = {
            "url": url(attachment),
            "proxy_url": url(attachment),
            "content_type": attachment.content_type,
            "loading_state": 2,
        }
        if attachment.size:
            fields["width"], fields["height"] = attachment.size
        return item | fields

    def walk(component: Wire) -> Wire:
        component = dict(component)
        for key in ("media", "file"):
            if key in component:
                component[key] = media(component[key])
        for key in ("components", "items"):
            if key in component:
                component[key] = [walk(child) for child in component[key]]
        if "accessory" in component:
            component["accessory"] = walk(component["accessory"])
        return component

    return [walk(component) for component in message.components]


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


def interaction_payload(world: World, interaction: Interaction, url: AttachmentUrl) -> Wire:
    """An INTERACTION_CREATE."""
    user, channel = world.users[interaction.user], world.channels[interaction.channel]
    payload: Wire = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel_payload(world, channel),
        "locale": user.locale,
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if interaction.source is not None:
        payload["message"] = message_payload(world, world.messages[interaction.source], url)
    if channel.direct:
        return payload | {
            "user": user_payload(user),
            "app_permissions": str(int(IN_DIRECT_MESSAGES)),
            "authorizing_integration_owners": {"0": "0"},
            "context": 1,
        }
    guild = world.guild
    payload["channel"]["permissions"] = str(int(world.permissions(user, channel)))
    return payload | {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": member_payload(world, user, channel) | {"user": user_payload(user)},
        "app_permissions": str(int(world.permissions(world.bot, channel))),
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": 0,
    }


def callback_payload(
    world: World, interaction: Interaction, message: Message | None, url: AttachmentUrl
) -> Wire:
    """What a callback with with_response=1 is answered."""
    about: Wire = {"id": str(interaction.id), "type": interaction.type}
    payload: Wire = {"interaction": about}
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = bool(message.flags & LOADING)
        about["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        payload["resource"] = {
            "type": interaction.answered,
            "message": message_payload(world, message, url),
        }
    return payload
