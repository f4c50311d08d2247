"""What a phone shows of a message that notifies: one plain line, for it draws no components."""

from __future__ import annotations

from bot.sessions.settings import MINUTE, span
from bot.store.records.sessions import Session
from engine.text import Argument, text
from images.words import Words


def push(record: Session, words: Words, wanted: str, **about: Argument) -> str:
    """Names the game, its place and what is wanted (of the texts `push.`), and nothing hidden."""
    if record.guild_id is None:
        return placeless(record, words, wanted, **about)
    game, said = text(f"game.{record.game}.name"), text(f"push.{wanted}", **about)
    return words(text("push.in", game=game, where=f"<#{record.channel_id}>", said=said))


def placeless(record: Session, words: Words, wanted: str, **about: Argument) -> str:
    """The same of a game that has no place in a server, or none any more."""
    game, said = text(f"game.{record.game}.name"), text(f"push.{wanted}", **about)
    return words(text("push.alone", game=game, said=said))


def turn(record: Session, words: Words, left: float | None, wanted: str = "turn") -> str:
    """That a choice is awaited, and for how long yet, in seconds; None: for ever."""
    if left is None:
        return push(record, words, wanted)
    minutes = max(1, round(left / MINUTE))
    return push(record, words, f"{wanted}_until", left=span(minutes * MINUTE))
