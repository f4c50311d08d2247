"""A screen and how a message will look that shows it; its picture is kept, or drawn.

The newest state of a message is rendered when it is wanted, and again only if it has changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from operator import is_not
from typing import NamedTuple, TypeAlias

import structlog

from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.drawing.orders import Kind, Order, drawn_view, picture_key
from bot.delivery.known.posts import Look, digest
from bot.people import Voices
from bot.screens.screen import Screen
from bot.sessions.table.table import Table
from bot.store.records.people import Attachment
from engine.game import View
from engine.text import frozen
from images.pictures import OpenTable, Picture

_log = structlog.get_logger(__name__)


class Wanted(NamedTuple):
    """How something is to be rendered: for a message that looks like `before`, how urgently.

    A picture that the message shows already is kept. Unless `pictured`: in words alone.
    """

    before: Look | None = None
    urgency: Urgency = Urgency.MESSAGE
    pictured: bool = True


@frozen
class Rendered:
    """A screen and how it will look."""

    screen: Screen
    look: Look


class Illustration(NamedTuple):
    """A picture, or what Discord holds of it already, and its key; nothing where it is in words."""

    picture: Picture | Attachment | None = None
    key: str | None = None

    def on(
        self,
        screen: Screen,
        table: Table,
        asks: tuple[object, ...] | None = None,
        owes: int | None = None,
    ) -> Rendered:
        """A screen with the picture, as the table stands; the others: see `Look`."""
        kept = self.picture if isinstance(self.picture, Attachment) else None
        look = Look(digest(screen), self.key, table.changes, asks, kept, owes, table.events)
        return Rendered(screen, look)


def plain(screen: Screen, table: Table) -> Rendered:
    """A screen without a picture, as the table stands."""
    return Illustration().on(screen, table)


async def at_hand(screen: Screen) -> Rendered:
    """A screen that follows no table, for whoever awaits what is rendered."""
    return Rendered(screen, Look(digest(screen), None, 0))


class Illustrator:
    """Has pictures drawn that a message doesn't show already."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    async def drawn(
        self,
        kind: Kind,
        table: Table,
        view: View | OpenTable,
        spoken: Voices,
        wanted: Wanted,
        said: tuple[str, ...] | None = None,
    ) -> Illustration:
        """A picture of a view; nothing if it fails, or where it is `said` instead."""
        if not wanted.pictured or said is not None:
            return Illustration()
        key, before = picture_key(kind, view, spoken.sitting), wanted.before
        if before is not None and before.picture is not None and before.picture.key == key:
            return Illustration(before.picture, key)
        try:
            shown, viewer = view, None
            if isinstance(view, View):
                shown, viewer = drawn_view(kind, view), view.viewer
            same = table.record.id, viewer, key
            order = Order(kind, table.game.name, shown, spoken.picture)
            return Illustration(await self._drawing.draw(order, wanted.urgency, same), key)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the player the message
            _log.exception("drawing failed", session=table.record.id, picture=kind)
            return Illustration()


class Version(NamedTuple):
    """What was rendered, from which table and for a message that looked how."""

    table: Table
    before: Look | None
    rendered: Rendered


Render: TypeAlias = Callable[[Table, Wanted], Awaitable[Rendered]]


def fixed(
    table: Table, rendered: Rendered, check: Callable[[Table], None] | None = None
) -> Rendering:
    """Renders what stays as it is; `check` raises where it isn't to be shown any more."""

    async def as_it_is() -> Table:
        return table

    async def render(*_: object) -> Rendered:
        return rendered

    return Rendering(as_it_is, render, check=check)


def by_more_than_a_choice(shown: Table, now: Table) -> bool:
    """Not by a choice that others are still waited for after: the next edit shows it."""
    return shown is not now and _moment(shown) != _moment(now)


def _moment(table: Table) -> tuple[object, ...]:
    """What of a table changes when anything but a choice has happened, or the last was made."""
    step = table.view(None).step if table.started else None
    record = table.record
    return step, table.events, record.status, record.takeback, table.trouble


class Rendering:
    """Renders one message of a session; `table` gives that as it is now.

    `outdated`: whether what shows the one table is outdated by the other, as by any other one.
    `check` raises where it isn't to be shown any more. `turn`: while it lasts, the message may be
    rendered.
    """

    def __init__(
        self,
        table: Callable[[], Awaitable[Table]],
        render: Render,
        outdated: Callable[[Table, Table], bool] = is_not,
        check: Callable[[Table], None] | None = None,
        turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
        urgency: Urgency = Urgency.MESSAGE,
    ) -> None:
        self._table = table
        self._render = render
        self._version: Version | None = None
        self._outdated = outdated
        self._check = check
        self._turn = turn
        self._urgency = urgency

    @property
    def table(self) -> Table | None:
        """The table that was rendered last."""
        return None if self._version is None else self._version.table

    async def newest(self, before: Look | None) -> Rendered:
        """The message as it should look now, where it looks like `before`."""
        return (await self.version(lambda: before)).rendered

    async def version(self, look: Callable[[], Look | None]) -> Version:
        """The same, with the table that it shows; `look`: how the message looks at any time."""
        version = self._version
        if version is not None and self._holds(version, await self._now(), look()):
            return version
        async with self._turn():
            table, before = await self._now(), look()
            rendered = await self._render(table, Wanted(before, self._urgency))
            version = self._version = Version(table, before, rendered)
        return version

    async def is_newest(self, before: Look | None) -> bool:
        """Whether nothing has changed since it was rendered last; renders nothing."""
        table, version = await self._now(), self._version
        return version is not None and self._holds(version, table, before)

    @property
    def fence(self) -> Callable[[], None] | None:
        """What raises where that isn't to be shown any more; None: it may always be."""
        return None if self._check is None else self._check_shown

    def _check_shown(self) -> None:
        if self._check is not None and self._version is not None:
            self._check(self._version.table)

    async def _now(self) -> Table:
        table = await self._table()
        if self._check is not None:
            self._check(table)
        return table

    def _holds(self, version: Version, table: Table, before: Look | None) -> bool:
        return version.before is before and not self._outdated(version.table, table)

    async def anew(self, pictured: bool) -> Rendered:  # noqa: FBT001  (what RenderAgain gives)
        """The message as it should look now, with its picture to be uploaded or without any."""
        return await self._render(await self._now(), Wanted(None, self._urgency, pictured))
