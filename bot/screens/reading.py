"""Things to read: the whole view as text, the rules in short, a list of sessions."""

from __future__ import annotations

from collections.abc import Iterable

from bot.screens.parts import LONGEST_TEXT, Screen, container, paragraph, shortened
from bot.sessions.table import Table
from engine.text import text
from images.words import Words


def whole_view(table: Table, paragraphs: Iterable[str], words: Words) -> Screen:
    """A view in words, for who can't see the picture."""
    title = f"### {words(text(f'game.{table.record.game}.name'))}"
    return _pages([title, *paragraphs])


def rules(game: str, words: Words) -> Screen:
    """The rules in short."""
    return _pages([words(text(f"game.{game}.rules"))])


def _pages(paragraphs: list[str]) -> Screen:
    content = shortened("\n".join(paragraphs), LONGEST_TEXT)
    half = LONGEST_TEXT // 2
    first, _, rest = content.rpartition("\n") if len(content) > half else (content, "", "")
    while len(first) > half:
        first, _, moved = first.rpartition("\n")
        rest = f"{moved}\n{rest}"
    return Screen(container(paragraph(first), paragraph(rest)))
