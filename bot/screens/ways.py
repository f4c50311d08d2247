"""Ways from a table to what is public of it: while it runs, and when it is over."""

from __future__ import annotations

from bot.custom_ids.looks import Replaying, Watch
from bot.screens.parts import button
from bot.screens.screen import Part
from engine.text import text
from images.words import Words


def watch(session_id: int, words: Words) -> Part:
    """To look on."""
    return button(words(text("watch.start")), Watch(session_id, "start"))


def replay(session_id: int, words: Words) -> Part:
    """To look back."""
    return button(words(text("replay.open")), Replaying(session_id, "open"))
