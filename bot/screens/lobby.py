"""The lobby: the box and who sits, variants that aren't the usual ones, the buttons for both."""

from __future__ import annotations

from collections.abc import Callable

from discord import ButtonStyle

from bot.people import bold, plain
from bot.screens import parts as ui
from bot.screens.custom_ids import Action, Lobby
from bot.screens.play import ways
from bot.screens.screen import Part, Screen
from bot.sessions.servers import OWN, name_of, span
from bot.sessions.table.table import AnyGame, options_of
from bot.store.records.people import Attachment
from bot.store.records.play import RELAXED, Seat, Speed
from bot.store.records.sessions import Session
from engine.game import Playing
from engine.text import Text, text
from images.pictures import OpenTable, Picture, Place
from images.words import Words

NAME = "lobby.png"


def lobby(
    record: Session, game: AnyGame, words: Words, *, picture: Picture | Attachment | None = None
) -> Screen:
    """The open lobby; what its picture shows isn't said again."""
    free = _free(record, game)
    computers = any(seat.user_id is None for seat in record.seats)

    def action(
        name: Action, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
    ) -> Part:
        label = words(text(f"lobby.button.{name}"))
        return ui.button(label, Lobby(record.id, name), style, disabled=disabled)

    kept = [action(Action.IN, ButtonStyle.primary)] if record.kept else []
    joining = ButtonStyle.secondary if record.kept else ButtonStyle.primary
    join = [action(Action.JOIN, joining)] if free or computers else []
    sitting = [*kept, *join, action(Action.LEAVE)]
    setting = [
        action(Action.COMPUTERS, disabled=not free and not computers),
        action(Action.OPTIONS),
        action(Action.MANAGE),
        *(ways.show(record, what, words) for what in ("rules", "text")),
    ]
    alone = len(record.seats) == 1 and not record.invitations
    ready = len(record.seats) in game.seats
    start = (
        action(Action.ALONE, ButtonStyle.success)
        if alone and not ready
        else action(Action.START, ButtonStyle.success, disabled=not ready)
    )
    playing = [start, action(Action.CANCEL, ButtonStyle.danger)]
    seats = seat_lines if picture is None else _missing
    frame = ui.container(
        ui.paragraph(f"## {words(text(f'game.{game.name}.name'))}", pitch(game, words)),
        None if picture is None else ui.gallery(NAME, picture.alt),
        ui.paragraph(*seats(record, game, words)),
        ui.paragraph(*_invited_lines(record, words), *_host_away(record, words)),
        ui.paragraph(*(f"-# {line}" for line in _options(record, game, words, usual=False))),
        *ui.rows(sitting),
        *_party_rows(record, game, words),
        *ui.rows(setting),
        ui.separator(),
        *ui.rows(playing),
    )
    return Screen(frame, picture, NAME)


def in_words(record: Session, game: AnyGame, words: Words) -> Screen:
    """The same as text: who sits, and all that is chosen."""
    said = [
        f"## {words(text(f'game.{game.name}.name'))}",
        *seat_lines(record, game, words),
        "",
        *_options(record, game, words, usual=True),
    ]
    return Screen(ui.container(ui.display(ui.shortened("\n".join(said), ui.LONGEST_TEXT))))


def shown(record: Session, game: AnyGame, words: Words) -> OpenTable:
    """What its picture shows; `words` with names as they are in pictures."""
    parties = bool(game.parties(expected(record, game)))
    places = [
        Place(
            words.name(seat.seat),
            _note(record, seat, words),
            words(text(f"lobby.{_party(seat.party)}")) if parties else "",
            seat.party if parties else None,
        )
        for seat in record.seats
    ]
    waits = words(text("lobby.kept_seat"))
    places += [Place(plain(one.name), waits, kept=True) for one in record.kept]
    places += [Place(note=words(text("lobby.free_seat")))] * _free(record, game)
    title = words(text("lobby.alt", game=text(f"game.{game.name}.name")))
    said = (title, *(f"{line}." for line in seat_lines(record, game, words, plain)))
    return OpenTable(tuple(places), said)


def _host_away(record: Session, words: Words) -> list[str]:
    """That others may do what the host may."""
    host = f"<@{record.host_id}>"
    return [f"-# ⚠ {words(text('lobby.host_away', host=host))}"] if record.host_away else []


def closed(record: Session, words: Words) -> Screen:
    """What stays of a lobby that was cancelled."""
    name = words(text(f"game.{record.game}.name"))
    return Screen(ui.container(ui.paragraph(f"## {name}", words(text("lobby.closed")))))


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


def seat_lines(
    record: Session, game: AnyGame, words: Words, called: Callable[[str], str] = bold
) -> list[str]:
    """A line a seat that is taken, then those that are kept, free, and still needed.

    `called`: how names are written that `words` doesn't know.
    """
    parties = game.parties(expected(record, game))
    lines = []
    for seat in record.seats:
        notes = [_note(record, seat, words)]
        if parties:
            notes.append(words(text(f"lobby.{_party(seat.party)}")))
        said = ", ".join(note for note in notes if note)
        lines.append(f"{seat.seat + 1}. {words.name(seat.seat)}" + (f" ({said})" if said else ""))
    kept = [called(invitation.name) for invitation in record.kept]
    if kept:
        lines.append(words(text("lobby.kept", n=len(kept), names=", ".join(kept))))
    if free := _free(record, game):
        lines.append(words(text("lobby.free", n=free)))
    return [*lines, *_missing(record, game, words)]


def _note(record: Session, seat: Seat, words: Words) -> str:
    """That it is the host's, or a computer's."""
    return (
        words(text("lobby.host")) if seat.user_id == record.host_id else words.role(seat.seat) or ""
    )


def _free(record: Session, game: AnyGame) -> int:
    return max(game.seats) - len(record.seats) - len(record.kept)


def _missing(record: Session, game: AnyGame, words: Words) -> list[str]:
    missing = min(game.seats) - len(record.seats)
    return [words(text("lobby.missing", n=missing))] if missing > 0 else []


def _options(record: Session, game: AnyGame, words: Words, *, usual: bool) -> list[str]:
    """A line for each that matters, as chosen; `usual`: those too that are as at most tables."""
    chosen, default = options_of(game, record).model_dump(), game.Options().model_dump()
    lines = [
        (
            text(f"{game.name}.option.{name}"),
            value_label(game, name, chosen[name], words),
            chosen[name] != default[name],
        )
        for name in applying(record, game)
    ]
    for what, allowed, other in (
        ("takebacks", record.takebacks, not record.takebacks),
        ("suggestions", record.suggestions, record.suggestions),
    ):
        value = words(text(f"lobby.{what}.{'on' if allowed else 'off'}"))
        lines.append((text(f"lobby.{what}"), value, other))
    lines.append((text("lobby.speed"), words(said(record.speed)), record.speed != RELAXED))
    lines.append((text("lobby.language"), words(text("language.name")), False))
    return [
        words(text("lobby.option", name=name, value=value))
        for name, value, other in lines
        if usual or other
    ]


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
    return ui.rows(
        ui.button(
            words(text(f"lobby.button.{_party(party)}")),
            Lobby(record.id, Action.PARTY, "draw" if party is None else str(party)),
        )
        for party in choices
    )
