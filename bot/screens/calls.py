"""A call to the table, for people to whom no private message can be sent."""

from __future__ import annotations

from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.custom_ids.looks import Show
from bot.screens.parts import button, container, link, message_url, paragraph, row
from bot.screens.pushes import push, turn
from bot.screens.screen import Part, Screen
from bot.store.records.sessions import Session
from engine.text import text
from images.words import Words

Occasion: TypeAlias = Literal["start", "turn", "over"]


def call(
    record: Session,
    words: Words,
    occasion: Occasion,
    users: tuple[int, ...],
    left: float | None = None,
) -> Screen:
    """Tells these people that the game begins, waits for them, or is over.

    `left`: seconds until the computer chooses for the first of them.
    """
    names = " ".join(f"<@{user}>" for user in users)
    game = words(text(f"game.{record.game}.name"))
    said = words(text(f"call.{occasion}", game=game))
    return Screen(
        container(paragraph(names, said), row(*_ways(record, words, occasion))),
        mentions=users,
        push=turn(record, words, left) if occasion == "turn" else push(record, words, occasion),
    )


def _ways(record: Session, words: Words, occasion: Occasion) -> list[Part]:
    url = message_url(record.guild_id, record.channel_id, record.board_message_id)
    to_board = link(words(text("hand.to_board")), url)
    if occasion == "over":
        return [to_board]
    hand = button(words(text("show.hand")), Show(record.id, "hand"), ButtonStyle.primary)
    return [hand, to_board]
