"""Looking something up: what a card does, a part of the board from nearer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.custom_ids import Look
from bot.screens.parts import Screen, container, gallery, layout, paragraph, shortened
from engine.game import Topic
from engine.text import text
from images.pictures import Picture
from images.words import Words

CLOSER = "closer.png"
_MOST_VALUES = 25
_MOST_SELECTS = 4
_LONGEST_LABEL = 100


def topics(session: int, offered: Sequence[Topic], chosen: str | None, words: Words) -> Screen:
    """A topic explained, or the question which; with selects to go on to another."""
    topic = next((topic for topic in offered if topic.id == chosen), None)
    if topic is None:
        said = [words(text("look.which_topic"))]
    else:
        said = [f"### {words(topic.title)}", *(words(part) for part in topic.body)]
    choices = [(topic.id, words(topic.title)) for topic in offered]
    return Screen(layout(container(paragraph(*said), *_selects(session, "topic", choices, chosen))))


def closer(
    session: int, places: Sequence[tuple[str, str]], chosen: str, picture: Picture
) -> Screen:
    """A part of the board, with selects to go on to another."""
    shown = gallery(CLOSER, picture.alt)
    frame = container(shown, *_selects(session, "closer", places, chosen))
    return Screen(layout(frame), picture, CLOSER)


def _selects(
    session: int, what: str, choices: Sequence[tuple[str, str]], chosen: str | None
) -> list[ui.ActionRow[Any]]:
    made: list[ui.ActionRow[Any]] = []
    for start in range(0, min(len(choices), _MOST_VALUES * _MOST_SELECTS), _MOST_VALUES):
        part = choices[start : start + _MOST_VALUES]
        first, last = shortened(part[0][1], 40), shortened(part[-1][1], 40)
        select: ui.Select[Any] = ui.Select(
            custom_id=str(Look(session, what, start)),
            placeholder=first if len(part) == 1 else f"{first} – {last}",
            options=[
                discord.SelectOption(
                    label=shortened(label, _LONGEST_LABEL), value=value, default=value == chosen
                )
                for value, label in part
            ],
        )
        made.append(ui.ActionRow(select))
    return made
