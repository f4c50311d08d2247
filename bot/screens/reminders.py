"""A reminder that a table waits: to one person alone, or in the channel without what is asked."""

from __future__ import annotations

from typing import NamedTuple

from discord import ButtonStyle

from bot.custom_ids.looks import Show
from bot.people import bold
from bot.screens.parts.parts import (
    button,
    container,
    link,
    moment,
    notice,
    paragraph,
    row,
    to_board,
    turn,
)
from bot.screens.parts.screen import Screen
from bot.sessions.table.table import Table
from bot.store.records.sessions import Session
from engine.game import View
from engine.text import text
from images.words import Words


class Due(NamedTuple):
    """When the computer chooses, in Unix time, and in how many seconds that is."""

    at: int
    left: float


def letter(
    table: Table, view: View, words: Words, server: str, due: Due, hand: str | None
) -> Screen:
    """To the view's own player. `hand`: the address of the message in which to choose."""
    game = words(text(f"game.{table.record.game}.name"))
    where = f"<#{table.record.channel_id}>"
    place = f"{bold(server)} · {where}" if server else where
    ways = [] if hand is None else [link(words(text("reminder.to_hand")), hand)]
    asked = "" if view.prompt is None else words(view.prompt.ask).splitlines()[0]
    return Screen(
        container(
            paragraph(f"### {words(text('reminder.title', game=game))}", f"-# {place}"),
            paragraph(asked, *_waiting(table, view, words, due)),
            row(*ways, to_board(table.record, words)),
        ),
        push=turn(table.record, words, due.left, "waiting"),
    )


def mention(table: Table, view: View, words: Words, user_id: int, due: Due) -> Screen:
    """In the channel, where everybody reads it."""
    game = words(text(f"game.{table.record.game}.name"))
    hand = button(words(text("show.hand")), Show(table.record.id, "hand"), ButtonStyle.primary)
    said = f"<@{user_id}> {words(text('reminder.title', game=game))}"
    return Screen(
        container(
            paragraph(said, *_waiting(table, view, words, due)),
            row(hand, to_board(table.record, words)),
        ),
        mentions=(user_id,),
        push=turn(table.record, words, due.left, "waiting"),
    )


def over(record: Session, words: Words) -> Screen:
    """What stays of a reminder once it is of nothing any more."""
    said = words(text("reminder.over", game=text(f"game.{record.game}.name")))
    return notice(f"-# {said}", to_board(record, words))


def _waiting(table: Table, view: View, words: Words, due: Due) -> list[str]:
    """Who waits, whether for this one alone, and for how long yet."""
    computers = set(table.computers())
    seats = [seat.seat for seat in table.record.seats if seat.seat not in computers]
    waiting = [seat for seat in seats if seat not in view.awaited]
    lines = []
    if waiting:
        lines.append(words(text("reminder.waiting", n=len(waiting))))
    if waiting and [seat for seat in view.awaited if seat in seats] == [view.viewer]:
        lines.append(words(text("reminder.last")))
    return [*lines, f"-# {words(text('hand.due', when=moment(due.at)))}"]
