"""What a person can set, and a server's managers for all its tables; and one's own data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from discord import ButtonStyle, ChannelType

from bot.screens.custom_ids import Own, ServerSetting, Setting
from bot.screens.lobby import said
from bot.screens.parts import (
    Field,
    Form,
    button,
    channel_select,
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
from bot.screens.screen import Document, Part, Screen
from bot.sessions.servers import SPEEDS, name_of, speed_of
from bot.store.records.people import Abandoning, OwnThreads, Person, Server, Tell
from bot.time import written_quiet
from engine.text import text
from images.words import Words

CONFIRMS = {"off": False, "on": True}
"""Values of the setting, and what they mean for `Person.confirms`."""
IN_WORDS = {"pictures": False, "words": True}
"""The same for `Person.in_words`."""
HELPED = {"on": True, "off": False}
"""The same for `Person.helped`."""


SHOWS_ACCURACY = {"off": False, "on": True}
"""The same for `Person.shows_accuracy`."""


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
            _titled("accuracy", words),
            _choice("accuracy", SHOWS_ACCURACY, words, now=person.shows_accuracy),
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


HOSTS = "host"
"""The language of whoever opens a table."""
MOST_CHANNELS = 25
MOST_LANGUAGES = 24
"""A select has 25 values, and one of them is the host's."""
PLAYED_IN = (ChannelType.text, ChannelType.news, ChannelType.forum)
READ_IN = (ChannelType.text, ChannelType.news)


def server_settings(server: Server, words: Words, languages: Mapping[str, str]) -> Screen:
    """The settings as selects; `languages` are all names by tag."""
    offered = dict(list(languages.items())[:MOST_LANGUAGES])
    spoken = {HOSTS: words(text("server.language.host")), **offered}
    speeds = {name: words(said(speed)) for name, speed in SPEEDS.items()}
    abandoning = {who: words(text(f"server.abandon.{who}")) for who in get_args(Abandoning)}
    threads = {when: words(text(f"server.threads.{when}")) for when in get_args(OwnThreads)}
    results = server.results_channel_id
    return Screen(
        container(
            paragraph(f"### {words(text('server.title'))}", words(text("server.intro"))),
            _server_titled("language", words),
            _server_choice("language", spoken, server.locale or HOSTS),
            _server_titled("speed", words),
            _server_choice("speed", speeds, name_of(speed_of(server))),
            _server_titled("channels", words),
            _channels("channels", server.channels, PLAYED_IN, MOST_CHANNELS, words),
            _server_titled("abandon", words),
            _server_choice("abandon", abandoning, server.abandoning),
            _server_titled("results", words),
            _channels("results", () if results is None else (results,), READ_IN, 1, words),
            _server_titled("threads", words),
            _server_choice("threads", threads, server.threads),
            row(button(words(text("server.back")), Setting("page"))),
        )
    )


def _server_titled(name: str, words: Words) -> Part:
    title, meaning = words(text(f"server.{name}")), words(text(f"server.{name}.help"))
    return display(f"**{title}**\n-# {meaning}")


def _server_choice(name: str, labels: Mapping[str, str], chosen: str) -> Part:
    options = [
        select_option(label, value, default=value == chosen) for value, label in labels.items()
    ]
    return select(ServerSetting(name), options)


def _channels(
    name: str, chosen: Iterable[int], kinds: Iterable[ChannelType], most: int, words: Words
) -> Part:
    placeholder = words(text(f"server.{name}.none"))
    return channel_select(ServerSetting(name), placeholder, chosen, kinds, most=most)
