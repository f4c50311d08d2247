"""Sessions that are set apart: why, what brings them back, and how to end them."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.play import Abandon
from bot.screens.parts import button, notice
from bot.screens.screen import Screen
from bot.sessions.refusals import why_apart
from bot.store.records.sessions import Outline
from engine.text import text
from images.words import Words


def notice_of(outline: Outline, words: Words, *, ending: bool) -> Screen:
    """What stays of a board or a hand; `ending`: with a button to end the game."""
    end = button(words(text("abandon.yes")), Abandon(outline.id, "ask"), ButtonStyle.danger)
    return notice(words(why_apart(outline)), *([end] if ending and outline.live else []))


def really_end(outline: Outline, words: Words) -> Screen:
    """Whether it should really be ended, for the host or a moderator."""
    kept = "abandon.no" if outline.set_apart is None else "abandon.leave"
    yes = button(words(text("abandon.yes")), Abandon(outline.id, "yes"), ButtonStyle.danger)
    no = button(words(text(kept)), Abandon(outline.id, "no"))
    return notice(words(text("abandon.really")), yes, no)
