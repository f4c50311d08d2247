"""The newest state of a message, rendered when it is wanted and again only if it has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import NamedTuple, Protocol

from bot.delivery.known.looks import Look
from bot.delivery.rendering.rendered import Rendered
from bot.sessions.table.table import Table


class Version(NamedTuple):
    """What was rendered, from which table and for a message that looked how."""

    table: Table
    before: Look | None
    rendered: Rendered


class Render(Protocol):
    """Renders a table for a message that looks like `before`; `pictured` False: in words alone."""

    def __call__(
        self, table: Table, before: Look | None, *, pictured: bool = True
    ) -> Awaitable[Rendered]: ...


class NewestTable(Protocol):
    """Gives the table as it is now."""

    def __call__(self) -> Awaitable[Table]: ...


def unchecked(table: Table) -> None:
    """It may always be shown."""


def fixed(
    table: Table, rendered: Rendered, check: Callable[[Table], None] = unchecked
) -> Rendering:
    """Renders what stays as it is; `check` raises where it isn't to be shown any more."""

    async def as_it_is() -> Table:
        return table

    async def render(*_: object, **__: object) -> Rendered:
        return rendered

    return Rendering(as_it_is, render, check=check)


def by_anything(shown: Table, now: Table) -> bool:
    """Whatever has changed, what was rendered before is outdated."""
    return shown is not now


def by_more_than_a_choice(shown: Table, now: Table) -> bool:
    """Not by a choice that others are still waited for after: the next edit shows it."""
    return shown is not now and _moment(shown) != _moment(now)


def _moment(table: Table) -> tuple[object, ...]:
    """What of a table changes when anything but a choice has happened, or the last was made."""
    step = table.view(None).step if table.started else None
    record = table.record
    return step, table.events, record.status, record.takeback, table.trouble


class Rendering:
    """Renders one message of a session.

    `outdated`: whether what shows the one table is outdated by the other. `check` raises where
    it isn't to be shown any more. `turn`: while it lasts, the message may be rendered.
    """

    def __init__(
        self,
        table: NewestTable,
        render: Render,
        outdated: Callable[[Table, Table], bool] = by_anything,
        check: Callable[[Table], None] = unchecked,
        turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> None:
        self._table = table
        self._render = render
        self._version: Version | None = None
        self._outdated = outdated
        self._check = check
        self._turn = turn

    @property
    def table(self) -> Table | None:
        """The table that was rendered last."""
        return None if self._version is None else self._version.table

    async def newest(self, before: Look | None) -> Rendered:
        """The message as it should look now, where it looks like `before`."""
        return (await self.version(lambda: before)).rendered

    async def version(self, look: Callable[[], Look | None]) -> Version:
        """The same, with the table that it shows; `look`: how the message looks at any time."""
        table, version = await self._now(), self._version
        if version is None or not self._holds(version, table, look()):
            async with self._turn():
                table, before = await self._now(), look()
                version = self._version = Version(table, before, await self._render(table, before))
        return version

    async def is_newest(self, before: Look | None) -> bool:
        """Whether nothing has changed since it was rendered last; renders nothing."""
        table, version = await self._now(), self._version
        return version is not None and self._holds(version, table, before)

    def check(self) -> None:
        """Raise where what was rendered last isn't to be shown any more."""
        if self._version is not None:
            self._check(self._version.table)

    async def _now(self) -> Table:
        table = await self._table()
        self._check(table)
        return table

    def _holds(self, version: Version, table: Table, before: Look | None) -> bool:
        return version.before is before and not self._outdated(version.table, table)

    async def anew(self, pictured: bool) -> Rendered:  # noqa: FBT001  (what RenderAgain gives)
        """The message as it should look now, with its picture to be uploaded or without any."""
        return await self._render(await self._now(), None, pictured=pictured)
