"""What only who manages a lobby sees: computers, variants and language, invitations, its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from discord import ButtonStyle
from pydantic.fields import FieldInfo

from bot.people import plain
from bot.screens import parts as ui
from bot.screens.custom_ids import REMOVE, Action, Lobby
from bot.screens.lobby import applying, said, value_label
from bot.screens.screen import Part, Screen
from bot.sessions.servers import OWN, SPEEDS, name_of, span
from bot.sessions.table.table import AnyGame, Table, options_of
from bot.store.records.play import RELAXED, Seat, Speed
from bot.store.records.sessions import Session
from engine.bots import STRENGTHS
from engine.text import text
from images.words import Words

MOST_AT_ONCE = 10
"""People that are invited in one go."""


def computers(record: Session, game: AnyGame, words: Words) -> Screen:
    """To seat computers of a chosen strength, and to change or remove each of them."""
    full = len(record.seats) + len(record.kept) >= max(game.seats)
    adding = [
        ui.button(
            words(text("computers.add", strength=text(f"strength.{strength}"))),
            Lobby(record.id, Action.ADD, strength),
            ButtonStyle.primary,
            disabled=full,
        )
        for strength in STRENGTHS
    ]
    seated = [seat for seat in record.seats if seat.user_id is None]
    heading = ui.paragraph(
        f"### {words(text('computers.title'))}",
        *(f"-# {words(text(f'strength.{strength}.help'))}" for strength in STRENGTHS),
    )
    return Screen(
        ui.container(
            heading, ui.row(*adding), *(_computer(record.id, seat, words) for seat in seated)
        )
    )


def options(
    record: Session, game: AnyGame, words: Words, languages: Mapping[str, str], language: str
) -> Screen:
    """The variants that matter and the language as selects, for the host.

    `languages` are all names by tag, `language` is the table's.
    """
    chosen = options_of(game, record).model_dump()
    parts: list[Part] = []
    for name in applying(record, game):
        values = [
            ui.select_option(
                value_label(game, name, value, words),
                str(value).lower(),
                default=value == chosen[name],
            )
            for value in allowed(game.Options.model_fields[name])
        ]
        parts += [
            _about(f"{game.name}.option.{name}", words),
            ui.select(Lobby(record.id, Action.SET, name), values),
        ]
    spoken = [
        ui.select_option(name, tag, default=tag == language) for tag, name in languages.items()
    ]
    takebacks = _switch("takebacks", ("on", "off"), words, now=record.takebacks)
    suggestions = _switch("suggestions", ("off", "on"), words, now=record.suggestions)
    return Screen(
        ui.container(
            ui.paragraph(f"### {words(text('lobby.options'))}"),
            *parts,
            _about("lobby.speed", words),
            ui.select(Lobby(record.id, Action.SPEED), _speeds(record.speed, words)),
            _about("lobby.takebacks", words),
            ui.select(Lobby(record.id, Action.TAKEBACKS), takebacks),
            _about("lobby.suggestions", words),
            ui.select(Lobby(record.id, Action.SUGGESTIONS), suggestions),
            _about("lobby.language", words),
            ui.select(Lobby(record.id, Action.LANGUAGE), spoken),
        )
    )


def _about(key: str, words: Words) -> Part:
    """What a select sets, and what that means."""
    return ui.display(f"-# **{words(text(key))}.** {words(text(f'{key}.help'))}")


def _switch(what: str, values: Iterable[str], words: Words, *, now: bool) -> list[Part]:
    return [
        ui.select_option(
            words(text(f"lobby.{what}.{value}")), value, default=now == (value == "on")
        )
        for value in values
    ]


def spans(record: Session, words: Words) -> ui.Form:
    """A form for a speed of one's own."""
    speed = record.speed or RELAXED
    return ui.Form(
        words(text("spans.title")),
        str(Lobby(record.id, Action.SPANS)),
        (
            ui.Field("nudge", words(text("spans.nudge")), words(span(speed.nudge))),
            ui.Field("limit", words(text("spans.limit")), words(span(speed.limit))),
        ),
    )


def _speeds(speed: Speed | None, words: Words) -> list[Part]:
    named = name_of(speed)
    offered = [
        ui.select_option(words(said(known)), name, default=name == named)
        for name, known in SPEEDS.items()
    ]
    own = words(said(speed)) if named == OWN else ""
    label = words(text("speed.own.as_it_is", speed=own) if own else text("speed.own"))
    return [*offered, ui.select_option(label, OWN, default=named == OWN)]


def allowed(field: FieldInfo) -> list[Any]:
    """The values of an option's field: a bool, a Literal of strings, or a bounded int."""
    if field.annotation is bool:
        return [False, True]
    if get_origin(field.annotation) is Literal:
        return list(get_args(field.annotation))
    least = next(int(str(bound.ge)) for bound in field.metadata if isinstance(bound, Ge))
    most = next(int(str(bound.le)) for bound in field.metadata if isinstance(bound, Le))
    return list(range(least, most + 1))


def manage(record: Session, words: Words, *, movable: bool) -> Screen:
    """Who is invited, who may join, who has to go, and the way to a thread."""

    def action(action: Action, key: str, value: str | None = None) -> Part:
        return ui.button(words(text(f"manage.{key}")), Lobby(record.id, action, value))

    joining = (
        action(Action.INVITED_ONLY, "everybody", "off")
        if record.invited_only
        else action(Action.INVITED_ONLY, "invited_only", "on")
    )
    moving = [action(Action.MOVE, "move")] if movable else []
    inviting = words(text("manage.invite"))
    return Screen(
        ui.container(
            ui.paragraph(
                f"### {words(text('manage.title'))}",
                f"-# {words(text('manage.invite.help', n=MOST_AT_ONCE))}",
            ),
            # Another custom_id after each change: clients keep what was chosen in a select.
            ui.user_select(
                Lobby(record.id, Action.INVITE, str(len(record.invitations))),
                inviting,
                most=MOST_AT_ONCE,
            ),
            *_take_back(record, words),
            *ui.rows([joining, *moving]),
        )
    )


def ended(table: Table, words: Words) -> Screen:
    """What stays of each of these once the lobby is none any more."""
    said = text("lobby.begun" if table.started else "lobby.cancelled")
    return ui.notice(words(said), ui.to_board(table.record, words))


def really_cancel(record: Session, others: int, words: Words) -> Screen:
    """Whether to close a table at which others sit, or that its last person would leave."""
    close = ui.button(words(text("cancel.yes")), Lobby(record.id, Action.CLOSE), ButtonStyle.danger)
    keep = ui.button(words(text("cancel.no")), Lobby(record.id, Action.KEEP))
    said = text("cancel.really", n=others) if others else text("cancel.really_last")
    return ui.notice(words(said), close, keep)


def _computer(session_id: int, seat: Seat, words: Words) -> Part:
    strengths = [
        ui.select_option(
            words(text("computers.is", name=seat.name, strength=text(f"strength.{strength}"))),
            strength,
            default=strength == seat.strength,
        )
        for strength in STRENGTHS
    ]
    gone = ui.select_option(words(text("computers.remove", name=seat.name)), REMOVE, default=False)
    return ui.select(Lobby(session_id, Action.COMPUTER, seat.name), [*strengths, gone])


def _take_back(record: Session, words: Words) -> list[Part]:
    seated = {seat.user_id for seat in record.seats}
    values = [
        (seat.user_id, words(text("manage.take.seat", name=plain(seat.name))))
        for seat in record.seats
        if seat.user_id not in (None, record.host_id)
    ]
    for asked in record.invitations:
        if asked.user_id not in seated:
            what = "kept" if asked.kept else "invitation"
            label = words(text(f"manage.take.{what}", name=plain(asked.name)))
            values.append((asked.user_id, label))
    if not values:
        return []
    offered = [ui.select_option(label, str(user_id), default=False) for user_id, label in values]
    press = Lobby(record.id, Action.TAKE_BACK, str(len(values)))
    return [ui.select(press, offered, words(text("manage.take")))]


def busy(record: Session, words: Words, thread: Lobby | None, lacking: Sequence[str]) -> Screen:
    """The channel has this session already: the way to it, and to a thread.

    `thread` is the press that opens one, `lacking` the permissions that the bot lacks for it.
    """
    said = [words(text("refused.channel_busy"))]
    ways = [ui.to_board(record, words)]
    if lacking:
        names = tuple(text(f"permission.{name}") for name in lacking)
        said.append(f"-# {words(text('busy.lacking', names=names))}")
    elif thread is not None:
        ways.append(ui.button(words(text("busy.thread")), thread, ButtonStyle.primary))
    return ui.notice("\n".join(said), *ways)


def opened(record: Session, words: Words) -> Screen:
    """A table was opened in a thread, or has moved there."""
    name = text(f"game.{record.game}.name")
    said = text("thread.opened", game=name, where=f"<#{record.channel_id}>")
    return ui.notice(words(said), ui.to_board(record, words))


def joined(record: Session, words: Words) -> Screen:
    """Somebody pressed "Play again" where the next table was open already, and sits there now."""
    said = text("again.joined", game=text(f"game.{record.game}.name"))
    return ui.notice(words(said), ui.to_board(record, words))
