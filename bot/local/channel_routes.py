"""The routes on channels, threads and their messages."""

from typing import Any

from bot.local import errors
from bot.local.api import Call, Route
from bot.local.channels import close_channel
from bot.local.events import ChannelCreated, ChannelUpdated, Typing
from bot.local.limits import OLD_MESSAGE
from bot.local.message_payloads import message_payload
from bot.local.messages import delete, edit, fill, post, touched
from bot.local.payloads import channel_payload
from bot.local.permissions import NOTHING, Permission
from bot.local.world import THREADS, Channel, Message

Wire = dict[str, Any]
NONCE_LIFE = 5 * 60.0


def _channel(call: Call, needed: Permission = NOTHING) -> Channel:
    """The channel of the path, which the bot must see; raises 10003, 50001 or 50013."""
    world = call.world
    channel = world.channels.get(call.id("channel_id"))
    if channel is None:
        raise errors.unknown_channel()
    allowed = world.permissions(world.bot, channel)
    if Permission.VIEW_CHANNEL not in allowed:
        raise errors.missing_access()
    if needed not in allowed:
        raise errors.missing_permissions()
    return channel


def _message(call: Call, channel: Channel) -> Message:
    """The message of the path. An ephemeral one isn't there for the bot's token."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.seen_by is not None:
        raise errors.unknown_message()
    return message


def _sent(call: Call, message: Message) -> Wire:
    return message_payload(call.world, message, call.urls)


def channel(call: Call) -> Wire:
    return channel_payload(call.world, _channel(call))


def delete_channel(call: Call) -> Wire:
    found = _channel(call)
    needed = Permission.MANAGE_THREADS if found.type in THREADS else Permission.MANAGE_CHANNELS
    if not found.direct:
        _channel(call, needed)
    if not found.direct:
        close_channel(call.world, found)
    return channel_payload(call.world, found)


def edit_channel(call: Call) -> Wire:
    """Threads: name, archived, locked. Channels: name and topic."""
    found, changes = _channel(call), call.json or {}
    own_thread = found.type in THREADS and found.owner == call.world.bot.id
    if not own_thread:
        thread = found.type in THREADS
        _channel(call, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
    if not 1 <= len(changes.get("name", "x")) <= 100:
        raise errors.bad_length("name", 1, 100)
    for key in {"name", "topic", "archived", "locked"} & set(changes):
        setattr(found, key, changes[key])
    call.world.emit(ChannelUpdated(found))
    return channel_payload(call.world, found)


def typing(call: Call) -> None:
    call.world.emit(Typing(_channel(call, Permission.SEND_MESSAGES), call.world.bot))


def messages(call: Call) -> list[Wire]:
    """The latest first; `before`, `after` and `limit` as on Discord."""
    found = _channel(call, Permission.READ_MESSAGE_HISTORY)
    ids = [m.id for m in found.messages.values() if m.seen_by is None]
    limit = int(call.query.get("limit", 50))
    if "after" in call.query:
        ids = [n for n in ids if n > int(call.query["after"])][:limit]
    if "before" in call.query:
        ids = [n for n in ids if n < int(call.query["before"])]
    return [_sent(call, found.messages[n]) for n in reversed(ids[-limit:])]


def message(call: Call) -> Wire:
    return _sent(call, _message(call, _channel(call)))


def create_message(call: Call) -> Wire:
    """Send as the bot; 50007 or 50278 to whom it can't write, 50013 without permission."""
    found = _channel(call)
    _channel(call, _needed_to_send(call, found))
    world, body = call.world, call.body()
    if found.recipient is not None:
        person = world.users[found.recipient]
        if not person.member:
            raise errors.no_shared_guild()
        if person.closed_dms:
            raise errors.closed_direct_messages()
    if found.archived and found.locked:
        raise errors.archived_thread()
    again = _same_nonce(call, found)
    if again is not None:
        return _sent(call, again)
    new = Message(world.ids.next(), found.id, world.bot.id, world.clock.now())
    new.reference = _reference(call, found)
    nonce = body.payload.get("nonce")
    new.nonce = None if nonce is None else str(nonce)
    fill(world, new, body)
    if found.archived:
        found.archived = False
        world.emit(ChannelUpdated(found))
    return _sent(call, post(world, new))


def _needed_to_send(call: Call, found: Channel) -> Permission:
    needed = Permission.SEND_MESSAGES
    if found.type in THREADS:
        needed = Permission.SEND_MESSAGES_IN_THREADS
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    if (call.json or {}).get("embeds"):
        needed |= Permission.EMBED_LINKS
    return needed


def _same_nonce(call: Call, found: Channel) -> Message | None:
    """The message sent with this nonce in the last minutes, where uniqueness is asked for."""
    nonce = call.json.get("nonce")
    if nonce is None:
        return None
    if len(str(nonce)) > 25:
        raise errors.too_long("nonce", 25)
    if not call.json.get("enforce_nonce"):
        return None
    since = call.world.clock.now() - NONCE_LIFE
    for earlier in reversed(found.messages.values()):
        if earlier.created < since:
            return None
        if earlier.nonce == str(nonce) and earlier.author == call.world.bot.id:
            return earlier
    return None


def _reference(call: Call, found: Channel) -> int | None:
    reference = call.json.get("message_reference")
    if not reference:
        return None
    original = int(reference["message_id"])
    if original in found.messages:
        return original
    if reference.get("fail_if_not_exists", True):
        raise errors.invalid_form("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def edit_message(call: Call) -> Wire:
    found = _channel(call)
    old = _message(call, found)
    if old.author != call.world.bot.id:
        raise errors.others_message()
    if found.archived:
        raise errors.archived_thread()
    aged = call.world.clock.now() - old.created > OLD_MESSAGE
    if aged and not call.limiter.old_edit(found.id):
        raise errors.old_message_edits()
    return _sent(call, edit(call.world, old, call.body()))


def delete_message(call: Call) -> None:
    found = _channel(call)
    old = _message(call, found)
    if old.author != call.world.bot.id:
        _channel(call, Permission.MANAGE_MESSAGES)
    delete(call.world, old)


def start_thread(call: Call) -> Wire:
    """A public thread, without a message or under one."""
    found = _channel(call, Permission.CREATE_PUBLIC_THREADS)
    if found.direct or found.type in THREADS:
        raise errors.wrong_channel_type()
    name = (call.json or {}).get("name") or ""
    if not 1 <= len(name) <= 100:
        raise errors.bad_length("name", 1, 100)
    world = call.world
    starter: Message | None = None
    if "message_id" in call.params:
        starter = _message(call, found)
        if starter.thread is not None:
            raise errors.thread_exists()
        starter.thread = starter.id
    thread = world.add_thread(found, name, owner=world.bot.id, starter=starter)
    world.emit(ChannelCreated(thread))
    if starter is not None:
        touched(world, starter)
    return channel_payload(world, thread)


def join_thread(call: Call) -> None:
    _channel(call).members.add(call.world.bot.id)


CHANNEL_ROUTES = [
    Route("GET", "/channels/{channel_id}", channel),
    Route("PATCH", "/channels/{channel_id}", edit_channel),
    Route("DELETE", "/channels/{channel_id}", delete_channel),
    Route("POST", "/channels/{channel_id}/typing", typing),
    Route("GET", "/channels/{channel_id}/messages", messages),
    Route("POST", "/channels/{channel_id}/messages", create_message, paced=True),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", message),
    Route("PATCH", "/channels/{channel_id}/messages/{message_id}", edit_message, paced=True),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}", delete_message),
    Route("POST", "/channels/{channel_id}/threads", start_thread),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", start_thread),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join_thread),
]
