"""A screen and how a message will look that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.known.looks import Look, digest
from bot.screens.screen import Screen
from bot.sessions.table import Table
from bot.store.records.messages import Attachment
from images.pictures import Picture


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen and how it will look."""

    screen: Screen
    look: Look


def plain(screen: Screen, table: Table) -> Rendered:
    """A screen without a picture, as the table stands."""
    return Rendered(screen, Look(digest(screen), None, table.changes))


def kept(picture: Picture | Attachment | None) -> Attachment | None:
    """What Discord holds already."""
    return picture if isinstance(picture, Attachment) else None
