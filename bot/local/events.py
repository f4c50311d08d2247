"""What happens in the local Discord, told to everyone who listens: the gateway, the page, tests."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local.world import Channel, Interaction, Message, User


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
    pass


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
    | CommandsChanged
    | BotConnected
    | Typing
)
