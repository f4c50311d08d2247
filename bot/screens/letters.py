"""Messages that tell somebody something once: an invitation, a kept seat, a seat lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.names import bold
from bot.screens.opening import to_board
from bot.screens.parts import notice
from bot.screens.screen import Screen
from bot.store.records.sessions import Session
from engine.text import text
from images.words import Words


def called(record: Session, people: Sequence[int], by: str, words: Words, *, kept: bool) -> Screen:
    """Names those who are invited, or whose seats are kept, in the channel."""
    said = words(
        text(
            "letter.called_again" if kept else "letter.called",
            people=", ".join(f"<@{user_id}>" for user_id in people),
            host=bold(by),
            game=text(f"game.{record.game}.name"),
        )
    )
    return replace(notice(said, to_board(record, words)), mentions=tuple(people))


def invited(record: Session, by: str, words: Words, *, kept: bool) -> Screen:
    """The same to one of them, by direct message."""
    said = words(
        text(
            "letter.kept" if kept else "letter.invited",
            host=bold(by),
            game=text(f"game.{record.game}.name"),
            where=f"<#{record.channel_id}>",
        )
    )
    return notice(said, to_board(record, words))


def removed(record: Session, words: Words) -> Screen:
    """To somebody whose seat was taken away."""
    said = text(
        "letter.removed",
        game=text(f"game.{record.game}.name"),
        where=f"<#{record.channel_id}>",
    )
    return notice(words(said))
