"""What the store is given of a session that changes, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.store.records.play import RELAXED, Begun, Learnt, Retractable, Speed, Takeback, Turn
from bot.store.records.seats import Invitation, Seat
from bot.store.records.sessions import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLobby:
    """A lobby to open, with its host and perhaps others seated; the fields of a `Session`."""

    game: str
    options: str
    guild_id: int | None
    channel_id: int
    locale: str
    host: Seat
    others: Sequence[Seat] = ()
    invitations: Sequence[Invitation] = ()
    invited_only: bool = False
    own_thread: bool = False
    speed: Speed | None = RELAXED
    takebacks: bool = True
    suggestions: bool = False
    lesson: bool = False
    host_seen: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """The game that is made of a lobby; `examined`: with what its log gives it back, as yet."""

    seats: Sequence[Seat]
    seed: int = field(repr=False)
    begun: Begun
    examined: str
    snapshot: str | None = field(repr=False)
    story: str = field(repr=False)
    computers_due: bool
    turns: Sequence[Turn] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: seats by place, scores by seat, partners; the awards as JSON.

    `places[0]` is empty if nobody won. `counts`: whether it stands in the records.
    """

    places: Sequence[Sequence[int]]
    scores: Mapping[int, int]
    parties: Sequence[Sequence[int]] = ()
    awards: str = "[]"
    counts: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of a move.

    `rules_version`: the snapshot's, where it is another one. `turns`: those that changed;
    `retractable`: None if they are as before; `takeback`: as it is now; `ended`: of the move that
    ends the game; `learnt`: what a lesson's learner has chosen, None if nobody has.
    """

    snapshot: str | None = field(repr=False)
    story: str = field(repr=False)
    status: Status
    computers_due: bool
    rules_version: int | None = None
    turns: Sequence[Turn] = ()
    retractable: Sequence[Retractable] | None = None
    takeback: Takeback | None = None
    ended: Ended | None = None
    learnt: Learnt | None = None
