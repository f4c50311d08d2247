"""What every screen is built of."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.languages import Languages
from bot.store.records import Session
from engine.text import text
from images.pictures import Picture
from images.words import Words

ACCENT = 0x8C2F39
LONGEST_TEXT = 4_000
LONGEST_LABEL = 80
LONGEST_ALT = 1_024
LONGEST_GALLERY_ALT = 256

Row = ui.ActionRow[Any]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to be sent or edited into place.

    `picture` None: the screen has none, or `keeps` the one that the message shows already.
    `mentions`: who may be notified by it.
    """

    layout: ui.LayoutView
    picture: Picture | None = None
    picture_name: str = ""
    mentions: tuple[int, ...] = ()
    keeps: bool = False

    def files(self) -> list[discord.File]:
        """The attachments, made anew for each sending."""
        if self.picture is None:
            return []
        alt = self.picture.alt[:LONGEST_ALT]
        return [discord.File(io.BytesIO(self.picture.png), self.picture_name, description=alt)]

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Nobody but `mentions`."""
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


@dataclass(frozen=True, slots=True)
class Voices:
    """The same words twice: names as they are for pictures, escaped for messages."""

    message: Words
    picture: Words


def voices(languages: Languages, language: str, record: Session) -> Voices:
    """The words of a session in a language."""
    names = [seat.name for seat in record.seats]
    plain = languages.words(language, names)
    roles = [
        None if seat.user_id is not None else plain(text(f"computer.{seat.strength}"))
        for seat in record.seats
    ]
    escaped = [f"**{discord.utils.escape_markdown(name)}**" for name in names]
    return Voices(
        message=languages.words(language, escaped, roles),
        picture=languages.words(language, names, roles),
    )


def layout(*items: ui.Item[Any]) -> ui.LayoutView:
    """The items as a message. Presses arrive by custom_id, so nothing listens to the view."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def container(*items: ui.Item[Any] | None) -> ui.Container[Any]:
    """A framed part; leaves out what is None."""
    return ui.Container(*(item for item in items if item is not None), accent_colour=ACCENT)


def paragraph(*lines: str) -> ui.TextDisplay[Any] | None:
    """Lines of text; None without any."""
    content = "\n".join(line for line in lines if line)
    return ui.TextDisplay(shortened(content, LONGEST_TEXT // 2)) if content else None


def gallery(name: str, alt: str) -> ui.MediaGallery[Any]:
    """The message's picture."""
    description = shortened(alt, LONGEST_GALLERY_ALT)
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{name}", description=description)
    )


def button(
    label: str,
    custom_id: object,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button that carries a press."""
    return ui.Button(
        label=shortened(label, LONGEST_LABEL),
        custom_id=str(custom_id),
        style=style,
        disabled=disabled,
    )


def link(label: str, url: str) -> ui.Button[Any]:
    """A button that leads to a message."""
    return ui.Button(label=shortened(label, LONGEST_LABEL), url=url)


def rows(buttons: Iterable[ui.Button[Any]]) -> list[Row]:
    """The buttons in rows of five."""
    waiting: Sequence[ui.Button[Any]] = list(buttons)
    return [ui.ActionRow(*waiting[start : start + 5]) for start in range(0, len(waiting), 5)]


def shortened(content: str, longest: int) -> str:
    """The text, cut with an ellipsis if it must be."""
    return content if len(content) <= longest else content[: longest - 1].rstrip() + "…"


def message_url(guild_id: int | None, channel_id: int, message_id: int | None = None) -> str:
    """The address of a message, or of a channel."""
    place = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def notice(content: str, *actions: ui.Button[Any]) -> Screen:
    """A short answer in words."""
    return Screen(layout(container(paragraph(content), *rows(actions))))
