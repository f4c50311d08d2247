"""The routes that begin, change and join threads."""

from typing import Any, Final

from bot.local.acts.archiving import DURATIONS, set_archived
from bot.local.acts.threads import rename, start_post, start_thread
from bot.local.payloads.messages import message_payload
from bot.local.payloads.objects import channel_payload
from bot.local.rest.api import Call, Route, TooMany
from bot.local.rest.reach import channel_of, message_of
from bot.local.rules import errors
from bot.local.world.events import ChannelUpdated
from bot.local.world.guilds import close_channel
from bot.local.world.permissions import NOTHING, Permission
from bot.local.world.records import FORUM, PRIVATE_THREAD, PUBLIC_THREAD, Channel

Wire = dict[str, Any]
CHANGES: Final = frozenset({"name", "archived", "locked", "auto_archive_duration"})


def _name(wanted: Wire) -> str:
    name = wanted.get("name")
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 100:
        raise errors.bad_length("name", 1, 100)
    return name.strip()


def _archive_after(wanted: Wire) -> int:
    minutes = wanted.get("auto_archive_duration") or 1440
    if minutes not in DURATIONS:
        raise errors.invalid_form(
            "auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}."
        )
    return int(minutes)


def begin(call: Call) -> Wire:
    """A thread without a message or under one, or a post in a forum."""
    world, parent, wanted = call.world, channel_of(call), call.json or {}
    if parent.type == FORUM and "message_id" not in call.params:
        return _begin_post(call, parent, wanted)
    # Without a type Discord makes a private thread.
    kind = wanted.get("type") or PRIVATE_THREAD
    starter = None
    if "message_id" in call.params:
        starter, kind = message_of(call, parent), PUBLIC_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise errors.invalid_form("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
    thread = start_thread(
        world,
        world.bot,
        parent,
        _name(wanted),
        starter=starter,
        kind=kind,
        archive_after=_archive_after(wanted),
    )
    return channel_payload(world, thread)


def _begin_post(call: Call, forum: Channel, wanted: Wire) -> Wire:
    world, message = call.world, wanted.get("message")
    if not isinstance(message, dict):
        raise errors.required("message")
    if call.uploads and Permission.ATTACH_FILES not in world.permissions(world.bot, forum):
        raise errors.missing_permissions()
    body = call.body_of(message, "message")
    after = _archive_after(wanted)
    thread, first = start_post(world, world.bot, forum, _name(wanted), body, archive_after=after)
    return channel_payload(world, thread) | {"message": message_payload(world, first, call.urls)}


def change(call: Call) -> Wire:
    """A thread's name, archived, locked, auto_archive_duration; a channel's name and topic."""
    found, wanted = channel_of(call), call.json or {}
    if found.thread:
        _change_thread(call, found, {key: wanted[key] for key in CHANGES & set(wanted)})
    else:
        channel_of(call, NOTHING if found.direct else Permission.MANAGE_CHANNELS)
        if "name" in wanted:
            found.name = _renamed(call, found, wanted)
        found.topic = wanted.get("topic", found.topic)
    call.world.emit(ChannelUpdated(found))
    return channel_payload(call.world, found)


def _renamed(call: Call, found: Channel, wanted: Wire) -> str:
    """The new name, which a channel may get twice in ten minutes."""
    name = _name(wanted)
    limited = call.limiter.rename(found.id) if name != found.name else None
    if limited is not None:
        raise TooMany(limited)
    return name


def _change_thread(call: Call, thread: Channel, wanted: Wire) -> None:
    world = call.world
    bot, allowed = world.bot, world.permissions(world.bot, thread)
    moderates = Permission.MANAGE_THREADS in allowed
    reopens = wanted.get("archived") is False
    needs_more = set(wanted) - ({"archived"} if reopens else set())
    if "locked" in wanted and not moderates:
        raise errors.missing_permissions()
    if needs_more and not moderates and thread.owner != bot.id:
        raise errors.missing_permissions()
    if reopens and not moderates and Permission.SEND_MESSAGES_IN_THREADS not in allowed:
        raise errors.missing_permissions()
    if thread.locked and not moderates:
        raise errors.archived_thread() if thread.archived else errors.locked_thread()
    if thread.archived and not reopens and needs_more:
        raise errors.archived_thread()
    name = _renamed(call, thread, wanted) if "name" in wanted else thread.name
    if "auto_archive_duration" in wanted:
        thread.archive_after = _archive_after(wanted)
    if reopens:
        set_archived(world, thread, archived=False)
    rename(world, bot, thread, name)
    thread.locked = bool(wanted.get("locked", thread.locked))
    if wanted.get("archived"):
        set_archived(world, thread, archived=True)


def remove(call: Call) -> Wire:
    """Delete a channel or thread; direct messages are only closed, and stay."""
    found = channel_of(call)
    if not found.direct:
        channel_of(call, Permission.MANAGE_THREADS if found.thread else Permission.MANAGE_CHANNELS)
        close_channel(call.world, found)
    return channel_payload(call.world, found)


def active(call: Call) -> Wire:
    """The guild's threads that aren't archived and that the bot sees."""
    world, bot = call.world, call.world.bot
    found = [
        channel
        for channel in world.channels.values()
        if channel.thread
        and channel.guild == call.id("guild_id")
        and not channel.archived
        and Permission.VIEW_CHANNEL in world.permissions(bot, channel)
    ]
    threads = [channel_payload(world, thread) for thread in found]
    members = [thread["member"] for thread in threads if "member" in thread]
    return {"threads": threads, "members": members, "has_more": False}


def join(call: Call) -> None:
    """Become a member of a thread."""
    thread = _open_thread(call)
    thread.members.add(call.world.bot.id)


def leave(call: Call) -> None:
    """Be no member of a thread any more."""
    thread = _open_thread(call)
    thread.members.discard(call.world.bot.id)


def _open_thread(call: Call) -> Channel:
    thread = channel_of(call)
    if not thread.thread:
        raise errors.wrong_channel_type()
    if thread.archived:
        raise errors.archived_thread()
    return thread


THREAD_ROUTES = [
    Route("PATCH", "/channels/{channel_id}", change),
    Route("DELETE", "/channels/{channel_id}", remove),
    Route("POST", "/channels/{channel_id}/threads", begin, status=201),
    Route("POST", "/channels/{channel_id}/messages/{message_id}/threads", begin, status=201),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join),
    Route("DELETE", "/channels/{channel_id}/thread-members/@me", leave),
    Route("GET", "/guilds/{guild_id}/threads/active", active),
]
