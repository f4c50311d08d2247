"""Messages of ours, who was told by them, and rights to edit them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

PostKind: TypeAlias = Literal["board", "hand", "call", "offer", "reminder"]


EVERYBODY = 0
"""`user_id` of a post that is nobody's own."""


NOTHING_SHOWN = -1
"""`shown` of a post of which nobody knows what it shows."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture that a message shows: Discord's id of it, and what it was drawn from.

    `name`: the file's, `key`: equal keys, equal pictures; `alt`: the picture in words.
    """

    id: int
    name: str
    key: str
    alt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours: a session's board, somebody's hand, a call to the table, or somebody's
    offer of a seat or last reminder.

    `shown`: how many of the session's `changes` it shows. `picture`: None if it shows none, or
    none that could be kept.
    """

    kind: PostKind
    user_id: int
    channel_id: int
    message_id: int
    shown: int
    picture: Attachment | None = None


class PostNote(NamedTuple):
    """What a message was found to show, told to the store a little later."""

    session_id: int
    post: Post


@dataclass(frozen=True, slots=True)
class Attendance:
    """Whether somebody is at a table: times in seconds of the day's clock, 0 for never.

    `told_step`: the newest step of the game that the person knows to be awaited in; None before
    the game's start was told. `due_at`: when the person is to be told of another, if so.
    """

    user_id: int
    pressed_at: float = 0.0
    told_step: int | None = None
    told_at: float = 0.0
    due_at: float | None = None


LIFETIME = 14 * 60
"""Seconds that a press's token is used; Discord kills it after fifteen minutes."""


@dataclass(frozen=True, slots=True)
class PressToken:
    """The right to edit a message that somebody's press gave, until a time of day.

    A secret: it is in no log and no export, and worth nothing a quarter of an hour later.
    `follows`: the message isn't the one that was pressed or that the answer made.
    """

    message_id: int
    user_id: int
    application_id: int
    token: str = field(repr=False)
    follows: bool
    expires: float
