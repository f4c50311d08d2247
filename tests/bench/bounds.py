"""What it costs that sprites are kept within bounds: CPU beside a process that keeps them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

import psutil
from rich.table import Table

from bot.delivery.drawing.drawing import DrawingProcess
from bot.delivery.drawing.orders import Dot, Drawable, Order
from images import Picture, Pictures
from images.paint.cache import SPRITES

IN_TURN = 40
MOST_TIMES = 1.1


@dataclass(frozen=True, slots=True)
class Boundless:
    """Has the process that draws it keep whatever it draws from now on."""

    game: ClassVar = "none"
    kind: ClassVar = "boundless"

    def drawn(self, pictures: Mapping[str, Pictures]) -> Picture:
        """One pixel."""
        SPRITES.most = 10**12
        return Dot().drawn(pictures)


class Spending:
    """A drawing process, and the CPU that its pictures take."""

    def __init__(self) -> None:
        self.artist = DrawingProcess()
        self.spent: list[float] = []
        """Seconds, by turn."""

    async def begin(self, first: Drawable[Picture]) -> None:
        """Start it; games are imported with their first pictures."""
        known = {child.pid for child in psutil.Process().children()}
        await self.artist.draw(first)
        self._process = next(c for c in psutil.Process().children() if c.pid not in known)

    async def draw(self, orders: Sequence[Order]) -> None:
        """Take a turn."""
        before = self._process.cpu_times()
        for order in orders:
            await self.artist.draw(order)
        after = self._process.cpu_times()
        self.spent.append(after.user + after.system - before.user - before.system)


async def slowed(pictures: Mapping[str, Sequence[Order]]) -> Table:
    """How much longer pictures of each game take, one game at a time and all mixed."""
    one_by_one = [order for orders in pictures.values() for order in orders]
    mixed = Random(3).sample(one_by_one, len(one_by_one))
    title = f"CPU of drawing {len(mixed)} pictures beside a process that keeps every sprite"
    table = Table("pictures", "ms a picture", "kept all", "times", "goal", title=title)
    for name, orders in (("one game at a time", one_by_one), ("all games mixed", mixed)):
        turns = [orders[at : at + IN_TURN] for at in range(0, len(orders), IN_TURN)]
        ours, theirs = Spending(), Spending()
        await ours.begin(Dot())
        await theirs.begin(Boundless())
        try:
            for turn in turns:
                await ours.draw(turn)
                await theirs.draw(turn)
        finally:
            await ours.artist.close()
            await theirs.artist.close()
        half = len(ours.spent) // 2
        for what, since in ((name, 0), (f"{name}, the second half", half)):
            spent, kept = sum(ours.spent[since:]), sum(theirs.spent[since:])
            each = 1000 / sum(map(len, turns[since:]))
            goal = "reached" if spent <= MOST_TIMES * kept else "SHORT"
            row = (what, f"{spent * each:.2f}", f"{kept * each:.2f}", f"{spent / kept:.2f}")
            table.add_row(*row, f"at most {MOST_TIMES:g} {goal}")
    return table
