"""Who plays the seats of a running game: leaving, and taking a computer's seat."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids import Change, Holding, Show
from bot.names import bold
from bot.screens.parts import Part, Screen, button, notice
from bot.sessions.table import Table
from bot.store.records import Seat, Session
from engine.text import text
from images.words import Words


def really_leave(table: Table, words: Words) -> Screen:
    """Whether to leave; the last person is told that the game ends."""
    record = table.record
    last = len(table.people()) == 1
    yes = button(words(text("leave.yes")), Holding(record.id, Change.LEAVE_NOW), ButtonStyle.danger)
    no = button(words(text("leave.no")), Holding(record.id, Change.STAY))
    return notice(words(text("leave.really_last" if last else "leave.really")), yes, no)


def departed(table: Table, user_id: int, words: Words) -> Screen:
    """To somebody who held a seat: who plays on, and the way back where a computer does."""
    number = next(gone.seat for gone in table.record.departed if gone.user_id == user_id)
    seat = table.record.seats[number]
    said = words(text("refused.seat_passed_on", name=bold(seat.name)))
    if seat.user_id is not None or table.record.status != "playing":
        return notice(said)
    back = button(words(text("seats.back")), Holding(table.record.id, Change.TAKE, str(number)))
    return notice(said, back)


def computers(record: Session, words: Words) -> Screen:
    """The seats that computers play, each to be taken."""
    seats = [seat for seat in record.seats if seat.user_id is None]
    if not seats:
        return notice(words(text("refused.seat_taken")))
    return notice(words(text("seats.which")), *(_take(record, seat, words) for seat in seats))


def taken(record: Session, seat: Seat, words: Words) -> Screen:
    """To somebody who has just taken a seat."""
    hand = button(words(text("show.hand")), Show(record.id, "hand"), ButtonStyle.primary)
    return notice(words(text("seats.taken", name=bold(seat.name))), hand)


def _take(record: Session, seat: Seat, words: Words) -> Part:
    label = words(text("seats.take", name=seat.name, strength=text(f"strength.{seat.strength}")))
    return button(label, Holding(record.id, Change.TAKE, str(seat.seat)))
