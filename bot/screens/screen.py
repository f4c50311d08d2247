"""A message as it is to be sent, or edited into place."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from bot.store.records.messages import Attachment
from images.pictures import Picture

LONGEST_ALT = 1_024

Part = dict[str, Any]
"""A component as Discord takes it: discord.py's own objects take five times as long to make."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file that a message carries, to be downloaded."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to be sent or edited into place.

    `picture`: one to be uploaded, or one that the message shows already and keeps.
    `mentions`: who may be notified by it. `document`: what it carries beside.
    """

    frame: Part
    picture: Picture | Attachment | None = None
    picture_name: str = ""
    mentions: tuple[int, ...] = ()
    document: Document | None = None

    @property
    def layout(self) -> Layout:
        """The frame as discord.py sends it."""
        return Layout([self.frame])

    def files(self) -> list[discord.File]:
        """What is uploaded, made anew for each sending."""
        files = []
        if isinstance(self.picture, Picture):
            alt = self.picture.alt[:LONGEST_ALT]
            shown = io.BytesIO(self.picture.png)
            files.append(discord.File(shown, self.picture_name, description=alt))
        if self.document is not None:
            files.append(discord.File(io.BytesIO(self.document.data), self.document.name))
        return files

    def attachments(self) -> list[Any]:
        """All that the message shows after an edit: what is uploaded, or what it keeps.

        Given with every edit, also empty: what an answer to a press doesn't name is removed.
        """
        if isinstance(self.picture, Attachment):
            return [_Kept(self.picture.id, self.picture_name)]
        return list(self.files())

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Nobody but `mentions`."""
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


@dataclass(frozen=True, slots=True)
class _Kept:
    """An attachment that stays, as discord.py sends it: by id and name, Discord needs both."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self.id), "filename": self.filename}


class Layout(ui.LayoutView):
    """Ready components as a message. Presses arrive by custom_id, so nothing listens to it."""

    def __init__(self, components: list[Part]) -> None:
        super().__init__(timeout=None)
        self._ready = components
        self.stop()

    def to_components(self) -> list[Part]:
        """The components as Discord takes them."""
        return self._ready

    def has_components_v2(self) -> bool:
        """Always: every screen is a container."""
        return True
