"""The routes on channels and their messages."""

from typing import Any

from bot.local.acts.archiving import check_changing, check_writing
from bot.local.acts.messages import delete, edit, fill, post
from bot.local.payloads.messages import message_payload
from bot.local.payloads.objects import channel_payload
from bot.local.rest.api import Call, Route
from bot.local.rest.reach import channel_of, message_of
from bot.local.rules import errors
from bot.local.rules.limits import OLD_MESSAGE
from bot.local.world.events import Typing
from bot.local.world.permissions import Permission
from bot.local.world.records import FORUM, Channel, Message

Wire = dict[str, Any]
NONCE_LIFE = 5 * 60.0
MOST_AT_ONCE = 100


def _sent(call: Call, message: Message) -> Wire:
    return message_payload(call.world, message, call.urls)


def channel(call: Call) -> Wire:
    """A channel, thread or direct messages."""
    return channel_payload(call.world, channel_of(call))


def typing(call: Call) -> None:
    """ "... is typing"."""
    call.world.emit(Typing(channel_of(call, Permission.SEND_MESSAGES), call.world.bot))


def messages(call: Call) -> list[Wire]:
    """The latest first; `before`, `after` and `limit` as on Discord."""
    found = channel_of(call, Permission.READ_MESSAGE_HISTORY)
    ids = [m.id for m in found.messages.values() if m.seen_by is None]
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= MOST_AT_ONCE:
        raise errors.invalid_form(
            "limit", "NUMBER_TYPE_RANGE", f"int value should be 1 to {MOST_AT_ONCE}."
        )
    if "after" in call.query:
        ids = [n for n in ids if n > int(call.query["after"])][:limit]
    if "before" in call.query:
        ids = [n for n in ids if n < int(call.query["before"])]
    return [_sent(call, found.messages[n]) for n in reversed(ids[-limit:])]


def message(call: Call) -> Wire:
    """One message."""
    return _sent(call, message_of(call, channel_of(call, Permission.READ_MESSAGE_HISTORY)))


def create_message(call: Call) -> Wire:
    """Send as the bot; 50007 or 50278 to whom it can't write, 50013 without permission."""
    found = channel_of(call)
    if found.type == FORUM:
        raise errors.not_for_text()
    channel_of(call, _needed_to_send(call, found))
    world, body = call.world, call.body()
    if found.recipient is not None:
        person = world.users[found.recipient]
        if not world.meets_bot(person):
            raise errors.no_shared_guild()
        if person.closed_dms:
            raise errors.closed_direct_messages()
        if world.application.quarantined and not found.sent:
            raise errors.quarantined()
    check_writing(world, world.bot, found)
    again = _same_nonce(call)
    if again is not None:
        return _sent(call, again)
    new = Message(world.ids.next(), found.id, world.bot.id, world.clock.now())
    new.reference = _reference(call, found)
    nonce = body.payload.get("nonce")
    new.nonce = None if nonce is None else str(nonce)
    fill(world, new, body)
    if new.nonce is not None:
        world.nonces[new.nonce] = (new.id, new.created)
    return _sent(call, post(world, new))


def _needed_to_send(call: Call, found: Channel) -> Permission:
    needed = Permission.SEND_MESSAGES
    if found.thread:
        needed = Permission.SEND_MESSAGES_IN_THREADS
    if call.uploads:
        needed |= Permission.ATTACH_FILES
    if (call.json or {}).get("embeds"):
        needed |= Permission.EMBED_LINKS
    return needed


def _same_nonce(call: Call) -> Message | None:
    """What the bot has sent with this nonce in the last minutes, in whichever channel, where
    uniqueness is asked for.

    Raises ApiError 10008 where that was deleted."""
    nonce = call.json.get("nonce")
    if nonce is None:
        return None
    if len(str(nonce)) > 25:
        raise errors.too_long("nonce", 25)
    if not call.json.get("enforce_nonce"):
        return None
    earlier, sent = call.world.nonces.get(str(nonce), (0, 0.0))
    if sent < call.world.clock.now() - NONCE_LIFE:
        return None
    if earlier not in call.world.messages:
        raise errors.unknown_message()
    return call.world.messages[earlier]


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
    """Edit one of the bot's own messages; 50005 for another's, 30046 for too many old ones."""
    found = channel_of(call)
    old = message_of(call, found)
    if old.author != call.world.bot.id:
        raise errors.others_message()
    if call.uploads:
        channel_of(call, Permission.ATTACH_FILES)
    check_changing(call.world, call.world.bot, found)
    aged = call.world.clock.now() - old.created > OLD_MESSAGE
    if aged and not call.limiter.old_edit(found.id):
        raise errors.old_message_edits()
    return _sent(call, edit(call.world, old, call.body()))


def delete_message(call: Call) -> None:
    """Delete a message; another's as a moderator only."""
    found = channel_of(call)
    old = message_of(call, found)
    if old.author != call.world.bot.id:
        channel_of(call, Permission.MANAGE_MESSAGES)
    if found.archived:
        raise errors.archived_thread()
    delete(call.world, old)


CHANNEL_ROUTES = [
    Route("GET", "/channels/{channel_id}", channel),
    Route("POST", "/channels/{channel_id}/typing", typing),
    Route("GET", "/channels/{channel_id}/messages", messages),
    Route("POST", "/channels/{channel_id}/messages", create_message),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", message),
    Route("PATCH", "/channels/{channel_id}/messages/{message_id}", edit_message),
    Route("DELETE", "/channels/{channel_id}/messages/{message_id}", delete_message),
]
