"""The routes that a bot calls with its token: itself, its commands, channels, messages, members."""

import base64
import binascii
import re
from typing import Any

from bot.local.payloads.objects import (
    application_payload,
    channel_payload,
    emoji_payload,
    guild_payload,
    member_payload,
    role_payload,
    user_payload,
)
from bot.local.rest.api import Call, Route
from bot.local.rest.channels import CHANNEL_ROUTES
from bot.local.rest.reach import guild_of
from bot.local.rest.threads import THREAD_ROUTES
from bot.local.rules import errors
from bot.local.rules.commands import register
from bot.local.world.guilds import remove_bot
from bot.local.world.records import Emoji, User

Wire = dict[str, Any]
IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)
MOST_EMOJI_BYTES = 256 * 1024
MOST_EMOJIS = 2000


def gateway(call: Call) -> Wire:
    """Where to connect, with how many shards, and how often still today."""
    return call.gateway()


def me(call: Call) -> Wire:
    """The bot itself."""
    return user_payload(call.world.bot) | {"verified": True, "mfa_enabled": True, "locale": "en-US"}


def application(call: Call) -> Wire:
    """The application of the bot, with what stands in the portal."""
    return application_payload(call.world)


def user(call: Call) -> Wire:
    """Anybody, by id."""
    return user_payload(_user(call))


def _user(call: Call) -> User:
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise errors.unknown_user()
    return found


def open_direct(call: Call) -> Wire:
    """Sending to a person with closed messages fails, not opening them; but for a bot that opens
    too many, which is in quarantine from then on."""
    world = call.world
    recipient = str((call.json or {}).get("recipient_id") or "")
    if not recipient.isdecimal() or int(recipient) not in world.users:
        raise errors.invalid_form("recipient_id", "INVALID_RECIPIENT", "Invalid Recipient(s)")
    if world.users[int(recipient)].bot or world.users[int(recipient)].unopened_dms:
        raise errors.closed_direct_messages(400)
    found = world.direct_channel(int(recipient))
    if not found.sent:
        if not call.limiter.opening(found.id):
            world.application.quarantined = True
        if world.application.quarantined:
            raise errors.quarantined()
    found.lost = None
    return channel_payload(world, found)


def _own_application(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise errors.ApiError(
            403, 20012, "You are not authorized to perform this action on this application"
        )


def commands(call: Call) -> list[Wire]:
    """All global commands; with their localisations only if asked to."""
    _own_application(call)
    known = list(call.world.commands.values())
    if call.query.get("with_localizations", "").lower() in ("1", "true"):
        return known
    left_out = {"name_localizations", "description_localizations"}
    return [{k: v for k, v in command.items() if k not in left_out} for command in known]


def replace_commands(call: Call) -> list[Wire]:
    """Register these commands in place of all others."""
    _own_application(call)
    return register(call.world, list(call.json or []))


def emojis(call: Call) -> Wire:
    """The emojis of the application."""
    _own_application(call)
    return {"items": [emoji_payload(call.world, e) for e in call.world.emojis.values()]}


def create_emoji(call: Call) -> Wire:
    """One more emoji of the application."""
    _own_application(call)
    world, body = call.world, call.json or {}
    name = body.get("name") or ""
    if not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise errors.invalid_form(
            "name", "STRING_TYPE_REGEX", "String value did not match validation regex."
        )
    if any(emoji.name == name for emoji in world.emojis.values()):
        raise errors.invalid_form(
            "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is taken"
        )
    if len(world.emojis) >= MOST_EMOJIS:
        raise errors.ApiError(400, 30008, "Maximum number of emojis reached (2000)")
    match = IMAGE.fullmatch(body.get("image") or "")
    try:
        data = base64.b64decode(match.group(2), validate=True) if match else b""
    except binascii.Error:
        data = b""
    if not match or not data:
        raise errors.invalid_form("image", "IMAGE_INVALID", "Invalid image data")
    if len(data) > MOST_EMOJI_BYTES:
        raise errors.invalid_form(
            "image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb."
        )
    kind = match.group(1)
    emoji = Emoji(world.ids.next(), name, kind, data, animated=kind == "image/gif")
    world.emojis[emoji.id] = emoji
    return emoji_payload(world, emoji)


def delete_emoji(call: Call) -> None:
    """Take an emoji of the application away."""
    _own_application(call)
    if call.world.emojis.pop(call.id("emoji_id"), None) is None:
        raise errors.unknown_emoji()


def guild(call: Call) -> Wire:
    """A guild that the bot is in."""
    return guild_payload(guild_of(call))


def leave(call: Call) -> None:
    """The bot leaves a guild by itself."""
    remove_bot(call.world, guild_of(call))


def guild_channels(call: Call) -> list[Wire]:
    """Its channels without the threads."""
    world, here = call.world, guild_of(call).id
    found = [c for c in world.channels.values() if c.guild == here and not c.thread]
    return [channel_payload(world, channel) for channel in found]


def guild_roles(call: Call) -> list[Wire]:
    """Its roles."""
    return [role_payload(role) for role in guild_of(call).roles.values()]


def member(call: Call) -> Wire:
    """One member by id, for which no privileged intent is needed; 10007 for who isn't one."""
    here, found = guild_of(call), call.world.users.get(call.id("user_id"))
    if found is None:
        raise errors.unknown_user()
    if not call.world.is_member(found, here):
        raise errors.unknown_member()
    return member_payload(found, here) | {"user": user_payload(found)}


BOT_ROUTES = [
    Route("GET", "/gateway/bot", gateway),
    Route("GET", "/users/@me", me),
    Route("POST", "/users/@me/channels", open_direct),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave),
    Route("GET", "/users/{user_id}", user),
    Route("GET", "/applications/@me", application),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/applications/{application_id}/commands", commands),
    Route("PUT", "/applications/{application_id}/commands", replace_commands),
    Route("GET", "/applications/{application_id}/emojis", emojis),
    Route("POST", "/applications/{application_id}/emojis", create_emoji, status=201),
    Route("DELETE", "/applications/{application_id}/emojis/{emoji_id}", delete_emoji),
    Route("GET", "/guilds/{guild_id}", guild),
    Route("GET", "/guilds/{guild_id}/channels", guild_channels),
    Route("GET", "/guilds/{guild_id}/roles", guild_roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", member),
    *CHANNEL_ROUTES,
    *THREAD_ROUTES,
]
