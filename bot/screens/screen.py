"""A message as it is to be sent, or edited into place; and forms that a person fills in."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import field, replace
from typing import Any, TypeAlias

import discord
from discord import ComponentType, ui

from bot.store.records.people import Attachment
from engine.text import frozen
from images.pictures import Picture

LONGEST_ALT = 1_024
_LAYOUT = discord.MessageFlags(components_v2=True).value
MOST_ROWS = 5
"""Of a message that is no container."""

Part = dict[str, Any]
"""A component as Discord takes it: discord.py's own objects take five times as long to make."""
AnyPicture: TypeAlias = Picture | Attachment
"""One to be uploaded, or one that the message shows already and keeps."""


@frozen
class Document:
    """A file that a message carries, to be downloaded."""

    name: str
    data: bytes = field(repr=False)


class Upload(discord.File):
    """What is uploaded, of bytes in memory; once it is sent, nothing holds them.

    discord.py's own leaves them referring to themselves, until the collector comes by.
    """

    def close(self) -> None:
        """Sent, or given up."""
        super().close()
        vars(self.fp).pop("close", None)


@frozen
class Screen:
    """A message to be sent or edited into place.

    `mentions`: who may be notified by it. `document`: what it carries beside. `push`: the line that
    a phone shows where it notifies; it stands until the screen takes its place, or, with the
    picture, as long as nothing changes where that says it all (`plain`).
    """

    frame: Part
    picture: AnyPicture | None = None
    picture_name: str = ""
    mentions: tuple[int, ...] = ()
    document: Document | None = None
    push: str = ""
    plain: bool = False

    @property
    def layout(self) -> Layout:
        """The frame as discord.py sends it."""
        return Layout([self.frame])

    @property
    def unsigned(self) -> Screen:
        """The same without emojis on what can be pressed."""
        return replace(self, frame=_unsigned(self.frame))

    @property
    def ways(self) -> Layout:
        """What of it can be pressed, beside the line of its push."""
        parts = self.frame["components"]
        row = ComponentType.action_row.value
        beside = [part["accessory"] for part in parts if "accessory" in part]
        rows = [
            *({"type": row, "components": beside[at : at + 5]} for at in range(0, len(beside), 5)),
            *(part for part in parts if part["type"] == row),
        ]
        return Layout(rows[:MOST_ROWS], framed=False)

    @property
    def uploads(self) -> bool:
        """Whether anything is sent beside what Discord holds already."""
        return self.document is not None or isinstance(self.picture, Picture)

    @property
    def edited(self) -> dict[str, Any]:
        """An edit that uploads nothing, as Discord takes it."""
        return {
            "content": None,
            "components": [self.frame],
            "flags": _LAYOUT,
            "attachments": [kept.to_dict() for kept in self.attachments()],
            "allowed_mentions": {"parse": [], "users": [str(user) for user in self.mentions]},
        }

    def unfolds(self, *, silent: bool) -> bool:
        """Whether a new message of it is a line at first."""
        return bool(self.push) and not (silent or self.plain)

    @property
    def line(self) -> str:
        """The push, with those whom it is to call: an edit would call nobody."""
        return " ".join([*(f"<@{user}>" for user in self.mentions), self.push])

    def files(self) -> list[discord.File]:
        """What is uploaded, made anew for each sending."""
        files: list[discord.File] = []
        if isinstance(self.picture, Picture):
            alt, shown = self.picture.alt[:LONGEST_ALT], io.BytesIO(self.picture.png)
            files.append(Upload(shown, self.picture_name, description=alt))
        if self.document is not None:
            files.append(Upload(io.BytesIO(self.document.data), self.document.name))
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


def _unsigned(part: Part) -> Part:
    kept = {key: value for key, value in part.items() if key != "emoji"}
    for inside in kept.keys() & {"components", "options"}:
        kept[inside] = [_unsigned(one) for one in kept[inside]]
    if "accessory" in kept:
        kept["accessory"] = _unsigned(kept["accessory"])
    return kept


@frozen
class _Kept:
    """An attachment that stays, as discord.py sends it: by id and name, Discord needs both."""

    id: int
    filename: str

    def to_dict(self) -> dict[str, Any]:
        return {"id": str(self.id), "filename": self.filename}


class Layout(ui.LayoutView):
    """Ready components as a message. Presses arrive by custom_id, so nothing listens to it.

    `framed`: in a container; rows of buttons alone stand below a text.
    """

    def __init__(self, components: list[Part], *, framed: bool = True) -> None:
        super().__init__(timeout=None)
        self._ready = components
        self._framed = framed
        self.stop()

    def to_components(self) -> list[Part]:
        """The components as Discord takes them."""
        return self._ready

    def has_components_v2(self) -> bool:
        """Whether there may be no text beside them."""
        return self._framed


LONGEST_TITLE = 45
LONGEST_ANSWER = 60
_PARTED = "|"
_LONGEST_TOGETHER = 60
"""What a button can carry beside what it is about."""


def together(written: Iterable[str]) -> str:
    """What somebody has written in a form's fields, for a button that opens it with that."""
    return _PARTED.join(part.replace(_PARTED, " ") for part in written)[:_LONGEST_TOGETHER]


@frozen
class Field:
    """A line to be written: its name, what is asked, and what stands there at first."""

    name: str
    label: str
    value: str
    required: bool = True


@frozen
class Form:
    """A form of up to five lines; it comes back under `custom_id`, also after a restart."""

    title: str
    custom_id: str
    fields: tuple[Field, ...]

    def filled(self, written: str | None) -> Form:
        """The same with what somebody has written in it, as `together` has it; None: as it is."""
        if written is None:
            return self
        values = zip(self.fields, written.split(_PARTED), strict=False)
        return replace(self, fields=tuple(replace(field, value=value) for field, value in values))

    @property
    def modal(self) -> ui.Modal:
        """The form as discord.py opens it. What is handed in arrives by custom_id."""
        modal = ui.Modal(title=self.title[:LONGEST_TITLE], custom_id=self.custom_id)
        for one in self.fields:
            line: ui.TextInput[ui.Modal] = ui.TextInput(
                custom_id=one.name,
                default=one.value[:LONGEST_ANSWER] or None,
                max_length=LONGEST_ANSWER,
                required=one.required,
                style=discord.TextStyle.short,
            )
            modal.add_item(ui.Label(text=one.label[:LONGEST_TITLE], component=line))
        modal.stop()
        return modal
