"""Computer players against each other: one of a strength among those of another, or a pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from engine.bots import STRENGTHS, Player
from engine.tools.ratings import Rating, Result, ratings
from engine.tools.simulate import Setting, ended, play_with, progress_bar

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
