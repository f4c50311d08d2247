"""Things to read: the whole view as text, the rules in short, a list of sessions."""

from __future__ import annotations

from collections.abc import Iterable

from bot.custom_ids import Browse
from bot.screens.parts import (
    LONGEST_TEXT,
    Screen,
    button,
    container,
    display,
    rows,
    shortened,
)
from bot.sessions.table import Table
from engine.text import text
from images.words import Words


def whole_view(
    table: Table, paragraphs: Iterable[str], words: Words, what: str, page: int = 0
) -> Screen:
    """A view in words, for who can't see the picture; `page` counts from 0 and goes round.

    `what` names the view in the button that turns the page.
    """
    title = f"### {words(text(f'game.{table.record.game}.name'))}"
    pages = _pages([title, *paragraphs])
    page %= len(pages)
    more = Browse(table.record.id, what, (page + 1) % len(pages))
    label = words(text("hand.next_page", page=page + 1, pages=len(pages)))
    turning = rows([button(label, more)] if len(pages) > 1 else [])
    return Screen(container(display(pages[page]), *turning))


def rules(game: str, words: Words) -> Screen:
    """The rules in short."""
    return Screen(container(display(shortened(words(text(f"game.{game}.rules")), LONGEST_TEXT))))


def _pages(paragraphs: Iterable[str]) -> list[str]:
    pages = [""]
    for said in paragraphs:
        part = shortened(said, LONGEST_TEXT)
        if len(pages[-1]) + len(part) > LONGEST_TEXT:
            pages.append("")
        pages[-1] += f"{part}\n\n"
    return [page.rstrip() for page in pages]
