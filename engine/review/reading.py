"""A game's log read choice by choice: quickly everywhere, and deeply where it looks suspicious."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from engine.bots.players import AnyGame, policy_of
from engine.bots.search import contenders
from engine.log import Entry, Moment, course
from engine.review.chances import ToWin, Worlds, differences, interval
from engine.review.values import WHOLE, Answer, Choice, Review
from engine.values import View

MENU: Final = 16
"""Answers that are all looked at; of more, those with which a search would begin."""
RIVALS: Final = 2
"""Answers that are held deeply against the one that was chosen."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Worlds a choice: `look` everywhere, then steps of `step` up to `most` where in doubt.

    `suspicious`: how far ahead another answer has to look, from 0 to 1.
    """

    look: int = 24
    step: int = 80
    most: int = 320
    suspicious: float = 0.02


THOROUGH: Final = Effort()


@dataclass(frozen=True, slots=True)
class Owed:
    """A choice between at least two answers, as its seat saw it, and what it chose."""

    entry: int
    round: int
    view: View
    picks: tuple[str, ...]


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
            found[prompt.step] = Owed(moment.entry, game.round_of(state), view, picks)
    return tuple(found.values())


def reviewed(
    game: AnyGame,
    last: Moment,
    log: Sequence[Entry],
    seat: int,
    effort: Effort = THOROUGH,
    begun: Review | None = None,
) -> Iterator[Review]:
    """The review as it grows by a choice at a time; what was `begun` goes on."""
    choices = owed(game, last, log, seat)
    outcome = game.outcome(last.state)
    if outcome is None:
        raise ValueError("the game runs")
    result = round(WHOLE * ToWin(game, last.state.seats).reward(outcome, seat))
    review = begun or Review(seat=seat, result=result, total=len(choices))
    yield review
    for choice in choices[len(review.choices) :]:
        read = (*review.choices, read_choice(game, choice, seat, effort))
        review = review.model_copy(update={"choices": read})
        yield review


def read_choice(game: AnyGame, choice: Owed, seat: int, effort: Effort) -> Choice:
    """What was chosen beside what could have been, by what the seat saw."""
    worlds = Worlds(game, choice.view, seat)
    world = worlds.first()
    chosen = game.encode(world, seat, choice.picks)
    policy = policy_of(game)
    moves = policy.candidates(world, seat)
    if len(moves) > MENU:
        moves = [row[0] for row in policy.rows(world, seat)]
    ends: dict[int, list[float]] = {move: [] for move in (chosen, *moves)}
    better = _compared(worlds, ends, chosen, effort)
    cost = 0
    if better is not None:
        cost = round(WHOLE * fmean(differences(ends[better], ends[chosen])))
    answers = {move: _answer(game.decode(world, seat, move), found) for move, found in ends.items()}
    mine = answers.pop(chosen)
    if better is not None:  # one rounding, so that the two differ by the cost
        answers[better] = answers[better].model_copy(update={"chance": mine.chance + cost})
    order = sorted(answers, key=lambda move: (move != better, -answers[move].chance))
    reason = policy.reason(world, seat, better) if better is not None and cost else None
    return Choice(
        entry=choice.entry,
        round=choice.round,
        cost=cost,
        answers=(mine, *(answers[move] for move in order)),
        reason=reason,
    )


def _compared(
    worlds: Worlds, ends: dict[int, list[float]], chosen: int, effort: Effort
) -> int | None:
    """Fill in how each move ends; a move that is better than the chosen one, if any surely is.

    Rivals are held against the chosen one in worlds of their own: they were found by being
    lucky in those of the first look.
    """
    worlds.play(ends, range(effort.look))
    close = contenders(ends)
    rivals = sorted((move for move in close if move != chosen), key=lambda move: -fmean(ends[move]))
    mine = fmean(ends[chosen])
    rivals = [move for move in rivals if fmean(ends[move]) - mine > effort.suspicious][:RIVALS]
    if not rivals:
        return None
    deep: dict[int, list[float]] = {move: [] for move in (chosen, *rivals)}
    for begin in range(0, effort.most, effort.step):
        numbers = range(effort.look + begin, effort.look + min(begin + effort.step, effort.most))
        worlds.play(deep, numbers)
        best = max(rivals, key=lambda move: fmean(deep[move]))
        low, high = interval(differences(deep[best], deep[chosen]))
        if low > 0 or high < effort.suspicious:
            break
    ends.update(deep)
    return best if low > 0 else None


def _answer(picks: tuple[str, ...], ends: Sequence[float]) -> Answer:
    low, high = interval(ends)
    return Answer(
        picks=tuple(picks),
        chance=round(WHOLE * fmean(ends)),
        low=round(WHOLE * max(0.0, low)),
        high=round(WHOLE * min(1.0, high)),
        worlds=len(ends),
    )
