"""Computer players against each other: one of a strength among those of another, or a pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import pairwise
from math import hypot, log10
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from engine.bots import STRENGTHS, Player
from engine.review.chances import interval
from engine.tools.simulate import Setting, ended, play_with, progress_bar

POINTS = 400
"""Ten times the chances of another, on Elo's scale."""
WEAKEST = 1000
"""What the weakest has."""


@dataclass(frozen=True)
class Result:
    """What a match came to: `won` of so many games, where `chance` is what equals would win.

    `paired`: both members of a party were of the challenger's strength, and won together.
    """

    challenger: str
    other: str
    games: int
    won: float
    chance: float
    paired: bool = False

    @property
    def name(self) -> str:
        """The match in words."""
        if self.paired:
            return f"a pair of {self.challenger} against {self.other}"
        return f"{self.challenger} among {self.other}"

    @property
    def share(self) -> float:
        """Of the games, how many were won."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval(self.won, self.games)


@dataclass(frozen=True)
class Rating:
    """A strength in points, with its 95 % interval."""

    strength: str
    points: float
    low: float
    high: float


def ahead(share: float, chance: float) -> float:
    """The points by which whoever wins this share is ahead of those among whom that happens.

    Each is first as often as its strength's part in all strengths at the table.
    """
    return POINTS * log10(share / (1 - share) * (1 - chance) / chance)


def ratings(strengths: Sequence[str], results: Sequence[Result]) -> list[Rating]:
    """The strengths in points, weakest first: each by its match among the one before it.

    Stops where that match is missing. Pairs count where there are any.
    """
    rated = [Rating(strengths[0], WEAKEST, WEAKEST, WEAKEST)]
    for other, strength in pairwise(strengths):
        found = [one for one in results if (one.challenger, one.other) == (strength, other)]
        if not found:
            break
        result = max(found, key=lambda one: one.paired)
        below = rated[-1]
        middle, low, high = (
            ahead(_doubted(share, result.games), result.chance)
            for share in (result.share, *result.interval)
        )
        points = below.points + middle
        rated.append(
            Rating(
                strength,
                points,
                points - hypot(below.points - below.low, middle - low),
                points + hypot(below.high - below.points, high - middle),
            )
        )
    return rated


def _doubted(share: float, games: int) -> float:
    """The share as if half a game had gone otherwise where all went alike."""
    return min(max(share, 0.5 / games), 1 - 0.5 / games)


SETTING: Final = ("rules_version", "seed", "thinking")
"""What matches have in common that are kept together."""


@dataclass(frozen=True)
class Match:
    """A player of one strength, the others of another; `paired`: its partners are of its own."""

    challenger: str
    other: str
    players: tuple[Player, Player]
    paired: bool = False

    def came_to(self, setting: Setting, won: float) -> Result:
        """The result of a setting's games."""
        parties = setting.game.parties(setting.seats)
        chance = 1 / len(parties) if self.paired else 1 / setting.seats
        return Result(self.challenger, self.other, setting.games, won, chance, self.paired)


def matches_of(
    setting: Setting, challenger: str, other: str, players: Mapping[str, Player]
) -> list[Match]:
    """One among others; where there are parties, also a whole one against the rest."""
    single = Match(challenger, other, (players[challenger], players[other]))
    if not setting.game.parties(setting.seats):
        return [single]
    return [replace(single, paired=True), single]


def play(setting: Setting, match: Match, number: int) -> float:
    """The challengers' share of the victory in one game."""
    game, seats = setting.game, setting.seats
    challenger = number % seats
    parties = game.parties(seats) if match.paired else ()
    ours = next((party for party in parties if challenger in party), (challenger,))
    state = game.setup(seats=seats, options=setting.options, seed=setting.seed + number)
    one, other = match.players
    players = [one if seat in ours else other for seat in range(seats)]
    play_with(game, state, players, setting.seed + number)
    outcome = ended(game, state)
    return sum(map(outcome.share, ours))


def shares(setting: Setting, match: Match) -> Iterator[float]:
    """The challengers' share of each game."""
    for number in range(setting.games):
        yield play(setting, match, number)


def run(console: Console, setting: Setting, matches: Sequence[Match]) -> list[Result]:
    """Play all matches with a progress bar, then print the shares and what they say of strength."""
    table = Table("", "wins", "95 % interval", "chance", "seconds a game")
    results = []
    with progress_bar(console) as progress:
        for match in matches:
            task = progress.add_task(match.came_to(setting, 0.0).name, total=setting.games)
            begun, won = progress.get_time(), 0.0
            for part in shares(setting, match):
                won += part
                progress.advance(task)
            seconds = (progress.get_time() - begun) / setting.games
            result = match.came_to(setting, won)
            low, high = result.interval
            table.add_row(
                result.name,
                f"{result.share:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{result.chance:.1%}",
                f"{seconds:.2f}",
            )
            results.append(result)
    console.print(f"{setting.games} games of {setting.game.name}, {setting.seats} players")
    console.print(table)
    console.print(ladder(ratings(STRENGTHS, results)))
    return results


def ladder(rated: Sequence[Rating]) -> Table:
    """Strengths in points, the strongest first."""
    table = Table("", "points", "95 % interval", title="Like Elo's")
    for rating in reversed(rated):
        table.add_row(
            rating.strength, f"{rating.points:.0f}", f"{rating.low:.0f} to {rating.high:.0f}"
        )
    return table


def record(
    setting: Setting, results: Sequence[Result], thinking: Mapping[str, float]
) -> dict[str, Any]:
    """A tournament as it is kept in JSON; `thinking`: how long a hard player did, in what."""
    default = type(setting.options)()
    return {
        "game": setting.game.name,
        "rules_version": setting.game.rules_version,
        "seats": setting.seats,
        "options": {
            name: value for name, value in setting.options if value != getattr(default, name)
        },
        "seed": setting.seed,
        "thinking": dict(thinking),
        "matches": [
            {
                **asdict(result),
                "won": round(result.won, 3),
                "chance": round(result.chance, 4),
                "share": round(result.share, 4),
                "interval": [round(end, 4) for end in result.interval],
            }
            for result in results
        ],
        "ratings": rated(results),
    }


def entered(kept: Sequence[dict[str, Any]], new: dict[str, Any]) -> list[dict[str, Any]]:
    """The records with a new one, in place of an earlier one of the same table.

    Matches of the earlier one that weren't played again stay where all else is the same.
    """

    def table(one: dict[str, Any]) -> tuple[Any, ...]:
        return one["game"], one["seats"], sorted(one["options"].items())

    before = next((one for one in kept if table(one) == table(new)), None)
    if before is not None and all(before[part] == new[part] for part in SETTING):
        new = joined(before, new)
    return sorted([*(one for one in kept if table(one) != table(new)), new], key=table)


def joined(before: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """A record with the matches of another one that it lacks, and what all of them say."""

    def match(one: Mapping[str, Any]) -> tuple[int, bool]:
        return STRENGTHS.index(one["challenger"]), not one["paired"]

    played = [(one["challenger"], one["other"], one["paired"]) for one in new["matches"]]
    missing = [
        one
        for one in before["matches"]
        if (one["challenger"], one["other"], one["paired"]) not in played
    ]
    matches = sorted([*missing, *new["matches"]], key=match)
    names = [field.name for field in fields(Result)]
    results = [Result(**{name: one[name] for name in names}) for one in matches]
    return {**new, "matches": matches, "ratings": rated(results)}


def rated(results: Sequence[Result]) -> list[dict[str, Any]]:
    """What results say of strengths, as it is kept."""
    return [
        {
            "strength": rating.strength,
            "points": round(rating.points),
            "interval": [round(rating.low), round(rating.high)],
        }
        for rating in ratings(STRENGTHS, results)
    ]
