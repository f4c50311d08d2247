"""A running game: who sits there, its clock, its log, and what goes on beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from bot.store.records.people import Openness
from engine.text import Text, frozen

COMPUTER = 0
"""`chosen_by` of a computer's choice."""
FORGOTTEN = -1
"""The same of the choice of a person who wanted to be forgotten since."""


@frozen
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

    @property
    def computer(self) -> str | None:
        """The strength of the computer that has it; None of a person's, also a former one's."""
        return None if self.former else self.strength


@frozen
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


@frozen
class Offer:
    """A seat of a running game that somebody may take; `user_id` None: whoever presses."""

    seat: int
    user_id: int | None


@frozen
class Invitation:
    """Somebody asked to a lobby; `kept`: a seat is kept for that person."""

    user_id: int
    name: str
    kept: bool


@frozen
class Speed:
    """How long a choice may take, in seconds: until a reminder, until the computer chooses."""

    nudge: int
    limit: int


RELAXED = Speed(8 * 3600, 24 * 3600)


@frozen
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


@frozen
class Pause:
    """Whether a game is paused, `at` in seconds of the tables' own time, and who would change it.

    `host_spent`: seconds in all for which the host alone has paused it before.
    """

    at: float | None = None
    by_host: bool = False
    host_spent: float = 0.0
    votes: tuple[int, ...] = ()


UNPAUSED = Pause()


@frozen
class Begun:
    """With what a game was begun; all None in a lobby, and where it wasn't noted yet.

    `guildhall`: its version. `components`: a digest of what is in the box (`Game.components`).
    """

    guildhall: str | None = None
    rules_version: int | None = None
    components: str | None = None


UNNOTED = Begun()
"""Of a lobby, and of games from before it was noted."""


@frozen
class Move:
    """One choice of the log; numbers count from 1.

    `back_to`: no choice, but a rewind: the game goes on from where it stood before that entry.
    `digest`: of the state after it, where one was noted. `chosen_by`: who made it,
    `COMPUTER` or `FORGOTTEN`; None in logs of releases that didn't note it.
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


@frozen
class Retractable:
    """A seat's last choice, the log's entry `number`: nothing hidden has come out since.

    `own_turn`: it is all the seat's own turn, so that nobody has to be asked but who is exposed.
    """

    seat: int
    number: int
    own_turn: bool = False


@frozen
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


@frozen
class OpenHands:
    """Whether everybody may see every hand of a game that is over.

    "asked": the host would, and these seats have `agreed`; "closed": somebody wouldn't.
    """

    state: Openness
    agreed: tuple[int, ...] = ()


@frozen
class Reviewed:
    """What is read of a person's choices in a game that is over.

    `found`: JSON of the engine's. `tell`: the person wants to be told when it is done.
    """

    user_id: int
    seat: int
    done: bool
    found: str = field(repr=False)
    tell: bool = False


@frozen
class Tried:
    """What a table of one's own begins with that tries a moment of a game that is over.

    `of_session`: that game, `turn`: its turning point, `world`: which of the worlds that could have
    been. `beside`: what the real game came to. `start`: the dump of that world.
    """

    of_session: int
    turn: int
    world: int
    beside: Text
    start: str = field(repr=False)


@frozen
class Learnt:
    """What a lesson's learner chose last: by which of its notes, and what, in words as JSON.

    `note`: its id, then those of the notes of all choices before, a blank between two. Its
    id is empty: nothing yet, or nothing that a note was about.
    """

    note: str = ""
    picks: str = "[]"

    @property
    def last(self) -> str:
        """The note on the last choice."""
        return self.note.partition(" ")[0]

    @property
    def told(self) -> frozenset[str]:
        """All notes that were told: none is told twice."""
        return frozenset(self.note.split())

    @property
    def again(self) -> bool:
        """Whether the last one had been told already."""
        return self.last in self.note.split(" ")[1:]

    def then(self, note: str, picks: str = "[]") -> Learnt:
        """After another choice."""
        return Learnt(" ".join((note, *sorted(self.told))), picks)
