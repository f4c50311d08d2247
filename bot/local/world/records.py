"""What the world is made of: people, roles, guilds, channels, messages, interactions."""

from dataclasses import dataclass, field
from typing import Any, Final

from bot.local.world.permissions import Overwrite, Permission

TEXT, DIRECT, GROUP, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 3, 11, 12, 15
THREADS: Final = frozenset({PUBLIC_THREAD, PRIVATE_THREAD})

SUPPRESS_EMBEDS, EPHEMERAL, LOADING, SILENT, COMPONENTS_V2 = (
    1 << 2,
    1 << 6,
    1 << 7,
    1 << 12,
    1 << 15,
)


@dataclass
class User:
    """A person or the bot. `roles` of every guild; `closed_dms`: takes no messages from the bot;
    `unopened_dms`: Discord doesn't even open theirs."""

    id: int
    username: str
    name: str
    locale: str = "en-US"
    colour: str = "#5b6ee1"
    bot: bool = False
    roles: list[int] = field(default_factory=list)
    joined: float = 0.0
    closed_dms: bool = False
    unopened_dms: bool = False


PRESENCE_FLAGS, MEMBERS_FLAGS, MESSAGE_CONTENT_FLAGS = 3 << 12, 3 << 14, 3 << 18


@dataclass
class Application:
    """What stands in the developer portal about the bot's application.

    `flags`: among others the privileged intents it was given; `install`: scopes and permissions
    of the install link, None if there is none. `quarantined`: the anti-spam system took it for
    a sender of spam. `team`: whose it is, if it is no person's: by user, the owner first,
    role and whether the invitation was accepted."""

    description: str = ""
    public: bool = True
    flags: int = 0
    terms: str | None = None
    privacy: str | None = None
    install: tuple[list[str], int] | None = None
    quarantined: bool = False
    team: dict[int, tuple[str, bool]] | None = None


@dataclass
class Role:
    """A role of one guild; the first, with the guild's own id, is everybody's."""

    id: int
    name: str
    permissions: Permission
    position: int = 0
    managed: bool = False


@dataclass
class Attachment:
    """A file of a message; `size` in pixels, for a picture."""

    id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    size: tuple[int, int] | None = None


@dataclass
class Message:
    """A message; `reference`, `thread`, `webhook`, `author` and `mentions` are ids, `seen_by` the
    one who sees it if it is ephemeral. `revision` grows with each change that shows."""

    id: int
    channel: int
    author: int
    created: float
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    type: int = 0
    edited: float | None = None
    mentions: list[int] = field(default_factory=list)
    reference: int | None = None
    interaction: dict[str, Any] | None = None
    command: str | None = None
    webhook: int | None = None
    seen_by: int | None = None
    dismissed: bool = False
    thread: int | None = None
    nonce: str | None = None
    revision: int = 0

    @property
    def ephemeral(self) -> bool:
        """Whether only its owner sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def components_v2(self) -> bool:
        """Whether it is made of components alone."""
        return bool(self.flags & COMPONENTS_V2)


@dataclass
class Channel:
    """A text channel, a forum, a thread or post (with `parent`), or direct messages (with
    `recipient`, without `guild`), or those of a group (with `members`), which the bot isn't in.
    `archive_after`: minutes without activity. `lost`: the bot can't get at it any more, as Discord
    has had it happen, until it opens the direct messages again: 10003 or 50001."""

    id: int
    type: int
    name: str = ""
    guild: int | None = None
    topic: str | None = None
    position: int = 0
    parent: int | None = None
    owner: int | None = None
    recipient: int | None = None
    overwrites: list[Overwrite] = field(default_factory=list)
    archived: bool = False
    locked: bool = False
    archive_after: int = 1440
    archive_changed: float = 0.0
    active: float = 0.0
    sent: int = 0
    created: float = 0.0
    members: set[int] = field(default_factory=set)
    messages: dict[int, Message] = field(default_factory=dict)
    last_message: int | None = None
    lost: int | None = None

    @property
    def direct(self) -> bool:
        """Whether these are somebody's messages with the bot, or with a group."""
        return self.type in (DIRECT, GROUP)

    @property
    def context(self) -> int:
        """What an interaction here is told it is in: a guild, direct messages, a group's."""
        return {DIRECT: 1, GROUP: 2}.get(self.type, 0)

    @property
    def thread(self) -> bool:
        """Whether this is a thread or a forum's post."""
        return self.type in THREADS


@dataclass
class Interaction:
    """One press, command or form of one person; its token is the webhook that answers it."""

    id: int
    token: str
    type: int
    user: int
    channel: int
    created: float
    data: dict[str, Any]
    source: int | None = None
    opener: dict[str, Any] | None = None
    answered: int | None = None
    failed: bool = False
    original: int | None = None
    messages: set[int] = field(default_factory=set)
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


@dataclass
class Emoji:
    """An emoji of the application."""

    id: int
    name: str
    content_type: str
    data: bytes
    animated: bool = False


@dataclass
class Guild:
    """A server. Everybody is its member but those in `left`; `most_threads` active at once.

    `locale`: bots are told that of a `community` alone. `unavailable`: an outage; nobody gets
    anything from it. `refused_words`: what no name in it may hold; `uploads_limited`: it takes no
    files. `timeouts`: until when members are in time-out, in Unix time."""

    id: int
    name: str
    owner: int
    locale: str = "en-US"
    roles: dict[int, Role] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)
    timeouts: dict[int, float] = field(default_factory=dict)
    unavailable: bool = False
    most_threads: int = 1000
    community: bool = False
    refused_words: tuple[str, ...] = ()
    uploads_limited: bool = False

    @property
    def preferred_locale(self) -> str:
        """The language that bots are told: en-US, unless it is a community that has chosen one."""
        return self.locale if self.community else "en-US"

    @property
    def features(self) -> list[str]:
        """What Discord has given it."""
        return ["COMMUNITY"] if self.community else []
