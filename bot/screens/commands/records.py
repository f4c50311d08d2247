"""Statistics and leaderboards: a picture, the same in words, ways on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from bot.custom_ids.looks import Record
from bot.people import bold
from bot.screens.parts.parts import (
    LONGEST_TEXT,
    button,
    container,
    display,
    gallery,
    paragraph,
    row,
    select,
    select_option,
)
from bot.screens.parts.screen import Part, Screen
from bot.sessions.over.saving import bg_stats_address
from engine.text import text
from images.pictures import Picture
from images.records import Leaderboard, Statistics
from images.records.spoken import game_name, leaderboard_in_words, statistics_in_words
from images.words import Words

NAME = "records.png"
_MOST = 25
"""Values of a select."""


def statistics(
    shown: Statistics,
    words: Words,
    picture: Picture | None,
    share: int | None = None,
    accuracies: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> Screen:
    """How somebody has played; `share`: that person's id, with a button to show everybody.

    `accuracies`: by game those of one's own reviews, which nobody else is shown.
    """
    written = replace(shown, name=bold(shown.name))
    title = words(text("records.of", name=written.name))
    press = None if share is None or not shown.games else Record("stats", str(share))
    own = _accuracy(accuracies, words) if accuracies else ""
    return _screen(title, statistics_in_words(written, words), words, picture, press, own=own)


def leaderboard(
    shown: Leaderboard, words: Words, picture: Picture | None, games: Sequence[str] = ()
) -> Screen:
    """Who plays a game best; `games`: with a way to these, and a button to show everybody."""
    ranked = tuple(replace(row, name=bold(row.name)) for row in shown.ranked)
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
    own: str = "",
) -> Screen:
    frame = container(
        paragraph(f"### {title}"),
        None if picture is None else gallery(NAME, picture.alt),
        paragraph(*(f"-# {line}" for line in lines)) if picture is None else None,
        paragraph(own),
        paragraph(f"-# {words(text('records.rating.help'))}") if share is not None else None,
        others,
        None if share is None else row(button(words(text("records.share")), share)),
    )
    return Screen(frame, picture, NAME)


def _accuracy(by_game: Mapping[str, Sequence[int]], words: Words) -> str:
    games = tuple(
        text(
            "records.accuracy.game",
            game=text(f"game.{game}.name"),
            number=round(sum(found) / len(found)),
            n=len(found),
        )
        for game, found in by_game.items()
    )
    return words(text("records.accuracy", games=games))


def _others(shown: str, games: Sequence[str], words: Words) -> Part | None:
    if len(games) < 2:
        return None
    values = [
        select_option(game_name(words, game), game, default=game == shown) for game in games[:_MOST]
    ]
    return select(Record("game"), values)


def for_bg_stats(written: bytes, words: Words) -> Screen:
    """A play for the app BG Stats: to be opened there, or copied."""
    # Nothing that somebody is called may end the block.
    copied = f"```json\n{written.decode().replace('`', chr(92) + 'u0060')}\n```"
    link = f"[{words(text('records.bg_stats.open'))}]({bg_stats_address(written)})"
    said = f"{words(text('records.bg_stats.help'))}\n{link}"
    shown = (
        said if len(said) + len(copied) <= LONGEST_TEXT else words(text("records.bg_stats.help"))
    )
    return Screen(container(display(shown), display(copied)))
