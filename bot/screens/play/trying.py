"""What is said to who tries a moment of a game that is over: where that is, what it came to."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import Trying
from bot.screens.play import ways
from bot.screens.play.board import ranking
from bot.screens.play.hand import placing
from bot.screens.screen import AnyPicture, Part, Screen
from bot.sessions.table.table import Table
from bot.store.records.play import Tried
from bot.store.records.sessions import Session
from engine.game import View
from engine.text import text
from images.words import Words

RESULT = "board.png"


def busy(record: Session, press: Trying, words: Words) -> Screen:
    """Something else stands in the direct messages; of what is tried there, the way to end it."""
    if record.tried is None:
        return ui.notice(words(text("lesson.busy")), ui.to_board(record, words))
    instead = replace(press, what=str(record.id))
    way = ui.button(words(text("try.instead")), instead, ButtonStyle.danger)
    return ui.notice(words(text("try.busy")), ui.to_board(record, words), way)


def ended(table: Table, view: View, words: Words, picture: AnyPicture | None = None) -> Screen:
    """The end on the board; the hand, below, compares it."""
    record = table.record
    frame = ui.container(
        ui.paragraph(_title(record, words), words(text("try.over_here"))),
        ui.paragraph(*ranking(record, view, words))
        if picture is None
        else ui.gallery(RESULT, picture.alt),
        ui.row(ways.show(record, "text", words)),
    )
    return Screen(frame, picture, RESULT)


def came_to(table: Table, view: View, tried: Tried, words: Words) -> Screen:
    """What it came to beside the real game, and ways on."""
    record = table.record
    seat = next(one.seat for one in record.seats if one.user_id is not None)
    lines = [text("try.real", result=tried.beside)]
    if view.outcome is not None:
        lines.insert(0, text("try.here", result=placing(record, view.outcome, seat)))
    frame = ui.container(
        ui.paragraph(_title(record, words), words(text("try.over"))),
        ui.paragraph(*map(words, lines)),
        ui.paragraph(f"-# {words(text('try.chance'))}"),
        _ways(tried, words),
    )
    return Screen(frame, push=ui.push(record, words, "over"))


def left(record: Session, tried: Tried, words: Words) -> Screen:
    """What stays of one that was left before its end."""
    said = ui.paragraph(_title(record, words), words(text("try.left")))
    return Screen(ui.container(said, _ways(tried, words)), push=ui.push(record, words, "over"))


def _ways(tried: Tried, words: Words) -> Part:
    game, turn, world = tried.of_session, tried.turn, tried.world
    return ui.row(
        ui.button(
            words(text("try.again")), Trying(game, "begin", turn, world), ButtonStyle.primary
        ),
        ui.button(words(text("try.other")), Trying(game, "begin", turn, world + 1)),
        ways.review(game, words),
    )


def _title(record: Session, words: Words) -> str:
    return f"## {words(text('try.title', game=ui.game(record.game)))}"
