"""What the store keeps, as plain values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.ratings import Rating

Status: TypeAlias = Literal["lobby", "playing", "over", "abandoned"]

PostKind: TypeAlias = Literal["board", "hand", "call"]
Tell: TypeAlias = Literal["always", "away", "never"]
Abandoning: TypeAlias = Literal["players", "host", "moderators"]
ErrandKind: TypeAlias = Literal["session", "server", "person", "notice"]
OwnThreads: TypeAlias = Literal["always", "busy", "never"]
Openness: TypeAlias = Literal["asked", "open", "closed"]

EVERYBODY = 0
"""`user_id` of a post that is nobody's own."""
COMPUTER = 0
"""`chosen_by` of a computer's choice."""
NOTHING_SHOWN = -1
"""`shown` of a post of which nobody knows what it shows."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with a person, or with a computer of a strength (`user_id` None).

    Without a name, it was that of a person who was forgotten since the game ended.
    `computer_name` and `computer_strength`: who played it before the person, if a computer did.
    """

    seat: int
    user_id: int | None
    name: str
    strength: str | None
    party: int | None
    computer_name: str | None = None
    computer_strength: str | None = None

    @property
    def former(self) -> bool:
        """Whether it was the seat of somebody of whom nothing is stored any more."""
        return self.user_id is None and not self.name


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody who held a seat of a running game, and has seen its hand.

    Of whom nothing is known any more, `user_id` is nobody's.
    """

    user_id: int
    seat: int

    @classmethod
    def unknown(cls, seat: int) -> Departed:
        """Somebody of whom nothing is known any more."""
        return cls(-1 - seat, seat)

    @property
    def forgotten(self) -> bool:
        """Whether it isn't known any more who it was."""
        return self.user_id < 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat of a running game that somebody may take; `user_id` None: whoever presses."""

    seat: int
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody asked to a lobby; `kept`: a seat is kept for that person."""

    user_id: int
    name: str
    kept: bool


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
    """A message of ours: a session's board, somebody's hand, or a call to the table.

    `shown`: how many of the session's `changes` it shows. `picture`: None if it shows none, or
    none that could be kept.
    """

    kind: PostKind
    user_id: int
    channel_id: int
    message_id: int
    shown: int
    picture: Attachment | None = None


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


@dataclass(frozen=True, slots=True)
class PressToken:
    """The right to edit a message that somebody's press gave, until a time of day. A secret.

    `follows`: the message isn't the one that was pressed or that the answer made.
    """

    message_id: int
    user_id: int
    application_id: int
    token: str = field(repr=False)
    follows: bool
    expires: float


@dataclass(frozen=True, slots=True)
class Speed:
    """How long a choice may take, in seconds: until a reminder, until the computer chooses."""

    nudge: int
    limit: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What a person's seat owes, and until when; times in seconds of the tables' own time.

    `step` None: nothing is owed. `look_at`: when something is to be done about it next.
    `reminded` counts this choice's reminders, `extended` how often more time was taken in this
    game, `missed` deadlines in a row. `away`: the computer has the seat until its player presses.
    `gone`: the player has left the server. Without a clock nothing is due, and `due_at` infinite.
    """

    seat: int
    step: int | None = None
    asked_at: float = 0.0
    due_at: float = 0.0
    look_at: float | None = None
    reminded: int = 0
    extended: int = 0
    missed: int = 0
    away: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Whether a game is paused, `at` in seconds of the tables' own time, and who would change it.

    `host_spent`: seconds in all for which the host alone has paused it before.
    """

    at: float | None = None
    by_host: bool = False
    host_spent: float = 0.0
    votes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """With what a game was begun; all None in a lobby, and where it wasn't noted yet.

    `guildhall`: its version. `components`: a digest of what is in the box (`Game.components`).
    """

    guildhall: str | None = None
    rules_version: int | None = None
    components: str | None = None


@dataclass(frozen=True, slots=True)
class Retractable:
    """A seat's last choice, the log's entry `number`: nothing hidden has come out since.

    `own_turn`: it is all the seat's own turn, so that nobody has to be asked.
    """

    seat: int
    number: int
    own_turn: bool = False


@dataclass(frozen=True, slots=True)
class Takeback:
    """What a seat asks to take back: its choice of the log's entry `number`.

    `due_at`: until when the others may agree, in seconds of the tables' own time. `agreed`: the
    ids of those who have. `refused`: it can't be asked again.
    """

    seat: int
    number: int
    due_at: float
    agreed: tuple[int, ...] = ()
    refused: bool = False


@dataclass(frozen=True, slots=True)
class OpenHands:
    """Whether everybody may see every hand of a game that is over.

    "asked": the host would, and these seats have `agreed`; "closed": somebody wouldn't.
    """

    state: Openness
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Learnt:
    """What a lesson's learner chose last: by which of its notes, and what, in words as JSON.

    `note` empty: nothing yet, or nothing that a note was about.
    """

    note: str = ""
    picks: str = "[]"


RELAXED = Speed(8 * 3600, 24 * 3600)


@dataclass(frozen=True, slots=True)
class Session:
    """A game from its lobby to its end.

    `options` and `story` are JSON, `snapshot` is the game's own dump: a cache of the moves,
    made under `rules_version`. `seed`, `rules_version` and `snapshot` are None in a lobby.
    `changes` counts every change, moves among them. `board_message_id` is the board's post.
    `own_thread`: the channel is a thread of ours that carries this session's name.
    `speed`: None without a clock; `turns`: of the people's seats, once one was asked.
    `set_apart`: why it can't be played on.
    `takebacks`: whether choices may be taken back; which could be at the moment are `retractable`.
    `host_seen`: when the host last pressed anything, or became host, in the tables' own time;
    `host_away`: that is so long ago that others may do what a host may.
    `open_hands`: None until the host of a game that is over has asked.
    `awards`: JSON, once it has ended. `suggestions`: whether players may ask what a computer would
    choose. `lesson`: None unless the session is one. `beginners`: the ids of those who play one of
    their first games of the kind. `version` counts the changes that nobody is shown, too.
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
    changes: int
    board_message_id: int | None
    computers_due: bool
    created_at: float
    updated_at: float
    seats: tuple[Seat, ...]
    set_apart: str | None = None
    invited_only: bool = False
    own_thread: bool = False
    invitations: tuple[Invitation, ...] = ()
    speed: Speed | None = None
    turns: tuple[Turn, ...] = ()
    pause: Pause = Pause()
    departed: tuple[Departed, ...] = ()
    offers: tuple[Offer, ...] = ()
    takebacks: bool = True
    retractable: tuple[Retractable, ...] = ()
    takeback: Takeback | None = None
    begun: Begun = Begun()
    host_seen: float = 0.0
    host_away: bool = False
    open_hands: OpenHands | None = None
    awards: str = "[]"
    suggestions: bool = False
    lesson: Learnt | None = None
    beginners: tuple[int, ...] = ()
    version: int = field(default=0, compare=False)

    @property
    def kept(self) -> tuple[Invitation, ...]:
        """Those for whom a seat is kept."""
        return tuple(invitation for invitation in self.invitations if invitation.kept)

    def helps(self, person: Person | None) -> bool:
        """Whether a line of help stands with this person's choices."""
        return person is not None and person.helped and person.user_id in self.beginners


@dataclass(frozen=True, slots=True)
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
    begun: Begun = Begun()

    @property
    def live(self) -> bool:
        """Whether it hasn't ended."""
        return self.status in ("lobby", "playing")


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, in a list; `ended_at`: the time of day. `own`: of whoever asks."""

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    ended_at: float
    own: bool
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of the log; numbers count from 1.

    `back_to`: no choice, but a rewind: the game goes on from where it stood before that entry.
    `digest`: of the state after it, where one was noted. `chosen_by`: who made it, or
    `COMPUTER`; None where that isn't known.
    """

    number: int
    seat: int
    picks: tuple[str, ...] = field(repr=False)
    back_to: int | None = None
    digest: str | None = None
    chosen_by: int | None = None


def made(moves: Iterable[Move]) -> list[Move]:
    """The choices of a log that weren't taken back."""
    standing: list[Move] = []
    for move in moves:
        if move.back_to is None:
            standing.append(move)
        else:
            standing = [choice for choice in standing if choice.number < move.back_to]
    return standing


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Errand:
    """What the running bot is to look at, as the operator has changed it: `about` is an id."""

    id: int
    kind: ErrandKind
    about: int
