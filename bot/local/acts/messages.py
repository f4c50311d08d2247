"""Making, changing and removing messages under Discord's rules, whoever asks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.local.acts.archiving import unarchive
from bot.local.acts.uploads import Upload, stored
from bot.local.rules.components import check_embeds, checked, forbid_with_v2, walk
from bot.local.rules.errors import (
    bad_length,
    empty_message,
    invalid_form,
    too_long,
    uploads_limited,
)
from bot.local.world.events import MessageCreated, MessageDeleted, MessageEdited
from bot.local.world.records import (
    COMPONENTS_V2,
    LOADING,
    SILENT,
    SUPPRESS_EMBEDS,
    Attachment,
    Channel,
    Message,
)
from bot.local.world.world import World

MOST_CONTENT = 2000
MOST_ATTACHMENTS = 10
MOST_MENTIONS = 100
MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True)
class Body:
    """What a request says of a message: its JSON, its files by index, and where the JSON stands.

    `replaces`: attachments that it doesn't list go, even if it lists none at all.
    `kept_by_id`: an attachment that is kept may be named by components, like an upload."""

    payload: Mapping[str, Any]
    uploads: Mapping[int, Upload]
    path: str = ""
    replaces: bool = False
    kept_by_id: bool = True

    def at(self, key: str) -> str:
        """The dotted path of the body's field in its request."""
        return f"{self.path}.{key}" if self.path else key


def fill(world: World, message: Message, body: Body) -> None:
    """Lay the body over the message, or raise ApiError and leave the message as it was.

    Fields that the body leaves out stay; the Components V2 flag, once set, can't go."""
    payload = body.payload
    flags = _flags(message, payload)
    v2 = bool(flags & COMPONENTS_V2)
    content = message.content if "content" not in payload else payload["content"] or ""
    if not isinstance(content, str):
        raise invalid_form(body.at("content"), "STRING_TYPE_CONVERT", "Could not interpret value.")
    embeds = message.embeds
    if "embeds" in payload:
        embeds = [{"type": "rich"} | embed for embed in payload["embeds"] or []]
    if v2:
        refused = forbid_with_v2(dict(payload) | {"content": content, "embeds": embeds}, body.path)
        if refused is not None:
            raise refused
    if len(content) > MOST_CONTENT:
        raise too_long(body.at("content"), MOST_CONTENT)
    check_embeds(embeds, body.at("embeds"))
    attachments, named = _attachments(world, message, body)
    components = message.components
    if "components" in payload:
        components = checked(
            payload["components"] or [],
            v2=v2,
            attachments=named,
            emojis=world.emojis,
            path=body.at("components"),
        )
    if not (content or embeds or attachments or components):
        raise empty_message()
    mentions = _mentions(world, content, components, body)
    mentions += _replied(world, message, payload.get("allowed_mentions"), mentions)
    message.content, message.embeds, message.components = content, embeds, components
    message.flags, message.mentions = flags, mentions
    _keep(world, message, attachments)


def _flags(message: Message, payload: Mapping[str, Any]) -> int:
    asked: int | None = payload.get("flags")
    if asked is None:
        return message.flags
    settable = SUPPRESS_EMBEDS | COMPONENTS_V2
    if not message.revision:
        settable |= SILENT
    kept = message.flags & ~settable | message.flags & COMPONENTS_V2
    return kept | asked & settable


def _attachments(
    world: World, message: Message, body: Body
) -> tuple[list[Attachment], dict[str, Attachment]]:
    """What the message carries afterwards, and what components of this same request may name.

    Named is what is uploaded, and what is kept by its id with its filename; what stays because
    nothing was said of it is not."""
    uploads = dict(body.uploads)
    channel = world.channels.get(message.channel)  # none yet, of a post's first message
    if uploads and channel and channel.guild and world.guild_of(channel).uploads_limited:
        raise uploads_limited()
    kept = {str(a.id): a for a in message.attachments}
    listed: Sequence[Mapping[str, Any]] = body.payload.get("attachments") or []
    result: list[Attachment] = []
    named: dict[str, Attachment] = {}
    if "attachments" not in body.payload and not body.replaces:
        result = list(message.attachments)
    for i, entry in enumerate(listed):
        number, description = str(entry.get("id")), entry.get("description")
        if description is not None and len(description) > 1024:
            raise too_long(f"{body.at('attachments')}.{i}.description", 1024)
        if number in kept:
            old = kept.pop(number)
            result.append(old)
            if body.kept_by_id and entry.get("filename") == old.filename:
                named[old.filename] = old
        elif number.isdecimal() and int(number) in uploads:
            new = stored(world, uploads.pop(int(number)), entry.get("filename"), description)
            result.append(new)
            named[new.filename] = new
        else:
            raise invalid_form(
                f"{body.at('attachments')}.{i}.id",
                "ATTACHMENT_NOT_FOUND",
                f"Attachment data not found for id: {number}",
            )
    for upload in uploads.values():
        new = stored(world, upload, None, None)
        result.append(new)
        named[new.filename] = new
    if len(result) > MOST_ATTACHMENTS:
        raise bad_length(body.at("attachments"), 0, MOST_ATTACHMENTS)
    return result, named


def _keep(world: World, message: Message, attachments: list[Attachment]) -> None:
    for attachment in message.attachments:
        if attachment not in attachments:
            world.retire(attachment)
    for attachment in attachments:
        world.attachments[attachment.id] = attachment
    message.attachments = attachments


def _mentions(
    world: World, content: str, components: list[dict[str, Any]], body: Body
) -> list[int]:
    allowed: Mapping[str, Any] | None = body.payload.get("allowed_mentions")
    _check_allowed(allowed or {}, body.at("allowed_mentions"))
    texts = [content, *(c["content"] for c in walk(components) if c["type"] == 10)]
    named = {int(user): None for text in texts for user in MENTION.findall(text)}
    ids = [user for user in named if user in world.users]
    if allowed is None:
        return ids
    parse, users = allowed.get("parse"), allowed.get("users")
    if parse and "users" in parse and users:
        raise invalid_form(
            body.at("allowed_mentions"),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            'parse:["users"] and users: [ids...] are mutually exclusive.',
        )
    if parse and "users" in parse:
        return ids
    wanted = {int(user) for user in users or []}
    return [user for user in ids if user in wanted]


def _check_allowed(allowed: Mapping[str, Any], path: str) -> None:
    if set(allowed.get("parse") or []) - {"users", "roles", "everyone"}:
        raise invalid_form(f"{path}.parse", "BASE_TYPE_CHOICES", "Value must be a kind of mention.")
    for key in ("users", "roles"):
        listed = allowed.get(key) or []
        if len(listed) > MOST_MENTIONS:
            raise bad_length(f"{path}.{key}", 0, MOST_MENTIONS)
        if len({str(number) for number in listed}) < len(listed):
            raise invalid_form(
                f"{path}.{key}", "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set has that value twice"
            )


def _replied(
    world: World, message: Message, allowed: Mapping[str, Any] | None, mentioned: list[int]
) -> list[int]:
    """The person whose message this one replies to, who is mentioned by that."""
    original = world.messages.get(message.reference or 0)
    if original is None or (allowed is not None and not allowed.get("replied_user")):
        return []
    known = original.author in mentioned or world.users[original.author].bot
    return [] if known else [original.author]


def post(world: World, message: Message) -> Message:
    """Put a filled message into its channel and tell everyone who may see it; raises ApiError
    where its thread can't be taken up again."""
    channel = world.channels[message.channel]
    if message.seen_by is None:
        _wake(world, channel)
    message.revision = 1
    channel.messages[message.id] = message
    world.messages[message.id] = message
    if message.seen_by is None:
        channel.last_message = message.id
        channel.sent += 1
        channel.active = world.clock.now()
    world.emit(MessageCreated(message))
    return message


def _wake(world: World, channel: Channel) -> None:
    """A message takes up an archived thread again."""
    if channel.archived:
        unarchive(world, channel)


def edit(world: World, message: Message, body: Body) -> Message:
    """Lay the body over the message and tell; raises ApiError and changes nothing."""
    fill(world, message, body)
    if message.flags & LOADING:
        message.flags &= ~LOADING
    else:
        message.edited = world.clock.now()
    touched(world, message)
    return message


def touched(world: World, message: Message) -> None:
    """Tell that a message looks different now."""
    message.revision += 1
    world.emit(MessageEdited(message))


def delete(world: World, message: Message) -> None:
    """Take the message away, and tell."""
    channel: Channel = world.channels[message.channel]
    channel.messages.pop(message.id, None)
    world.messages.pop(message.id, None)
    for attachment in message.attachments:
        world.retire(attachment)
    world.emit(MessageDeleted(message))
