"""What has happened, page by page, the newest first: since the reader's last choice, then back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter

from bot.screens import parts as ui
from bot.screens.custom_ids import Browse
from bot.screens.parts import fits, room, text_height, text_lines
from bot.screens.screen import Screen
from bot.sessions.table.log import Happening, History
from bot.sessions.table.story import is_beside
from bot.sessions.table.table import Table
from engine.text import Argument, Seat, Text, text
from images.words import Words

_MOST_LINES = 15
"""Happenings of a page."""
_TALL = room(
    [
        ui.display(f"### {12 * 'x'}"),
        ui.display("-# x"),
        *ui.rows([ui.button("x", Browse(1, "history", 1))]),
    ]
)
"""Of a phone, css px: what its title, number and row of buttons leave."""

Shorter = Callable[[Sequence[Text], int | None], Iterable[Sequence[Text]]]
"""What news say to a viewer, in ever fewer words."""
Section = tuple[str, Sequence[str]]
"""A heading and the lines below it."""


def briefly(
    ended: Sequence[Text],
    begun: Sequence[Text],
    viewer: int | None,
    words: Words,
    seats: int,
    lines: int = 2,
    in_brief: Shorter = lambda told, _: (told,),
) -> list[str]:
    """The news in at most so many lines of a phone; `seats` of the game, which says them
    `in_brief`.

    What has ended goes before what begins, and of that what it came to before all else. What begins
    has one line, where there is any left.
    """
    words, said = words.to(viewer), []
    if ended:
        room = max(1, lines - bool(begun))
        shown: Sequence[Text] = ended
        for shown in in_brief(ended, viewer):  # each is made only where the one before is too long
            if fits(f"-# {' '.join(map(words, shown))}", room):
                break
        said.append(_brief(shown, viewer, words, room, seats, counted=bool(begun)))
        lines -= text_lines(said[0])
    if begun and lines > 0:
        said.append(_brief(begun, viewer, words, 1, seats))
    return said


def room_for(told: Iterable[Text]) -> int:
    """Lines of a phone for news: one more where somebody came or left."""
    return 2 + any(map(is_beside, told))


def _brief(
    told: Sequence[Text],
    viewer: int | None,
    words: Words,
    lines: int,
    seats: int,
    *,
    counted: bool = False,
) -> str:
    """Who came or left last, which no picture shows, the newest about the viewer and the newest
    else, then others so, as far as they have room, in their order; "…" is what has none.

    `counted`: the newest is what all the rest came to.
    """
    last = len(told) - 1
    mine = [at for at, one in enumerate(told) if _is_about(one, viewer, seats)]
    others = [at for at in range(len(told)) if at not in mine]
    if counted and last in others:
        others.remove(last)
        mine.append(last)
    shown: dict[int, str] = {}
    said = ""
    beside = [at for at in others if is_beside(told[at])][-1:]
    first = (*beside, *mine[-1:], *others[-1:])
    for at in dict.fromkeys((*first, *reversed(mine), *reversed(others))):
        more = shown | {at: words(told[at])}
        parts = (f" {more[one]}" if one in more else "…" for one in range(len(told)))
        wider = re.sub("…+", " …", "".join(parts)).strip(" …")
        if fits(f"-# {wider}", lines) or (at in mine and not said):
            shown, said = more, wider
    return f"-# {said or words(told[last])}"


def latest(told: Sequence[Text], viewer: int | None, most: int, seats: int) -> list[Text]:
    """The end of what was told; what is about the viewer comes first, if it would be cut."""
    shown = list(told[-most:])
    mine = [one for one in told if _is_about(one, viewer, seats)]
    if all(one in shown for one in mine):
        return shown
    others = [one for one in told if one not in mine]
    room = max(0, most - len(mine))
    return [*mine[:most], *others[len(others) - room :]]


def _is_about(said: Text, viewer: int | None, seats: int) -> bool:
    """Whether it names the viewer, and not in a list of all `seats` ("Card 2 of 4: ...")."""
    for value in said.args.values():
        named = _named(value)
        if viewer in named and (len(named) < seats or not isinstance(value, tuple)):
            return True
    return False


def _named(said: Argument) -> set[int]:
    """The seats of a text and of its parts."""
    if isinstance(said, Seat):
        return {said.number}
    parts = (
        said.args.values() if isinstance(said, Text) else said if isinstance(said, tuple) else ()
    )
    return {seat for part in parts for seat in _named(part)}


def history(
    table: Table, happened: History | None, viewer: int | None, words: Words, page: int = 0
) -> Screen:
    """What this seat, or the public, was told; `happened` None: the latest is all there is.

    `page` counts from 0, the newest.
    """
    game, own = table.record.game, words.to(viewer)
    if happened is None:
        lately = [_line(said, own) for said in reversed(table.told(viewer))]
        nothing = [own(text("history.nothing"))]
        pages = _pages([(own(text("history.lately")), lately or nothing)])
    else:
        pages = _pages(_all(game, happened, viewer, own))
    page = min(page, len(pages) - 1)
    title = f"### {words(text('show.history'))} · {words(ui.game(game))}"
    number = words(text("history.page", page=page + 1, pages=len(pages)))
    foot = [f"-# {number}"] if len(pages) > 1 else []
    shown = ui.display("\n".join([title, *pages[page], *foot]))
    turned = partial(Browse, table.record.id, "history")
    said = words(text("history.newer")), words(text("history.older"))
    return Screen(ui.container(shown, *ui.turning(turned, page, len(pages), *said)))


def _all(game: str, happened: History, viewer: int | None, words: Words) -> Iterator[Section]:
    """Since the viewer's last choice, then round by round, the newest first."""
    own = [at for at, one in enumerate(happened) if viewer is not None and one.seat == viewer]
    since = own[-1] if own else len(happened)
    if own:
        lines = _lines(_told(happened[since:], viewer), words)
        yield words(text("history.since")), lines or [words(text("history.nothing"))]
    rounds = groupby(_told(happened[:since], viewer), itemgetter(0))
    for number, told in reversed([(number, list(told)) for number, told in rounds]):
        yield words(text(f"game.{game}.round", round=number)), _lines(told, words)


def _told(ones: Iterable[Happening], viewer: int | None) -> Iterator[tuple[int, Text]]:
    """What this viewer hears, each with its round: the last choice of one often begins the next,
    which what is told of a round names, too."""
    for one in ones:
        number = one.round
        for event in one.heard_by(viewer):
            begins = event.begins or event.text.args.get("round") == one.then
            number = one.then if begins else number
            yield number, event.text


def _lines(told: Iterable[tuple[int, Text]], words: Words) -> list[str]:
    """The newest first, so that no page of a long round begins with its start."""
    return [_line(said, words) for _, said in reversed(list(told))]


def _line(said: Text, words: Words) -> str:
    return f"- {words(said)}"


def _pages(sections: Iterable[Section]) -> list[list[str]]:
    """Lines of each page; a section that goes on has its heading again."""
    pages: list[list[str]] = [[]]
    tall = 0.0
    for heading, lines in sections:
        above = f"**{heading}**"
        for number, line in enumerate(lines):
            # A heading stands apart: else it would belong to the list above it.
            headed = ["", above, line] if tall and not number else [line]
            full = sum(one.startswith("- ") for one in pages[-1]) == _MOST_LINES
            if tall and (full or tall + sum(map(text_height, headed)) > _TALL):
                pages.append([])
                tall = 0
            added = headed if tall else [above, line]
            pages[-1] += added
            tall += sum(map(text_height, added))
    return pages
