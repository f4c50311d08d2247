"""Words in place of a picture, as much of them as one message holds; and looking something up: what
a card does, a part of the board from nearer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import inf
from types import MappingProxyType

from discord import ComponentType

from bot.people import Voices
from bot.screens import parts as ui
from bot.screens.custom_ids import Browse, Show
from bot.screens.screen import AnyPicture, Part, Screen
from bot.sessions.table.table import MOST_VALUES
from engine.game import Topic
from engine.text import text
from images.pictures import Picture
from images.words import Words

ELSE = "?"
"""The value that leads to all questions; no topic's id."""

_MOST_QUESTIONS = 24
_SPARE = 20
"""Characters between texts, where several of a message are put together."""


def in_place(
    said: Sequence[str],
    beside: Iterable[Part | None],
    words: Words,
    *,
    on_a_phone: bool = False,
    asking: bool = False,
) -> Part | None:
    """The lines, the most needed first, as far as there is room beside these parts; the first is
    always there.

    Where some are left out, the last line says how to read them. `on_a_phone`: there is room on its
    screen. `asking`: below, things can be asked about.
    """
    if not said:
        return None
    beside = [*beside]
    room = ui.LONGEST_TEXT - _SPARE - sum(map(_length, beside))
    tall = ui.room(beside) if on_a_phone else inf
    said = [f"- {line}" for line in said]
    heights_of = [ui.text_height(line) if on_a_phone else 0 for line in said]
    whole = "\n".join(said)
    if len(whole) <= room and sum(heights_of) <= tall:
        return ui.display(whole)
    more = f"-# {words(text('hand.more_in_text' if asking else 'look.more_in_text'))}"
    room, tall = room - len(more) - 1, tall - ui.text_height(more)
    kept: list[str] = []
    left = room
    for line, height in zip(said, heights_of, strict=True):
        left, tall = left - len(line) - 1, tall - height
        if min(left, tall) < 0:
            break
        kept.append(line)
    if len(kept) > 1 and kept[-1].endswith(":"):
        kept.pop()  # of what would follow it nothing has room
    first = kept or [ui.shortened(said[0], max(1, room))]
    return ui.display("\n".join([*first, more]))


def pictured(
    name: str,
    picture: AnyPicture | None,
    said: Sequence[str] | None,
    beside: Iterable[Part | None],
    words: Words,
    *,
    on_a_phone: bool = False,
    asking: bool = False,
) -> Part | None:
    """The picture of this file, or the lines in its place, or that it couldn't be drawn."""
    if said is not None:
        return in_place(said, beside, words, on_a_phone=on_a_phone, asking=asking)
    if picture is None:
        return ui.paragraph(words(text("hand.no_picture")))
    return ui.gallery(name, picture.alt)


def questions(session: int, topics: Sequence[Topic], words: Words) -> Part:
    """A select of what can be asked about, the nearest first; its answer is a message of its own.

    `words` with names as they are: labels know no markdown.
    """
    shown = topics if len(topics) <= _MOST_QUESTIONS + 1 else topics[:_MOST_QUESTIONS]
    offered = {topic.id: words(topic.title) for topic in shown}
    if len(shown) < len(topics):
        offered[ELSE] = words(text("look.something_else"))
    return ui.choice(Show(session, "topic"), offered, placeholder=words(text("look.ask")))


def _length(part: Part | None) -> int:
    """The characters of a part's text."""
    if part is None:
        return 0
    if part["type"] == ComponentType.text_display.value:
        return len(part["content"])
    return sum(map(_length, part.get("components", ())))


CLOSER = "closer.png"
_MOST_SELECTS = 8
"""Of a hundred things: any two neighbours hold more than one select does."""


def topics(session: int, offered: Sequence[Topic], chosen: str | None, spoken: Voices) -> Screen:
    """A topic explained, or the question which; with selects to go on to another."""
    words = spoken.message
    topic = next((topic for topic in offered if topic.id == chosen), None)
    if topic is None:
        said = [words(text("look.which_topic"))]
    else:
        said = [f"### {words(topic.title)}", *(words(part) for part in topic.body)]
    choices = [(topic.id, spoken.picture(topic.title)) for topic in offered]
    kinds = {topic.id: words(topic.kind) for topic in offered if topic.kind is not None}
    menus = _selects(session, "topic", choices, chosen, words, kinds)
    return Screen(ui.container(ui.paragraph(*said), *menus))


def closer(
    session: int, places: Sequence[tuple[str, str]], chosen: str, picture: Picture, words: Words
) -> Screen:
    """A part of the board, with selects to go on to another."""
    shown = ui.gallery(CLOSER, picture.alt)
    frame = ui.container(shown, *_selects(session, "closer", places, chosen, words))
    return Screen(frame, picture, CLOSER)


def nearby(
    session: int,
    places: Sequence[tuple[str, str]],
    chosen: str,
    said: Sequence[str],
    spoken: Voices,
) -> Screen:
    """The same in words."""
    menus = _selects(session, "closer", places, chosen, spoken.message)
    return Screen(ui.container(in_place(said, (), spoken.message), *menus))


def _selects(
    session: int,
    what: str,
    choices: Sequence[tuple[str, str]],
    chosen: str | None,
    words: Words,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> list[Part]:
    """`kinds`: by value what such are called; a menu that this doesn't tell from another is called
    by its first and its last as well."""
    made: list[Part] = []
    shares = _shares(choices)
    called = [
        ", ".join(dict.fromkeys(kinds[value] for value, _ in part if value in kinds))
        for part in shares
    ]
    for part, name in zip(shares[:_MOST_SELECTS], called, strict=False):
        first, last = ui.shortened(part[0][1], 40), ui.shortened(part[-1][1], 40)
        alone = name and called.count(name) == 1
        several = name if alone else ": ".join(filter(None, (name, f"{first} – {last}")))
        placeholder = words(text("hand.select_one")) if len(shares) == 1 else several
        made.append(ui.choice(Browse(session, what, len(made)), dict(part), chosen, placeholder))
    return made


def _shares(choices: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """The choices of each select, in their order: those of a kind ("card:") stay together."""
    shares: list[list[tuple[str, str]]] = []
    for _, alike in groupby(choices, lambda choice: choice[0].rpartition(":")[0]):
        kind = list(alike)
        for start in range(0, len(kind), MOST_VALUES):
            part = kind[start : start + MOST_VALUES]
            if shares and len(shares[-1]) + len(part) <= MOST_VALUES:
                shares[-1] += part
            else:
                shares.append(part)
    return shares
