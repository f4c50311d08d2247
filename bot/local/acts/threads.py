"""Threads and posts: how they begin and get their names."""

from bot.local.acts.archiving import check_room, keep_time
from bot.local.acts.messages import Body, fill, post, touched
from bot.local.rules import errors
from bot.local.world.events import ChannelCreated
from bot.local.world.permissions import Permission
from bot.local.world.records import FORUM, PUBLIC_THREAD, TEXT, Channel, Message, User
from bot.local.world.world import World

RENAMED, THREAD_STARTED = 4, 18


def check_start(world: World, user: User, parent: Channel, kind: int = PUBLIC_THREAD) -> None:
    """Raise ApiError where the person may not begin a thread, or post in a forum."""
    if parent.type not in (TEXT, FORUM):
        raise errors.wrong_channel_type()
    needed = Permission.CREATE_PUBLIC_THREADS
    if parent.type == FORUM:
        needed = Permission.SEND_MESSAGES
    elif kind != PUBLIC_THREAD:
        needed = Permission.CREATE_PRIVATE_THREADS
    if needed not in world.permissions(user, parent):
        raise errors.missing_permissions()
    check_room(world, parent)


def check_name(world: World, channel: Channel, name: str) -> None:
    """Raise 50035 for a name that its guild must not show."""
    if any(word in name.lower() for word in world.guild_of(channel).refused_words):
        raise errors.words_not_allowed("name")


def start_thread(
    world: World,
    user: User,
    parent: Channel,
    name: str,
    *,
    starter: Message | None = None,
    kind: int = PUBLIC_THREAD,
    archive_after: int = 1440,
) -> Channel:
    """A thread in a text channel, without a message or under one. Raises ApiError."""
    check_start(world, user, parent, kind)
    if parent.type != TEXT:
        raise errors.wrong_channel_type()
    if starter is not None and starter.thread is not None:
        raise errors.thread_exists()
    check_name(world, parent, name)
    thread = world.add_thread(parent, name, owner=user.id, starter=starter, kind=kind)
    thread.archive_after = archive_after
    world.emit(ChannelCreated(thread))
    keep_time(world, thread)
    if starter is not None:
        starter.thread = thread.id
        touched(world, starter)
    elif kind == PUBLIC_THREAD:
        _told(world, parent, user, THREAD_STARTED, name, thread)
    return thread


def start_post(
    world: World, user: User, forum: Channel, name: str, body: Body, *, archive_after: int = 1440
) -> tuple[Channel, Message]:
    """A post in a forum and its first message, which has the same id. Raises ApiError."""
    check_start(world, user, forum)
    check_name(world, forum, name)
    number = world.ids.next()
    message = Message(number, number, user.id, world.clock.now())
    fill(world, message, body)
    thread = world.add_thread(forum, name, owner=user.id, starter=message)
    thread.archive_after = archive_after
    forum.last_message = thread.id
    world.emit(ChannelCreated(thread))
    post(world, message)
    keep_time(world, thread)
    return thread, message


def _told(
    world: World, channel: Channel, user: User, kind: int, text: str, thread: Channel | None = None
) -> None:
    """One of Discord's own lines: who did what here."""
    line = Message(world.ids.next(), channel.id, user.id, world.clock.now(), text, type=kind)
    line.thread = thread.id if thread else None
    post(world, line)


def rename(world: World, user: User, thread: Channel, name: str) -> None:
    """Give a thread another name, with a line in it that says so."""
    if name == thread.name:
        return
    check_name(world, thread, name)
    thread.name = name
    _told(world, thread, user, RENAMED, name)
