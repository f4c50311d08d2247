"""A game's log read choice by choice: quickly everywhere, and deeply where it looks suspicious."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Final, TypeAlias

from engine.bots.advice import MOST_STEPS, Step
from engine.bots.players import AnyGame, policy_of
from engine.bots.search import Row, contenders, menu
from engine.log import Entry, Moment, course
from engine.parts.policy import LITTLE, MENU
from engine.parts.rng import stream
from engine.parts.values import IllegalMove, State, View
from engine.review.chances import SURE, Came, ToWin, Worlds, ahead, interval, won_of
from engine.review.lean import Lean, Strengths, learned
from engine.review.values import AGAIN, MOST_TURNS, PLACE, WHOLE, Answer, Choice, Review
from engine.text import Text, frozen

RIVALS: Final = (3, 2, 1, 0)
"""Answers that are held deeply against the one that was chosen, each time that it is read: fewer
have more worlds each. After the last time none are left."""
BUDGET: Final = 3_000_000
"""Moves that are played for a review, so that a long game takes no longer than a short one."""
SURELY: Final = (SURE, 2.24, 2.4)
"""Standard errors by which the best of one, two or three must lead: as sure as one alone."""
TURN: Final = 16
"""A turn that is read as a whole has one in so many of a review's moves."""
PASS: Final = 4
"""What is read again has one in so many of those that are left, each time."""

Ends: TypeAlias = dict[Row, list[float]]
"""How games end that begin with a row of the seat's choices, world by world."""


@frozen
class Effort:
    """Worlds a choice: `look` for every answer, up to the next round; `told` and more for what was
    chosen, to the end, in steps of `step` up to `most` while another may be better: whoever
    stopped as soon as one seems to be would find costs that are luck. Without a look the chosen
    one alone is played on.

    `suspicious`: how far ahead another answer has to look, from 0 to 1. `fewest`: worlds of the
    look, and of what follows it, that are played also where the budget is used up; `alone`: of
    what was chosen where nothing is held against it.
    """

    look: int = 32
    told: int = 120
    step: int = 80
    most: int = 320
    suspicious: float = 0.02
    fewest: int = 12
    alone: int = 24


THOROUGH: Final = Effort()


@dataclass(slots=True)
class Draft:
    """A choice in reading: how its answers end in the worlds so far; all that is known of it.

    `first`: of every answer, as the next round promises. `deep`: of the chosen one and its rivals,
    in worlds of their own: rivals may have been lucky in those of the first look. `came`: what
    each of these came to. `moves`: played for both; `to_end`: for the deep ones.
    """

    first: Ends = field(default_factory=dict)
    deep: Ends = field(default_factory=dict)
    came: dict[Row, Came] = field(default_factory=dict)
    moves: int = 0
    to_end: int = 0


@frozen
class Owed:
    """A choice between at least two answers, as its seat saw it, and what it chose.

    `left`: choices of all seats from this one to the end. `moves`: that may be played to read it;
    as many as it takes where None. `turn`: the first such choice of a long turn that it belongs
    to, by its number in the log; of that one, `then`: how the turn went on, as far as nothing
    hidden had come out, and `after`: with which entries of the log. `whole`: to be read as that
    turn. `ways`: how that could begin, by what was better than its choices. `before`: what it was
    read as, if it is read again.
    """

    entry: int
    round: int
    view: View
    picks: tuple[str, ...]
    left: int = 1
    moves: int | None = None
    turn: int | None = None
    then: tuple[tuple[str, ...], ...] = ()
    after: tuple[int, ...] = ()
    whole: bool = False
    ways: tuple[tuple[tuple[str, ...], ...], ...] = ()
    before: Choice | None = None

    def cut(self, most: int) -> Owed:
        """The same of a turn that ends after so many further choices."""
        return replace(self, then=self.then[:most], after=self.after[:most])


def owed(game: AnyGame, last: Moment, log: Sequence[Entry], seat: int) -> tuple[Owed, ...]:
    """All of a seat's choices on the way to a game's end, each as it was in the end."""
    found: dict[int, Owed] = {}
    first: int | None = None  # the step of the turn's first choice
    goes_on = False
    for moment in course(last):
        if moment.before is None or moment.seat != seat:
            goes_on = False
            continue
        state, picks = moment.before.state, tuple(log[moment.entry - 1].picks)
        prompts = game.prompts(state)
        prompt = prompts[seat]
        if not goes_on:
            first = None
        goes_on = len(prompts) == 1 and not game.revealed(state, moment.state, seat)
        if not prompt.backward.isdisjoint(picks):
            goes_on = False
            continue  # what is chosen instead comes after it
        if first is not None:
            begin = found[first]
            then, after = (*begin.then, picks), (*begin.after, moment.entry)
            found[first] = replace(begin, turn=begin.entry, then=then, after=after)
        if prompt.step in found:  # changed while others still chose
            found[prompt.step] = replace(found[prompt.step], entry=moment.entry, picks=picks)
        elif len(game.moves(state, seat)) > 1:
            view = game.view(state, seat)
            left = len(log) - moment.entry + 1
            turn = None if first is None else found[first].entry
            found[prompt.step] = Owed(
                moment.entry, game.round_of(state), view, picks, left, turn=turn
            )
            if first is None and goes_on:
                first = prompt.step
    return tuple(found.values())


def begun(game: AnyGame, last: Moment, total: int, seat: int) -> Review:
    """A review of so many choices, none of which is read; raises ValueError for a running game."""
    outcome = game.outcome(last.state)
    if outcome is None:
        raise ValueError("the game runs")
    result = round(WHOLE * ToWin(game, last.state.seats).reward(outcome, seat))
    return Review(seat=seat, result=result, total=total, passes=len(AGAIN))


def following(choices: Sequence[Owed], review: Review, budget: int = BUDGET) -> Owed:
    """The next choice to be read, and its part of what earlier ones left of the budget: by how
    long games from there are, so that early choices are held against as many worlds as late ones.

    After the last one those that are read again, of which each pass has a part of its own, also
    where the first reading of a long game has used it up; and the turns, as wholes, to which
    turning points belong.
    """
    if review.read:
        turn = next(one for one in choices if one.entry in review.turns_left)
        return replace(turn, whole=True, ways=_ways(turn, review), moves=budget // TURN)
    if any(choice.then for choice in choices):
        budget -= MOST_TURNS * (budget // TURN)
    part = budget // PASS
    budget -= review.passes * part
    unread = choices[len(review.choices) :] or [one for one in choices if one.entry in review.again]
    rest = max(0, budget - sum(choice.moves for choice in review.choices))
    moves = rest * unread[0].left // sum(choice.left for choice in unread)
    before = next((one for one in review.choices if one.entry in review.again), None)
    if before is not None:
        these = {one.entry for one in review.choices if one.times > before.times} | {*review.again}
        together = sum(choice.left for choice in choices if choice.entry in these)
        moves = max(moves, part * unread[0].left // together)
    return replace(unread[0], moves=moves, before=before)


def _ways(turn: Owed, review: Review) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """A turn up to each of its choices that cost something, with what was better: else the best
    turn found could be worse than what is told of that choice."""
    played, entries = (turn.picks, *turn.then), (turn.entry, *turn.after)
    return tuple(
        (*played[: entries.index(one.entry)], one.answers[1].picks)
        for one in review.choices
        if one.cost and one.entry in entries
    )


def unread(choices: Sequence[Owed], review: Review) -> float:
    """The part of the work that is left, from 1 to 0, by how long games from each choice are."""
    if review.read:
        return len(review.turns_left) / TURN
    turns = MOST_TURNS if any(choice.then for choice in choices) else 0
    later = choices[len(review.choices) :]
    if later:
        rest, every = (sum(choice.left for choice in some) for some in (later, choices))
        passes = review.passes / PASS
        part = passes + (1 - passes) * rest / every
    else:
        part = (review.passes + len(review.again) / AGAIN[-1 - review.passes]) / PASS
    return (1 - turns / TURN) * part + turns / TURN


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
    game: AnyGame, choice: Owed, seat: int, strengths: Strengths = (), effort: Effort = THOROUGH
) -> Choice:
    """What was chosen beside what could have been, by what the seat saw."""
    reading, draft = Reading(game, choice, seat, strengths, effort), Draft()
    read = None
    while read is None:
        read = reading.go_on(draft, lambda: True)
    return read


def steps(game: AnyGame, choice: Owed, seat: int, answer: Answer) -> tuple[Step, ...]:
    """A turn's choices as they would be asked, one after the other."""
    world = Worlds(game, choice.view, seat).first()
    return tuple(step for step, _ in _walked(game, world, seat, (answer.picks, *answer.then)))


def _walked(
    game: AnyGame, world: State, seat: int, turn: Sequence[tuple[str, ...]]
) -> Iterator[tuple[Step, int]]:
    """Each choice with its move, as far as it can be made in this world."""
    state = world.clone()
    for picks in turn:
        prompt = game.prompts(state).get(seat)
        if prompt is None:
            return
        try:
            move = game.encode(state, seat, picks)
        except IllegalMove:
            return
        yield Step(prompt, picks), move
        game.apply(state, seat, move)


class Reading:
    """Reads one choice, as far as there is time at once."""

    def __init__(
        self, game: AnyGame, choice: Owed, seat: int, strengths: Strengths, effort: Effort
    ) -> None:
        self._game, self._choice, self._seat, self._effort = game, choice, seat, effort
        self._worlds = Worlds(game, choice.view, seat, strengths)
        self._world = self._worlds.first()
        turn = (choice.picks, *choice.then) if choice.whole else (choice.picks,)
        self._chosen = self._moves(turn)
        self._lean = Lean(game, choice.view.seats, seat, strengths, learned(game.name))
        self._times = 1 if choice.before is None else choice.before.times + 1
        self._fresh = (self._times - 1) * (effort.look + effort.most)
        """The first world in which nothing of it was played before."""

    def go_on(self, draft: Draft, goes_on: Callable[[], bool]) -> Choice | None:
        """The choice if that is settled before time is over; the draft is filled in."""
        effort, chosen, worlds = self._effort, self._chosen, self._worlds
        if not draft.first and not draft.deep:
            if self._choice.before is None:
                draft.first |= {row: [] for row in (chosen, *self._answers())}
            else:
                self._deepen(draft, self._answers())
        while goes_on():
            done = len(draft.first.get(chosen, ()))
            if self._looks(draft, done):
                draft.moves += worlds.glance(draft.first, done)
            elif not draft.deep:
                self._deepen(draft, self._rivals(draft.first))
            elif not self._is_clear(draft):
                number = self._fresh + effort.look + len(draft.deep[chosen])
                moves = worlds.play(draft.deep, draft.came, number)
                draft.moves += moves
                draft.to_end += moves
            else:
                return self._told(draft)
        return None

    def _deepen(self, draft: Draft, rivals: Sequence[Row]) -> None:
        """Hold the chosen one against these."""
        draft.deep |= {row: [] for row in (self._chosen, *rivals)}
        draft.came |= {row: Came() for row in draft.deep}

    def _answers(self) -> Sequence[Row]:
        policy, world, seat = policy_of(self._game), self._world, self._seat
        if self._choice.before is not None:
            rivals = self._choice.before.rivals
            return [(self._game.encode(world, seat, picks),) for picks in rivals]
        if not self._choice.whole:
            return [(move,) for move in menu(policy, world, seat)]
        moves, rows = policy.candidates(world, seat), policy.rows(world, seat)
        firsts = [(move,) for move in moves] if len(moves) <= MENU else []
        ways = [self._moves(way) for way in self._choice.ways]
        return [self._played_on(tuple(row)) for row in (*rows, *firsts, *ways)]

    def _moves(self, turn: Sequence[tuple[str, ...]]) -> Row:
        return tuple(move for _, move in _walked(self._game, self._world, self._seat, turn))

    def _played_on(self, row: Row) -> Row:
        """A row of choices up to the turn's end, as far as nothing hidden comes out."""
        game, seat, policy = self._game, self._seat, policy_of(self._game)
        world, numbers, found = self._world.clone(), stream(self._worlds.seed), [*row]
        for at in range(MOST_STEPS):
            if at == len(found) or found[at] not in game.moves(world, seat):
                found[at:] = [policy.quick(world, seat, numbers)]
            before = world.clone()
            game.apply(world, seat, found[at])
            if game.asked(world) != [seat] or game.revealed(before, world, seat):
                return tuple(found[: at + 1])
        return tuple(found)

    def _rivals(self, ends: Ends) -> Sequence[Row]:
        """Answers that look better than the chosen one, the best first."""
        if len(ends) == 1 or not ends[self._chosen]:
            return ()
        mine = fmean(ends[self._chosen])
        close = [
            row
            for row in contenders(ends)
            if row != self._chosen and fmean(ends[row]) - mine > self._effort.suspicious
        ]
        return sorted(close, key=lambda row: -fmean(ends[row]))[: RIVALS[0]]

    def _best(self, deep: Ends) -> Row | None:
        rivals = [row for row in deep if row != self._chosen]
        return max(rivals, key=lambda row: fmean(deep[row])) if rivals else None

    def _looks(self, draft: Draft, done: int) -> bool:
        """Whether the first look, which has half of the moves, is not over."""
        if done >= self._effort.look or len(draft.first) <= 1:
            return False
        return done < self._effort.fewest or not self._has_played(draft.moves * 2)

    def _has_played(self, moves: int) -> bool:
        return self._choice.moves is not None and moves > self._choice.moves

    def _is_clear(self, draft: Draft) -> bool:
        effort, deep = self._effort, draft.deep
        done = len(deep[self._chosen])
        fewest = effort.fewest if len(deep) > 1 else effort.alone
        if done >= fewest and self._has_played(draft.moves + draft.to_end // done):  # one more
            return True
        if done < effort.told:
            return False
        best = self._best(deep)
        if best is None or done >= effort.most:
            return True
        if (done - effort.told) % effort.step:
            return False
        return ahead(deep[best], deep[self._chosen])[1] < effort.suspicious

    def _why(self, better: int, chosen: int) -> tuple[Text | None, Text | None]:
        """What speaks for the better move, and what the game says of the other beside it."""
        policy, at = policy_of(self._game), (self._world, self._seat)
        if (reason := policy.against(*at, better, chosen)) is not None:
            return reason, None
        said = policy.reason(*at, better), policy.why_second(*at, better, chosen)
        if said[0] == said[1]:
            return None, None
        reason, apart = (None if one == LITTLE else one for one in said)
        return reason, apart

    def _told(self, draft: Draft) -> Choice:
        chosen, deep, before = self._chosen, draft.deep, self._choice.before
        ends = {row: found for row, found in (draft.first | deep).items() if found}
        better = self._best(deep)
        if better is not None and ahead(deep[better], deep[chosen], SURELY[len(deep) - 2])[0] <= 0:
            better = None
        answers = {row: self._answer(draft, row, ends[row]) for row in ends}
        mine = answers.pop(chosen)
        cost = 0 if better is None else max(0, answers[better].chance - mine.chance)
        if not cost:
            better = None
        lost, stake = self._at_stake(draft)
        rival, lead = (better, 0) if better is not None else self._lead(draft)
        left = self._rivals_left(draft, better)
        doubt = self._doubt(draft, left, cost)
        order = sorted(answers, key=lambda row: (row != rival, -answers[row].chance))
        reason = apart = None
        if better is not None and not self._choice.whole:
            reason, apart = self._why(better[0], chosen[0])
        prompt = self._choice.view.prompt
        return Choice(
            entry=self._choice.entry,
            round=self._choice.round,
            cost=cost,
            answers=(mine, *(answers[row] for row in order)),
            reason=reason,
            apart=apart,
            ahead=lead,
            lost=lost,
            stake=stake if before is None else before.stake,
            moves=draft.moves + (0 if before is None else before.moves),
            ask="" if prompt is None else prompt.ask.key,
            turn=self._choice.turn,
            times=self._times,
            doubt=doubt,
            rivals=tuple(answers[row].picks for row in left) if doubt else (),
        )

    def _rivals_left(self, draft: Draft, better: Row | None) -> Sequence[Row]:
        """Those against which it is held when it is read again: first the one that is surely
        better, then the best."""
        known = [ends for ends in (draft.deep, draft.first) if ends]
        rivals = [row for row in draft.deep if row != self._chosen]
        rivals.sort(key=lambda row: (row != better, -sum(fmean(ends[row]) for ends in known)))
        return rivals[: RIVALS[self._times]]

    def _doubt(self, draft: Draft, left: Sequence[Row], cost: int) -> int:
        """What the choice may cost, in thousandths, where more worlds could still tell: at first
        by the look, which knows less of luck, and never less than what it seems to cost already; a
        whole turn is not read again."""
        effort, deep, mine = self._effort, draft.deep, self._chosen
        done, best = len(deep[mine]), self._best(deep)
        if best is None or done >= effort.most or self._choice.whole or not left:
            return 0
        if done >= effort.told and ahead(deep[best], deep[mine])[1] < effort.suspicious:
            return 0
        ends = draft.first or deep
        best_left = max(fmean(ends[row]) for row in (mine, *left))
        return max(cost, round(WHOLE * (best_left - fmean(ends[mine]))))

    def _lead(self, draft: Draft) -> tuple[Row | None, int]:
        """The next best, and how far what was chosen lay before it at least."""
        ends = draft.first
        others = {row: found for row, found in ends.items() if row != self._chosen}
        if not others or not self._effort.look:
            return None, 0
        rival, mine = max(others, key=lambda row: fmean(others[row])), ends[self._chosen]
        least = ahead(mine, others[rival], SURELY[-1])[0]
        if least <= 0:
            return None, 0
        worse = [end - least for end in mine]
        return rival, self._chance(draft, mine) - self._chance(draft, worse)

    def _at_stake(self, draft: Draft) -> tuple[int, int]:
        """By how much the choice fell short of the best one found, however sure that is, and the
        best less the average of all answers, in thousandths of the worlds."""
        looked = [fmean(ends) for ends in draft.first.values() if ends] or [0.0]
        stake, best = max(looked) - fmean(looked), self._best(draft.deep)
        lost = 0.0
        if best is not None:
            lost = fmean(draft.deep[best]) - fmean(draft.deep[self._chosen])
        return round(WHOLE * max(0.0, lost)), round(WHOLE * stake)

    def _chance(self, draft: Draft, ends: Sequence[float]) -> int:
        return round(WHOLE * self._lean.told(won_of(ends), _length(draft)))

    def _answer(self, draft: Draft, row: Row, ends: Sequence[float]) -> Answer:
        low, high = (
            round(WHOLE * self._lean.told(end, _length(draft)))
            for end in interval(sum(ends), len(ends))
        )
        turn, came = self._told_move_by_move(row), draft.came.get(row, Came())
        return Answer(
            picks=turn[0],
            then=turn[1:],
            chance=self._chance(draft, ends),
            low=low,
            high=high,
            worlds=len(ends),
            place=round(PLACE * came.places / len(ends)),
            won=tuple(map(round, came.won)),
        )

    def _told_move_by_move(self, row: Row) -> tuple[tuple[str, ...], ...]:
        game, seat, state, found = self._game, self._seat, self._world.clone(), []
        for move in row:
            found.append(tuple(game.decode(state, seat, move)))
            game.apply(state, seat, move)
        return tuple(found)


def _length(draft: Draft) -> float:
    """Moves that games have on average from here on."""
    return draft.to_end / sum(map(len, draft.deep.values()))
