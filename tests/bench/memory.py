"""Memory of the drawing process: after one picture, and after a thousand of each kind."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice

import psutil
from rich.console import Console
from rich.table import Table

from bot.drawing.orders import Kind, Order
from bot.drawing.process import DrawingProcess
from bot.languages.languages import Languages
from engine import games
from engine.rng import stream
from images.cache import PAGES, SPRITES

OF_EACH = 1_000
EVERY = 4
"""Choices of which one is drawn, so that they come from many games."""
KINDS: tuple[tuple[Kind, int | None], ...] = (("board", None), ("hand", 0))
MOST_MB = 200


def run(console: Console) -> None:
    """Print how the process grows."""
    console.print(asyncio.run(grown()))


async def grown() -> Table:
    """The process's memory after each kind of picture."""
    kept = (SPRITES.most + PAGES.most) / 1e6
    title = f"Memory of the drawing process; it keeps at most {kept:.0f} MB of sprites and pages"
    table = Table("pictures drawn", "memory", "goal", title=title)
    artist, drawn = DrawingProcess(), 0
    try:
        for name in games:
            for kind, viewer in KINDS:
                for order in islice(orders(name, kind, viewer), OF_EACH):
                    await artist.draw(order)
                    drawn += 1
                    if drawn == 1:
                        table.add_row("1", f"{used():.0f} MB")
                goal = "reached" if (now := used()) <= MOST_MB else "SHORT"
                row = (f"{drawn}, last {name}, {kind}", f"{now:.0f} MB")
                table.add_row(*row, f"at most {MOST_MB} MB {goal}")
    finally:
        await artist.close()
    return table


def used() -> float:
    """MB that the processes which this one has started take."""
    return sum(child.memory_info().rss for child in psutil.Process().children()) / 1e6


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
