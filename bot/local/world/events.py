"""What happens in the local Discord, told to everyone who listens: the gateway, the page, tests."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local.world.records import Channel, Guild, Interaction, Message, Role, User


@dataclass(frozen=True)
class MessageCreated:
    """A new message, seen by all who see its channel or by its owner alone."""

    message: "Message"


@dataclass(frozen=True)
class MessageEdited:
    """A message looks different."""

    message: "Message"


@dataclass(frozen=True)
class MessageDeleted:
    """A message is gone, or put away by its owner."""

    message: "Message"


@dataclass(frozen=True)
class ChannelCreated:
    """A channel or thread is new."""

    channel: "Channel"


@dataclass(frozen=True)
class ChannelUpdated:
    """A channel or thread has changed."""

    channel: "Channel"


@dataclass(frozen=True)
class ChannelDeleted:
    """A channel or thread is gone with its messages."""

    channel: "Channel"


@dataclass(frozen=True)
class InteractionCreated:
    """A person pressed, chose, typed a command or handed in a form."""

    interaction: "Interaction"


@dataclass(frozen=True)
class InteractionAnswered:
    """The first response came in time; a modal or completion choices are on the interaction."""

    interaction: "Interaction"


@dataclass(frozen=True)
class InteractionFailed:
    """Three seconds passed without a response: the person sees "interaction failed"."""

    interaction: "Interaction"


@dataclass(frozen=True)
class UserChanged:
    """A person is new or has changed."""

    user: "User"


@dataclass(frozen=True)
class GuildChanged:
    """Something about the guild has changed."""

    guild: "Guild"


@dataclass(frozen=True)
class RoleChanged:
    """A role of the guild has another name or other permissions."""

    guild: "Guild"
    role: "Role"


@dataclass(frozen=True)
class MemberChanged:
    """A member of the guild has other roles, or is in time-out."""

    guild: "Guild"
    user: "User"


@dataclass(frozen=True)
class BotInvited:
    """The bot is in the guild now."""

    guild: "Guild"


@dataclass(frozen=True)
class BotRemoved:
    """The bot is not in the guild any more."""

    guild: "Guild"


@dataclass(frozen=True)
class GuildGone:
    """An outage has begun."""

    guild: "Guild"


@dataclass(frozen=True)
class GuildBack:
    """An outage is over."""

    guild: "Guild"


@dataclass(frozen=True)
class MemberJoined:
    """A person is in the guild now."""

    guild: "Guild"
    user: "User"


@dataclass(frozen=True)
class MemberLeft:
    """A person is not in the guild any more."""

    guild: "Guild"
    user: "User"


@dataclass(frozen=True)
class CommandsChanged:
    """Other commands are registered."""


@dataclass(frozen=True)
class BotConnected:
    """A shard connected, or the last one left."""

    online: bool


@dataclass(frozen=True)
class Typing:
    """Somebody is typing."""

    channel: "Channel"
    user: "User"


Event = (
    MessageCreated
    | MessageEdited
    | MessageDeleted
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | InteractionCreated
    | InteractionAnswered
    | InteractionFailed
    | UserChanged
    | GuildChanged
    | RoleChanged
    | MemberChanged
    | BotInvited
    | BotRemoved
    | GuildGone
    | GuildBack
    | MemberJoined
    | MemberLeft
    | CommandsChanged
    | BotConnected
    | Typing
)
