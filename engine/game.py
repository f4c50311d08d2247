"""The contract of a game: what bot/, images/ and computer players may ask of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import ClassVar, Generic, TypeVar

from engine.parts.awards import Award, Feat
from engine.parts.boxes import digest_of_package
from engine.parts.policy import Policy
from engine.parts.rng import Rng
from engine.parts.snapshots import Snapshot
from engine.parts.values import (
    Event,
    IllegalMove,
    IncompatibleState,
    InDetail,
    Option,
    Options,
    Outcome,
    Playing,
    Prompt,
    Scene,
    State,
    Topic,
    View,
)
from engine.text import Text, text

__all__ = [
    "Event",
    "Game",
    "IllegalMove",
    "IncompatibleState",
    "Option",
    "Options",
    "Outcome",
    "Playing",
    "Prompt",
    "Scene",
    "State",
    "Topic",
    "View",
]

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741
V = TypeVar("V", bound=View)


class Game(ABC, Generic[S, O, V]):
    """One game: a face that holds nothing but its box, over plain functions on a state.

    `asked`, `moves`, `apply`, `prompts`, `encode` and `decode` are the fast core, used as it is
    where speed counts (computer players); a game binds them to functions of its own. A move is
    an int that each game defines: what one seat chose, whatever the number of picks. All but
    `apply` leave a state as it is. The seed and the list of (seat, picks) give a game back.

    >>> from engine import games
    >>> game = games["corrompue"]
    >>> state = game.setup(3, seed=1)
    >>> game.asked(state)
    [1]
    >>> [option.id for option in game.prompts(state)[1].options][:3]
    ['noblesse:3', 'noblesse:6', 'noblesse:9']
    """

    name: ClassVar[str]
    seats: ClassVar[tuple[int, ...]]
    rules_version: ClassVar[int]
    """Raised whenever the same log would give another game, or a dump another shape."""
    rules_since: ClassVar[int | None] = None
    """The first `rules_version` whose logs still give the same games, where not this one is: since
    then only the shape of dumps has changed."""
    snapshots_since: ClassVar[int | None] = None
    """The first `rules_version` whose dumps can still be loaded, where not this one is: they are
    played on where their logs give other games now, and what was asked is asked anew."""
    Options: type[O]
    snapshot: Snapshot[S]
    playing: Playing | None = None
    """How long and how heavy it is, for the lobby; without it nothing is said."""
    policy: Policy[S] | None = None
    """How computer players judge this game; without one they know only its rules."""
    awards: tuple[Award, ...] = ()
    """What may be told as remarkable when a game has ended, the rarest first."""

    @property
    def components(self) -> str:
        """Tells apart what games are played with: a game begun with another goes on with none else.

        Here a digest of all TOML files of the game's package; a game that keeps what is in its
        box elsewhere says it otherwise.
        """
        return digest_of_package(import_module(type(self).__module__).__package__ or "")

    def setup(self, seats: int, options: O | None = None, seed: int = 0) -> S:
        """A game about to begin; raises ValueError for a number of seats it isn't made for."""
        if seats not in self.seats:
            raise ValueError(f"{self.name} is for {' or '.join(map(str, self.seats))} players")
        return self.begin(seats, options or self.Options(), seed)

    @abstractmethod
    def begin(self, seats: int, options: O, seed: int, /) -> S:
        """What `setup` gives; `seats` is one of `self.seats`."""

    @abstractmethod
    def asked(self, state: S, /) -> Sequence[int]:
        """Seats whose choice is still missing, in seat order; empty when the game is over."""

    @abstractmethod
    def moves(self, state: S, seat: int, /) -> Sequence[int]:
        """Every legal move of a seat in `asked`; never empty."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: int, /) -> None:
        """Carry out a legal move, in place and unchecked."""

    @abstractmethod
    def prompts(self, state: S, /) -> Mapping[int, Prompt]:
        """The open prompts in seat order, those already answered but still changeable included.

        Empty exactly when the game is over.
        """

    @abstractmethod
    def encode(self, state: S, seat: int, picks: tuple[str, ...], /) -> int:
        """The move that picks from this seat's prompt make; may raise IllegalMove."""

    @abstractmethod
    def decode(self, state: S, seat: int, move: int, /) -> tuple[str, ...]:
        """The picks that make this move."""

    def play(
        self, state: S, seat: int, picks: Sequence[str], *, detailed: bool = False
    ) -> tuple[S, tuple[Event, ...]]:
        """The state after a choice, and what to tell; raises IllegalMove, changes nothing.

        `detailed`: with how it came about, for who reads that up.

        >>> from engine import games
        >>> game = games["corrompue"]
        >>> before = game.setup(3, seed=1)
        >>> after, told = game.play(before, 1, ["noblesse:3"])
        >>> game.asked(before), game.asked(after)
        ([1], [2])
        >>> game.play(before, 0, ["noblesse:3"])
        Traceback (most recent call last):
        engine.parts.values.IllegalMove: illegal.not_asked
        """
        told = InDetail() if detailed else []
        return self.played(state, seat, picks, told), tuple(told)

    def played(self, state: S, seat: int, picks: Sequence[str], told: list[Event]) -> S:
        """The state after a choice; what there is to tell is added to `told`. Raises as `play`."""
        prompt = self.prompts(state).get(seat)
        if prompt is None:
            raise IllegalMove(text("illegal.not_asked"))
        move = self.encode(state, seat, prompt.check(picks))
        after = state.clone()
        after.told = told
        self.apply(after, seat, move)
        after.told = None
        return after

    def parties(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each party in a game of partners; empty where everyone is alone."""
        return ()

    def applies(self, option: str, seats: int) -> bool:
        """Whether a variant makes a difference with so many players."""
        return True

    def round_of(self, state: S, /) -> int:
        """The round under way, from 1, or the last one once the game is over."""
        return 1

    def opening(self, state: S) -> tuple[Event, ...]:
        """What to tell when a game has just been set up."""
        return ()

    def scene(self, told: Sequence[Event]) -> Scene | None:
        """The next frame of a film, of what everybody heard since the last; None: not yet.

        Here each step is one, said by what was told of it first.
        """
        return Scene(told[0].text, len(told)) if told else None

    def in_brief(self, told: Sequence[Text], viewer: int | None) -> Iterable[Sequence[Text]]:
        """News to this seat, or the public, in ever fewer words: the first that has room is shown.

        Here as it was told alone.
        """
        return (told,)

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> V:
        """All that this seat may know, or the public for None. The only way out.

        >>> from engine import games
        >>> game = games["guildes"]
        >>> state = game.setup(3, seed=1)
        >>> game.view(state, None).headline.key
        'guildes.headline.draft'
        >>> game.view(state, None).prompt is None, game.view(state, 2).prompt.seat
        (True, 2)
        """

    def revealed(self, before: S, after: S, seat: int) -> bool:
        """Whether anything hidden has come out between two states, but what this seat chose.

        A draw, a deal, a reveal or a look, whoever learns by it. As long as none has, the seat may
        take its choice back; a game that doesn't say so has always revealed something.
        """
        return True

    def own_turn(self, before: S, after: S, seat: int) -> bool:
        """Whether all between two states is this seat's own turn, which it may take back unasked.

        Only where nothing was `revealed`, and nobody else is `exposed`.
        """
        return False

    def exposed(self, state: S) -> Sequence[int]:
        """Seats of which it tells something hidden that they are asked at this moment.

        What led to it is taken back with their consent alone. Known to everybody.
        """
        return ()

    def anew(self, state: S, step: int) -> S:
        """The same moment, asked anew at this step, which is later than any before.

        For games in which `revealed` is ever False: no press of what was taken back may fit.
        """
        raise NotImplementedError

    def feats(self, state: S, /) -> Iterable[Feat]:
        """What `awards` go by in a finished game, besides what was told."""
        return ()

    def topics(self, view: V, /) -> tuple[Topic, ...]:
        """What the viewer may ask "What does this do?" about; at most 100, the nearest first."""
        return ()

    def rules(self, seats: int, options: O, /) -> tuple[Text, ...]:
        """The rules to read, a page each, with what holds for so many players and these options."""
        return (text(f"game.{self.name}.rules"),)

    def example(self) -> V | None:
        """What everybody sees of a game that was played, with a count that shows how points come.

        For the rules; a game whose pictures draw no example has none.
        """
        return None

    def moment(self, seats: int, seed: int, choices: int) -> S:
        """A game in which so many choices were made by lot: the same numbers, the same game."""
        state, lot = self.setup(seats, seed=seed), Rng(seed)
        for _ in range(choices):
            seat = self.asked(state)[0]
            self.apply(state, seat, lot.choice(self.moves(state, seat)))
        return state

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while the game runs."""

    def dump(self, state: S) -> str:
        """The state as JSON, at most a few kB; carries `rules_version`."""
        return self.snapshot.dump(state, self.rules_version)

    def load(self, dump: str) -> S:
        """The state of a dump; raises IncompatibleState.

        What was asked under earlier rules is asked at a later step: no press of theirs fits.
        """
        return self.snapshot.load(dump, self.rules_version, self.snapshots_since)

    @abstractmethod
    def sample(self, view: V, seed: int) -> S:
        """Some full state that the viewer can't tell from the real one; from the view alone."""
