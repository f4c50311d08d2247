"""The newest state of a message, painted when it is wanted and again only if it has changed."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import NamedTuple, Protocol

from bot.delivery.looks import Look
from bot.delivery.painter import Painted
from bot.sessions.table import Table


class Drawn(NamedTuple):
    """What was painted, from which table and for a message that looked how."""

    table: Table
    before: Look | None
    painted: Painted


class Painting(Protocol):
    """Paints a table for a message that looks like `before`; `pictured` False: in words alone."""

    def __call__(
        self, table: Table, before: Look | None, *, pictured: bool = True
    ) -> Awaitable[Painted]: ...


class Tabled(Protocol):
    """Gives the table as it is now."""

    def __call__(self) -> Awaitable[Table]: ...


def fixed(table: Table, painted: Painted) -> Paint:
    """Paints what stays as it is."""

    async def as_it_is() -> Table:
        return table

    async def paint(*_: object, **__: object) -> Painted:
        return painted

    return Paint(as_it_is, paint)


class Paint:
    """Paints one message of a session. `drawn`: what is at hand if nothing has changed."""

    def __init__(self, table: Tabled, paint: Painting, drawn: Drawn | None = None) -> None:
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

    async def anew(self, pictured: bool) -> Painted:  # noqa: FBT001  (what Repaint gives)
        """The message as it should look now, with its picture to be uploaded or without any."""
        return await self._paint(await self._table(), None, pictured=pictured)
