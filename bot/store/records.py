"""What the store keeps, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Status: TypeAlias = Literal["lobby", "playing", "over", "abandoned"]

NOTHING_SHOWN = -1
"""`shown` of a message that doesn't show the session as it stands, not even at its start."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with a person, or with a computer of a strength (`user_id` None)."""

    seat: int
    user_id: int | None
    name: str
    strength: str | None
    party: int | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody asked to a lobby; `kept`: a seat is kept for that person."""

    user_id: int
    name: str
    kept: bool


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A seat's private message, and how many moves of the game it shows."""

    seat: int
    channel_id: int
    message_id: int
    shown: int


@dataclass(frozen=True, slots=True)
class Session:
    """A game from its lobby to its end.

    `options` and `story` are JSON, `snapshot` is the game's own dump: a cache of the moves,
    made under `rules_version`. `seed`, `rules_version` and `snapshot` are None in a lobby.
    `board_shown` is below `moves` while the board message lags. `own_thread`: the channel is
    a thread of ours that carries this session's name.
    """

    id: int
    game: str
    options: str
    guild_id: int | None
    channel_id: int
    locale: str
    host_id: int
    status: Status
    seed: int | None = field(repr=False)
    rules_version: int | None
    moves: int
    snapshot: str | None = field(repr=False)
    story: str = field(repr=False)
    board_message_id: int | None
    board_shown: int
    computers_due: bool
    created_at: float
    updated_at: float
    seats: tuple[Seat, ...]
    set_apart: str | None = None
    invited_only: bool = False
    own_thread: bool = False
    invitations: tuple[Invitation, ...] = ()

    @property
    def kept(self) -> tuple[Invitation, ...]:
        """Those for whom a seat is kept."""
        return tuple(invitation for invitation in self.invitations if invitation.kept)


@dataclass(frozen=True, slots=True)
class Outline:
    """What is known of a session without its game, seats and log, which may be damaged.

    `set_apart`: why it can't be read; its channel is free for another one.
    """

    id: int
    guild_id: int | None
    channel_id: int
    locale: str
    host_id: int
    status: Status
    board_message_id: int | None
    set_apart: str | None

    @property
    def live(self) -> bool:
        """Whether it hasn't ended."""
        return self.status in ("lobby", "playing")


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of the log; numbers count from 1."""

    number: int
    seat: int
    picks: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played: `dm_channel_id` once known, `dm_open` unless it was refused."""

    user_id: int
    name: str
    locale: str | None
    dm_channel_id: int | None
    dm_open: bool
