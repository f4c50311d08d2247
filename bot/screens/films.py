"""A game that is over as one animated picture: how far it is, and the picture."""

from __future__ import annotations

from bot.custom_ids.looks import Replaying
from bot.screens.parts import button, container, gallery, hour, notice, paragraph, row
from bot.screens.replay import SCRIPT
from bot.screens.screen import Screen
from bot.sessions.over.replays import Replay
from engine.text import text
from images.film import Size
from images.pictures import Picture
from images.words import Words

NAME = "game.webp"


def progress(replay: Replay, percent: int, until: int, words: Words) -> Screen:
    """How far it is; `until`: when it is given up (Unix time), if only by a bot that was killed."""
    said = text("film.progress", game=_name(replay, words), n=percent, until=hour(until))
    return notice(words(said))


def film(replay: Replay, webp: bytes, size: Size, end: str, words: Words) -> Screen:
    """The whole game; `end`: how it ended, in words."""
    alt = f"{words(text('film.alt', game=_name(replay, words)))} {end}"
    width, height = size
    frame = container(
        paragraph(f"## {words(text('replay.title', game=_name(replay, words)))}"),
        gallery(NAME, alt),
        paragraph(f"-# {words(text('film.done'))}"),
        row(button(words(text("show.text")), Replaying(replay.record.id, SCRIPT, 0, None))),
    )
    return Screen(frame, Picture(webp, alt, width, height), NAME)


def failed(replay: Replay, words: Words) -> Screen:
    """It couldn't be drawn."""
    return notice(words(text("film.failed", game=_name(replay, words))))


def _name(replay: Replay, words: Words) -> str:
    return words(text(f"game.{replay.record.game}.name"))
