"""What a person can set, and a server's managers for all its tables; and one's own data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from discord import ButtonStyle, ChannelType

from bot.screens import parts as ui
from bot.screens.custom_ids import Own, ServerSetting, Setting
from bot.screens.lobby import known_speeds
from bot.screens.screen import Document, Field, Form, Part, Screen
from bot.sessions.servers import name_of, speed_of
from bot.store.records.people import Abandoning, OwnThreads, Person, Server, Tell
from bot.time import written_quiet
from engine.text import text
from images.words import Words

SWITCHES: Mapping[str, str] = {
    "confirm": "confirms",
    "words": "in_words",
    "help": "helped",
    "accuracy": "shows_accuracy",
}
"""By setting, which field of a person it turns on and off."""
ON, OFF = "on", "off"


def settings(person: Person, words: Words, *, manages: bool = False) -> Screen:
    """The settings, each with what it means; `manages`: with the way to the server's."""
    telling = {value: words(text(f"settings.tell.{value}")) for value in get_args(Tell)}
    change = ui.button(words(text("settings.quiet.change")), Setting("quiet"))
    parts = [
        *(_titled("settings.tell", words), ui.choice(Setting("tell"), telling, person.tell)),
        ui.section(f"{_title('settings.quiet', words)}\n{_quiet(person, words)}", change),
        *(
            ui.section(_title(f"settings.{name}", words), _switch(person, name, words))
            for name in SWITCHES
        ),
    ]
    if manages:
        to_server = ui.button(words(text("server.title")), ServerSetting("page"))
        parts += [ui.separator(), ui.row(to_server)]
    return Screen(ui.container(ui.paragraph(f"### {words(text('settings.title'))}"), *parts))


def _titled(key: str, words: Words) -> Part:
    return ui.display(_title(key, words))


def _title(key: str, words: Words) -> str:
    return f"**{words(text(key))}**\n-# {words(text(f'{key}.help'))}"


def _switch(person: Person, name: str, words: Words) -> Part:
    """Says what is set; a press sets the other."""
    on = getattr(person, SWITCHES[name])
    style = ButtonStyle.success if on else ButtonStyle.secondary
    label = words(text(f"settings.{ON if on else OFF}"))
    return ui.button(label, Setting(name, OFF if on else ON), style)


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
    return ui.notice(
        "\n".join(said),
        ui.button(words(text("forget.yes")), Own("forget"), ButtonStyle.danger),
        ui.button(words(text("forget.no")), Own("keep")),
    )


def exported(document: Document, words: Words) -> Screen:
    """A file with all that is stored of somebody."""
    title, what = words(text("export.title")), words(text("export.what"))
    frame = ui.container(ui.paragraph(f"### {title}", what), ui.download(document.name))
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
    abandoning = {who: words(text(f"server.abandon.{who}")) for who in get_args(Abandoning)}
    threads = {when: words(text(f"server.threads.{when}")) for when in get_args(OwnThreads)}
    results = server.results_channel_id
    selects = {
        "language": ui.choice(ServerSetting("language"), spoken, server.locale or HOSTS),
        "speed": ui.select(ServerSetting("speed"), known_speeds(name_of(speed_of(server)), words)),
        "channels": _channels("channels", server.channels, PLAYED_IN, MOST_CHANNELS, words),
        "abandon": ui.choice(ServerSetting("abandon"), abandoning, server.abandoning),
        "results": _channels("results", [results] if results else [], READ_IN, 1, words),
        "threads": ui.choice(ServerSetting("threads"), threads, server.threads),
    }
    return Screen(
        ui.container(
            ui.paragraph(f"### {words(text('server.title'))}", words(text("server.intro"))),
            *(
                part
                for name, one in selects.items()
                for part in (_titled(f"server.{name}", words), one)
            ),
            ui.row(ui.button(words(text("server.back")), Setting("page"))),
        )
    )


def _channels(
    name: str, chosen: Iterable[int], kinds: Iterable[ChannelType], most: int, words: Words
) -> Part:
    placeholder = words(text(f"server.{name}.none"))
    return ui.channel_select(ServerSetting(name), placeholder, chosen, kinds, most=most)
