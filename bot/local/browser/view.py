"""The world as the page draws it: what one person sees, with markdown already rendered."""

from typing import Any, Final

from bot.local.acts.threads import RENAMED, THREAD_STARTED
from bot.local.acts.uploads import SignedUrls
from bot.local.browser import markdown
from bot.local.payloads.messages import resolve_media
from bot.local.rules.commands import description_in, name_in, offered
from bot.local.world.permissions import Permission
from bot.local.world.records import (
    FORUM,
    LOADING,
    TEXT,
    Attachment,
    Channel,
    Interaction,
    Message,
    User,
)
from bot.local.world.world import World

View = dict[str, Any]
SUBCOMMANDS: Final = frozenset({1, 2})
SYSTEM: Final = {RENAMED: "system.renamed", THREAD_STARTED: "system.thread"}


class Views:
    """Draws messages for the page; one drawing serves every reader until the message changes."""

    def __init__(self, world: World, urls: SignedUrls) -> None:
        self._world = world
        self._urls = urls
        self._drawn: dict[int, tuple[int, View]] = {}

    def _url(self, attachment: Attachment) -> str:
        """Relative, so that the page may be opened under either name of this machine."""
        return self._urls(attachment).removeprefix(self._urls.base)

    def _html(self, text: str) -> str:
        return markdown.html(text, self._world)

    def forget(self, message: int) -> None:
        """The message is gone."""
        self._drawn.pop(message, None)

    def message(self, message: Message) -> View:
        """The message as the page draws it."""
        revision, view = self._drawn.get(message.id, (-1, {}))
        if revision != message.revision:
            view = self._message(message)
            self._drawn[message.id] = (message.revision, view)
        return view

    def _message(self, message: Message) -> View:
        shown = {str(a.id) for a in message.attachments} if not message.components_v2 else set()
        return {
            "id": str(message.id),
            "channel": str(message.channel),
            "author": str(message.author),
            "created": message.created,
            "edited": message.edited,
            "revision": message.revision,
            "ephemeral": message.ephemeral,
            "loading": bool(message.flags & LOADING),
            "html": self._html(message.content) if message.content else "",
            "embeds": [self._embed(embed) for embed in message.embeds],
            "attachments": [self._file(a) for a in message.attachments if str(a.id) in shown],
            "components": [self._component(c) for c in resolve_media(message, self._url)],
            "mentions": [str(user) for user in message.mentions],
            "used": self._used(message),
            "answers": message.interaction and message.interaction["user"]["id"],
            "thread": str(message.thread) if message.thread else None,
            "system": SYSTEM.get(message.type),
            "text": message.content if message.type in SYSTEM else None,
        }

    def _used(self, message: Message) -> View | None:
        """Who used which command, for the line above an answer to one."""
        if message.interaction is None or message.command is None:
            return None
        return {"by": message.interaction["user"]["id"], "name": message.command}

    def _file(self, attachment: Attachment) -> View:
        return {
            "name": attachment.filename,
            "type": attachment.content_type,
            "url": self._url(attachment),
            "description": attachment.description,
            "size": attachment.size,
            "bytes": len(attachment.data),
        }

    def _embed(self, embed: View) -> View:
        drawn = dict(embed)
        for key in ("title", "description"):
            if embed.get(key):
                drawn[key] = self._html(embed[key])
        drawn["fields"] = [
            field | {"name": self._html(field["name"]), "value": self._html(field["value"])}
            for field in embed.get("fields") or []
        ]
        return drawn

    def _component(self, component: View) -> View:
        drawn = dict(component)
        if component["type"] == 10:
            drawn["html"] = self._html(component["content"])
        if "components" in component:
            drawn["components"] = [self._component(child) for child in component["components"]]
        if "accessory" in component:
            drawn["accessory"] = self._component(component["accessory"])
        return drawn


def person_view(user: User, waiting: int, *, left: bool) -> View:
    """A person, with how many notifications wait for them; `left`: isn't in the guild."""
    return {
        "id": str(user.id),
        "name": user.name,
        "username": user.username,
        "colour": user.colour,
        "locale": user.locale,
        "bot": user.bot,
        "closed": user.closed_dms,
        "left": left,
        "waiting": waiting,
    }


def channels_of(world: World, user: User) -> list[Channel]:
    """The channels that the person can look into, their direct messages last."""
    seen = [
        channel
        for channel in world.channels.values()
        if not channel.direct and Permission.VIEW_CHANNEL in world.permissions(user, channel)
    ]
    return [*seen, world.direct_channel(user.id)]


def channel_view(world: World, user: User, channel: Channel) -> View:
    """A channel as the person sees it in the list."""
    allowed = world.permissions(user, channel)
    write = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
    start = {TEXT: Permission.CREATE_PUBLIC_THREADS, FORUM: Permission.SEND_MESSAGES}
    moderated = Permission.MANAGE_THREADS in allowed
    return {
        "id": str(channel.id),
        "name": world.bot.name if channel.direct else channel.name,
        "topic": channel.topic,
        "type": channel.type,
        "parent": str(channel.parent) if channel.parent else None,
        "direct": channel.direct,
        "thread": channel.thread,
        "forum": channel.type == FORUM,
        "archived": channel.archived,
        "locked": channel.locked,
        "moderated": moderated,
        "owned": channel.owner == user.id,
        "starts": channel.type in start and start[channel.type] in allowed,
        "writable": write in allowed
        and channel.type != FORUM
        and (moderated or not channel.locked),
    }


def commands_view(world: World, user: User) -> list[View]:
    """The slash commands in the person's language, as they are registered.

    A subcommand stands by itself.
    """
    views: list[View] = []
    for command in world.commands.values():
        if command["type"] != 1:
            continue
        places = [bool(direct) for direct in (0, 1) if offered(command, direct)]
        views.extend(_flat(command, user.locale, [], {"places": places}))
    return views


def _flat(item: View, locale: str, path: list[View], shared: View) -> list[View]:
    path = [*path, item]
    options = item.get("options") or []
    if any(option["type"] in SUBCOMMANDS for option in options):
        return [view for option in options for view in _flat(option, locale, path, shared)]
    view = {
        "name": " ".join(step["name"] for step in path),
        "shown": " ".join(name_in(step, locale) for step in path),
        "description": description_in(item, locale),
        "options": [_option(option, locale) for option in options],
    }
    return [view | shared]


def _option(option: View, locale: str) -> View:
    kept = (
        "type",
        "required",
        "autocomplete",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
    )
    return {key: option[key] for key in kept if key in option} | {
        "name": option["name"],
        "shown": name_in(option, locale),
        "description": description_in(option, locale),
        "choices": [
            {"name": name_in(choice, locale), "value": choice["value"]}
            for choice in option.get("choices") or []
        ],
    }


def interaction_view(interaction: Interaction) -> View:
    """How an interaction of the person ended: with a form, with choices, or with neither."""
    return {
        "interaction": str(interaction.id),
        "failed": interaction.failed,
        "modal": interaction.modal,
        "choices": interaction.choices,
        "type": interaction.type,
        "channel": str(interaction.channel),
        "message": str(interaction.source) if interaction.source else None,
    }
