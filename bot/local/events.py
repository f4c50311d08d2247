"""What happens in the local Discord, told to everyone who listens: the gateway, the page, tests."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local.world import Channel, Guild, Interaction, Message, User


@dataclass(frozen=True)
class MessageCreated:
    message: "Message"


@dataclass(frozen=True)
class MessageEdited:
    message: "Message"


@dataclass(frozen=True)
class MessageDeleted:
    message: "Message"


@dataclass(frozen=True)
class ChannelCreated:
    channel: "Channel"


@dataclass(frozen=True)
class ChannelUpdated:
    channel: "Channel"


@dataclass(frozen=True)
class ChannelDeleted:
    channel: "Channel"


@dataclass(frozen=True)
class InteractionCreated:
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
    user: "User"


@dataclass(frozen=True)
class GuildChanged:
    guild: "Guild"


@dataclass(frozen=True)
class BotInvited:
    guild: "Guild"


@dataclass(frozen=True)
class BotRemoved:
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
    guild: "Guild"
    user: "User"


@dataclass(frozen=True)
class MemberLeft:
    guild: "Guild"
    user: "User"


@dataclass(frozen=True)
class CommandsChanged:
    pass


@dataclass(frozen=True)
class BotConnected:
    online: bool


@dataclass(frozen=True)
class Typing:
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
