"""When threads sleep, by themselves or at a word, and what may be done in them then."""

from typing import Final

from bot.local.rules import errors
from bot.local.world.events import ChannelUpdated
from bot.local.world.permissions import Permission
from bot.local.world.records import Channel, User
from bot.local.world.world import World

DURATIONS: Final = (60, 1440, 4320, 10080)


def check_room(world: World, near: Channel) -> None:
    """Raise ApiError 160006 where the guild has as many active threads as it may."""
    there = [c for c in world.channels.values() if c.thread and c.guild == near.guild]
    active = sum(not thread.archived for thread in there)
    if active >= world.guild_of(near).most_threads:
        raise errors.too_many_threads()


def set_archived(world: World, thread: Channel, *, archived: bool) -> None:
    """Archive it or take it up again. Raises ApiError 160006 where there are too many."""
    if thread.archived == archived:
        return
    if not archived:
        check_room(world, thread)
    thread.archived = archived
    thread.archive_changed = thread.active = world.clock.now()
    keep_time(world, thread)


def archive(world: World, thread: Channel, *, locked: bool | None = None) -> None:
    """As a moderator does: archive the thread, locking or unlocking it if so said."""
    set_archived(world, thread, archived=True)
    set_locked(world, thread, locked=thread.locked if locked is None else locked)


def unarchive(world: World, thread: Channel) -> None:
    """Take an archived thread up again."""
    set_archived(world, thread, archived=False)
    world.emit(ChannelUpdated(thread))


def set_locked(world: World, thread: Channel, *, locked: bool) -> None:
    """Close it to all but moderators, or open it; and tell."""
    thread.locked = locked
    world.emit(ChannelUpdated(thread))


def keep_time(world: World, thread: Channel) -> None:
    """Archive it by itself once nothing has happened in it for long enough."""
    if thread.archived:
        return
    begun, left = thread.archive_changed, thread.archive_after * 60 - _idle(world, thread)

    def look() -> None:
        gone = world.channels.get(thread.id) is not thread
        if gone or thread.archived or thread.archive_changed != begun:
            return
        if _idle(world, thread) < thread.archive_after * 60:
            keep_time(world, thread)
        else:
            set_archived(world, thread, archived=True)
            world.emit(ChannelUpdated(thread))

    world.clock.call_later(left, look)


def _idle(world: World, thread: Channel) -> float:
    return world.clock.now() - thread.active


def check_writing(world: World, user: User, channel: Channel) -> None:
    """Raise ApiError where a thread takes no message of this person: locked, and perhaps archived.

    One that is archived only is taken up again by a message."""
    if not channel.thread or not channel.locked or _moderates(world, user, channel):
        return
    raise errors.archived_thread() if channel.archived else errors.locked_thread()


def check_changing(world: World, user: User, channel: Channel) -> None:
    """Raise ApiError where messages of a thread can't be edited now."""
    if channel.archived:
        raise errors.archived_thread()
    if channel.locked and not _moderates(world, user, channel):
        raise errors.locked_thread()


def _moderates(world: World, user: User, thread: Channel) -> bool:
    return Permission.MANAGE_THREADS in world.permissions(user, thread)
