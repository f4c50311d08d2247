"""Whether reviews are right: chances that they tell, beside what came of the games; what choices
cost each strength; and whether one bad choice among good ones is found.

Each part finds a line a game (`kept`), and prints a table of all lines that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from rich.console import Console
from rich.table import Table

from engine.bots import Player
from engine.bots.players import policy_of
from engine.bots.search import Row, best, contenders, menu
from engine.log import Moment, moments
from engine.parts.rng import Rng
from engine.parts.values import View
from engine.review import THOROUGH, Effort, Owed, owed, read_choice, reviewed
from engine.review.chances import SURE, Came, ToWin, Worlds, ahead, interval, won_of
from engine.review.lean import Lean, Strengths, learned
from engine.review.reading import RIVALS
from engine.review.values import WHOLE
from engine.saved import SavedEntry
from engine.tools.kept import Games, Kept, Line, code
from engine.tools.simulate import AnyGame, Setting, choices, ended, progress_bar

MOMENTS: Final = 2
"""Choices of each seat of a game whose chances are told: far cheaper than another game."""
WORLDS: Final = 120
"""In which such a one is played on, as those of a review are."""
CHOICES: Final = 20
"""Of each seat in a game among equals: few cost anything, so that it takes many."""
ALIKE: Final = 4
"""Choices of a mixed game that each strength makes anew."""
DEEP: Final = 160
"""Worlds in which answers are held against each other, in two halves."""
TENTHS: Final = 10
BAR: Final = 10
"""Signs that stand for a sure win."""
BAD: Final = 150
"""Thousandths that a planted mistake costs at least."""
TRIES: Final = 12
"""Choices of a game that are looked at for a place to plant one."""

Read: TypeAlias = tuple[int, int, int]
"""What a choice costs for sure, by how much it falls short of the best answer, and what was at
stake, in thousandths."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A chance that was told in a game, and the part of the win that came of it."""

    game: int
    chance: float
    won: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game of computers that has ended."""

    game: AnyGame
    strengths: tuple[str, ...]
    last: Moment
    log: Sequence[SavedEntry]


class Bench(NamedTuple):
    """Games to look at, of `setting`; `seats`: players of each, or None for each number in turn."""

    setting: Setting
    players: Mapping[str, Player]
    games: Games
    seats: int | None = None

    def seats_of(self, seed: int) -> int:
        """Players of the game with this seed."""
        each = self.setting.game.seats
        return each[seed % len(each)] if self.seats is None else self.seats

    def played(self, strengths: tuple[str, ...], seed: int) -> Played:
        """A game among computers of these strengths."""
        return self.ended(strengths, self.games.log(self.setting, strengths, seed), seed)

    def mixed(self, lot: Rng, seed: int) -> Played:
        """A game among computers of strengths that the lot decides."""
        each = list(self.players)
        return self.played(tuple(lot.choice(each) for _ in range(self.seats_of(seed))), seed)

    def ended(self, strengths: tuple[str, ...], log: Sequence[SavedEntry], seed: int) -> Played:
        """A game by its log."""
        game = self.setting.game
        start = game.setup(len(strengths), self.setting.options, seed)
        return Played(game, strengths, moments(game, start, log)[-1], log)


class Part(NamedTuple):
    """What can be looked at: a line of a game, and a table of all lines.

    `lean`: whether its lines depend on how chances are set right.
    """

    find: Callable[[Bench, int], Line]
    show: Callable[[Console, AnyGame, Sequence[Line]], None]
    lean: bool = True


def run(console: Console, bench: Bench, part: str, folder: Path | None, thinking: str) -> None:
    """Look at those games that aren't in the folder, and print what all there come to."""
    console.print(f"{part} of {bench.setting.game.name}")
    PARTS[part].show(console, bench.setting.game, found(console, bench, part, folder, thinking))


def found(
    console: Console, bench: Bench, part: str, folder: Path | None, thinking: str
) -> Sequence[Line]:
    """A line of each game, and of all others that the folder has; `thinking`: how hard ones do."""
    setting, (find, _, lean) = bench.setting, PARTS[part]
    by = f"{code(setting.game.name, Path(__file__), lean=lean)} {thinking}"
    kept = Kept(None if folder is None else folder / f"{setting.game.name}.{part}.jsonl", by)
    kept.read(lambda seed: find(bench, seed))
    if kept.left_out:
        console.print(f"{kept.left_out} games left out: other code finds otherwise of them")
    with progress_bar(Console(stderr=True)) as progress:
        seeds = range(setting.seed, setting.seed + setting.games)
        for seed in progress.track(seeds, description=f"{setting.game.name}, {part}"):
            if seed not in kept.lines:
                kept.add(find(bench, seed))
    return [*kept.lines.values()]


def chances_of(bench: Bench, seed: int) -> Line:
    """Some moments of every seat in a game among players of strengths that the lot decides.

    As playouts have them: how many worlds were won, and moves that it took; what is told of it is
    a matter of `Lean`.
    """
    game, lot, told = bench.setting.game, Rng(seed), []
    over = bench.mixed(lot, seed)
    outcome, seats = ended(game, over.last.state), range(len(over.strengths))
    for seat in seats:
        made = list(owed(game, over.last, over.log, seat))
        lot.shuffle(made)
        for choice in made[:MOMENTS]:
            worlds = Worlds(game, choice.view, seat, over.strengths)
            row = (game.encode(worlds.first(), seat, choice.picks),)
            ends, moves = _played_on(worlds, [row], WORLDS)
            told.append((seat, choice.entry, round(sum(ends[row]), 4), WORLDS, moves))
    won = [ToWin(game, len(seats)).reward(outcome, seat) for seat in seats]
    played = {"seed": seed, "seats": len(seats), "strengths": over.strengths, "won": won}
    return {**played, "told": told}


def _played_on(
    worlds: Worlds, rows: Iterable[Row], number: int
) -> tuple[dict[Row, list[float]], int]:
    """How each of these ends in so many worlds after those of a look, and moves that it took."""
    ends: dict[Row, list[float]] = {row: [] for row in rows}
    came = {row: Came() for row in ends}
    return ends, sum(worlds.play(ends, came, THOROUGH.look + at) for at in range(number))


def forecasts(game: AnyGame, lines: Iterable[Line]) -> Iterator[Forecast]:
    """What a review tells of these moments, by how chances are set right now."""
    known = learned(game.name)
    for line in lines:
        for seat, _, ends, worlds, moves in line["told"]:
            lean = Lean(game, line["seats"], seat, line["strengths"], known)
            chance = lean.told((ends + 0.5) / (worlds + 1), moves / worlds)
            yield Forecast(line["seed"], chance, line["won"][seat])


def own_of(bench: Bench, seed: int) -> Line:
    """What choices cost in games among equals: whoever can't win any more loses nothing.

    They are measured alike: all go on as well as normal ones. Where beginners go on as they do, a
    bad choice costs little, as worse ones come after it.
    """
    game, line = bench.setting.game, dict[str, list[Read]]()
    for strength in bench.players:
        over, lot = bench.played((strength,) * bench.seats_of(seed), seed), Rng(seed)
        line[strength] = []
        for seat in range(len(over.strengths)):
            made = list(owed(game, over.last, over.log, seat))
            lot.shuffle(made)
            for choice in made[:CHOICES]:
                chosen = (game.encode(Worlds(game, choice.view, seat).first(), seat, choice.picks),)
                line[strength] += fallen_short(game, choice.view, seat, [chosen]).values()
    return {"seed": seed, "read": line}


def alike_of(bench: Bench, seed: int) -> Line:
    """What each strength would choose at the same moments of a mixed game, in the same worlds.

    In games among equals also the moments differ: more is at stake among the strong.
    """
    game, lot = bench.setting.game, Rng(seed)
    over = bench.mixed(lot, seed)
    made = [
        (seat, choice)
        for seat in range(len(over.strengths))
        for choice in owed(game, over.last, over.log, seat)
    ]
    lot.shuffle(made)
    line: dict[str, list[Read]] = {strength: [] for strength in bench.players}
    for seat, choice in made[:ALIKE]:
        world, at = Worlds(game, choice.view, seat).first(), seed << 20 | choice.entry
        chosen: dict[str, Row] = {
            strength: (game.encode(world, seat, player.choose(game, choice.view, at)),)
            for strength, player in bench.players.items()
        }
        read = fallen_short(game, choice.view, seat, chosen.values())
        for strength, row in chosen.items():
            line[strength].append(read[row])
    return {"seed": seed, "read": line}


def fallen_short(game: AnyGame, view: View, seat: int, chosen: Collection[Row]) -> dict[Row, Read]:
    """What each of these choices of a moment comes to, by the worlds that a review draws.

    Answers that look better are found as a review finds them. How far a choice falls short of the
    best one is right on average, also where it isn't sure.
    """
    policy, worlds = policy_of(game), Worlds(game, view, seat)
    world = worlds.first()
    answers = ((move,) for move in menu(policy, world, seat))
    first: dict[Row, list[float]] = {row: [] for row in (*chosen, *answers)}
    for number in range(THOROUGH.look):
        worlds.glance(first, number)
    looked = {row: fmean(ends) for row, ends in first.items()}
    stake = round(WHOLE * (max(looked.values()) - fmean(looked.values())))
    suspicious = min(looked[row] for row in chosen) + THOROUGH.suspicious
    better = [row for row in contenders(first) if looked[row] > suspicious]
    rivals = sorted(better, key=lambda row: -looked[row])[: RIVALS[0]]
    rows = {*chosen, *rivals}
    if len(rows) == 1:
        return dict.fromkeys(rows, (0, 0, stake))
    deep, moves = _played_on(worlds, [*chosen, *rivals], DEEP)
    lean, length = Lean(game, view.seats, seat, (), learned(game.name)), moves / (DEEP * len(deep))
    most = foreseen(deep)

    def read(row: Row) -> Read:
        cost, mine = 0.0, deep[row]
        if ahead(most, mine)[0] > 0:
            cost = lean.told(won_of(most), length) - lean.told(won_of(mine), length)
        return round(WHOLE * cost), round(WHOLE * (fmean(most) - fmean(mine))), stake

    return {row: read(row) for row in chosen}


def foreseen(ends: Mapping[Row, list[float]]) -> list[float]:
    """How the best answer ends, world by world: in each half of them that which is the best in
    the other half. What is the best where it is chosen has been lucky there."""
    half = len(next(iter(ends.values()))) // 2
    one, other = (
        {row: found[part] for row, found in ends.items()}
        for part in (slice(half), slice(half, None))
    )
    return [*one[best(other)], *other[best(one)]]


def planted_of(bench: Bench, seed: int) -> Line:
    """Whether a review finds the one bad choice of a hard computer; None: there was no place."""
    game, lot = bench.setting.game, Rng(seed)
    over = bench.played(("hard",) * bench.seats_of(seed), seed)
    seat = lot.below(len(over.strengths))
    made = list(owed(game, over.last, over.log, seat))
    lot.shuffle(made)
    for choice in made[:TRIES]:
        bad = _bad(game, choice, seat, over.strengths)
        if bad is not None:
            worse = _exchanged(bench, over, choice, bad, seed)
            *_, review = reviewed(game, worse.last, worse.log, seat, over.strengths)
            named = choice.entry in {one.entry for one in review.turning_points}
            return {"seed": seed, "named": named}
    return {"seed": seed, "named": None}


def _bad(game: AnyGame, choice: Owed, seat: int, strengths: Strengths) -> tuple[str, ...] | None:
    """An answer that costs enough, looked at anew as if it had been chosen, and in fresh worlds
    once more: what measured so much in one reading alone was lucky to."""
    read = read_choice(game, choice, seat, strengths, Effort(told=32, most=32))
    worst = replace(choice, picks=read.answers[-1].picks)
    again = read_choice(game, worst, seat, strengths)
    if again.cost < BAD:
        return None
    before = again.model_copy(update={"rivals": (again.answers[1].picks,)})
    once_more = read_choice(game, replace(worst, before=before), seat, strengths)
    return worst.picks if once_more.cost >= BAD else None


def _exchanged(bench: Bench, over: Played, choice: Owed, bad: tuple[str, ...], seed: int) -> Played:
    """The game as it goes on from a bad choice."""
    game, before = bench.setting.game, over.log[: choice.entry - 1]
    seat = over.log[choice.entry - 1].seat
    state = bench.ended(over.strengths, before, seed).last.state.clone()
    game.apply(state, seat, game.encode(state, seat, bad))
    log = [*before, SavedEntry(seat=seat, picks=bad)]
    who = [bench.players["hard"]] * len(over.strengths)
    log += [SavedEntry(seat=one, picks=picks) for one, picks in choices(game, state, who, seed)]
    return bench.ended(over.strengths, log, seed)


# -- tables ------------------------------------------------------------------------------------


def by_game(values: Iterable[tuple[int, float]]) -> tuple[float, float]:
    """The mean, and half of its 95 % interval: what is of one game goes together."""
    sums: dict[int, list[float]] = {}
    for game, value in values:
        sums.setdefault(game, []).append(value)
    number = sum(map(len, sums.values()))
    mean = sum(map(sum, sums.values())) / number
    apart = sum((sum(some) - mean * len(some)) ** 2 for some in sums.values())
    return mean, SURE * sqrt(apart * len(sums) / max(1, len(sums) - 1)) / number


def show_chances(console: Console, game: AnyGame, lines: Sequence[Line]) -> None:
    """Tenths of chances, beside what was won."""
    told = list(forecasts(game, lines))
    console.print(f"{len(lines)} games among mixed players: {len(told)} chances")
    console.print(table(told))


def table(told: Iterable[Forecast]) -> Table:
    """Tenths of chances: how many, foreseen, won, how far apart with its interval, as a plot."""
    rows = Table("chances", "n", "games", "told", "won", "apart", "±", "won, | told")
    by_tenth: dict[int, list[Forecast]] = {}
    for one in told:
        by_tenth.setdefault(min(TENTHS - 1, int(TENTHS * one.chance)), []).append(one)
    for tenth, some in sorted(by_tenth.items()):
        chance, won = fmean(one.chance for one in some), fmean(one.won for one in some)
        apart, half = by_game((one.game, one.won - one.chance) for one in some)
        bar, mark = "#" * round(BAR * won), round(BAR * chance)
        rows.add_row(
            f"{10 * tenth} to {10 * tenth + 10} %",
            str(len(some)),
            str(len({one.game for one in some})),
            f"{100 * chance:.1f}",
            f"{100 * won:.1f}",
            f"{100 * apart:+.1f}",
            f"{100 * half:.1f}",
            f"{bar[:mark]:{mark}}|{bar[mark:]}",
        )
    return rows


def show_costs(console: Console, _: AnyGame, lines: Sequence[Line]) -> None:
    """What a choice cost each strength, in points of a hundred, and how it differs."""
    console.print(f"{len(lines)} games")
    console.print(costs(lines))


def costs(lines: Sequence[Line]) -> Table:
    """The same as a table; `lost`: sure or not, so that it is right on average; `accuracy`: of all
    these choices."""
    columns = "strength", "choices", "cost a choice", "±", "lost a choice", "±", "accuracy", "±"
    rows = Table(*columns)
    strengths = list(lines[0]["read"])
    for strength in strengths:
        read = [(line["seed"], *one) for line in lines for one in line["read"][strength]]
        stake = max(1, sum(one[3] for one in read))
        part = sum(one[2] for one in read) / stake
        _, half = by_game((one[0], one[2] - part * one[3]) for one in read)
        accuracy = f"{100 - 100 * part:.0f}", f"{100 * half * len(read) / stake:.0f}"
        figures = [by_game((one[0], one[at] / 10) for one in read) for at in (1, 2)]
        shown = [f"{number:.2f}" for figure in figures for number in figure]
        rows.add_row(strength, str(len(read)), *shown, *accuracy)
    for worse, better in pairwise(strengths):
        figures = [_less(lines, worse, better, at) for at in (0, 1)]
        shown = [f"{number:.2f}" for figure in figures for number in figure]
        rows.add_row(f"{worse} less {better}", "", *shown)
    return rows


def _less(lines: Sequence[Line], worse: str, better: str, at: int) -> tuple[float, float]:
    """How much more the one lost than the other in a game, on average."""
    means = [
        (line["seed"], *(fmean(one[at] for one in line["read"][name]) for name in (worse, better)))
        for line in lines
    ]
    return by_game((seed, (mine - other) / 10) for seed, mine, other in means)


def show_planted(console: Console, game: AnyGame, lines: Sequence[Line]) -> None:
    """In how many games of hard computers one planted mistake is named among the three."""
    named = [line["named"] for line in lines if line["named"] is not None]
    if not named:
        console.print(f"{len(lines)} games of {game.name}: no place for a mistake")
        return
    low, high = interval(sum(named), len(named))
    console.print(
        f"{len(named)} mistakes of {BAD / 10:.0f} points and more in {len(lines)} games of"
        f" {game.name}, hard players: {sum(named)} named among three,"
        f" {fmean(named):.0%} ({low:.0%} to {high:.0%})"
    )


PARTS: Final[Mapping[str, Part]] = {
    "chances": Part(chances_of, show_chances, lean=False),
    "own": Part(own_of, show_costs),
    "alike": Part(alike_of, show_costs),
    "planted": Part(planted_of, show_planted),
}
