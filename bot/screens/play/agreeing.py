"""What all players are asked: to let a choice be taken back, or to open hands that are over."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.looks import OpeningHands
from bot.custom_ids.play import TakingBack
from bot.screens.parts.parts import button, moment
from bot.screens.parts.screen import Part
from bot.sessions.over.open_hands import missing
from bot.sessions.table.log import missing as undecided
from bot.sessions.table.log import offered, unasked
from bot.sessions.table.table import Table
from bot.store.records.play import Takeback
from engine.text import Seat, text
from images.words import Words


def takeback_hand_lines(table: Table, seat: int, until: int | None, words: Words) -> list[str]:
    """What is being decided, as the player of this seat sees it. `until`: in Unix time."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    if asked.seat != seat:
        return [_asked(asked, until, words)]
    missing = len(undecided(table))
    return [words(text("takeback.own", n=missing, when=moment(until)))]


def takeback_hand_buttons(table: Table, seat: int, words: Words) -> list[Part]:
    """To take one's own choice back, or to say what one thinks of another's."""
    asked = None if table.record.takeback is None else _decided(table)
    if asked is not None:
        if asked.seat == seat:
            return [_takeback_button(table, "withdraw", asked.number, words)]
        user_id = table.record.seats[seat].user_id
        return _answers(table, asked, words) if user_id in undecided(table) else []
    choice = offered(table, seat)
    if choice is None:
        return []
    press = TakingBack(table.record.id, "ask", choice.number)
    alone = unasked(table, seat)
    return [button(words(text("takeback.alone" if alone else "takeback.ask")), press)]


def takeback_board_lines(table: Table, until: int | None, words: Words) -> list[str]:
    """What is being decided, and whose word is missing."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    missing = ", ".join(f"<@{user_id}>" for user_id in undecided(table))
    return [_asked(asked, until, words), f"-# {words(text('takeback.missing', names=missing))}"]


def takeback_board_buttons(table: Table, words: Words) -> list[Part]:
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
        _takeback_button(table, "agree", asked.number, words, ButtonStyle.success),
        _takeback_button(table, "refuse", asked.number, words, ButtonStyle.danger),
    ]


def _takeback_button(
    table: Table,
    what: str,
    number: int,
    words: Words,
    style: ButtonStyle = ButtonStyle.secondary,
) -> Part:
    press = TakingBack(table.record.id, what, number)
    return button(words(text(f"takeback.{what}")), press, style)


def open_hands_lines(table: Table, words: Words) -> list[str]:
    """What was asked and answered so far."""
    hands = table.record.open_hands
    if hands is None:
        return []
    if hands.state != "asked":
        return [f"-# {words(text(f'open_hands.{hands.state}'))}"]
    waits = tuple(Seat(seat) for seat in missing(table))
    missed = f"-# {words(text('open_hands.missing', names=waits))}" if waits else ""
    return [words(text("open_hands.asked")), missed]


def open_hands_buttons(table: Table, words: Words) -> list[Part]:
    """For the host, to ask; for the others, to answer."""
    if table.record.open_hands is None:
        return [_open_hands_button(table, "ask", words)]
    return open_hands_answers(table, words)


def open_hands_answers(table: Table, words: Words) -> list[Part]:
    """To agree, or not, while that is asked."""
    hands = table.record.open_hands
    if hands is None or hands.state != "asked":
        return []
    return [
        _open_hands_button(table, "agree", words, ButtonStyle.success),
        _open_hands_button(table, "refuse", words, ButtonStyle.danger),
    ]


def _open_hands_button(
    table: Table, what: str, words: Words, style: ButtonStyle = ButtonStyle.secondary
) -> Part:
    return button(words(text(f"open_hands.{what}")), OpeningHands(table.record.id, what), style)
