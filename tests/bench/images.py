"""Pictures: drawing beside encoding alone and beside drawing all anew; the loop's lateness."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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

from engine import games
from images import Picture, guildes
from images.encoding import png
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

SEATS = 4
ROUNDS = 3
SECONDS = 3.0
LARGEST = 120_000
KEPT_OPEN = {"coverage", "font", "arms", "_catalogs", "palette"}
"""Caches that even drawing anew keeps: files read once."""

Draw = Callable[[], Picture]


def run(console: Console) -> None:
    """Print each figure beside its reference."""
    words = Speech("fr", PLAIN_NAMES, (3,))
    table = Table(title=f"Pictures of Guildes, {SEATS} players, a whole game's views")
    for column in ("picture", "whole", "encoding", "ratio", "goal", "anew", "times", "goal", "kB"):
        table.add_column(column, justify="right")
    drawings = {
        "board": [partial(guildes.board, view, words) for view in views(None, seed=1)],
        "hand": [partial(guildes.hand, view, words) for view in views(0, seed=1)],
    }
    every = drawings["board"] + drawings["hand"]
    for draw in every:
        draw()
    loop = asyncio.run(lateness(cycle(every)))
    idle = asyncio.run(lateness(None))
    for name, draws in drawings.items():
        table.add_row(name, *figures(draws))
    console.print(table)
    console.print(
        f"lateness of the loop while one thread draws: p99 {loop:.2f} ms (goal 5);"
        f" with nothing drawn: {idle:.2f} ms"
    )


def views(viewer: int | None, seed: int) -> list[object]:
    """What one viewer sees at every step of a game."""
    game = games["guildes"]
    state = game.setup(SEATS, seed=seed)
    seen = [game.view(state, viewer)]
    while prompts := game.prompts(state):
        prompt = next(one for one in prompts.values() if one.answered is None)
        state, _ = game.play(state, prompt.seat, [prompt.options[0].id])
        seen.append(game.view(state, viewer))
    return seen


def figures(draws: Sequence[Draw]) -> tuple[str, ...]:
    """The row of one kind of picture."""
    pictures = [draw() for draw in draws]
    encoded = [Image.open(BytesIO(picture.png)) for picture in pictures]
    for image in encoded:
        image.load()
        image.info.clear()
    whole, encoding = timed(draws, [partial(png, image) for image in encoded])
    sample = draws[:: len(draws) // 12]
    with everything_anew():
        (anew,) = timed(sample, before=forget)
    size = max(len(picture.png) for picture in pictures)
    ratio, times = whole / encoding, anew / whole
    return (
        f"{whole:.2f} ms",
        f"{encoding:.2f} ms",
        f"{ratio:.2f}",
        f"at most 2.5 {mark(ratio <= 2.5)}",
        f"{anew:.1f} ms",
        f"{times:.1f}",
        f"at least 6 {mark(times >= 6)}",
        f"{size / 1000:.0f} of 120 {mark(size <= LARGEST)}",
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

    def plain(image: Image.Image) -> bytes:
        buffer = BytesIO()
        image.save(buffer, "PNG")
        return buffer.getvalue()

    def unchanged(image: Image.Image, _: Image.Image) -> Image.Image:
        return image

    with patch("images.canvas.png", plain), patch("images.canvas.reduced", unchanged):
        yield


def forget() -> None:
    """Empty every cache of the drawing modules, but for the files read."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "images":
            for key, kept in vars(module).items():
                if hasattr(kept, "cache_clear") and key not in KEPT_OPEN:
                    kept.cache_clear()


async def lateness(draws: Iterator[Draw] | None) -> float:
    """p99 of how late a timer of 1 ms wakes, in ms, while one thread draws without a pause."""
    loop = asyncio.get_running_loop()
    done = False

    def work() -> None:
        for draw in draws or ():
            draw()
            if done:
                return

    with ThreadPoolExecutor(1) as thread:
        working = loop.run_in_executor(thread, work)
        late = []
        end = perf_counter() + SECONDS
        while (start := perf_counter()) < end:
            await asyncio.sleep(0.001)
            late.append((perf_counter() - start - 0.001) * 1000)
        done = True
        await working
    return quantiles(late, n=100)[98]


if __name__ == "__main__":
    run(Console())
