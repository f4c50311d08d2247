"""What is said to who tries a moment of a game that is over: where that is, what it came to."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.screens.custom_ids import Reviewing, Show, Trying
from bot.screens.parts import button, container, gallery, notice, paragraph, push, row, to_board
from bot.screens.play.board import ranking
from bot.screens.play.hand import placing
from bot.screens.screen import Part, Screen
from bot.sessions.table.table import Table
from bot.store.records.people import Attachment
from bot.store.records.play import Tried
from bot.store.records.sessions import Session
from engine.game import View
from engine.text import text
from images.pictures import Picture
from images.words import Words

RESULT = "board.png"


def elsewhere(record: Session, words: Words) -> Screen:
    """It waits in direct messages."""
    return notice(words(text("try.opened")), to_board(record, words))


def busy(record: Session, press: Trying, words: Words) -> Screen:
    """Something else stands in the direct messages; of what is tried there, the way to end it."""
    if record.tried is None:
        return notice(words(text("lesson.busy")), to_board(record, words))
    instead = replace(press, what=str(record.id))
    way = button(words(text("try.instead")), instead, ButtonStyle.danger)
    return notice(words(text("try.busy")), to_board(record, words), way)


def ended(
    table: Table, view: View, words: Words, picture: Picture | Attachment | None = None
) -> Screen:
    """The end on the board; the hand, below, compares it."""
    record = table.record
    frame = container(
        paragraph(_title(record, words), words(text("try.over_here"))),
        paragraph(*ranking(record, view, words))
        if picture is None
        else gallery(RESULT, picture.alt),
        row(button(words(text("show.text")), Show(record.id, "text"))),
    )
    return Screen(frame, picture, RESULT)


def came_to(table: Table, view: View, tried: Tried, words: Words) -> Screen:
    """What it came to beside the real game, and ways on."""
    record = table.record
    seat = next(one.seat for one in record.seats if one.user_id is not None)
    lines = [text("try.real", result=tried.beside)]
    if view.outcome is not None:
        lines.insert(0, text("try.here", result=placing(record, view.outcome, seat)))
    frame = container(
        paragraph(_title(record, words), words(text("try.over"))),
        paragraph(*map(words, lines)),
        paragraph(f"-# {words(text('try.chance'))}"),
        _ways(tried, words),
    )
    return Screen(frame, push=push(record, words, "over"))


def left(record: Session, tried: Tried, words: Words) -> Screen:
    """What stays of one that was left before its end."""
    said = paragraph(_title(record, words), words(text("try.left")))
    return Screen(container(said, _ways(tried, words)), push=push(record, words, "over"))


def _ways(tried: Tried, words: Words) -> Part:
    game, turn, world = tried.of_session, tried.turn, tried.world
    return row(
        button(words(text("try.again")), Trying(game, "begin", turn, world), ButtonStyle.primary),
        button(words(text("try.other")), Trying(game, "begin", turn, world + 1)),
        button(words(text("review.open")), Reviewing(game, "open", 0)),
    )


def _title(record: Session, words: Words) -> str:
    return f"## {words(text('try.title', game=text(f'game.{record.game}.name')))}"
