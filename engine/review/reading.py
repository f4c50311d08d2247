"""A game's log read choice by choice: quickly everywhere, and deeply where it looks suspicious."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final, TypeAlias

from engine.bots.players import AnyGame, policy_of
from engine.bots.search import contenders
from engine.log import Entry, Moment, course
from engine.review.chances import ToWin, Worlds, ahead, differences, interval
from engine.review.values import WHOLE, Answer, Choice, Review
from engine.values import View

MENU: Final = 16
"""Answers that are all looked at; of more, those with which a search would begin."""
RIVALS: Final = 3
"""Answers that are held deeply against the one that was chosen."""
BUDGET: Final = 5_000_000
"""Moves that are played for a review, so that a long game takes no longer than a short one."""
SURELY: Final = 2.4
"""Standard errors by which the best of these must lead: as sure as one alone at 95 %."""

Strengths: TypeAlias = Sequence[str | None]
"""By seat the computer's strength; a person's is None."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Worlds a choice: `look` for every answer; `told` and more for what was chosen, in steps of
    `step` up to `most` while another may be better: whoever stopped as soon as one seems to be
    would find costs that are luck.

    `suspicious`: how far ahead another answer has to look, from 0 to 1. `fewest`: worlds of each
    pass that are played also where the budget is used up.
    """

    look: int = 32
    told: int = 120
    step: int = 80
    most: int = 320
    suspicious: float = 0.02
    fewest: int = 24


THOROUGH: Final = Effort()


@dataclass(slots=True)
class Draft:
    """A choice in reading: how its answers end in the worlds so far; all that is known of it.

    `first`: of every answer. `deep`: of the chosen one and its rivals, in worlds of their own:
    rivals were found by being lucky in those of the first look. `moves`: played for both.
    """

    first: dict[int, list[float]] = field(default_factory=dict)
    deep: dict[int, list[float]] = field(default_factory=dict)
    moves: int = 0


@dataclass(frozen=True, slots=True)
class Owed:
    """A choice between at least two answers, as its seat saw it, and what it chose.

    `left`: choices of all seats from this one to the end. `moves`: that may be played to read it;
    as many as it takes where None.
    """

    entry: int
    round: int
    view: View
    picks: tuple[str, ...]
    left: int = 1
    moves: int | None = None


def owed(game: AnyGame, last: Moment, log: Sequence[Entry], seat: int) -> tuple[Owed, ...]:
    """All of a seat's choices on the way to a game's end, each as it was in the end."""
    found: dict[int, Owed] = {}
    for moment in course(last):
        if moment.before is None or moment.seat != seat:
            continue
        state, picks = moment.before.state, log[moment.entry - 1].picks
        prompt = game.prompts(state)[seat]
        roles = {option.role for option in prompt.options if option.id in picks}
        if not roles.isdisjoint(("back", "undo")):
            continue  # what is chosen instead comes after it
        if prompt.step in found:  # changed while others still chose
            found[prompt.step] = replace(found[prompt.step], entry=moment.entry, picks=picks)
        elif len(game.moves(state, seat)) > 1:
            view = game.view(state, seat)
            left = len(log) - moment.entry + 1
            found[prompt.step] = Owed(moment.entry, game.round_of(state), view, picks, left)
    return tuple(found.values())


def begun(game: AnyGame, last: Moment, total: int, seat: int) -> Review:
    """A review of so many choices, none of which is read; raises ValueError for a running game."""
    outcome = game.outcome(last.state)
    if outcome is None:
        raise ValueError("the game runs")
    result = round(WHOLE * ToWin(game, last.state.seats).reward(outcome, seat))
    return Review(seat=seat, result=result, total=total)


def following(choices: Sequence[Owed], review: Review, budget: int = BUDGET) -> Owed:
    """The next choice to be read, and its part of what earlier ones left of the budget: by how
    long games from there are, so that early choices are held against as many worlds as late ones.
    """
    unread = choices[len(review.choices) :]
    rest = max(0, budget - sum(choice.moves for choice in review.choices))
    moves = rest * unread[0].left // sum(choice.left for choice in unread)
    return replace(unread[0], moves=moves)


def reviewed(
    game: AnyGame,
    last: Moment,
    log: Sequence[Entry],
    seat: int,
    strengths: Strengths = (),
    effort: Effort = THOROUGH,
    budget: int = BUDGET,
) -> Iterator[Review]:
    """The review as it grows by a choice at a time."""
    choices = owed(game, last, log, seat)
    review = begun(game, last, len(choices), seat)
    yield review
    while not review.done:
        choice = following(choices, review, budget)
        review = review.grown(read_choice(game, choice, seat, strengths, effort))
        yield review


def read_choice(
    game: AnyGame,
    choice: Owed,
    seat: int,
    strengths: Strengths = (),
    effort: Effort = THOROUGH,
) -> Choice:
    """What was chosen beside what could have been, by what the seat saw."""
    reading, draft = Reading(game, choice, seat, strengths, effort), Draft()
    read = None
    while read is None:
        read = reading.go_on(draft, lambda: True)
    return read


class Reading:
    """Reads one choice, as far as there is time at once."""

    def __init__(
        self, game: AnyGame, choice: Owed, seat: int, strengths: Strengths, effort: Effort
    ) -> None:
        self._game, self._choice, self._seat, self._effort = game, choice, seat, effort
        self._worlds = Worlds(game, choice.view, seat, strengths)
        self._world = self._worlds.first()
        self._chosen = game.encode(self._world, seat, choice.picks)

    def go_on(self, draft: Draft, goes_on: Callable[[], bool]) -> Choice | None:
        """The choice if that is settled before time is over; the draft is filled in."""
        effort, chosen, worlds = self._effort, self._chosen, self._worlds
        if not draft.first:
            draft.first |= {move: [] for move in (chosen, *self._answers())}
        while goes_on():
            done = len(draft.first[chosen])
            if self._looks(draft, done):
                draft.moves += worlds.play(draft.first, done)
            elif not draft.deep:
                draft.deep |= {move: [] for move in (chosen, *self._rivals(draft.first))}
            elif not self._is_clear(draft):
                draft.moves += worlds.play(draft.deep, effort.look + len(draft.deep[chosen]))
            else:
                return self._told(draft)
        return None

    def _answers(self) -> Sequence[int]:
        policy = policy_of(self._game)
        moves = policy.candidates(self._world, self._seat)
        if len(moves) > MENU:
            return [row[0] for row in policy.rows(self._world, self._seat)]
        return moves

    def _rivals(self, ends: dict[int, list[float]]) -> Sequence[int]:
        """Answers that look better than the chosen one, the best first."""
        if len(ends) == 1:
            return ()
        mine = fmean(ends[self._chosen])
        close = [
            move
            for move in contenders(ends)
            if move != self._chosen and fmean(ends[move]) - mine > self._effort.suspicious
        ]
        return sorted(close, key=lambda move: -fmean(ends[move]))[:RIVALS]

    def _lead(self, ends: dict[int, list[float]]) -> int:
        others = [found for move, found in ends.items() if move != self._chosen]
        if not others:
            return 0
        mine, next_best = ends[self._chosen], max(others, key=fmean)
        surely = ahead(mine, next_best)[0] > 0
        return round(WHOLE * fmean(differences(mine, next_best))) if surely else 0

    def _best(self, deep: dict[int, list[float]]) -> int | None:
        rivals = [move for move in deep if move != self._chosen]
        return max(rivals, key=lambda move: fmean(deep[move])) if rivals else None

    def _looks(self, draft: Draft, done: int) -> bool:
        """Whether the first look, which has half of the moves, is not over."""
        if done >= self._effort.look or len(draft.first) == 1:
            return False
        return done < self._effort.fewest or not self._has_played(draft.moves * 2)

    def _has_played(self, moves: int) -> bool:
        return self._choice.moves is not None and moves >= self._choice.moves

    def _is_clear(self, draft: Draft) -> bool:
        effort, deep = self._effort, draft.deep
        done = len(deep[self._chosen])
        if done >= effort.fewest and self._has_played(draft.moves):
            return True
        if done < effort.told:
            return False
        best = self._best(deep)
        if best is None or done >= effort.most:
            return True
        if (done - effort.told) % effort.step:
            return False
        return ahead(deep[best], deep[self._chosen])[1] < effort.suspicious

    def _told(self, draft: Draft) -> Choice:
        game, seat, chosen, deep = self._game, self._seat, self._chosen, draft.deep
        better, cost = self._best(deep), 0
        if better is not None and ahead(deep[better], deep[chosen], SURELY)[0] > 0:
            cost = round(WHOLE * fmean(differences(deep[better], deep[chosen])))
        if not cost:
            better = None
        answers = {
            move: _answer(game.decode(self._world, seat, move), found)
            for move, found in (draft.first | deep).items()
        }
        mine = answers.pop(chosen)
        if better is not None:  # one rounding, so that the two differ by the cost
            told = answers[better].model_copy(update={"chance": mine.chance + cost})
            answers[better] = told
        order = sorted(answers, key=lambda move: (move != better, -answers[move].chance))
        policy, prompt = policy_of(game), self._choice.view.prompt
        return Choice(
            entry=self._choice.entry,
            round=self._choice.round,
            cost=cost,
            answers=(mine, *(answers[move] for move in order)),
            reason=None if better is None else policy.reason(self._world, seat, better),
            ahead=0 if better is not None else self._lead(draft.first),
            moves=draft.moves,
            ask="" if prompt is None else prompt.ask.key,
        )


def _answer(picks: tuple[str, ...], ends: Sequence[float]) -> Answer:
    low, high = interval(sum(ends), len(ends))
    return Answer(
        picks=tuple(picks),
        chance=round(WHOLE * fmean(ends)),
        low=round(WHOLE * low),
        high=round(WHOLE * high),
        worlds=len(ends),
    )
