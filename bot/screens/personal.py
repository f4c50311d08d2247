"""One's own data: what becomes of it, and a file of it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.looks import Own
from bot.screens.parts import button, container, download, notice, paragraph
from bot.screens.screen import Document, Screen
from engine.text import text
from images.words import Words


def really_forget(playing: int, lobbies: int, words: Words) -> Screen:
    """Whether really everything is to be erased; with how many seats are lost."""
    said = [words(text("forget.ask")), words(text("forget.what"))]
    if playing:
        said.append(words(text("forget.playing", n=playing)))
    if lobbies:
        said.append(words(text("forget.lobbies", n=lobbies)))
    said.append(words(text("forget.for_good")))
    return notice(
        "\n".join(said),
        button(words(text("forget.yes")), Own("forget"), ButtonStyle.danger),
        button(words(text("forget.no")), Own("keep")),
    )


def exported(document: Document, words: Words) -> Screen:
    """A file with all that is stored of somebody."""
    title, what = words(text("export.title")), words(text("export.what"))
    frame = container(paragraph(f"### {title}", what), download(document.name))
    return Screen(frame, document=document, push=what, plain=True)
