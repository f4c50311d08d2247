"""Messages and interactions as Discord sends them over REST and the gateway."""

from collections.abc import Callable

from bot.local.payloads.objects import (
    Wire,
    channel_payload,
    member_payload,
    timestamp,
    user_payload,
)
from bot.local.rules.components import attachment_ids
from bot.local.world.permissions import IN_DIRECT_MESSAGES
from bot.local.world.records import EPHEMERAL, LOADING, Attachment, Interaction, Message
from bot.local.world.world import World

MESSAGE, UPDATE = 4, 7
AttachmentUrl = Callable[[Attachment], str]


def attachment_payload(attachment: Attachment, url: AttachmentUrl) -> Wire:
    """An attachment with its present address."""
    address = url(attachment)
    payload: Wire = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "content_type": attachment.content_type,
        "url": address,
        "proxy_url": address,
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
        "mentions": [user_payload(world.users[user]) for user in message.mentions],
        "mention_roles": [],
        "attachments": [attachment_payload(a, url) for a in _loose(message)],
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


def _loose(message: Message) -> list[Attachment]:
    """The attachments that no component shows: the others are told of by their media items only."""
    shown = attachment_ids(message.components)
    return [a for a in message.attachments if a.id not in shown]


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
            return item | {"id": str(message.id), "proxy_url": item["url"]}
        address = url(attachment)
        width, height = attachment.size or (None, None)
        return {
            "id": str(attachment.id),
            "attachment_id": str(attachment.id),
            "url": address,
            "proxy_url": address,
            "content_type": attachment.content_type,
            "width": width,
            "height": height,
        }

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
            "context": channel.context,
        }
    guild = world.guild_of(channel)
    payload["channel"]["permissions"] = str(int(world.permissions(user, channel)))
    member = member_payload(user, guild) | {"user": user_payload(user)}
    member["permissions"] = str(int(world.permissions(user, channel)))
    return payload | {
        "guild_id": str(guild.id),
        "guild": {
            "id": str(guild.id),
            "locale": guild.preferred_locale,
            "features": guild.features,
        },
        "guild_locale": guild.preferred_locale,
        "member": member,
        # Whether the app is in a private thread is no permission.
        "app_permissions": str(
            int(world.permissions(world.bot, world.channels.get(channel.parent or 0, channel)))
        ),
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": channel.context,
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
    if message is not None and interaction.answered in (MESSAGE, UPDATE):
        payload["resource"] = {
            "type": interaction.answered,
            "message": message_payload(world, message, url),
        }
    return payload
