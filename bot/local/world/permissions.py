"""Who may do what in a channel: Discord's permission bits and how overwrites combine."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class Permission(IntFlag):
    """The permissions that this Discord looks at."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


NOTHING = Permission(0)
EVERYTHING = Permission(sum(Permission))
EVERYONE = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
BOT = EVERYONE | Permission.EMBED_LINKS | Permission.ATTACH_FILES
MODERATOR = (
    EVERYONE | Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS | Permission.MANAGE_THREADS
)
IN_TIME_OUT = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
IN_DIRECT_MESSAGES = BOT | Permission.MENTION_EVERYONE


@dataclass
class Overwrite:
    """What a channel allows and denies one role (kind 0) or one member (kind 1)."""

    target: int
    kind: int
    allow: Permission = NOTHING
    deny: Permission = NOTHING


def combine(
    base: Permission, overwrites: Iterable[Overwrite], *, everyone: int, roles: set[int], user: int
) -> Permission:
    """Permissions in a channel: everyone's overwrite, then all the roles', then the member's."""
    if Permission.ADMINISTRATOR in base:
        return EVERYTHING
    allow, deny = NOTHING, NOTHING
    member: Overwrite | None = None
    for overwrite in overwrites:
        if overwrite.target == everyone:
            base = base & ~overwrite.deny | overwrite.allow
        elif overwrite.kind == 0 and overwrite.target in roles:
            allow |= overwrite.allow
            deny |= overwrite.deny
        elif overwrite.kind == 1 and overwrite.target == user:
            member = overwrite
    base = base & ~deny | allow
    if member is not None:
        base = base & ~member.deny | member.allow
    return base
