"""A game that is over as a file to be downloaded."""

from __future__ import annotations

from bot.screens.parts import container, download, paragraph
from bot.screens.screen import Document, Screen
from engine.text import text
from images.words import Words


def file(name: str, data: bytes, words: Words) -> Screen:
    """The file, and what can be done with it."""
    frame = container(paragraph(words(text("saved.done"))), download(name))
    return Screen(frame, document=Document(name, data))
