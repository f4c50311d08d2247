"""What a finished game takes in the store, and what stays of it once it was purged."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bot.store.sqlite.store import SqliteStore
from bot.testing.playing import act_for
from engine import games
from engine.parts.rng import Rng
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, Rooms, rooms

GAMES = 10
"""Of each kind; the mean is printed."""
_PAGE = 512
PEOPLE = (ADA, BEN, CLEO, DORA)


def run(console: Console) -> None:
    """Print the table."""
    table = Table("game, 4 players", "choices", "kB a finished game", "kB once purged")
    table.title = "What a finished game takes in the store"
    for game in games:
        with TemporaryDirectory(prefix="guildhall-") as folder:
            choices, whole, left = asyncio.run(_measured(Path(folder), game))
        table.add_row(game, f"{choices:.0f}", f"{whole:.1f}", f"{left:.2f}")
    console.print(table)


async def _measured(folder: Path, game: str) -> tuple[float, float, float]:
    """Choices, and kB before and after the purge, a game."""
    file = folder / "guildhall.sqlite3"
    await (await SqliteStore.open(file)).close()
    empty = _size(file)
    choices = 0
    async with rooms(folder) as house:
        for number in range(GAMES):
            choices += await _played(house, game, number)
    whole = _size(file)
    store = await SqliteStore.open(file)
    await store.purge(await store.expired(float("inf"), GAMES))
    await store.close()
    return choices / GAMES, (whole - empty) / GAMES, (_size(file) - empty) / GAMES


async def _played(house: Rooms, game: str, number: int) -> int:
    """Play a whole game at random; how many choices it took."""
    table, rng = await house.game(*PEOPLE, game=game, channel=number + 1), Rng(number)
    while table.record.status == "playing":
        seat = rng.choice(table.game.asked(table.state))
        prompt = table.prompt(seat)
        assert prompt is not None
        picks = table.game.decode(
            table.state, seat, rng.choice(table.game.moves(table.state, seat))
        )
        table = await act_for(house.plays, table.record.id, seat, prompt.step, picks)
    return table.record.moves


def _size(file: Path) -> float:
    """In kB, in pages so small that hardly any room is left in them."""
    copy = file.with_name("packed.sqlite3")
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as packed:
        packed.execute("PRAGMA journal_mode = DELETE")
        packed.execute(f"PRAGMA page_size = {_PAGE}")
        packed.execute("VACUUM")
    return copy.stat().st_size / 1024


if __name__ == "__main__":
    run(Console())
