"""The pictures of a table's messages: kept where they show the same, else drawn."""

from __future__ import annotations

import structlog

from bot.delivery.known.looks import Look
from bot.drawing.drawing import Drawing, Urgency
from bot.drawing.orders import Kind, drawn_view, picture_key
from bot.screens.voices import Voices
from bot.sessions.table import Table
from bot.store.records.messages import Attachment
from engine.game import View
from images.pictures import Picture

_log = structlog.get_logger(__name__)


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
    ) -> tuple[Picture | Attachment | None, str | None]:
        """A picture of a view and its key; that of `before` if it is the same; None if it fails."""
        words = spoken.picture
        key = picture_key(kind, view, words, table.record.seats)
        if before is not None and before.picture is not None and before.picture.key == key:
            return before.picture, key
        shown, same = drawn_view(kind, view), (table.record.id, view.viewer, key)
        try:
            picture = await self._drawing.draw(kind, table.game.name, shown, words, urgency, same)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the player the message
            _log.exception("drawing failed", session=table.record.id, picture=kind)
            return None, None
        return picture, key
