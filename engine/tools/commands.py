"""`python -m engine` with `simulate`, `tournament` or `learn GAME`, `replay` or `review FILE`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from pydantic import ValidationError
from rich.console import Console

from engine import games, saved
from engine.bots import STRENGTHS, Player, TimeLeft, counted, players_with
from engine.game import Game, Options
from engine.tools import (
    calibration,
    kept,
    leaning,
    learning,
    presses,
    reviewing,
    simulate,
    tournament,
)

MATCHES = ("normal:easy", "hard:normal")
"""What is played unless something else is asked for: each strength among the one below it."""
BUT_FOR_SPEED = {"tournament": 400, "learn": 3000, "calibrate": 1000}
"""Games of commands that don't ask how fast the core is."""


class Parser(argparse.ArgumentParser):
    """Wrong arguments: one line, exit code 2."""

    def error(self, message: str) -> NoReturn:
        """End with the reason."""
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> Parser:
    """What can be asked on the command line."""
    top = Parser(prog="python -m engine", description="Games without a bot")
    commands = top.add_subparsers(dest="command", required=True)
    simulated = commands.add_parser("simulate", help="random players on the bare core")
    contested = commands.add_parser("tournament", help="computer players against each other")
    calibrated = commands.add_parser("calibrate", help="whether a review is right about chances")
    learned = commands.add_parser("learn", help="what a round's beginning promises, as TOML")
    replayed = commands.add_parser("replay", help="read a saved game, and prove its end")
    reviewed = commands.add_parser("review", help="what each choice of a seat has cost")
    reviewed.add_argument("--seat", type=positive, required=True, metavar="N", help="from 1")
    reviewed.add_argument("--json", action="store_true", help="the whole of it, as JSON")
    for command in (replayed, reviewed):
        command.add_argument("file", type=Path, metavar="FILE", help="what “Save” has given")
    calibrated.add_argument(
        "--part",
        choices=list(calibration.PARTS),
        default="chances",
        help="chances beside wins; costs by strength, in its own games or at the same moments;"
        " whether one bad choice of a hard player is found",
    )
    calibrated.add_argument(
        "--fit", action="store_true", help="learn what playouts leave out of chances, as TOML"
    )
    calibrated.add_argument(
        "--kept", type=Path, metavar="FOLDER", help="go on with what is there, and keep the rest"
    )
    for command in (simulated, contested, calibrated, learned):
        command.add_argument("game", choices=list(games), metavar="GAME")
        command.add_argument("--games", type=positive)
        command.add_argument("--seed", type=int, default=1)
    for command in (simulated, contested, calibrated):
        command.add_argument("--seats", type=int, help="number of players")
        command.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE", help="a variant"
        )
    simulated.add_argument(
        "--players",
        choices=["random", *STRENGTHS],
        help="who plays; random players, who do unless said otherwise, use the bare core",
    )
    simulated.add_argument(
        "--presses",
        action="store_true",
        help="count prompts a seat and round, at each number of players; normal players do",
    )
    contested.add_argument(
        "--match",
        action="append",
        choices=[f"{one}:{other}" for one in STRENGTHS for other in STRENGTHS if one != other],
        metavar="ONE:OTHERS",
        help="strengths, as in hard:normal, which is one hard player among normal ones",
    )
    contested.add_argument(
        "--json", type=Path, metavar="FILE", help="enter the results there, beside those of others"
    )
    for command in (simulated, contested, calibrated):
        thinking = command.add_mutually_exclusive_group()
        thinking.add_argument(
            "--playouts", type=positive, default=60, help="how long a hard player thinks"
        )
        thinking.add_argument("--seconds", type=above_zero, help="the same, by the clock")
    return top


def positive(value: str) -> int:
    """A number above zero."""
    if not value.isdecimal() or int(value) < 1:
        raise argparse.ArgumentTypeError(f"{value!r} is not a number above zero")
    return int(value)


def above_zero(value: str) -> float:
    """A number of seconds."""
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < inf:
        raise argparse.ArgumentTypeError(f"{value!r} is not a number above zero")
    return seconds


def by_the_clock(seconds: float, now: Callable[[], float]) -> TimeLeft:
    """Time for so many seconds a choice."""

    def begin() -> Callable[[], bool]:
        end = now() + seconds
        return lambda: now() < end

    return begin


def chosen_options(game: Game[Any, Any, Any], given: Sequence[str]) -> Options:
    """The options of NAME=VALUE arguments; raises ValueError with a reason."""
    values = dict(argument.partition("=")[::2] for argument in given)
    try:
        options: Options = game.Options.model_validate(values)
    except ValidationError as invalid:
        wrong = invalid.errors()[0]
        name = ".".join(map(str, wrong["loc"]))
        raise ValueError(f"option {name}: {wrong['msg']}") from invalid
    return options


def number_of_games(given: argparse.Namespace) -> int:
    """As many as were asked for, else as many as give steady figures."""
    if given.games is not None:
        return int(given.games)
    if given.command in BUT_FOR_SPEED:
        return BUT_FOR_SPEED[given.command]
    return 100 if given.presses else 1000


def count_presses(
    setting: simulate.Setting, player: Player, strength: str, seats: int | None
) -> None:
    """Print how often players are asked, with so many of them or with each possible number."""
    for number in setting.game.seats if seats is None else (seats,):
        presses.run(Console(), replace(setting, seats=number), player, strength)


def replay(file: Path) -> None:
    """Print a saved game; raises NotProved with nothing printed."""
    found = opened(file)
    game = boxed(found.game)
    passed = saved.proved(found, game)
    for line in saved.lines(found, game, passed[-1]):
        print("".join(sign for sign in line if sign.isprintable()))
    print(f"\nProved: {len(found.moves)} moves give the state {found.end.digest}.")


def opened(file: Path) -> saved.Saved:
    """A saved game; raises NotProved."""
    try:
        return saved.read(file.read_bytes())
    except OSError as unread:
        raise saved.NotProved(unread.strerror or "it can't be read") from unread


def boxed(name: str) -> Game[Any, Any, Any]:
    """A game of the house, or of an installed package; raises NotProved."""
    if name in games:
        return games[name]
    for entry in metadata.entry_points(group="guildhall.games", name=name):
        outside: Game[Any, Any, Any] = entry.load().game
        return outside
    raise saved.NotProved(f"there is no game {name!r} here")


def read_file(top: Parser, given: argparse.Namespace) -> None:
    """Run a command on a saved game."""
    try:
        if given.command == "replay":
            replay(given.file)
        else:
            game = opened(given.file)
            reviewing.run(Console(), game, boxed(game.game), given.seat - 1, as_json=given.json)
    except saved.NotProved as refused:
        top.error(f"{given.file}: {refused}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command."""
    top = parser()
    given = top.parse_args(arguments)
    if given.command in ("replay", "review"):
        read_file(top, given)
        return
    game = games[given.game]
    if given.seed < 0:
        top.error("a seed is no negative number")
    if given.command == "learn":
        learning.run(game, number_of_games(given), given.seed)
        return
    seats = given.seats if given.seats is not None else game.seats[len(game.seats) // 2]
    if seats not in game.seats:
        top.error(f"{game.name} is for {', '.join(map(str, game.seats))} players")
    try:
        options = chosen_options(game, given.option)
    except ValueError as wrong:
        top.error(str(wrong))
    players = players_with(
        counted(given.playouts)
        if given.seconds is None
        else by_the_clock(given.seconds, Console().get_time)
    )
    setting = simulate.Setting(game, seats, options, number_of_games(given), given.seed)
    if given.command == "calibrate":
        calibrate(setting, given, players)
    elif given.command == "tournament":
        contest(setting, given, players)
    else:
        simulation(top, setting, given, players)


def simulation(
    top: Parser, setting: simulate.Setting, given: argparse.Namespace, players: Mapping[str, Player]
) -> None:
    """Simulate games, or count presses."""
    if given.presses:
        strength = given.players or "normal"
        if strength not in players:
            top.error("random players don't read prompts; choose other --players")
        count_presses(setting, players[strength], strength, given.seats)
        return
    setting = replace(setting, player=players.get(given.players or "random"))
    simulate.run(Console(), setting, given.players or "random")


def calibrate(
    setting: simulate.Setting, given: argparse.Namespace, players: Mapping[str, Player]
) -> None:
    """Hold reviews to account, or learn how chances are to be set right."""
    name, folder = setting.game.name, given.kept
    thought = f"{given.playouts} playouts" if given.seconds is None else f"{given.seconds} s"
    thinking = " ".join((thought, str(given.seats), setting.options.model_dump_json()))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    path = None if folder is None else folder / f"{name}.games.jsonl"
    played = kept.Games(path, f"{kept.code(name, lean=False)} {thinking}", players)
    bench = calibration.Bench(setting, players, played, given.seats)
    if given.fit:
        console = Console(stderr=True)
        leaning.run(setting.game, calibration.found(console, bench, "chances", folder, thinking))
    else:
        calibration.run(Console(), bench, given.part, folder, thinking)


def contest(
    setting: simulate.Setting, given: argparse.Namespace, players: Mapping[str, Player]
) -> None:
    """Play a tournament, print it and keep it if that is wanted."""
    kept = (
        []
        if given.json is None or not given.json.exists()
        else json.loads(given.json.read_text("utf-8"))
    )
    matches = [
        match
        for one, _, other in (name.partition(":") for name in given.match or MATCHES)
        for match in tournament.matches_of(setting, one, other, players)
    ]
    results = tournament.run(Console(), setting, matches)
    if given.json is not None:
        by_clock = given.seconds is not None
        thinking = {"seconds": given.seconds} if by_clock else {"playouts": given.playouts}
        kept = tournament.entered(kept, tournament.record(setting, results, thinking))
        given.json.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
