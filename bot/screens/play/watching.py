"""A running game for somebody who looks on: what is public of it, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.custom_ids.looks import Show, Watch
from bot.screens.parts import wording
from bot.screens.parts.parts import (
    NOTHING_DUE,
    button,
    container,
    moment,
    paragraph,
    rows,
    to_board,
)
from bot.screens.parts.screen import Screen
from bot.screens.play import board, ways
from bot.sessions.table.table import Table
from bot.store.records.messages import Attachment
from engine.game import View
from engine.text import text
from images.pictures import Picture
from images.words import Words


def watched(  # noqa: PLR0913  (whatever a board shows)
    table: Table,
    view: View,
    words: Words,
    *,
    follows: int,
    due: Mapping[int, int] = NOTHING_DUE,
    until: int | None = None,
    picture: Picture | Attachment | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The public view of a running game.

    `follows`: until when this message is kept up to date, in Unix time; `said`: the lines that
    stand for the picture; the rest as for the board.
    """
    record = table.record
    above, below = board.public(table, view, words, due=due, until=until)
    below.append(paragraph(f"-# {words(text('watch.follows', when=moment(follows)))}"))
    buttons = [
        button(words(text("watch.renew")), Watch(record.id, "renew")),
        button(words(text("show.text")), Watch(record.id, "text")),
        button(words(text("show.rules")), Show(record.id, "rules")),
        to_board(record, words),
    ]
    shown = wording.pictured(board.shown(picture, words), said, (*above, *below), words)
    return Screen(container(*above, shown, *below, *rows(buttons)), picture, board.NAME)


def ended(
    table: Table,
    view: View,
    words: Words,
    *,
    picture: Picture | Attachment | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The result, and the way to the replay."""
    above, below = board.ended(table, words), board.standings(table.record, view, words)
    shown = wording.pictured(board.shown(picture, words), said, (above, *below), words)
    way = ways.replay(table.record.id, words)
    return Screen(container(above, shown, *below, *rows([way])), picture, board.NAME)
