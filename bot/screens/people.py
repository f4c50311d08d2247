"""People and servers as they are kept: what they set, one's own data, statistics, leaderboards.

The last two are a picture, or the same in words, with ways on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from types import MappingProxyType
from typing import get_args

from discord import ButtonStyle, ChannelType

from bot.people import bold
from bot.screens import parts as ui
from bot.screens.custom_ids import Own, Record, ServerSetting, Setting
from bot.screens.lobby import known_speeds
from bot.screens.screen import Document, Field, Form, Part, Screen
from bot.sessions.servers import name_of, speed_of
from bot.sessions.table.table import MOST_VALUES
from bot.store.records.people import Abandoning, OwnThreads, Person, Server, Tell
from bot.time import written_quiet
from engine.review import Review
from engine.text import text
from images.pictures import Picture
from images.records import Leaderboard, Statistics
from images.records.spoken import average, game_name, leaderboard_in_words, statistics_in_words
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
        ui.display(_title("settings.tell", words)),
        ui.choice(Setting("tell"), telling, person.tell),
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
        "channels": _channels("channels", server.channels, PLAYED_IN, MOST_VALUES, words),
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
                for part in (ui.display(_title(f"server.{name}", words)), one)
            ),
            ui.row(ui.button(words(text("server.back")), Setting("page"))),
        )
    )


def _channels(
    name: str, chosen: Iterable[int], kinds: Iterable[ChannelType], most: int, words: Words
) -> Part:
    placeholder = words(text(f"server.{name}.none"))
    return ui.channel_select(ServerSetting(name), placeholder, chosen, kinds, most=most)


NAME = "records.png"
ENOUGH = 5
"""Reviewed games from which on they tell what somebody loses most by; and choices of a kind."""
_KINDS = 3


def statistics(
    shown: Statistics,
    words: Words,
    picture: Picture | None,
    share: int | None = None,
    reviews: Mapping[str, Sequence[Review]] = MappingProxyType({}),
    *,
    own: bool = False,
) -> Screen:
    """How somebody has played; `share`: that person's id, with a button to show everybody.

    `reviews`: by game, those whose accuracy the reader may see; of one's `own`, what cost most.
    """
    written = replace(shown, name=bold(shown.name))
    title = words(text("records.of", name=written.name))
    press = None if share is None or not shown.games else Record("stats", str(share))
    read = [_accuracy(reviews, words, own=own)] if reviews else []
    for game, found in reviews.items():
        if own and len(found) >= ENOUGH:
            read.append(_losses(game, found, words))
    lines = statistics_in_words(written, words)
    return _screen(title, lines, words, picture, press, read=read)


def leaderboard(
    shown: Leaderboard, words: Words, picture: Picture | None, games: Sequence[str] = ()
) -> Screen:
    """Who plays a game best; `games`: with a way to these, and a button to show everybody."""
    ranked = tuple(replace(one, name=bold(one.name)) for one in shown.ranked)
    title = words(text("records.leaderboard", game=game_name(words, shown.game)))
    lines = leaderboard_in_words(replace(shown, ranked=ranked), words)
    press = Record("board", shown.game) if games and ranked else None
    return _screen(title, lines, words, picture, press, _others(shown.game, games, words))


def _screen(
    title: str,
    lines: Sequence[str],
    words: Words,
    picture: Picture | None,
    share: Record | None,
    others: Part | None = None,
    read: Sequence[str] = (),
) -> Screen:
    frame = ui.container(
        ui.paragraph(f"### {title}"),
        None if picture is None else ui.gallery(NAME, picture.alt),
        ui.paragraph(*(f"-# {line}" for line in lines)) if picture is None else None,
        ui.paragraph(*read),
        ui.paragraph(f"-# {words(text('records.rating.help'))}") if share is not None else None,
        others,
        None if share is None else ui.row(ui.button(words(text("records.share")), share)),
    )
    return Screen(frame, picture, NAME)


def _accuracy(by_game: Mapping[str, Sequence[Review]], words: Words, *, own: bool) -> str:
    games = tuple(
        text(
            "records.accuracy.game",
            game=ui.game(game),
            number=round(fmean(review.accuracy for review in found)),
            n=len(found),
        )
        for game, found in by_game.items()
    )
    return words(text("records.accuracy" if own else "records.accuracy.shown", games=games))


def _losses(game: str, reviews: Iterable[Review], words: Words) -> str:
    """Which kinds of choices cost most, each of which was made often enough to tell."""
    costs: dict[str, list[int]] = {}
    for choice in (choice for review in reviews for choice in review.choices):
        if kind := _kind(choice.ask, words):
            costs.setdefault(kind, []).append(choice.cost)
    means = {kind: round(fmean(of)) for kind, of in costs.items() if len(of) >= ENOUGH}
    dear = sorted(means, key=lambda kind: -means[kind])[:_KINDS]
    kinds = tuple(
        text("records.loss", kind=kind, points=average(means[kind])) for kind in dear if means[kind]
    )
    name = ui.game(game)
    return words(text("records.losses", game=name, kinds=kinds)) if kinds else ""


def _kind(ask: str, words: Words) -> str:
    """What kind of choice is asked for so, in words; empty where its game has none for it."""
    of_game, _, asked = ask.partition(".ask.")
    kinds = (asked.split(".")[0], "other")
    return next(filter(None, (words.known(text(f"{of_game}.kind.{kind}")) for kind in kinds)), "")


def _others(shown: str, games: Sequence[str], words: Words) -> Part | None:
    if len(games) < 2:
        return None
    return ui.choice(
        Record("game"), {game: game_name(words, game) for game in games[:MOST_VALUES]}, shown
    )
