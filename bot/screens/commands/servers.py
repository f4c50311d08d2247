"""What a server's managers can set for all tables there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from discord import ChannelType

from bot.custom_ids.looks import ServerSetting, Setting
from bot.screens.lobby.lobby import said
from bot.screens.parts.parts import (
    button,
    channel_select,
    container,
    display,
    paragraph,
    row,
    select,
    select_option,
)
from bot.screens.parts.screen import Part, Screen
from bot.sessions.settings import SPEEDS, name_of, speed_of
from bot.store.records.people import Abandoning, OwnThreads, Server
from engine.text import text
from images.words import Words

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
            _titled("language", words),
            _choice("language", spoken, server.locale or HOSTS),
            _titled("speed", words),
            _choice("speed", speeds, name_of(speed_of(server))),
            _titled("channels", words),
            _channels("channels", server.channels, PLAYED_IN, MOST_CHANNELS, words),
            _titled("abandon", words),
            _choice("abandon", abandoning, server.abandoning),
            _titled("results", words),
            _channels("results", () if results is None else (results,), READ_IN, 1, words),
            _titled("threads", words),
            _choice("threads", threads, server.threads),
            row(button(words(text("server.back")), Setting("page"))),
        )
    )


def _titled(name: str, words: Words) -> Part:
    title, meaning = words(text(f"server.{name}")), words(text(f"server.{name}.help"))
    return display(f"**{title}**\n-# {meaning}")


def _choice(name: str, labels: Mapping[str, str], chosen: str) -> Part:
    options = [
        select_option(label, value, default=value == chosen) for value, label in labels.items()
    ]
    return select(ServerSetting(name), options)


def _channels(
    name: str, chosen: Iterable[int], kinds: Iterable[ChannelType], most: int, words: Words
) -> Part:
    placeholder = words(text(f"server.{name}.none"))
    return channel_select(ServerSetting(name), placeholder, chosen, kinds, most=most)
