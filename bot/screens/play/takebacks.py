"""Taking a choice back: the button on the hand, and what the others are asked."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.play import TakingBack
from bot.screens.parts.parts import button, moment
from bot.screens.parts.screen import Part
from bot.sessions.table import retractions
from bot.sessions.table.table import Table
from bot.store.records.play import Takeback
from engine.text import Seat, text
from images.words import Words


def hand_lines(table: Table, seat: int, until: int | None, words: Words) -> list[str]:
    """What is being decided, as the player of this seat sees it. `until`: in Unix time."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    if asked.seat != seat:
        return [_asked(asked, until, words)]
    missing = len(retractions.missing(table))
    return [words(text("takeback.own", n=missing, when=moment(until)))]


def hand_buttons(table: Table, seat: int, words: Words) -> list[Part]:
    """To take one's own choice back, or to say what one thinks of another's."""
    asked = None if table.record.takeback is None else _decided(table)
    if asked is not None:
        if asked.seat == seat:
            return [_button(table, "withdraw", asked.number, words)]
        user_id = table.record.seats[seat].user_id
        return _answers(table, asked, words) if user_id in retractions.missing(table) else []
    choice = retractions.offered(table, seat)
    if choice is None:
        return []
    press = TakingBack(table.record.id, "ask", choice.number)
    alone = retractions.unasked(table, seat)
    return [button(words(text("takeback.alone" if alone else "takeback.ask")), press)]


def board_lines(table: Table, until: int | None, words: Words) -> list[str]:
    """What is being decided, and whose word is missing."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    missing = ", ".join(f"<@{user_id}>" for user_id in retractions.missing(table))
    return [_asked(asked, until, words), f"-# {words(text('takeback.missing', names=missing))}"]


def board_buttons(table: Table, words: Words) -> list[Part]:
    """To agree, or not."""
    asked = _decided(table)
    return [] if asked is None else _answers(table, asked, words)


def _decided(table: Table) -> Takeback | None:
    """What the others decide at the moment; nothing while the game is paused."""
    return table.record.takeback if table.deciding and not table.paused else None


def _asked(asked: Takeback, until: int, words: Words) -> str:
    return words(text("takeback.asked", player=Seat(asked.seat), when=moment(until)))


def _answers(table: Table, asked: Takeback, words: Words) -> list[Part]:
    return [
        _button(table, "agree", asked.number, words, ButtonStyle.success),
        _button(table, "refuse", asked.number, words, ButtonStyle.danger),
    ]


def _button(
    table: Table,
    what: str,
    number: int,
    words: Words,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Part:
    press = TakingBack(table.record.id, what, number)
    return button(words(text(f"takeback.{what}")), press, style)
