"""The newest state of a message, painted when it is wanted and again only if it has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from bot.delivery.painter import Painted
from bot.delivery.shown import Look
from bot.sessions.table import Table


class Drawn(NamedTuple):
    """What was painted, from which table and for a message that looked how."""

    table: Table
    before: Look | None
    painted: Painted


class Paint:
    """Paints one message of a session. `drawn`: what is at hand if nothing has changed."""

    def __init__(
        self,
        table: Callable[[], Awaitable[Table]],
        paint: Callable[[Table, Look | None], Awaitable[Painted]],
        drawn: Drawn | None = None,
    ) -> None:
        self._table = table
        self._paint = paint
        self._drawn = drawn

    async def newest(self, before: Look | None) -> Painted:
        """The message as it should look now, where it looks like `before`."""
        table = await self._table()
        drawn = self._drawn
        if drawn is None or drawn.table is not table or drawn.before is not before:
            drawn = self._drawn = Drawn(table, before, await self._paint(table, before))
        return drawn.painted

    async def is_newest(self, before: Look | None) -> bool:
        """Whether nothing has changed since it was painted last; costs no painting."""
        table, drawn = await self._table(), self._drawn
        return drawn is not None and drawn.table is table and drawn.before is before
