"""Statistics and leaderboards: a picture, the same in words, ways on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from types import MappingProxyType

from bot.people import bold
from bot.screens import parts as ui
from bot.screens.custom_ids import Record
from bot.screens.screen import Part, Screen
from bot.sessions.over.replays import bg_stats_address
from engine.review import Review
from engine.text import text
from images.pictures import Picture
from images.records import Leaderboard, Statistics
from images.records.spoken import average, game_name, leaderboard_in_words, statistics_in_words
from images.words import Words

NAME = "records.png"
ENOUGH = 5
"""Reviewed games from which on they tell what somebody loses most by; and choices of a kind."""
_KINDS = 3
_MOST = 25
"""Values of a select."""


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
        Record("game"), {game: game_name(words, game) for game in games[:_MOST]}, shown
    )


def for_bg_stats(written: bytes, words: Words) -> Screen:
    """A play for the app BG Stats: to be opened there, or copied."""
    # Nothing that somebody is called may end the block.
    copied = f"```json\n{written.decode().replace('`', chr(92) + 'u0060')}\n```"
    link = f"[{words(text('records.bg_stats.open'))}]({bg_stats_address(written)})"
    said = f"{words(text('records.bg_stats.help'))}\n{link}"
    shown = (
        said if len(said) + len(copied) <= ui.LONGEST_TEXT else words(text("records.bg_stats.help"))
    )
    return Screen(ui.container(ui.display(shown), ui.display(copied)))
