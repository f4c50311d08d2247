"""Memory of the drawing process by pictures, and of the bot by choices; what bounds cost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from rich.console import Console
from rich.table import Table

from bot.delivery.drawing.drawing import DrawingProcess
from bot.delivery.drawing.orders import Frame, Kind, Order
from bot.languages import Languages
from bot.local import NO_LIMITS, LocalDiscord
from bot.testing.driver import Failed
from engine import games
from engine.parts.rng import stream
from images.furniture.film import STRIP, Captioned
from images.paint.cache import SPRITES
from images.pictures import Shot
from tests.bench.apart import Apart
from tests.bench.bounds import slowed
from tests.bench.crowd import Crowd, Party, gathered

OF_EACH = 1_000
OF_EACH_BESIDE = 120
EVERY = 4
"""Choices of which one is drawn, so that they come from many games."""
KINDS: tuple[tuple[Kind, int | None], ...] = (("board", None), ("hand", 0))
MOST_MB = 120
PAGES_OF_A_FILM = 60
MOST_TOGETHER_MB = 200
TABLES = 60
CHOICES = (1_000, 2_000, 4_000)
MOST_MORE_MB = 10
"""By which the bot may grow from the first of these to the last."""
_UNTIL_SHOWN = 1.0
"""Seconds after which hands show what comes next."""


def run(console: Console) -> None:
    """Print how both processes grow."""
    pictures, drawing = asyncio.run(grown())
    console.print(pictures)
    with TemporaryDirectory(prefix="guildhall-") as folder:
        choices, bot = asyncio.run(played(Path(folder) / "memory.sqlite3"))
    console.print(choices)
    goal = "reached" if drawing + bot <= MOST_TOGETHER_MB else "SHORT"
    most = f"{drawing:.0f} and {bot:.0f} MB, at most {MOST_TOGETHER_MB} MB together {goal}"
    console.print(f"The most that they took: {most}")
    drawn = {name: [*mixed(name, OF_EACH_BESIDE)] for name in games}
    console.print(asyncio.run(slowed(drawn)))


def mixed(name: str, each: int) -> Iterator[Order]:
    """So many boards and hands of a game, in turn."""
    kinds = [islice(orders(name, kind, viewer), each) for kind, viewer in KINDS]
    return chain.from_iterable(zip(*kinds, strict=True))


async def grown() -> tuple[Table, float]:
    """The process's memory after each kind of picture, and the most of it."""
    kept = (SPRITES.most + SPRITES.most_packed) / 1e6
    title = f"Memory of the drawing process; it keeps at most {kept:.0f} MB of sprites"
    table = Table("pictures drawn", "memory", "goal", title=title)
    artist, drawn, most = DrawingProcess(), 0, 0.0
    try:
        for name in games:
            for kind, viewer in KINDS:
                for order in islice(orders(name, kind, viewer), OF_EACH):
                    await artist.draw(order)
                    drawn += 1
                    if drawn == 1:
                        table.add_row("1", f"{used():.0f} MB")
                goal = "reached" if (now := used()) <= MOST_MB else "SHORT"
                most = max(most, now)
                row = (f"{drawn}, last {name}, {kind}", f"{now:.0f} MB")
                table.add_row(*row, f"at most {MOST_MB} MB {goal}")
        highest = await filmed(artist)
        goal = "reached" if highest <= MOST_MB else "SHORT"
        table.add_row("a film, at its most", f"{highest:.0f} MB", f"at most {MOST_MB} MB {goal}")
    finally:
        await artist.close()
    return table, most


async def filmed(artist: DrawingProcess) -> float:
    """The most that the process takes while a film is drawn, pages of the tallest table; MB."""
    views = [order.view for order in islice(orders("london", "board", None), PAGES_OF_A_FILM)]
    words = Languages.load().words("en", [f"Player {seat}" for seat in range(4)])
    tallest = max(views, key=lambda view: (view.seats, view.round))
    shots = [Shot(before, tallest) for before in views if before.seats == tallest.seats]
    stills = [
        await artist.draw(Order("still", "london", shot.before, words, shot=shot)) for shot in shots
    ]
    await artist.forget()  # as a film does
    size = (stills[0].width, STRIP + max(still.height for still in stills))
    pages, highest = [Captioned(still.png, "What was done.") for still in stills], 0.0
    for before, after in pairwise([None, *pages]):
        await artist.draw(Frame("london", before, after, size))
        highest = max(highest, peak())
    return highest


def peak() -> float:
    """MB that the processes which this one has started took at most; 0 where no system tells."""
    found = 0
    for child in psutil.Process().children():
        with suppress(OSError):
            said = Path(f"/proc/{child.pid}/status").read_text("ascii").splitlines()
            found += sum(int(line.split()[1]) for line in said if line.startswith("VmHWM:"))
    return found * 1024 / 1e6


async def played(database: Path) -> tuple[Table, float]:
    """The bot's memory after so many choices, each round made once all show the last one.

    And the most of it.
    """
    table = Table("choices", "memory", "goal", title=f"Memory of the bot with {TABLES} tables")
    world, parties = gathered(TABLES)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, parties)
        bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
        table.add_row("none, idle", f"{await bot.ask('memory'):.0f} MB")
        for party in parties:
            await crowd.open_table(party)
        taken: list[float] = []
        for choices in CHOICES:
            while len(crowd.latencies) < choices:
                await asyncio.gather(*(_round(crowd, party) for party in parties))
                await bot.ask("settled")
            taken.append(await bot.ask("memory"))
            more = taken[-1] - taken[0]
            goal = "reached" if more <= MOST_MORE_MB else "SHORT"
            row = (f"{choices:,}", f"{taken[-1]:.0f} MB")
            table.add_row(*row, f"at most {MOST_MORE_MB} MB more than at first {goal}")
        await bot.stop()
    return table, max(taken)


async def _round(crowd: Crowd, party: Party) -> None:
    """A choice of everybody who owes one; another game where the last one is over."""
    for user in party.people:
        with suppress(Failed):
            await crowd.choose(user)
    if not any(map(crowd.asked, party.people)):
        await asyncio.sleep(_UNTIL_SHOWN)
        if not any(map(crowd.asked, party.people)):
            with suppress(Failed, LookupError):
                await crowd.play_again(party)


def used() -> float:
    """MB that the processes which this one has started take."""
    return sum(child.memory_info().rss for child in psutil.Process().children(recursive=True)) / 1e6


def orders(name: str, kind: Kind, viewer: int | None) -> Iterator[Order]:
    """Pictures of one kind without an end, of games of all sizes, each with people of its own."""
    languages, game, seed = Languages.load(), games[name], 0
    while True:
        seed += 1
        seats = game.seats[seed % len(game.seats)]
        names = [f"Player {seed} {'x' * (seed * seat % 9)}{seat}" for seat in range(seats)]
        words = languages.words(languages.tags[seed % len(languages.tags)], names)
        numbers, state = stream(seed), game.setup(seats, seed=seed)
        while asked := game.asked(state):
            seat = asked[next(numbers) % len(asked)]
            moves = game.moves(state, seat)
            game.apply(state, seat, moves[next(numbers) % len(moves)])
            if game.outcome(state) is None and next(numbers) % EVERY == 0:
                yield Order(kind, name, game.view(state, viewer), words)


if __name__ == "__main__":
    run(Console())
