"""A running game for somebody who looks on: what is public of it, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from bot.custom_ids import Show, Watch
from bot.screens import board, ways
from bot.screens.parts import (
    NOTHING_DUE,
    Screen,
    button,
    container,
    link,
    message_url,
    moment,
    paragraph,
    rows,
)
from bot.sessions.table import Table
from bot.store.records import Attachment
from engine.game import View
from engine.text import text
from images.pictures import Picture
from images.words import Words


def watched(
    table: Table,
    view: View,
    words: Words,
    *,
    follows: int,
    due: Mapping[int, int] = NOTHING_DUE,
    until: int | None = None,
    picture: Picture | Attachment | None = None,
) -> Screen:
    """The public view of a running game. `follows`: until when this message is kept up to date,
    in Unix time; the rest as for the board."""
    record = table.record
    board_url = message_url(record.guild_id, record.channel_id, record.board_message_id)
    frame = container(
        *board.public(table, view, words, due=due, until=until, picture=picture),
        paragraph(f"-# {words(text('watch.follows', when=moment(follows)))}"),
        *rows(
            [
                button(words(text("watch.renew")), Watch(record.id, "renew")),
                button(words(text("show.text")), Watch(record.id, "text")),
                button(words(text("show.rules")), Show(record.id, "rules")),
                link(words(text("hand.to_board")), board_url),
            ]
        ),
    )
    return Screen(frame, picture, board.NAME)


def ended(
    table: Table, view: View, words: Words, *, picture: Picture | Attachment | None = None
) -> Screen:
    """The result, and the way to the replay."""
    frame = container(
        *board.ended(table, view, words, picture), *rows([ways.replay(table.record.id, words)])
    )
    return Screen(frame, picture, board.NAME)
