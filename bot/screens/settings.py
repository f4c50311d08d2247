"""What a person can set for himself, at every table."""

from __future__ import annotations

from typing import get_args

from bot.custom_ids.looks import ServerSetting, Setting
from bot.screens.forms import Field, Form
from bot.screens.parts import (
    button,
    container,
    display,
    paragraph,
    row,
    select,
    select_option,
    separator,
)
from bot.screens.screen import Part, Screen
from bot.store.records.people import Person, Tell
from bot.time.quiet_hours import written
from engine.text import text
from images.words import Words

CONFIRMS = {"off": False, "on": True}
"""Values of the setting, and what they mean for `Person.confirms`."""
IN_WORDS = {"pictures": False, "words": True}
"""The same for `Person.in_words`."""

HELPED = {"on": True, "off": False}
"""The same for `Person.helped`."""


def settings(person: Person, words: Words, *, manages: bool = False) -> Screen:
    """The settings as selects, each with what it means; `manages`: with the way to the server's."""
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
            display(
                f"**{words(text('settings.quiet'))}**\n-# {words(text('settings.quiet.help'))}"
            ),
            paragraph(_quiet(person, words)),
            row(button(words(text("settings.quiet.change")), Setting("quiet"))),
            display(
                f"**{words(text('settings.confirm'))}**\n-# {words(text('settings.confirm.help'))}"
            ),
            select(Setting("confirm"), _confirm(person, words)),
            display(
                f"**{words(text('settings.words'))}**\n-# {words(text('settings.words.help'))}"
            ),
            select(Setting("words"), _in_words(person, words)),
            display(f"**{words(text('settings.help'))}**\n-# {words(text('settings.help.help'))}"),
            select(Setting("help"), _help(person, words)),
            separator() if manages else None,
            row(button(words(text("server.title")), ServerSetting("page"))) if manages else None,
        )
    )


def _confirm(person: Person, words: Words) -> list[Part]:
    return [
        select_option(
            words(text(f"settings.confirm.{value}")), value, default=person.confirms == confirms
        )
        for value, confirms in CONFIRMS.items()
    ]


def _help(person: Person, words: Words) -> list[Part]:
    return [
        select_option(words(text(f"settings.help.{value}")), value, default=person.helped == helped)
        for value, helped in HELPED.items()
    ]


def _in_words(person: Person, words: Words) -> list[Part]:
    return [
        select_option(
            words(text(f"settings.words.{value}")), value, default=person.in_words == in_words
        )
        for value, in_words in IN_WORDS.items()
    ]


def quiet_hours(person: Person, words: Words) -> Form:
    """A form for the quiet hours; without hours there are none."""
    quiet = person.quiet
    hours, zone = ("", "") if quiet is None else (written(quiet), quiet.zone)
    return Form(
        words(text("settings.quiet")),
        str(Setting("hours")),
        (
            Field("hours", words(text("settings.quiet.hours")), hours, required=False),
            Field("zone", words(text("settings.quiet.zone")), zone, required=False),
        ),
    )


def _quiet(person: Person, words: Words) -> str:
    if person.quiet is None:
        return words(text("settings.quiet.none"))
    hours, zone = written(person.quiet), person.quiet.zone
    return words(text("settings.quiet.are", hours=hours, zone=zone))
