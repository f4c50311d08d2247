"""What a person can set for himself, at every table."""

from __future__ import annotations

from typing import get_args

from bot.custom_ids import Setting
from bot.screens.parts import Screen, container, display, paragraph, select, select_option
from bot.store.records import Person, Tell
from engine.text import text
from images.words import Words


def settings(person: Person, words: Words) -> Screen:
    """The settings as selects, each with what it means."""
    values = [
        select_option(words(text(f"settings.tell.{tell}")), tell, default=tell == person.tell)
        for tell in get_args(Tell)
    ]
    title, meaning = words(text("settings.tell")), words(text("settings.tell.help"))
    return Screen(
        container(
            paragraph(f"### {words(text('settings.title'))}"),
            display(f"**{title}**\n-# {meaning}"),
            select(Setting("tell"), values),
        )
    )
