"""The contract of a game: what bot/, images/ and computer players may ask of it.

A game folder has a `State` (ints and lists, changed in place, cloned by hand) and one
subclass of `Game`, which is pure: it clones before it changes anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.text import Text, text

if TYPE_CHECKING:
    from typing import Self

    from engine.bots.policy import Policy


class IllegalMove(Exception):
    """A choice that the rules or the prompt don't allow; `reason` says why, for the player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class IncompatibleState(Exception):
    """A dump of another `rules_version`, or no dump at all; the log of moves still holds."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen.

    `id`: short, readable, stable, unique in its prompt; at most 40 characters of [a-z0-9:._-].
    `card`: what a picture or an emblem shows, as "kind:name" ("guild:artisans"), if anything.
    `role`: "choice", or how a screen sets it apart: "pass" (decline, stop, skip), "back",
    "undo", "confirm". `ticked`: chosen at first, where several may be.
    """

    id: str
    text: Text
    card: str | None = None
    role: Literal["choice", "pass", "back", "undo", "confirm"] = "choice"
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A choice that a seat owes: between `least` and `most` different options.

    `answered`: the picks made so far, while they may still be changed.
    `step`: which moment of the game asks; a press that carries another step is stale.
    `done`: the text key that confirms an answer, told with `picks` ("Kept: {picks}").
    """

    seat: int
    ask: Text
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    answered: tuple[str, ...] | None = None
    step: int = 0
    done: str = "prompt.chosen"

    def check(self, picks: Sequence[str]) -> tuple[str, ...]:
        """The picks as a tuple; raises IllegalMove unless they fit this prompt."""
        chosen = tuple(picks)
        if not self.least <= len(chosen) <= self.most:
            raise IllegalMove(text("illegal.number", least=self.least, most=self.most))
        if len(set(chosen)) != len(chosen):
            raise IllegalMove(text("illegal.doubled"))
        offered = [option.id for option in self.options]
        for pick in chosen:
            if pick not in offered:
                raise IllegalMove(text("illegal.not_offered"))
        return chosen


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, told to everyone (`seat` None) or to one seat alone.

    `chapter`: a new part of the game begins with it; a screen may drop what was told before.
    """

    text: Text
    seat: int | None = None
    chapter: bool = False


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that a player may ask about: a card, a tile, an icon.

    `id` as an option's; `body` a paragraph each.
    """

    id: str
    title: Text
    body: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `places[0]` are the seats in first place (empty if nobody won)."""

    places: Sequence[Sequence[int]]
    scores: Mapping[int, int]


class Options(BaseModel):
    """The variants and switches of a game; each field has a default and a description.

    A field is a bool, a Literal of strings, or an int with bounds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


class View(BaseModel):
    """All that one seat (or the public, `viewer` None) may know of a state."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    viewer: int | None
    seats: int
    headline: Text
    """Where the game stands, in one line ("Ballot 2 of 3, pick 4 of 8")."""
    step: int
    awaited: tuple[int, ...]
    """Seats that still owe a choice, in seat order; empty when the game is over."""
    simultaneous: bool
    """Whether choices of this moment are secret and may be changed until the last is in."""
    prompt: Prompt | None
    """What the viewer is asked; None for the public and for a seat that is not asked."""
    outcome: Outcome | None


class State(Protocol):
    """The mutable heart of a game, used directly where speed counts (computer players).

    A move is an int that each game defines: what one seat chose, whatever the number of picks.
    """

    @property
    def seats(self) -> int: ...

    told: list[Event] | None
    """Events since `told` was last emptied; None switches telling off."""

    def clone(self) -> Self:
        """An independent copy; its `told` is None."""
        ...

    def asked(self) -> Sequence[int]:
        """Seats whose choice is still missing, in seat order; empty when the game is over."""
        ...

    def moves(self, seat: int) -> Sequence[int]:
        """Every legal move of a seat in `asked`; never empty."""
        ...

    def apply(self, seat: int, move: int) -> None:
        """Carry out a legal move; unchecked."""
        ...

    def prompts(self) -> dict[int, Prompt]:
        """The open prompts, those already answered but still changeable included."""
        ...

    def encode(self, seat: int, picks: tuple[str, ...]) -> int:
        """The move that picks from this seat's prompt make; may raise IllegalMove."""
        ...

    def decode(self, seat: int, move: int) -> tuple[str, ...]:
        """The picks that make this move."""
        ...


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, O, V]):
    """One game. The seed and the list of (seat, picks) give it back exactly."""

    name: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    rules_version: ClassVar[int]
    """Raised whenever the same log would give another game, or a dump another shape."""
    Options: type[O]
    policy: Policy[S, V] | None = None
    """How computer players judge this game; without one they know only its rules."""

    @abstractmethod
    def setup(self, seats: int, options: O | None = None, seed: int = 0) -> S:
        """A game about to begin; raises ValueError for a number of seats it isn't made for."""

    def prompts(self, state: S) -> Mapping[int, Prompt]:
        """Who owes a choice now, in seat order; empty exactly when the game is over."""
        return state.prompts()

    def play(self, state: S, seat: int, picks: Sequence[str]) -> tuple[S, tuple[Event, ...]]:
        """The state after a choice, and what to tell; raises IllegalMove, changes nothing."""
        prompt = state.prompts().get(seat)
        if prompt is None:
            raise IllegalMove(text("illegal.not_asked"))
        move = state.encode(seat, prompt.check(picks))
        after = state.clone()
        after.told = []
        after.apply(seat, move)
        events, after.told = tuple(after.told), None
        return after, events

    def parties(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each party in a game of partners; empty where everyone is alone."""
        return ()

    def applies(self, option: str, seats: int) -> bool:
        """Whether a variant makes a difference with so many players."""
        return True

    def opening(self, state: S) -> tuple[Event, ...]:
        """What to tell when a game has just been set up."""
        return ()

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> V:
        """All that this seat may know, or the public for None. The only way out."""

    def topics(self, view: V) -> tuple[Topic, ...]:
        """What the viewer may ask "What does this do?" about; at most 100, the nearest first."""
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game runs."""

    @abstractmethod
    def dump(self, state: S) -> str:
        """The state as JSON; carries `rules_version`."""

    @abstractmethod
    def load(self, dump: str) -> S:
        """The state of a dump; raises IncompatibleState."""

    @abstractmethod
    def sample(self, view: V, seed: int) -> S:
        """Some full state that the viewer can't tell from the real one; from the view alone."""
