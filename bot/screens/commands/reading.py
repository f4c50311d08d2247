"""Things to read: the whole view as text, the rules in short, a list of sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bot.custom_ids.looks import Browse
from bot.screens.parts.parts import (
    LONGEST_TEXT,
    button,
    container,
    display,
    gallery,
    rows,
    shortened,
)
from bot.screens.parts.screen import Part, Screen
from bot.sessions.table.table import Table
from engine.text import Text, text
from images.pictures import Picture
from images.words import Words

EXAMPLE = "example.png"
_MARK = "☞"


def whole_view(
    table: Table, paragraphs: Iterable[str], words: Words, what: str, page: int = 0
) -> Screen:
    """A view in words, for who can't see the picture; `page` counts from 0 and goes round.

    `what` names the view in the button that turns the page.
    """
    turned = partial(Browse, table.record.id, what)
    return paged(table.record.game, paragraphs, words, turned, page)


def paged(
    game: str,
    paragraphs: Iterable[str],
    words: Words,
    turned: Callable[[int], object],
    page: int = 0,
) -> Screen:
    """The same where `turned` is the press that shows a page."""
    pages = _pages([f"### {words(text(f'game.{game}.name'))}", *paragraphs])
    page %= len(pages)
    return Screen(container(display(pages[page]), *_turning(turned, page, len(pages), words)))


def rules(
    told: Sequence[Text],
    words: Words,
    turned: Callable[[int], object],
    page: int = 0,
    *,
    said: Sequence[str] = (),
    picture: Picture | None = None,
) -> Screen:
    """A page of the rules; `page` counts from 0 and goes round.

    `turned` is the press that shows one. `said`: how the example of this page came about, of
    which `picture` shows the count.
    """
    page %= len(told)
    rule = words(told[page])
    marks = words(text("rules.marked")) if _MARK in rule else ""
    paragraphs = [rule, *(f"- {line}" for line in said), marks]
    content = "\n".join(paragraph for paragraph in paragraphs if paragraph)
    frame = container(
        display(shortened(content, LONGEST_TEXT)),
        None if picture is None else gallery(EXAMPLE, picture.alt),
        *_turning(turned, page, len(told), words),
    )
    return Screen(frame, picture, EXAMPLE)


def _turning(turned: Callable[[int], object], page: int, pages: int, words: Words) -> list[Part]:
    if pages == 1:
        return []
    ways = [
        button(
            words(text("hand.next_page", page=page + 1, pages=pages)), turned((page + 1) % pages)
        )
    ]
    if page and pages > 2:  # of two pages, the next one is the last one
        ways.insert(0, button(words(text("hand.last_page")), turned(page - 1)))
    return rows(ways)


def _pages(paragraphs: Iterable[str]) -> list[str]:
    pages = [""]
    for said in paragraphs:
        part = shortened(said, LONGEST_TEXT)
        if len(pages[-1]) + len(part) > LONGEST_TEXT:
            pages.append("")
        pages[-1] += f"{part}\n\n"
    return [page.rstrip() for page in pages]
