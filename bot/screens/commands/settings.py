"""What a person can set for himself, at every table; and what becomes of one's own data."""

from __future__ import annotations

from collections.abc import Mapping
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
from bot.time import written_quiet
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
    return Screen(
        container(
            paragraph(f"### {words(text('settings.title'))}"),
            _titled("tell", words),
            select(Setting("tell"), values),
            _titled("quiet", words),
            paragraph(_quiet(person, words)),
            row(button(words(text("settings.quiet.change")), Setting("quiet"))),
            _titled("confirm", words),
            _choice("confirm", CONFIRMS, words, now=person.confirms),
            _titled("words", words),
            _choice("words", IN_WORDS, words, now=person.in_words),
            _titled("help", words),
            _choice("help", HELPED, words, now=person.helped),
            separator() if manages else None,
            row(button(words(text("server.title")), ServerSetting("page"))) if manages else None,
        )
    )


def _titled(name: str, words: Words) -> Part:
    title, meaning = words(text(f"settings.{name}")), words(text(f"settings.{name}.help"))
    return display(f"**{title}**\n-# {meaning}")


def _choice(name: str, means: Mapping[str, bool], words: Words, *, now: bool) -> Part:
    values = [
        select_option(words(text(f"settings.{name}.{value}")), value, default=mean == now)
        for value, mean in means.items()
    ]
    return select(Setting(name), values)


def quiet_hours(person: Person, words: Words) -> Form:
    """A form for the quiet hours; without hours there are none."""
    quiet = person.quiet
    hours, zone = ("", "") if quiet is None else (written_quiet(quiet), quiet.zone)
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
    hours, zone = written_quiet(person.quiet), person.quiet.zone
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
