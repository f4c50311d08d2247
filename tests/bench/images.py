"""Pictures: drawing beside encoding alone and beside drawing all anew; the loop's lateness."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter
from unittest.mock import patch

from PIL import Image
from rich.console import Console
from rich.table import Table

from bot.delivery.drawing.drawing import AT_ONCE, DrawingProcess
from bot.delivery.drawing.orders import Kind, Order
from bot.languages import Languages
from engine import games
from engine.parts.rng import stream
from images import Picture, pictures
from images.paint.indexed import HEAVY, LIGHT, png
from images.paint.palette import Palette
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

SEATS = 4
ROUNDS = 3
MOST_VIEWS = 60
SECONDS = 3.0
WARM_UP = 3.0
LARGEST = {"board": HEAVY, "hand": LIGHT}
KEPT_OPEN = {"coverage", "font", "arms", "_catalogs", "palette"}
"""Caches that even drawing anew keeps: files read once."""

Draw = Callable[[], Picture]


def run(console: Console) -> None:
    """Print each figure beside its reference."""
    words = Speech("fr", PLAIN_NAMES, (3,))
    table = Table(title=f"Pictures, {SEATS} players, views of a whole game")
    for column in ("picture", "whole", "encoding", "ratio", "goal", "anew", "times", "goal", "kB"):
        table.add_column(column, justify="right")
    for name in games:
        for kind, draws in drawings(name, words).items():
            for draw in draws:
                draw()
            table.add_row(f"{name}, {kind}", *figures(draws, LARGEST[kind]))
    loop = asyncio.run(lateness(orders()))
    idle = asyncio.run(lateness(()))
    console.print(table)
    console.print(
        f"lateness of the loop while pictures are drawn all the time: p99 {loop:.2f} ms (goal 5);"
        f" with nothing drawn: {idle:.2f} ms.\n"
        "encoding: Pillow's, a PNG of a palette, level 1; in brackets our own, quick"
    )


def drawings(name: str, words: Speech) -> dict[str, list[Draw]]:
    """Board and hand as they are through a game."""
    board, hand = pictures[name].board, pictures[name].hand
    return {
        "board": [partial(board, view, words) for view in views(name, None)],
        "hand": [partial(hand, view, words) for view in views(name, 0)],
    }


def views(name: str, viewer: int | None) -> list[object]:
    """What one viewer sees through a game of simple choices, at most so many views."""
    game, numbers = games[name], stream(1)
    state = game.setup(SEATS, seed=1)
    seen = [game.view(state, viewer)]
    while asked := game.asked(state):
        seat = asked[0]
        moves = game.moves(state, seat)
        game.apply(state, seat, moves[next(numbers) % len(moves)])
        if game.outcome(state) is None:
            seen.append(game.view(state, viewer))
    return seen[:: -(-len(seen) // MOST_VIEWS)]


def figures(draws: Sequence[Draw], most: int) -> tuple[str, ...]:
    """The row of one kind of picture, of at most so many bytes."""
    drawn = [draw() for draw in draws]
    encoded = [Image.open(BytesIO(picture.png)) for picture in drawn]
    for image in encoded:
        image.load()
        image.info.clear()
    whole, encoding = timed(draws, [partial(pillows, image) for image in encoded])
    (own,) = timed([partial(encode, image) for image in encoded])
    sample = draws[:: max(1, len(draws) // 12)]
    with everything_anew():
        (anew,) = timed(sample, before=forget)
    size = max(len(picture.png) for picture in drawn)
    ratio, times = whole / encoding, anew / whole
    return (
        f"{whole:.2f} ms",
        f"{encoding:.2f} ms ({own:.2f})",
        f"{ratio:.2f}",
        f"at most 2.5 {mark(ratio <= 2.5)}",
        f"{anew:.1f} ms",
        f"{times:.1f}",
        f"at least 6 {mark(times >= 6)}",
        f"{size / 1000:.0f} of {most // 1000} {mark(size <= most)}",
    )


def mark(reached: bool) -> str:
    """Whether a goal is reached."""
    return "reached" if reached else "SHORT"


def timed(
    *kinds: Sequence[Callable[[], object]], before: Callable[[], object] = int
) -> list[float]:
    """Milliseconds of one call of each kind, called in turn so that all meet the same machine."""
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        spent = [0.0] * len(kinds)
        for calls in zip(*kinds, strict=True):
            for kind, call in enumerate(calls):
                before()
                start = perf_counter()
                call()
                spent[kind] += perf_counter() - start
        rounds.append([1000 * seconds / len(kinds[0]) for seconds in spent])
    return [median(kind) for kind in zip(*rounds, strict=True)]


@contextmanager
def everything_anew() -> Iterator[None]:
    """The plain way: no sprite kept, a PNG in full colour as Pillow makes it."""

    def plain(image: Image.Image, palette: Palette, *_: object) -> bytes:
        buffer = BytesIO()
        palette.expanded(image).save(buffer, "PNG")
        return buffer.getvalue()

    with patch("images.paint.indexed.png", plain):
        yield


def pillows(image: Image.Image) -> bytes:
    """Encoding alone, as Pillow does it: a PNG of a palette, level 1."""
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def encode(image: Image.Image) -> bytes:
    """Encoding alone, as these pictures are encoded."""
    channels = iter(image.getpalette() or ())
    return png(image, Palette(zip(channels, channels, channels, strict=True)))


def forget() -> None:
    """Empty every cache of the drawing modules, but for the files read."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "images":
            for key, kept in vars(module).items():
                if hasattr(kept, "cache_clear") and key not in KEPT_OPEN:
                    kept.cache_clear()


def orders() -> tuple[Order, ...]:
    """Boards and hands of every game, as the bot has them drawn."""
    words = Languages.load().words("fr", PLAIN_NAMES)
    kinds: tuple[tuple[Kind, int | None], ...] = (("board", None), ("hand", 0))
    return tuple(
        Order(kind, name, view, words)
        for name in games
        for kind, viewer in kinds
        for view in views(name, viewer)
    )


async def lateness(ordered: Sequence[Order]) -> float:
    """p99 of how late a timer of 1 ms wakes, in ms, while these are drawn without a pause."""
    artist = DrawingProcess()
    waiting = cycle(ordered)

    async def draw() -> None:
        while ordered:
            await artist.draw(next(waiting))

    drawing = [asyncio.create_task(draw()) for _ in range(AT_ONCE)]
    await asyncio.sleep(WARM_UP if ordered else 0)
    late = []
    end = perf_counter() + SECONDS
    while (start := perf_counter()) < end:
        await asyncio.sleep(0.001)
        late.append((perf_counter() - start - 0.001) * 1000)
    for task in drawing:
        task.cancel()
    await artist.close()
    return quantiles(late, n=100)[98]


if __name__ == "__main__":
    run(Console())
