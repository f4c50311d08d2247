"""A screen and how a message will look that shows it; its picture is kept, or drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

import structlog

from bot.delivery.known.looks import Look, digest
from bot.drawing.drawing import Drawing, Urgency
from bot.drawing.orders import Kind, Lobby, drawn_view, picture_key
from bot.people import Voices
from bot.screens.parts.screen import Screen
from bot.sessions.table.table import Table
from bot.store.records.messages import Attachment
from engine.game import View
from images.pictures import Picture

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
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


class Illustrator:
    """Has pictures drawn that a message doesn't show already."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    async def drawn(
        self,
        kind: Kind,
        table: Table,
        view: View,
        spoken: Voices,
        before: Look | None,
        urgency: Urgency,
        *,
        wanted: bool = True,
    ) -> Illustration:
        """A picture of a view, that of `before` if it is the same; nothing if it fails."""
        if not wanted:
            return Illustration()
        words = spoken.picture
        key = picture_key(kind, view, spoken.sitting)

        def draw() -> Awaitable[Picture]:
            shown, same = drawn_view(kind, view), (table.record.id, view.viewer, key)
            return self._drawing.draw(kind, table.game.name, shown, words, urgency, same)

        return await _unless_shown(draw, key, before, table.record.id, kind)

    async def lobby(
        self, table: Table, lobby: Lobby, before: Look | None, urgency: Urgency
    ) -> Illustration:
        """A picture of an open table, in the same way; nothing where its game has none."""
        if not self._drawing.boxed(lobby.game):
            return Illustration()

        def draw() -> Awaitable[Picture]:
            return self._drawing.lobby(lobby, urgency)

        return await _unless_shown(draw, lobby.key, before, table.record.id, lobby.kind)


async def _unless_shown(
    draw: Callable[[], Awaitable[Picture]], key: str, before: Look | None, session: int, kind: str
) -> Illustration:
    """What is drawn, or what the message shows already if that is the same."""
    if before is not None and before.picture is not None and before.picture.key == key:
        return Illustration(before.picture, key)
    try:
        return Illustration(await draw(), key)
    except Exception:  # noqa: BLE001 - a broken picture must not cost the player the message
        _log.exception("drawing failed", session=session, picture=kind)
        return Illustration()
