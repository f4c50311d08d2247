"""The words of a session: for messages, and for pictures and labels."""

from __future__ import annotations

from dataclasses import dataclass

from bot.languages import Languages
from bot.people import bold, plain
from bot.store.records.sessions import Session
from engine.text import text
from images.words import Words


@dataclass(frozen=True, slots=True)
class Voices:
    """The same words twice: names as they are for pictures and labels, escaped for messages."""

    message: Words
    picture: Words


def voices(
    languages: Languages, language: str, record: Session, whose: int | None = None
) -> Voices:
    """The words of a session in a language; a seat that the computer has is a computer's.

    `whose`: the seat in whose hand they stand in; None: everybody reads them.
    """
    said = languages.words(language)
    away = [turn.seat for turn in record.turns if turn.away]
    message, picture = {}, {}
    roles: dict[int, str | None] = {}
    for number, seat in enumerate(record.seats):
        name = said(text("seat.former")) if seat.former else seat.name
        message[number], picture[number] = bold(name), plain(name)
        if seat.seat in away:
            roles[number] = said(text("computer.for_now"))
        elif seat.user_id is None and not seat.former:
            roles[number] = said(text(f"computer.{seat.strength}"))
    return Voices(
        message=languages.words(language, message, roles),
        picture=languages.words(language, picture, roles, learning=record.teaches(whose)),
    )
