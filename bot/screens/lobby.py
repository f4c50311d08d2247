"""The lobby: who sits, which variants, and the buttons to change both."""

from __future__ import annotations

from discord import ButtonStyle

from bot.custom_ids.looks import Show
from bot.custom_ids.seats import Action, Lobby
from bot.people.names import bold
from bot.screens.parts import button, container, paragraph, rows, separator
from bot.screens.screen import Part, Screen
from bot.sessions.settings import OWN, name_of, span
from bot.sessions.table import AnyGame, options_of
from bot.store.records.play import Speed
from bot.store.records.sessions import Session
from engine.game import Playing
from engine.text import Text, text
from images.words import Words


def lobby(record: Session, game: AnyGame, words: Words) -> Screen:
    """The open lobby."""
    free = max(game.seats) - len(record.seats) - len(record.kept)
    computers = any(seat.user_id is None for seat in record.seats)

    def action(
        name: Action, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
    ) -> Part:
        label = words(text(f"lobby.button.{name}"))
        return button(label, Lobby(record.id, name), style, disabled=disabled)

    kept = [action(Action.IN, ButtonStyle.primary)] if record.kept else []
    joining = ButtonStyle.secondary if record.kept else ButtonStyle.primary
    join = [action(Action.JOIN, joining)] if free or computers else []
    sitting = [*kept, *join, action(Action.LEAVE)]
    setting = [
        action(Action.COMPUTERS, disabled=not free and not computers),
        action(Action.OPTIONS),
        action(Action.MANAGE),
        button(words(text("show.rules")), Show(record.id, "rules")),
    ]
    alone = len(record.seats) == 1 and not record.invitations
    ready = len(record.seats) in game.seats
    start = (
        action(Action.ALONE, ButtonStyle.success)
        if alone and not ready
        else action(Action.START, ButtonStyle.success, disabled=not ready)
    )
    playing = [start, action(Action.CANCEL, ButtonStyle.danger)]
    return Screen(
        container(
            paragraph(f"## {words(text(f'game.{game.name}.name'))}", pitch(game, words)),
            separator(),
            paragraph(*seat_lines(record, game, words)),
            paragraph(*_invited_lines(record, words), *_host_away(record, words)),
            separator(),
            paragraph(*option_lines(record, game, words)),
            *rows(sitting),
            *rows(setting),
            *rows(playing),
            *_party_rows(record, game, words),
        )
    )


def _host_away(record: Session, words: Words) -> list[str]:
    """That others may do what the host may."""
    host = f"<@{record.host_id}>"
    return [f"-# ⚠ {words(text('lobby.host_away', host=host))}"] if record.host_away else []


def closed(record: Session, words: Words) -> Screen:
    """What stays of a lobby that was cancelled."""
    name = words(text(f"game.{record.game}.name"))
    return Screen(container(paragraph(f"## {name}", words(text("lobby.closed")))))


def pitch(game: AnyGame, words: Words) -> str:
    """One line about the game, with the numbers of players, time and weight."""
    least, most = min(game.seats), max(game.seats)
    key = "lobby.players_either" if most == least + 1 else "lobby.players"
    numbers = text(key, least=least, most=most)
    lines = [words(text(f"game.{game.name}.pitch")), f"-# {words(numbers)}"]
    if game.playing is not None:
        lines.append(f"-# {words(_playing(game.playing))}")
    return "\n".join(lines)


def _playing(playing: Playing) -> Text:
    """How long and how heavy a game is."""
    shortest, longest = playing.minutes
    weight = text(f"lobby.weight.{playing.weight}")
    return text("lobby.playing", least=shortest, most=longest, weight=weight)


def seat_lines(record: Session, game: AnyGame, words: Words) -> list[str]:
    """A line a seat that is taken, then those that are kept, free, and still needed."""
    parties = game.parties(expected(record, game))
    lines = []
    for seat in record.seats:
        notes = [words.role(seat.seat)]
        if seat.user_id == record.host_id:
            notes.append(words(text("lobby.host")))
        if parties:
            notes.append(words(text(f"lobby.{_party(seat.party)}")))
        said = ", ".join(note for note in notes if note)
        lines.append(f"{seat.seat + 1}. {words.name(seat.seat)}" + (f" ({said})" if said else ""))
    kept = [bold(invitation.name) for invitation in record.kept]
    if kept:
        lines.append(f"-# {words(text('lobby.kept', n=len(kept), names=', '.join(kept)))}")
    free = max(game.seats) - len(record.seats) - len(kept)
    if free:
        lines.append(f"-# {words(text('lobby.free', n=free))}")
    missing = min(game.seats) - len(record.seats)
    if missing > 0:
        lines.append(f"-# {words(text('lobby.missing', n=missing))}")
    return lines


def option_lines(record: Session, game: AnyGame, words: Words) -> list[str]:
    """A line a variant that matters, as chosen, and the language."""
    chosen = options_of(game, record).model_dump()
    lines = [
        words(
            text(
                "lobby.option",
                name=text(f"{game.name}.option.{name}"),
                value=value_label(game, name, chosen[name], words),
            )
        )
        for name in applying(record, game)
    ]
    language = text("lobby.option", name=text("lobby.language"), value=text("language.name"))
    speed = text("lobby.option", name=text("lobby.speed"), value=said(record.speed))
    allowed = text(f"lobby.takebacks.{'on' if record.takebacks else 'off'}")
    takebacks = text("lobby.option", name=text("lobby.takebacks"), value=allowed)
    allowed = text(f"lobby.suggestions.{'on' if record.suggestions else 'off'}")
    suggestions = text("lobby.option", name=text("lobby.suggestions"), value=allowed)
    return [*lines, *map(words, (speed, takebacks, suggestions, language))]


def said(speed: Speed | None) -> Text:
    """A speed in words: its name, and what happens when."""
    if speed is None:
        return text("speed.none")
    spans = {"nudge": span(speed.nudge), "limit": span(speed.limit)}
    name = name_of(speed)
    return text("speed.own.is" if name == OWN else f"speed.{name}", **spans)


def applying(record: Session, game: AnyGame) -> list[str]:
    """The variants that make a difference with as many players as there will be."""
    seats = expected(record, game)
    return [name for name in game.Options.model_fields if game.applies(name, seats)]


def expected(record: Session, game: AnyGame) -> int:
    """How many will play: those seated, those whose seats are kept, at least the fewest."""
    return max(len(record.seats) + len(record.kept), min(game.seats))


def value_label(game: AnyGame, name: str, value: object, words: Words) -> str:
    """A variant's value in words."""
    if isinstance(value, bool):
        return words(text("option.on" if value else "option.off"))
    if isinstance(value, int):
        return str(value)
    return words(text(f"{game.name}.option.{name}.{value}"))


def _invited_lines(record: Session, words: Words) -> list[str]:
    seated = {seat.user_id for seat in record.seats}
    waiting = [
        bold(asked.name)
        for asked in record.invitations
        if not asked.kept and asked.user_id not in seated
    ]
    lines = [words(text("lobby.invited_only"))] if record.invited_only else []
    if waiting:
        lines.append(f"-# {words(text('lobby.invited', names=', '.join(waiting)))}")
    return lines


def _party(party: int | None) -> str:
    return "party.draw" if party is None else f"party.{party}"


def _party_rows(record: Session, game: AnyGame, words: Words) -> list[Part]:
    parties = game.parties(expected(record, game))
    if not parties:
        return []
    choices: list[int | None] = [*range(len(parties)), None]
    return rows(
        button(
            words(text(f"lobby.button.{_party(party)}")),
            Lobby(record.id, Action.PARTY, "draw" if party is None else str(party)),
        )
        for party in choices
    )
