"""People, servers, and what their operator wants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Tell: TypeAlias = Literal["always", "away", "never"]


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Minutes of the day between which a person isn't to be disturbed, in an IANA time zone.

    `end` before `start`: over midnight.
    """

    start: int
    end: int
    zone: str


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played: `dm_channel_id` once known, `dm_open` unless it was refused.

    `tell`: when the person wants a message that notifies: every turn, when away, never.
    `confirms`: a choice is marked first, and counts once it is confirmed. `in_words`: no
    pictures, but what they show as text. `helped`: a line of help stands with each choice of the
    first games of a kind.
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


Abandoning: TypeAlias = Literal["players", "host", "moderators"]
OwnThreads: TypeAlias = Literal["always", "busy", "never"]
Openness: TypeAlias = Literal["asked", "open", "closed"]


@dataclass(frozen=True, slots=True)
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

ErrandKind: TypeAlias = Literal["session", "server", "person", "notice"]


@dataclass(frozen=True, slots=True)
class Errand:
    """What the running bot is to look at, as the operator has changed it: `about` is an id."""

    id: int
    kind: ErrandKind
    about: int
