"""Answers about where a table is: in this channel, in a thread, or somewhere else by now."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.custom_ids.seats import Lobby
from bot.screens.parts.parts import button, notice, to_board
from bot.screens.parts.screen import Screen
from bot.store.records.sessions import Session
from engine.text import text
from images.words import Words


def busy(record: Session, words: Words, thread: Lobby | None, lacking: Sequence[str]) -> Screen:
    """The channel has this session already: the way to it, and to a thread.

    `thread` is the press that opens one, `lacking` the permissions that the bot lacks for it.
    """
    said = [words(text("refused.channel_busy"))]
    ways = [to_board(record, words)]
    if lacking:
        names = tuple(text(f"permission.{name}") for name in lacking)
        said.append(f"-# {words(text('busy.lacking', names=names))}")
    elif thread is not None:
        ways.append(button(words(text("busy.thread")), thread, ButtonStyle.primary))
    return notice("\n".join(said), *ways)


def opened(record: Session, words: Words) -> Screen:
    """A table was opened in a thread, or has moved there."""
    name = text(f"game.{record.game}.name")
    said = text("thread.opened", game=name, where=f"<#{record.channel_id}>")
    return notice(words(said), to_board(record, words))


def joined(record: Session, words: Words) -> Screen:
    """Somebody pressed "Play again" where the next table was open already, and sits there now."""
    said = text("again.joined", game=text(f"game.{record.game}.name"))
    return notice(words(said), to_board(record, words))
