"""What a person can set for himself, at every table; and what becomes of one's own data."""

from __future__ import annotations

from typing import get_args

from discord import ButtonStyle

from bot.custom_ids.looks import Own, ServerSetting, Setting
from bot.screens.parts.forms import Field, Form
from bot.screens.parts.parts import (
    button,
    container,
    display,
    download,
    notice,
    paragraph,
    row,
    select,
    select_option,
    separator,
)
from bot.screens.parts.screen import Document, Part, Screen
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


def really_forget(playing: int, lobbies: int, words: Words) -> Screen:
    """Whether really everything is to be erased; with how many seats are lost."""
    said = [words(text("forget.ask")), words(text("forget.what"))]
    if playing:
        said.append(words(text("forget.playing", n=playing)))
    if lobbies:
        said.append(words(text("forget.lobbies", n=lobbies)))
    said.append(words(text("forget.for_good")))
    return notice(
        "\n".join(said),
        button(words(text("forget.yes")), Own("forget"), ButtonStyle.danger),
        button(words(text("forget.no")), Own("keep")),
    )


def exported(document: Document, words: Words) -> Screen:
    """A file with all that is stored of somebody."""
    title, what = words(text("export.title")), words(text("export.what"))
    frame = container(paragraph(f"### {title}", what), download(document.name))
    return Screen(frame, document=document, push=what, plain=True)
