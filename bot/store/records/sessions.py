"""Sessions, whole or as they are listed, how they are changed, and how they ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from bot.store.ratings import Rating
from bot.store.records import play
from bot.store.records.people import Person
from engine.text import frozen

Status: TypeAlias = Literal["lobby", "playing", "over", "abandoned"]


@frozen
class Session:
    """A game from its lobby to its end.

    `id`: 0 until it is stored. `options` and `story` are JSON, `snapshot` is the game's own dump: a
    cache of the moves, made under `rules_version`. `seed`, `rules_version` and `snapshot` are None
    in a lobby. `changes` counts every change, moves among them. `board_message_id` is the board's
    post.
    `own_thread`: the channel is a thread of ours that carries this session's name.
    `speed`: None without a clock; `turns`: of the people's seats, once one was asked, and of those
    that they left.
    `set_apart`: why it can't be played on.
    `takebacks`: whether choices may be taken back; which could be at the moment are `retractable`.
    `host_seen`: when the host last pressed anything, or became host, in the tables' own time;
    `host_away`: that is so long ago that others may do what a host may.
    `open_hands`: None until the host of a game that is over has asked.
    `awards`: JSON, once it has ended. `suggestions`: whether the host lets players ask what a
    computer would choose. `lesson`: None unless the session is one. `beginners`: the ids of those
    who play one of their first games of the kind. `tried`: the moment with which it begins, None
    where cards are dealt. `examined`: with what its log was found to give it back, as it began;
    later examinations stand in the store alone. `version` counts the changes that nobody is shown,
    too.
    """

    id: int
    game: str
    options: str
    guild_id: int | None
    channel_id: int
    locale: str
    host_id: int
    seats: tuple[play.Seat, ...]
    status: Status = "lobby"
    seed: int | None = field(default=None, repr=False)
    rules_version: int | None = None
    moves: int = 0
    snapshot: str | None = field(default=None, repr=False)
    story: str = field(default="[]", repr=False)
    changes: int = 1
    board_message_id: int | None = None
    computers_due: bool = False
    created_at: float = 0.0
    updated_at: float = 0.0
    set_apart: str | None = None
    invited_only: bool = False
    own_thread: bool = False
    invitations: tuple[play.Invitation, ...] = ()
    speed: play.Speed | None = None
    turns: tuple[play.Turn, ...] = ()
    pause: play.Pause = play.UNPAUSED
    departed: tuple[play.Departed, ...] = ()
    offers: tuple[play.Offer, ...] = ()
    takebacks: bool = True
    retractable: tuple[play.Retractable, ...] = ()
    takeback: play.Takeback | None = None
    begun: play.Begun = play.UNNOTED
    host_seen: float = 0.0
    host_away: bool = False
    open_hands: play.OpenHands | None = None
    awards: str = "[]"
    suggestions: bool = False
    lesson: play.Learnt | None = None
    beginners: tuple[int, ...] = ()
    tried: play.Tried | None = None
    examined: str | None = field(default=None, compare=False)
    version: int = field(default=0, compare=False)

    @property
    def live(self) -> bool:
        """Whether it hasn't ended."""
        return self.status in ("lobby", "playing")

    @property
    def practice(self) -> bool:
        """Whether it is a lesson, or tries a moment: for one person, and counts nowhere."""
        return self.lesson is not None or self.tried is not None

    @property
    def kept(self) -> tuple[play.Invitation, ...]:
        """Those for whom a seat is kept."""
        return tuple(invitation for invitation in self.invitations if invitation.kept)

    @property
    def awaited(self) -> tuple[play.Invitation, ...]:
        """Those who are invited, or for whom a seat is kept, and haven't come yet."""
        seated = {seat.user_id for seat in self.seats}
        return tuple(one for one in self.invitations if one.user_id not in seated)

    def asks(self, user_id: int) -> bool:
        """Whether this is a lobby to which the person is invited and hasn't come yet."""
        return self.status == "lobby" and user_id in {one.user_id for one in self.awaited}

    @property
    def advises(self) -> bool:
        """Whether players may ask what a computer would choose: whoever plays alone always may."""
        return self.suggestions or sum(seat.user_id is not None for seat in self.seats) == 1

    def teaches(self, seat: int | None) -> bool:
        """Whether who has this seat, or anybody at the table for None, learns the game."""
        if self.lesson is not None or not self.beginners:
            return self.lesson is not None
        people = {one.user_id for one in self.seats if seat in (one.seat, None)}
        return not people.isdisjoint(self.beginners)

    def helps(self, person: Person | None) -> bool:
        """Whether a line of help stands with this person's choices."""
        return person is not None and person.helped and person.user_id in self.beginners


@frozen
class Outline:
    """What is known of a session without its game, seats and log, which may be damaged.

    `set_apart`: why it can't be played on; its channel is free for another one.
    """

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    locale: str
    host_id: int
    status: Status
    board_message_id: int | None
    set_apart: str | None
    changes: int
    begun: play.Begun = play.UNNOTED

    @property
    def live(self) -> bool:
        """Whether it hasn't ended."""
        return self.status in ("lobby", "playing")


@frozen
class PastGame:
    """A game that is over, in a list; `ended_at`: the time of day. `own`: of whoever asks."""

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    ended_at: float
    own: bool
    names: tuple[str, ...]


@frozen
class Standing:
    """How somebody stood at the end of a game.

    `place`: from 1; nobody has the first where nobody won. `choices` of the seat, of which `own`
    were the person's; `present`: no computer chose for the person in the end. `rating`: after it.
    """

    session_id: int
    game: str
    ended_at: float
    user_id: int
    place: int
    score: int
    choices: int
    own: int
    present: bool
    rating: Rating | None

    @property
    def counts(self) -> bool:
        """Whether it is the person's own game: half the choices, to the end."""
        return self.present and 2 * self.own >= self.choices


@frozen
class Outcome:
    """How a game ended: seats by place, scores by seat, partners; the awards as JSON.

    `places[0]` is empty if nobody won. `counts`: whether it stands in the records.
    """

    places: Sequence[Sequence[int]]
    scores: Mapping[int, int]
    parties: Sequence[Sequence[int]] = ()
    awards: str = "[]"
    counts: bool = True
