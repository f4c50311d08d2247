"""A review as a plain value. Chances are whole thousandths, so that they add up exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from pydantic import BaseModel, ConfigDict

from engine.text import Text

WHOLE: Final = 1000
"""A sure win."""
POINT: Final = 10
"""A point of a hundred: less is told as none."""
PLACE: Final = 100
"""A place, so that means of places are whole numbers."""
MOST_TURNS: Final = 3
"""Turning points; the turns that they belong to are told as wholes."""
AGAIN: Final = (12, 4)
"""Choices that are read once more, and of these once more, as they may cost most."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Answer(_Part):
    """What could be chosen: the chance to win, its 95 % interval, and in how many worlds.

    `then`: how the turn goes on, where it is told as a whole. `place`: the mean place in
    hundredths; 0 where there are but two sides. `won`: by seat, in how many worlds its side did.
    """

    picks: tuple[str, ...]
    chance: int
    low: int
    high: int
    worlds: int
    then: tuple[tuple[str, ...], ...] = ()
    place: int = 0
    won: tuple[int, ...] = ()


class Choice(_Part):
    """A choice that was made: `answers` has what was chosen first, then the rest, best first.
    Where the choice cost something, or was surely the best, the second is the one that it is held
    against.

    `entry`: its number in the log. `cost`: best less chosen, 0 where that may be chance.
    `reason`: what speaks for the better answer against the chosen one by a measure of the game;
    where none does, the game's reason for it, and `apart`: what it says of the chosen one.
    `ahead`: how far what was chosen lay before the next best answer at least.
    `lost`, `stake`: by how much it fell short of the best, sure or not, of how much the best lies
    above the average of all answers. `moves`: played to read it. `ask`: the key of what was asked.
    `turn`: the `entry` of the first choice of a long turn that it belongs to. A turn as a whole is
    told as a choice between ways to play it.
    `times`: how often it was read. `doubt`: what it may cost, 0 where that is settled; then
    `rivals`: the answers that may be better.
    """

    entry: int
    round: int
    cost: int
    answers: tuple[Answer, ...]
    reason: Text | None = None
    apart: Text | None = None
    ahead: int = 0
    lost: int = 0
    stake: int = 0
    moves: int = 0
    ask: str = ""
    turn: int | None = None
    times: int = 1
    doubt: int = 0
    rivals: tuple[tuple[str, ...], ...] = ()

    @property
    def after(self) -> int:
        """The chance with what was chosen."""
        return self.answers[0].chance

    @property
    def before(self) -> int:
        """The chance that the seat had as it was asked."""
        return self.after + self.cost

    def made_up_for(self, later: Choice) -> Choice:
        """The same before the turn's next choice, which may be worth more than it seemed to leave:
        it costs what the best way on surely can't make up. Less than half of it may be chance."""
        best, *others = later.answers
        if later.cost and others:
            best = others[0]
        raised = best.low - self.after
        if self.turn is None or self.turn != later.turn or not 0 < self.cost <= 2 * raised:
            return self
        known = {"chance": best.low, "low": best.low, "high": best.high, "worlds": best.worlds}
        mine = self.answers[0].model_copy(update={**known, "place": best.place, "won": ()})
        return self.model_copy(
            update={
                "answers": (mine, *self.answers[1:]),
                "cost": max(0, self.cost - raised),
                "lost": max(0, self.lost - raised),
            }
        )


class Review(_Part):
    """The choices of a seat that were read so far, of `total`; `result`: its part of the win.

    `turns`: the long ones of its turning points as wholes. `again`: choices, by `entry`, that are
    read once more now. `passes`: so often are choices read once more after that.

    Beginning, less all costs, with all luck, is the result.
    """

    seat: int
    result: int
    total: int
    choices: tuple[Choice, ...] = ()
    turns: tuple[Choice, ...] = ()
    again: tuple[int, ...] = ()
    passes: int = 0

    def grown(self, choice: Choice) -> Review:
        """With one choice more, or one that was read again, or after all of them a turn."""
        if len(self.choices) < self.total:
            return _doubted(self.model_copy(update={"choices": (*self.choices, choice)}))
        if not self.again:
            return self.model_copy(update={"turns": (*self.turns, choice)})
        choices = tuple(choice if one.entry == choice.entry else one for one in self.choices)
        left = tuple(entry for entry in self.again if entry != choice.entry)
        return _doubted(self.model_copy(update={"choices": choices, "again": left}))

    @property
    def read(self) -> bool:
        """Whether every choice is read as often as it is to be."""
        return len(self.choices) == self.total and not self.again

    @property
    def done(self) -> bool:
        """Whether every choice is read, and what belongs to the dearest."""
        return self.read and not self.turns_left

    @property
    def turns_left(self) -> set[int]:
        """The turns of turning points that aren't read, each by its first choice."""
        wanted = {choice.turn for choice in self.turning_points if choice.turn is not None}
        return wanted - {turn.entry for turn in self.turns}

    @property
    def accuracy(self) -> int:
        """What was not lost of all that was at stake, of 100; 0 where more was.

        A review that was stored before knows of no stakes: there it is 100 less all costs.
        """
        stake = sum(choice.stake for choice in self.choices)
        if stake:
            return max(0, 100 - round(100 * sum(choice.lost for choice in self.choices) / stake))
        return max(0, 100 - round(100 * sum(choice.cost for choice in self.choices) / WHOLE))

    @property
    def beginning(self) -> int:
        """The chance at the first choice."""
        return self.choices[0].before if self.choices else self.result

    @property
    def luck(self) -> tuple[int, ...]:
        """What luck and the others changed after each choice, until the next one or the end."""
        if not self.choices:
            return ()
        between = [later.before - earlier.after for earlier, later in pairwise(self.choices)]
        return (*between, self.result - self.choices[-1].after)

    @property
    def best(self) -> Choice | None:
        """The choice that surely gained most over the next best answer, if any did."""
        well = max(self.choices, key=lambda choice: choice.ahead, default=None)
        return well if well is not None and well.ahead >= POINT else None

    @property
    def turning_points(self) -> tuple[Choice, ...]:
        """The three choices that cost most, the dearest first, each a point at least."""
        dear = sorted(self.choices, key=lambda choice: -choice.cost)
        return tuple(choice for choice in dear[:MOST_TURNS] if choice.cost >= POINT)


def _made_up_for(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Each beside the one after it, from the last one on."""
    found = list(choices[-1:])
    for choice in reversed(choices[:-1]):
        found.append(choice.made_up_for(found[-1]))
    return tuple(reversed(found))


def _doubted(review: Review) -> Review:
    """With the choices that are to be read once more, once all are that were; where none are left,
    a turn's choices cost what its later ones can't make up."""
    if not review.read:
        return review
    times = 1 + len(AGAIN) - review.passes
    made_up = _made_up_for(review.choices)
    doubts = {
        had.entry: had.doubt - (had.cost - has.cost)
        for had, has in zip(review.choices, made_up, strict=True)
        if had.times == times
    }
    doubted = sorted((entry for entry in doubts if doubts[entry] > 0), key=lambda one: -doubts[one])
    most = AGAIN[-review.passes] if review.passes else 0
    again = tuple(doubted[:most])
    settled = {"doubt": 0, "rivals": ()}
    choices = tuple(
        one if one.entry in again else one.model_copy(update=settled)
        for one in (review.choices if again else made_up)
    )
    passes = review.passes - 1 if again else 0
    return review.model_copy(update={"choices": choices, "again": again, "passes": passes})
