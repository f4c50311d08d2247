"""Words in place of a picture: as much of what a message would show as one message holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from discord import ComponentType

from bot.screens import heights
from bot.screens import parts as ui
from bot.screens.custom_ids import Show
from bot.screens.screen import AnyPicture, Part
from engine.game import Topic
from engine.text import text
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
    tall = heights.room(beside) if on_a_phone else inf
    said = [f"- {line}" for line in said]
    heights_of = [heights.text_height(line) if on_a_phone else 0 for line in said]
    whole = "\n".join(said)
    if len(whole) <= room and sum(heights_of) <= tall:
        return ui.display(whole)
    more = f"-# {words(text('hand.more_in_text' if asking else 'look.more_in_text'))}"
    room, tall = room - len(more) - 1, tall - heights.text_height(more)
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
