"""What a person can do in their client: type, press, choose, fill in, dismiss, start threads."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.local.acts import interactions, threads
from bot.local.acts.archiving import check_writing, set_archived, unarchive
from bot.local.acts.messages import Body, delete, fill, post
from bot.local.payloads.objects import channel_payload, member_payload, role_payload, user_payload
from bot.local.rules.commands import find, typed
from bot.local.rules.components import BUTTON, LINK_STYLE, walk
from bot.local.rules.modals import filled_in
from bot.local.rules.selects import SELECTS, STRING_SELECT
from bot.local.world.events import ChannelUpdated, MessageDeleted
from bot.local.world.guilds import close_channel
from bot.local.world.permissions import NOTHING, Permission
from bot.local.world.records import FORUM, Channel, Interaction, Message, User
from bot.local.world.world import World

Wire = dict[str, Any]
SELECTABLE: Final[dict[int, set[str]]] = {
    5: {"users", "members"},
    6: {"roles"},
    7: {"users", "members", "roles"},
    8: {"channels"},
}
"""What each kind of select offers besides strings."""


class CannotDo(ValueError):
    """The person's client wouldn't let them do this."""


def say(world: World, user: User, channel: Channel, content: str) -> Message:
    """Write a plain message."""
    _in_reach(world, channel)
    needed = Permission.SEND_MESSAGES
    if channel.thread:
        needed = Permission.SEND_MESSAGES_IN_THREADS
    if needed not in world.permissions(user, channel) or channel.type == FORUM:
        raise CannotDo(f"{user.name} can't write here")
    check_writing(world, user, channel)
    message = Message(world.ids.next(), channel.id, user.id, world.clock.now())
    fill(world, message, Body({"content": content}, {}))
    return post(world, message)


def command(
    world: World,
    user: User,
    channel: Channel,
    name: str,
    options: Mapping[str, Any] | None = None,
    *,
    completing: str | None = None,
) -> Interaction:
    """Type a slash command ("play", or "options set"), with options by their own names.

    With `completing` the bot is asked for that option's choices instead."""
    _bot_in_reach(world, channel)
    if channel.archived or channel.type == FORUM:
        raise CannotDo("no commands can be used here")
    if Permission.USE_APPLICATION_COMMANDS not in _allowed(world, user, channel):
        raise CannotDo(f"{user.name} can't use commands here")
    first, *path = name.split()
    found = find(world, first, channel.context)
    data: dict[str, Any] = {
        "id": found["id"],
        "name": found["name"],
        "type": 1,
        "options": typed(found["options"], path, options or {}, completing),
    }
    resolved = _resolved_options(world, channel, data["options"])
    if resolved:
        data["resolved"] = resolved
    kind = interactions.AUTOCOMPLETE if completing else interactions.COMMAND
    return interactions.start(world, kind, user, channel, data)


def _allowed(world: World, user: User, channel: Channel) -> Permission:
    allowed = world.permissions(user, channel)
    if channel.direct and allowed:
        return allowed | Permission.USE_APPLICATION_COMMANDS
    return allowed if Permission.VIEW_CHANNEL in allowed else NOTHING


def press(world: World, user: User, message: Message, custom_id: str) -> Interaction:
    """Press a button."""
    button = _component(world, user, message, custom_id)
    if button["type"] != BUTTON or button["style"] == LINK_STYLE:
        raise CannotDo(f"{custom_id} is no button to press")
    data = {"component_type": BUTTON, "custom_id": custom_id, "id": button["id"]}
    return _on_component(world, user, message, data)


def choose(
    world: World, user: User, message: Message, custom_id: str, values: Sequence[str]
) -> Interaction:
    """Choose in a select; `values` are option values, or ids of users, roles or channels."""
    select = _component(world, user, message, custom_id)
    kind = select["type"]
    if kind not in SELECTS:
        raise CannotDo(f"{custom_id} is no select")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise CannotDo(f"choose {least} to {most}, not {len(values)}")
    if kind == STRING_SELECT and not set(values) <= {o["value"] for o in select["options"]}:
        raise CannotDo(f"{custom_id} doesn't offer {list(values)}")
    data: dict[str, Any] = {
        "component_type": kind,
        "custom_id": custom_id,
        "id": select["id"],
        "values": list(values),
    }
    if kind != STRING_SELECT:
        place = world.channels[message.channel]
        resolved = _resolved(world, place, [int(value) for value in values])
        wanted = select.get("channel_types")
        kinds = {channel["type"] for channel in resolved.get("channels", {}).values()}
        if not set(resolved) <= SELECTABLE[kind] or (wanted and not kinds <= set(wanted)):
            raise CannotDo(f"{custom_id} doesn't offer {list(values)}")
        data["resolved"] = resolved
    return _on_component(world, user, message, data)


def _component(world: World, user: User, message: Message, custom_id: str) -> dict[str, Any]:
    if not world.may_see(user, message):
        raise CannotDo(f"{user.name} can't see that message")
    for component in walk(message.components):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise CannotDo("that can't be pressed now")
            return component
    raise CannotDo("that is no longer on the message")


def _on_component(world: World, user: User, message: Message, data: dict[str, Any]) -> Interaction:
    channel = world.channels[message.channel]
    _bot_in_reach(world, channel)
    parent = world.channels.get(channel.parent or 0)
    if channel.archived and parent is not None and parent.type == FORUM:
        raise CannotDo("nothing can be pressed in an archived post until somebody writes")
    return interactions.start(world, interactions.COMPONENT, user, channel, data, message)


def submit(
    world: World, user: User, opened: Interaction, answers: Mapping[str, Any]
) -> Interaction:
    """Hand in the modal that an interaction opened; `answers` by custom_id."""
    if opened.modal is None or opened.user != user.id:
        raise CannotDo("there is no form open")
    data = filled_in(opened.modal, answers)
    opened.modal = None
    channel = world.channels[opened.channel]
    _bot_in_reach(world, channel)
    source = world.messages.get(opened.source or 0)
    opener = interactions.metadata(world, opened)
    kind = interactions.MODAL_SUBMIT
    return interactions.start(world, kind, user, channel, data, source, opener)


def dismiss(world: World, user: User, message: Message) -> None:
    """Put away an ephemeral message; the bot isn't told and may still edit it."""
    if message.seen_by != user.id:
        raise CannotDo("only one's own ephemeral messages can be dismissed")
    message.dismissed = True
    world.emit(MessageDeleted(message))


def remove(world: World, user: User, message: Message) -> None:
    """Delete one's own message, or any as a moderator of the channel."""
    allowed = world.permissions(user, world.channels[message.channel])
    if message.author != user.id and Permission.MANAGE_MESSAGES not in allowed:
        raise CannotDo("that is somebody else's message")
    delete(world, message)


def start_thread(
    world: World, user: User, channel: Channel, name: str, message: Message | None = None
) -> Channel:
    """Start a public thread, under a message if one is given."""
    _in_reach(world, channel)
    return threads.start_thread(world, user, channel, _named(name), starter=message)


def start_post(world: World, user: User, forum: Channel, name: str, content: str) -> Channel:
    """Post in a forum."""
    _in_reach(world, forum)
    body = Body({"content": content}, {})
    return threads.start_post(world, user, forum, _named(name), body)[0]


def _named(name: str) -> str:
    if not 1 <= len(name.strip()) <= 100:
        raise CannotDo("a name has 1 to 100 characters")
    return name.strip()


def change_thread(
    world: World,
    user: User,
    thread: Channel,
    *,
    name: str | None = None,
    archived: bool | None = None,
    locked: bool | None = None,
) -> None:
    """Rename, archive, take up, lock or open a thread, as its owner or a moderator."""
    moderates = Permission.MANAGE_THREADS in world.permissions(user, thread)
    if not thread.thread or not (moderates or (thread.owner == user.id and not thread.locked)):
        raise CannotDo("that is for the thread's owner and moderators")
    if locked is not None and not moderates:
        raise CannotDo("only moderators lock threads")
    if archived is False:
        unarchive(world, thread)
    if name is not None:
        threads.rename(world, user, thread, _named(name))
    if locked is not None:
        thread.locked = locked
    if archived:
        set_archived(world, thread, archived=True)
    world.emit(ChannelUpdated(thread))


def delete_thread(world: World, user: User, thread: Channel) -> None:
    """Delete a thread with all that is in it, as a moderator."""
    if not thread.thread or Permission.MANAGE_THREADS not in world.permissions(user, thread):
        raise CannotDo("only moderators delete threads")
    close_channel(world, thread)


def _in_reach(world: World, channel: Channel) -> None:
    """Raise CannotDo where an outage lets nobody do anything."""
    if not channel.direct and world.guild_of(channel).unavailable:
        raise CannotDo("this server is unavailable just now")


def _bot_in_reach(world: World, channel: Channel) -> None:
    """Raise CannotDo where the bot can't be talked to."""
    _in_reach(world, channel)
    if not channel.direct and not world.is_member(world.bot, world.guild_of(channel)):
        raise CannotDo(f"{world.bot.name} isn't here")


def _resolved_options(world: World, channel: Channel, options: list[dict[str, Any]]) -> Wire:
    ids: list[int] = []
    for option in options:
        if "options" in option:
            return _resolved_options(world, channel, option["options"])
        if option["type"] in (6, 7, 8, 9) and str(option["value"]).isdecimal():
            ids.append(int(option["value"]))
    return _resolved(world, channel, ids) if ids else {}


def _resolved(world: World, place: Channel, ids: Sequence[int]) -> Wire:
    """The users, roles and channels that are meant by these ids, as an interaction carries them."""
    resolved: Wire = {}
    guild = None if place.direct else world.guild_of(place)
    for meant in ids:
        key = str(meant)
        if meant in world.users:
            user = world.users[meant]
            resolved.setdefault("users", {})[key] = user_payload(user)
            if guild is not None and world.is_member(user, guild):
                member = member_payload(user, guild)
                member["permissions"] = str(int(world.permissions(user, place)))
                part = {k: v for k, v in member.items() if k not in ("deaf", "mute")}
                resolved.setdefault("members", {})[key] = part
        elif guild is not None and meant in guild.roles:
            resolved.setdefault("roles", {})[key] = role_payload(guild.roles[meant])
        elif meant in world.channels and world.channels[meant].guild == place.guild:
            channel = channel_payload(world, world.channels[meant]) | {"permissions": "0"}
            resolved.setdefault("channels", {})[key] = channel
        else:
            raise CannotDo(f"{meant} is nobody and nothing here")
    return resolved
