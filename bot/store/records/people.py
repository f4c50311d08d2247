"""People, servers, what their operator wants, and messages of ours that reach them."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from engine.text import frozen

Tell: TypeAlias = Literal["always", "away", "never"]


@frozen
class QuietHours:
    """Minutes of the day between which a person isn't to be disturbed, in an IANA time zone.

    `end` before `start`: over midnight.
    """

    start: int
    end: int
    zone: str


@frozen
class Person:
    """Somebody who has played: `dm_channel_id` once known, `dm_open` unless it was refused.

    `tell`: when the person wants a message that notifies: every turn, when away, never.
    `confirms`: a choice is marked first, and counts once it is confirmed. `in_words`: no
    pictures, but what they show as text. `helped`: a line of help stands with each choice of the
    first games of a kind. `shows_accuracy`: others see the accuracy of this person's reviews.
    """

    user_id: int
    name: str
    locale: str | None
    dm_channel_id: int | None
    dm_open: bool
    tell: Tell = "away"
    quiet: QuietHours | None = None
    confirms: bool = False
    in_words: bool = False
    helped: bool = True
    shows_accuracy: bool = False


Abandoning: TypeAlias = Literal["players", "host", "moderators"]
OwnThreads: TypeAlias = Literal["always", "busy", "never"]
Openness: TypeAlias = Literal["asked", "open", "closed"]


@frozen
class Server:
    """What the managers of a server have set.

    `locale`: what new tables speak, None for their hosts' language; `speed`: the name of how
    fast they play. `abandoning`: who may end a running game besides moderators. `threads`: when
    a table gets one of its own. `results_channel_id`: where results are told. `channels`: those
    in which games are wanted, with their threads; none: all.
    """

    guild_id: int
    locale: str | None = None
    speed: str | None = None
    abandoning: Abandoning = "host"
    threads: OwnThreads = "busy"
    results_channel_id: int | None = None
    channels: tuple[int, ...] = ()


NOTICE = "notice"
"""The fact that is shown on every board."""
LONGEST_NOTICE = 300
NOT_LEFT = "not left"
"""The fact that names the errand after which the bot last couldn't leave a server, and why."""

ErrandKind: TypeAlias = Literal["session", "server", "person", "notice"]


@frozen
class Errand:
    """What the running bot is to look at, as the operator has changed it: `about` is an id."""

    id: int
    kind: ErrandKind
    about: int


PostKind: TypeAlias = Literal["board", "hand", "call", "offer", "reminder"]


EVERYBODY = 0
"""`user_id` of a post that is nobody's own."""


NOTHING_SHOWN = -1
"""`shown` of a post of which nobody knows what it shows."""


@frozen
class Attachment:
    """A picture that a message shows: Discord's id of it, and what it was drawn from.

    `name`: the file's, `key`: equal keys, equal pictures; `alt`: the picture in words. `width`,
    `height`: 0 of one that was sent before they were kept.
    """

    id: int
    name: str
    key: str
    alt: str = field(repr=False)
    width: int = 0
    height: int = 0


@frozen
class Post:
    """A message of ours: a session's board, somebody's hand, a call to the table, or somebody's
    offer of a seat or last reminder.

    An offer in the channel has the `user_id` -1 - seat. `shown`: how many of the session's
    `changes` it shows; an invitation to a lobby NOTHING_SHOWN. `picture`: None if it shows none, or
    none that could be kept.
    """

    kind: PostKind
    user_id: int
    channel_id: int
    message_id: int
    shown: int
    picture: Attachment | None = None


@frozen
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


@frozen
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
