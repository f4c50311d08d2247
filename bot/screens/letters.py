"""Messages that tell somebody something once: an invitation, a seat lost, a call to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.custom_ids.looks import Show
from bot.custom_ids.seats import Action, Lobby
from bot.people import bold
from bot.screens.parts.parts import button, container, notice, paragraph, push, row, to_board, turn
from bot.screens.parts.screen import Part, Screen
from bot.store.records.sessions import Session
from engine.text import text
from images.words import Words

Occasion: TypeAlias = Literal["start", "turn", "over"]


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


def call(
    record: Session,
    words: Words,
    occasion: Occasion,
    users: tuple[int, ...],
    left: float | None = None,
) -> Screen:
    """Tells people who get no private messages that the game begins, waits for them, or is over.

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
    if occasion == "over":
        return [to_board(record, words)]
    hand = button(words(text("show.hand")), Show(record.id, "hand"), ButtonStyle.primary)
    return [hand, to_board(record, words)]
