"""Messages that tell somebody something once: an invitation, a kept seat, a seat lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.custom_ids.seats import Action, Lobby
from bot.people.names import bold
from bot.screens.opening import to_board
from bot.screens.parts import button, notice
from bot.screens.pushes import push
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
    screen = notice(said, to_board(record, words))
    wanted = push(record, words, "kept" if kept else "invited")
    return replace(screen, mentions=tuple(people), push=wanted)


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
    wanted = push(record, words, "kept" if kept else "invited")
    here = button(words(text("lobby.button.in")), Lobby(record.id, Action.IN), ButtonStyle.success)
    ways = (here, to_board(record, words)) if kept else (to_board(record, words),)
    return replace(notice(said, *ways), push=wanted)


def removed(record: Session, words: Words) -> Screen:
    """To somebody whose seat was taken away."""
    said = text(
        "letter.removed",
        game=text(f"game.{record.game}.name"),
        where=f"<#{record.channel_id}>",
    )
    return replace(notice(words(said)), push=push(record, words, "removed"))
