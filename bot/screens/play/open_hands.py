"""Whether everybody may see every hand of a game that is over: what is asked, and the answers."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.looks import OpeningHands
from bot.screens.parts.parts import button
from bot.screens.parts.screen import Part
from bot.sessions.over.open_hands import missing
from bot.sessions.table.table import Table
from engine.text import Seat, text
from images.words import Words


def lines(table: Table, words: Words) -> list[str]:
    """What was asked and answered so far."""
    hands = table.record.open_hands
    if hands is None:
        return []
    if hands.state != "asked":
        return [f"-# {words(text(f'open_hands.{hands.state}'))}"]
    waits = tuple(Seat(seat) for seat in missing(table))
    missed = f"-# {words(text('open_hands.missing', names=waits))}" if waits else ""
    return [words(text("open_hands.asked")), missed]


def buttons(table: Table, words: Words) -> list[Part]:
    """For the host, to ask; for the others, to answer."""
    if table.record.open_hands is None:
        return [_button(table, "ask", words)]
    return answers(table, words)


def answers(table: Table, words: Words) -> list[Part]:
    """To agree, or not, while that is asked."""
    hands = table.record.open_hands
    if hands is None or hands.state != "asked":
        return []
    return [
        _button(table, "agree", words, ButtonStyle.success),
        _button(table, "refuse", words, ButtonStyle.danger),
    ]


def _button(
    table: Table, what: str, words: Words, style: ButtonStyle = ButtonStyle.secondary
) -> Part:
    return button(words(text(f"open_hands.{what}")), OpeningHands(table.record.id, what), style)
