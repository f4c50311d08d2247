"""The lobby: who sits, which variants, and the buttons to change both."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from discord import ButtonStyle
from pydantic.fields import FieldInfo

from bot.custom_ids import Lobby
from bot.screens.parts import (
    Part,
    Screen,
    button,
    container,
    display,
    paragraph,
    rows,
    select,
    select_option,
    separator,
)
from bot.sessions.table import AnyGame, options_of
from bot.store.records import Session
from engine.bots import STRENGTHS
from engine.text import Text, text
from images.words import Words


def lobby(record: Session, game: AnyGame, words: Words) -> Screen:
    """The open lobby."""
    most = max(game.seats)
    full = len(record.seats) == most
    ready = len(record.seats) in game.seats
    computers = any(seat.user_id is None for seat in record.seats)

    def action(name: str, style: ButtonStyle, *, disabled: bool = False) -> Part:
        label = words(text(f"lobby.button.{name}"))
        return button(label, Lobby(record.id, name), style, disabled=disabled)

    first = [
        action("join", ButtonStyle.primary, disabled=full and not computers),
        action("leave", ButtonStyle.secondary),
        action("add", ButtonStyle.secondary, disabled=full),
        action("remove", ButtonStyle.secondary, disabled=not computers),
    ]
    second = [
        action("options", ButtonStyle.secondary),
        action("start", ButtonStyle.success, disabled=not ready),
        action("cancel", ButtonStyle.danger),
    ]
    return Screen(
        container(
            paragraph(f"## {words(text(f'game.{game.name}.name'))}", pitch(game, words)),
            separator(),
            paragraph(*seat_lines(record, game, words)),
            separator(),
            paragraph(*option_lines(record, game, words)),
            *rows(first),
            *rows(second),
            *_strength_rows(record, words),
            *_party_rows(record, game, words),
        )
    )


def closed(record: Session, words: Words) -> Screen:
    """What stays of a lobby that was cancelled."""
    name = words(text(f"game.{record.game}.name"))
    return Screen(container(paragraph(f"## {name}", words(text("lobby.closed")))))


def pitch(game: AnyGame, words: Words) -> str:
    """One line about the game, with the numbers of players."""
    least, most = min(game.seats), max(game.seats)
    key = "lobby.players_either" if most == least + 1 else "lobby.players"
    numbers = text(key, least=least, most=most)
    return f"{words(text(f'game.{game.name}.pitch'))}\n-# {words(numbers)}"


def seat_lines(record: Session, game: AnyGame, words: Words) -> list[str]:
    """A line a seat, taken or free."""
    parties = game.parties(max(game.seats))
    lines = []
    for seat in record.seats:
        notes = [words.role(seat.seat)]
        if seat.user_id == record.host_id:
            notes.append(words(text("lobby.host")))
        if parties:
            notes.append(words(text(f"lobby.{_party(seat.party)}")))
        said = ", ".join(note for note in notes if note)
        lines.append(f"{seat.seat + 1}. {words.name(seat.seat)}" + (f" ({said})" if said else ""))
    free = max(game.seats) - len(record.seats)
    if free:
        lines.append(f"-# {words(text('lobby.free', n=free))}")
    missing = min(game.seats) - len(record.seats)
    if missing > 0:
        lines.append(f"-# {words(text('lobby.missing', n=missing))}")
    return lines


def option_lines(record: Session, game: AnyGame, words: Words) -> list[str]:
    """A line a variant, as chosen."""
    chosen = options_of(game, record).model_dump()
    return [
        words(
            text(
                "lobby.option",
                name=text(f"{game.name}.option.{name}"),
                value=_value_label(game, name, chosen[name], words),
            )
        )
        for name in game.Options.model_fields
    ]


def options(record: Session, game: AnyGame, words: Words) -> Screen:
    """The variants as selects, for the host."""
    chosen = options_of(game, record).model_dump()
    parts: list[Part] = []
    for name, field in game.Options.model_fields.items():
        title = words(text(f"{game.name}.option.{name}"))
        help_text = words(text(f"{game.name}.option.{name}.help"))
        values = [
            select_option(
                _value_label(game, name, value, words),
                str(value).lower(),
                default=value == chosen[name],
            )
            for value in allowed(field)
        ]
        parts += [
            display(f"**{title}**\n-# {help_text}"),
            select(Lobby(record.id, "set", name), values),
        ]
    heading = paragraph(f"### {words(text('lobby.options'))}")
    return Screen(container(heading, *parts))


def allowed(field: FieldInfo) -> list[Any]:
    """The values of an option's field: a bool, a Literal of strings, or a bounded int."""
    if field.annotation is bool:
        return [False, True]
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    least = next(int(str(bound.ge)) for bound in field.metadata if isinstance(bound, Ge))
    most = next(int(str(bound.le)) for bound in field.metadata if isinstance(bound, Le))
    return list(range(least, most + 1))


def _value_label(game: AnyGame, name: str, value: object, words: Words) -> str:
    if isinstance(value, bool):
        return words(text("option.on" if value else "option.off"))
    if isinstance(value, int):
        return str(value)
    return words(text(f"{game.name}.option.{name}.{value}"))


def _strength_rows(record: Session, words: Words) -> list[Part]:
    last = next((seat for seat in reversed(record.seats) if seat.user_id is None), None)
    if last is None:
        return []
    values = [
        select_option(
            words(text("lobby.strength", name=last.name, strength=_strength(name))),
            name,
            default=name == last.strength,
        )
        for name in STRENGTHS
    ]
    return [select(Lobby(record.id, "strength"), values)]


def _strength(name: str) -> Text:
    return text(f"computer.{name}")


def _party(party: int | None) -> str:
    return "party.draw" if party is None else f"party.{party}"


def _party_rows(record: Session, game: AnyGame, words: Words) -> list[Part]:
    parties = game.parties(max(game.seats))
    if not parties:
        return []
    choices: list[int | None] = [*range(len(parties)), None]
    return rows(
        button(
            words(text(f"lobby.button.{_party(party)}")),
            Lobby(record.id, "party", "draw" if party is None else str(party)),
        )
        for party in choices
    )
