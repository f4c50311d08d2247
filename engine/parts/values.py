"""What passes between a game and those who play, draw or tell it: plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict

from engine.text import Text, frozen, text

NOBODY: Final = -1
"""No seat."""


class IllegalMove(Exception):
    """A choice that the rules or the prompt don't allow; `reason` says why, for the player."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class IncompatibleState(Exception):
    """A dump of another `rules_version`, or no dump at all; the log of moves still holds."""


@frozen
class Then:
    """Choices that may be made together with an option: the picks of each, in the order in which
    they will be asked for, and what all of it is called. Every one is checked when its turn comes.
    """

    text: Text
    picks: tuple[tuple[str, ...], ...]
    brief: Text | None = None
    rank: int = 1


@frozen
class Option:
    """One thing that can be chosen.

    `id`: short, readable, stable, unique in its prompt; at most 40 characters of [a-z0-9:._-].
    `card`: what a picture or an emblem shows, as "kind:name" ("guild:artisans"), if anything.
    `role`: "choice", or how a screen sets it apart: "pass" (decline, stop, skip), "back",
    "undo", "confirm". `ticked`: chosen at first, where several may be. `group`: what it is a use
    of; a screen shows each group as a menu of its own. `menu`: among what it is found below a
    picture, by default its group; where there is none, what the menu of such options is called.
    `alone`: one of a menu that is likely enough for a button. `detail`: what helps to choose it,
    where a screen has a second line.
    `then`: what may follow, the likeliest first; a screen offers the option with and without it.
    `brief`: what its button says below a picture that explains it. `rank`: those with the lowest
    are the likeliest, where there is no room for all.
    """

    id: str
    text: Text
    card: str | None = None
    role: Literal["choice", "pass", "back", "undo", "confirm"] = "choice"
    ticked: bool = False
    group: Text | None = None
    menu: Text | None = None
    alone: bool = False
    detail: Text | None = None
    then: tuple[Then, ...] = ()
    brief: Text | None = None
    rank: int = 0


@frozen
class Prompt:
    """A choice that a seat owes: between `least` and `most` different options.

    Several are chosen of at most 25, since a menu holds no more; one, of any number. An option
    that is no choice (a way back, a way out) answers alone, however many are to be chosen.
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

    def answering(self, picks: tuple[str, ...]) -> Prompt:
        """The same prompt, answered with these picks."""
        return Prompt(
            self.seat, self.ask, self.options, self.least, self.most, picks, self.step, self.done
        )

    @property
    def backward(self) -> frozenset[str]:
        """The ids of options that take a choice back, or a whole turn."""
        return frozenset(option.id for option in self.options if option.role in ("back", "undo"))

    def check(self, picks: Sequence[str]) -> tuple[str, ...]:
        """The picks as a tuple; raises IllegalMove unless they fit this prompt.

        >>> options = (Option("red", text("x.red")), Option("pass", text("x.pass"), role="pass"))
        >>> prompt = Prompt(seat=0, ask=text("x.ask"), options=options)
        >>> prompt.check(["red"])
        ('red',)
        >>> prompt.check(["blue"])
        Traceback (most recent call last):
        engine.parts.values.IllegalMove: illegal.not_offered
        """
        chosen = tuple(picks)
        if len(chosen) == 1:
            for option in self.options:
                if option.id == chosen[0] and (self.least <= 1 or option.role != "choice"):
                    return chosen
        if not self.least <= len(chosen) <= self.most:
            raise IllegalMove(text("illegal.number", least=self.least, most=self.most))
        if len(chosen) > 1 and len(set(chosen)) < len(chosen):
            raise IllegalMove(text("illegal.doubled"))
        roles = {option.id: option.role for option in self.options}
        for pick in chosen:
            if pick not in roles:
                raise IllegalMove(text("illegal.not_offered"))
            if roles[pick] != "choice":
                raise IllegalMove(text("illegal.alone"))
        return chosen


@frozen
class Event:
    """Something that happened, told to everyone (`seat` None) or to one seat alone.

    `chapter`: a new part of the game begins with it; a screen may drop what was told before.
    `detail`: how something came about, made only for who reads it up (`tell_detail`): a board
    leaves it to its picture. `begins`: what was told of the same choice before it has ended, and
    stands by itself. `small`: no news where there is any other. `by`: it sums up what this seat has
    done in a whole turn; news tell it, but not to that seat, in place of all small that was told
    before, and the history has that instead. `but`: a seat that isn't told, as it was told more.
    """

    text: Text
    seat: int | None = None
    chapter: bool = False
    detail: bool = False
    begins: bool = False
    small: bool = False
    by: int | None = None
    but: int | None = None

    def heard_by(self, viewer: int | None) -> bool:
        """Whether it is told to this seat, or to the public."""
        return self.seat in (None, viewer) and (viewer is None or viewer != self.but)


class InDetail(list[Event]):
    """What is told where somebody wants to know as well how it came about.

    `passed`: where the game stood on its way, each with how many events were told until then.
    """

    def __init__(self) -> None:
        super().__init__()
        self.passed: list[tuple[int, Any]] = []


@frozen
class Scene:
    """A frame of a film: who did what, in at most ten words; it is made of so many events.

    `shown`: what its picture shows besides and takes time to read, as a count. `run`: what a long
    film says, with their number as `n`, of it and those before it of which it would say the same.
    """

    said: Text
    events: int
    shown: tuple[Text, ...] = ()
    run: Text | None = None


@frozen
class Topic:
    """Something that a player may ask about: a card, a tile, an icon.

    `id` as an option's; `body` a paragraph each; `kind`: what a menu of such is called, where there
    are several.
    """

    id: str
    title: Text
    body: tuple[Text, ...]
    kind: Text | None = None


@frozen
class Outcome:
    """How a game ended: `places[0]` are the seats in first place (empty if nobody won).

    `scored`: what a seat has in the end, in words, where its score alone doesn't say it all.
    """

    places: Sequence[Sequence[int]]
    scores: Mapping[int, int]
    scored: Mapping[int, Text] = field(default_factory=dict)

    @property
    def winners(self) -> Sequence[int]:
        """The seats in first place; none if nobody won."""
        return self.places[0] if self.places else ()

    def share(self, seat: int) -> float:
        """A seat's part of the first place, from 0 to 1."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


Weight = Literal["light", "medium", "heavy"]
"""How much there is to think about."""


@frozen
class Playing:
    """What a game asks of its people: minutes at one sitting, least and most, and its weight."""

    minutes: tuple[int, int]
    weight: Weight


def placed(
    places: Sequence[Sequence[int]], parties: Sequence[Sequence[int]] = ()
) -> dict[int, int]:
    """The place of every seat, from 1: partners have one, and who shares it leaves the next out.

    Where nobody has won, nobody is first.

    >>> placed([[1], [0, 2], [3]])
    {1: 1, 0: 2, 2: 2, 3: 4}
    >>> placed([[1, 3], [0, 2]], parties=[(0, 2), (1, 3)])
    {1: 1, 3: 1, 0: 2, 2: 2}
    >>> placed([[], [0]])
    {0: 2}
    """
    side = {seat: min(party) for party in parties for seat in party}
    found: dict[int, int] = {}
    number = 1
    for tied in places:
        found |= dict.fromkeys(tied, number)
        number += max(1, len({side.get(seat, seat) for seat in tied}))
    return found


def in_order(keys: Mapping[int, Any]) -> list[list[int]]:
    """Seats by place from what each is judged by, the highest first; equals share a place.

    >>> in_order({0: 12, 1: 15, 2: 12})
    [[1], [0, 2]]
    """
    order = sorted(set(keys.values()), reverse=True)
    return [[seat for seat, key in keys.items() if key == placed] for placed in order]


class Options(BaseModel):
    """The variants and switches of a game; each field has a default and a description.

    A field is a bool, a Literal of strings in small letters, or an int with bounds (`ge`, `le`).
    A lobby has room for eight, each of at most 25 values.
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
    """Which moment of the game it is. As long as it lasts nothing else in a seat's view changes
    but `awaited` and the answer in its own prompt."""
    awaited: tuple[int, ...]
    """Seats that still owe a choice, in seat order; empty when the game is over."""
    simultaneous: bool
    """Whether choices of this moment are secret and may be changed until the last is in."""
    prompt: Prompt | None
    """What the viewer is asked; None for the public and for a seat that is not asked."""
    outcome: Outcome | None

    def fresh(self) -> bool:
        """Whether what is asked is, as a rule, asked for the first time in this game."""
        return True

    def sources(self) -> Iterable[tuple[Text, Sequence[int]]]:
        """What the standing came of: each kind with its amount by seat, below 0 if it harms."""
        return ()


class State(Protocol):
    """A moment of a game: data alone, changed in place by the game's own functions."""

    @property
    def seats(self) -> int: ...

    told: list[Event] | None
    """Events since `told` was last emptied; None switches telling off."""

    def clone(self) -> Self:
        """An independent copy; its `told` is None."""
        ...
