"""What is made quicker on purpose, each beside the plain way: the percent of time it saves."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field, fields, make_dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, LocalDiscord
from bot.time import read_quiet
from engine import games
from engine.bots.players import Hard, Normal, Player
from engine.bots.search import counted
from engine.game import Event, Option, Prompt, State
from engine.london.table.pawns import targets
from engine.parts.rng import stream
from engine.text import Seat, Text
from engine.tools.simulate import play_out
from tests.bench.apart import Apart
from tests.bench.crowd import Crowd, gathered
from tests.bench.press import Pressed
from tests.bench.without import PRESSES, READ_ONCE

SEATS = 4
ROUNDS = 15
LEAST = 5.0
PLAYOUTS = 40

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Trick:
    """`plain`: puts the plain way in its place; `work`: what it is there for."""

    what: str
    where: str
    plain: Callable[[], Any]
    work: Work


def run(console: Console) -> None:
    """Print what each trick brings."""
    tricks = (*own(), *caches())
    rows = [(trick.what, trick.where, *figures(*compared(trick))) for trick in tricks]
    console.print(told("Tricks made for speed", rows))
    with TemporaryDirectory(prefix="guildhall-") as folder:
        rows = asyncio.run(presses(Path(folder)))
    console.print(told("The same in the bot", rows))


def told(title: str, rows: Iterable[tuple[str, ...]]) -> Table:
    """The figures; what brings little stands out."""
    printed = Table("what", "where", "quick", "plain", "brings", title=title)
    for row in rows:
        printed.add_row(*row)
    return printed


def figures(quick: Sequence[float], plain: Sequence[float]) -> tuple[str, str, str]:
    """Milliseconds of both, and how much the quick way saves; the first round warms up."""
    pairs = list(zip(quick, plain, strict=True))[1:]
    # Each round by itself, as the machine has other things to do in one than in the next.
    brings = 100 * (1 - median(one / other for one, other in pairs))
    said = f"{brings:.0f} %" if brings >= LEAST else f"[bold red]{brings:.0f} %[/]"
    milliseconds = (1000 * median(kind) for kind in zip(*pairs, strict=True))
    one, other = (f"{spent:.2f} ms" for spent in milliseconds)
    return one, other, said


def compared(trick: Trick) -> tuple[list[float], list[float]]:
    """Seconds of the work with the trick and without, in turns."""
    quick, plain = [], []
    for _ in range(ROUNDS):
        quick.append(timed(trick.work))
        with trick.plain():
            plain.append(timed(trick.work))
    return quick, plain


def timed(work: Work) -> float:
    """Seconds of CPU."""
    begun = process_time()
    work()
    return process_time() - begun


# -- what is worked on ---------------------------------------------------------------------


def core(name: str, games_: int = 30) -> None:
    """Random games on the bare core."""
    game = games[name]
    for seed in range(games_):
        play_out(game, game.setup(SEATS, seed=seed), stream(seed))


def choices(name: str, games_: int = 3) -> None:
    """Games through the contract: prompts and play, a new state and its events each time."""
    for seed in range(games_):
        for _ in played(name, seed):
            pass


def table(name: str, most: int = 120) -> None:
    """A game as the bot plays it: a view for everybody and a snapshot as well."""
    game = games[name]
    for state in islice(played(name, 1), most):
        game.dump(state)
        for viewer in (None, *range(SEATS)):
            game.view(state, viewer)


def played(name: str, seed: int) -> Iterator[State]:
    """The states of a random game."""
    game, numbers, state = games[name], stream(seed), games[name].setup(SEATS, seed=seed)
    while prompts := game.prompts(state):
        prompt = next(prompt for prompt in prompts.values() if prompt.answered is None)
        least = max(1, prompt.least)
        options = [each for each in prompt.options if least == 1 or each.role == "choice"]
        first = next(numbers) % (len(options) - least + 1)
        picks = tuple(option.id for option in options[first : first + least])
        state, _ = game.play(state, prompt.seat, picks)
        yield state


def computers(name: str, player: Player, most: int) -> None:
    """Choices of a computer player."""
    game, state = games[name], games[name].setup(SEATS, seed=1)
    for number in range(most):
        asked = game.asked(state)
        if not asked:
            break
        picks = player.choose(game, game.view(state, asked[0]), number)
        state, _ = game.play(state, asked[0], picks)


def dirty_tricks() -> None:
    """A hard computer's choice where dirty tricks are played."""
    game, numbers = games["guildes"], stream(1)
    state = game.setup(SEATS, game.Options(tricks=True), seed=1)
    while game.view(state, None).phase != "tricks":
        seat = game.asked(state)[0]
        moves = game.moves(state, seat)
        game.apply(state, seat, moves[next(numbers) % len(moves)])
    seat = game.asked(state)[0]
    Hard(counted(playouts=2)).choose(game, game.view(state, seat), 1)


def quiet_hours_typed() -> None:
    """Quiet hours as somebody writes them."""
    for _ in range(20):
        read_quiet("22:30-7", "europe/paris")


# -- the engine's and the bot's own --------------------------------------------------------


def own() -> Iterator[Trick]:
    """Tricks that are no plain caches."""
    for name in games:
        if name in ("guildes", "majority"):
            yield Trick(
                f"prompts kept with the state, {name}",
                "engine/parts/posed.py",
                partial(patch, "engine.parts.posed.prompts", made_anew),
                partial(choices, name),
            )
    for name in games:
        yield Trick(
            f"clones written out, {name}",
            "engine/parts/snapshots.py",
            partial(looped_clones, name),
            partial(choices, name),
        )
        yield Trick(
            f"values frozen for the type checker alone, {name}",
            "engine/text.py",
            frozen_values,
            partial(choices, name),
        )
    yield Trick(
        "cells in reach kept while no tile is turned, london",
        "engine/london/table/pawns.py",
        partial(instead, targets, found_anew),
        partial(core, "london", 5),
    )


def made_anew(state: Any, opened: Callable[[Any], Any], _: object) -> Any:
    """Prompts without keeping any."""
    return opened(state)


@contextmanager
def looped_clones(name: str) -> Iterator[None]:
    """Clones made by a loop over the fields."""
    kind: type[State] = type(games[name].setup(SEATS, seed=1))
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]

    def clone(state: Any) -> Any:
        other = object.__new__(kind)
        for each in names:
            value = getattr(state, each)
            if isinstance(value, list):
                value = [part[:] if isinstance(part, list) else part for part in value]
            setattr(other, each, None if each == "told" else value)
        return other

    with patch.object(kind, "clone", clone):
        yield


@contextmanager
def frozen_values() -> Iterator[None]:
    """Values made as `dataclass(frozen=True)` makes them."""
    with ExitStack() as stack:
        for kind in (Event, Option, Prompt, Seat, Text):
            twin = make_dataclass(
                kind.__name__,
                [
                    (
                        each.name,
                        Any,
                        field(default=each.default, default_factory=each.default_factory),
                    )
                    for each in fields(kind)
                ],
                frozen=True,
            )
            stack.enter_context(patch.object(kind, "__init__", vars(twin)["__init__"]))
        yield


def found_anew(state: Any, colours: int) -> list[int]:
    """The open tiles of these colours, looked through each time."""
    state.reach = {}
    return targets(state, colours)


# -- caches of functions -------------------------------------------------------------------


def caches() -> Iterator[Trick]:
    """Every cached function of the engine, beside the function itself."""
    for game in games:
        table(game, most=3)
        computers(game, Normal(), 1)
    for where, cached in sorted(cached_functions().items()):
        if where.split(":")[0] in READ_ONCE:
            continue
        for name in games:
            if f"/{name}/" in where:
                for what, work in works(name, where):
                    without = partial(uncached, cached)
                    yield Trick(f"{cached.__name__}, {what}", where, without, work)
        if where.startswith("bot/time:"):
            without = partial(uncached, cached)
            yield Trick("zones, quiet hours typed", where, without, quiet_hours_typed)


def works(name: str, where: str) -> Iterator[tuple[str, Work]]:
    """What the cache of a game may serve."""
    if "/policy/" in where or "/scoring" in where:
        yield "normal computer", partial(computers, name, Normal(), 24)
        yield "hard computer", partial(computers, name, Hard(counted(PLAYOUTS)), 3)
    if where.startswith("engine/guildes/policy"):
        yield "dirty tricks", dirty_tricks
    if "/scoring" in where:
        yield "the bare core", partial(core, name)
    elif "/view" in where:
        yield "a table", partial(table, name)
    elif "/policy/" not in where:
        yield "prompts and play", partial(choices, name)


def cached_functions() -> dict[str, Any]:
    """Functions with a cache, by file and line."""
    found = {}
    for module in modules():
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear") and getattr(kept, "__module__", "") == module.__name__:
                code = kept.__wrapped__.__code__
                path = f"{module.__name__.replace('.', '/')}"
                found[f"{path}:{code.co_firstlineno}"] = kept
    return found


def modules() -> list[Any]:
    """The modules of engine and bot that are loaded."""
    return [
        module
        for name, module in list(sys.modules.items())
        if name.split(".")[0] in ("engine", "bot") and module is not None
    ]


def uncached(cached: Any) -> Any:
    """The function itself wherever its cache is used by name."""
    return instead(cached, cached.__wrapped__)


@contextmanager
def instead(function: Any, other: Any) -> Iterator[None]:
    """Another function wherever this one is used by name."""
    with ExitStack() as stack:
        for module in modules():
            for key, value in list(vars(module).items()):
                if value is function:
                    stack.enter_context(patch.object(module, key, other))
        yield


# -- presses -------------------------------------------------------------------------------


async def presses(folder: Path) -> list[tuple[str, ...]]:
    """CPU of the bot for a choice, with all tricks and without one at a time."""
    async with AsyncExitStack() as stack:
        whole = await _pressed(stack, folder / "whole.sqlite3", "")
        others = [await _pressed(stack, folder / f"{name}.sqlite3", name) for name in PRESSES]
        for _ in range(ROUNDS):
            for one in (whole, *others):
                await one.press()
        return [
            (
                f"{PRESSES[name].what}, a choice",
                PRESSES[name].where,
                *figures(whole.costs, one.costs),
            )
            for name, one in zip(PRESSES, others, strict=True)
        ]


async def _pressed(stack: AsyncExitStack, database: Path, without: str) -> Pressed:
    world, (party,) = gathered(1)
    discord = await stack.enter_async_context(LocalDiscord(world=world, limits=NO_LIMITS))
    bot = await Apart.start(
        "house", discord.url, discord.token, database, "unpaced", *filter(None, [without])
    )
    stack.push_async_callback(bot.stop)
    crowd = Crowd(discord, [party])
    await crowd.open_table(party)
    await bot.ask("settled")
    return Pressed(bot, crowd, party.people[0], crowd.hand(party.people[0]))


if __name__ == "__main__":
    run(Console())
