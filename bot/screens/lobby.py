"""The lobby: the box and who sits, variants that aren't the usual ones, the buttons for both.

And what only who manages it sees: computers, variants and language, invitations, its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from string import ascii_uppercase

from discord import ButtonStyle

from bot.people import bold, plain
from bot.screens import parts as ui
from bot.screens.custom_ids import REALLY, REMOVE, Action, Lobby
from bot.screens.play import ways
from bot.screens.screen import AnyPicture, Field, Form, Part, Screen
from bot.sessions.servers import OWN, SPEEDS, name_of, span
from bot.sessions.table.table import MOST_VALUES, AnyGame, Table, options_of, values_of
from bot.store.records.play import RELAXED, Seat, Speed
from bot.store.records.sessions import Session
from engine.bots import STRENGTHS
from engine.text import Text, text
from images.pictures import OpenTable, Place
from images.words import Words

NAME = "lobby.png"


def lobby(
    record: Session, game: AnyGame, words: Words, *, picture: AnyPicture | None = None
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
    join = [action(Action.JOIN, joining)] if free else []
    if not free and computers:  # who comes late sends one away
        instead = words(text("lobby.button.instead"))
        join = [ui.button(instead, Lobby(record.id, Action.JOIN))]
    sitting = [*kept, *join, action(Action.LEAVE)]
    setting = [
        action(Action.COMPUTERS, disabled=not free and not computers),
        action(Action.OPTIONS),
        action(Action.MANAGE),
        *(ways.show(record, what, words) for what in ("rules", "text")),
    ]
    ready = len(record.seats) in game.seats
    if len(record.seats) == 1 and not record.invitations and not ready:
        start = action(Action.ALONE, ButtonStyle.success)
    else:
        start = action(Action.START, ButtonStyle.success, disabled=not ready)
    playing = [start, action(Action.CANCEL, ButtonStyle.danger)]
    seats = seat_lines if picture is None else _missing
    frame = ui.container(
        ui.paragraph(f"## {words(ui.game(game.name))}", pitch(game, words)),
        None if picture is None else ui.gallery(NAME, picture.alt),
        ui.paragraph(*seats(record, game, words)),
        ui.paragraph(*_invited_lines(record, words)),
        ui.paragraph(*(f"-# {line}" for line in _options(record, game, words))),
        *ui.rows(sitting),
        *_party_rows(record, game, words),
        *ui.rows(setting),
        ui.separator(),
        *ui.rows(playing),
    )
    return Screen(frame, picture, NAME)


def in_words(record: Session, game: AnyGame, words: Words, language: str) -> Screen:
    """The same as text: who sits, and all that is chosen; `language`: the table's, by its name."""
    said = [
        f"## {words(ui.game(game.name))}",
        *seat_lines(record, game, words),
        *_invited_lines(record, words),
        "",
        words(text("lobby.all_options")),
        *_options(record, game, words, usual=True, language=language),
    ]
    return Screen(ui.container(ui.display(ui.shortened("\n".join(said), ui.LONGEST_TEXT))))


def shown(record: Session, game: AnyGame, words: Words) -> OpenTable:
    """What its picture shows; `words` with names as they are in pictures."""
    parties = bool(game.parties(expected(record, game)))
    places = [
        Place(
            words.name(seat.seat),
            _note(record, seat, words),
            words(_party("lobby.party", seat.party)) if parties else "",
            seat.party if parties else None,
        )
        for seat in record.seats
    ]
    waits = words(text("lobby.kept_seat"))
    places += [Place(plain(one.name), waits, kept=True) for one in record.kept]
    places += [Place(note=words(text("lobby.free_seat")))] * _free(record, game)
    title = words(text("lobby.alt", game=ui.game(game.name)))
    said = (title, *(f"{line}." for line in seat_lines(record, game, words, plain)))
    return OpenTable(tuple(places), said)


def closed(record: Session, words: Words) -> Screen:
    """What stays of a lobby that was cancelled."""
    name = words(ui.game(record.game))
    return Screen(ui.container(ui.paragraph(f"## {name}", words(text("lobby.closed")))))


def pitch(game: AnyGame, words: Words) -> str:
    """One line about the game, with the numbers of players, time and weight."""
    least, most = min(game.seats), max(game.seats)
    key = "lobby.players_either" if most == least + 1 else "lobby.players"
    numbers = text(key, least=least, most=most)
    lines = [words(text(f"game.{game.name}.pitch")), f"-# {words(numbers)}"]
    if game.playing is not None:
        shortest, longest = game.playing.minutes
        weight = text(f"lobby.weight.{game.playing.weight}")
        long = text("lobby.playing", least=shortest, most=longest, weight=weight)
        lines.append(f"-# {words(long)}")
    return "\n".join(lines)


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
            notes.append(words(_party("lobby.party", seat.party)))
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
    if seat.user_id == record.host_id:
        return words(text("lobby.host"))
    return words.role(seat.seat) or ""


def _free(record: Session, game: AnyGame) -> int:
    return max(game.seats) - len(record.seats) - len(record.kept)


def _missing(record: Session, game: AnyGame, words: Words) -> list[str]:
    missing = min(game.seats) - len(record.seats)
    return [words(text("lobby.missing", n=missing))] if missing > 0 else []


def _options(
    record: Session, game: AnyGame, words: Words, *, usual: bool = False, language: str = ""
) -> list[str]:
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
    lines.append((text("lobby.language"), language, False))
    shown = [
        words(text("lobby.option", name=name, value=value))
        for name, value, other in lines
        if usual or other
    ]
    if usual and record.takebacks:
        means = text("lobby.takebacks.mean", what=text(f"game.{game.name}.takebacks"))
        shown.append(f"-# {words(means)}")
    return shown


def said(speed: Speed | None) -> Text:
    """A speed in words: its name, and what happens when."""
    if speed is None:
        return text("speed.none")
    name, happens = name_of(speed), _happens(speed)
    return happens if name == OWN else text("speed.is", name=text(f"speed.{name}"), what=happens)


def _happens(speed: Speed) -> Text:
    return text("speed.own.is", nudge=span(speed.nudge), limit=span(speed.limit))


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
    waiting = [bold(asked.name) for asked in record.awaited if not asked.kept]
    lines = [words(text("lobby.invited_only"))] if record.invited_only else []
    if waiting:
        lines.append(f"-# {words(text('lobby.invited', names=', '.join(waiting)))}")
    if record.host_away:  # others may do what the host may
        said = text("lobby.host_away", host=f"<@{record.host_id}>")
        lines.append(f"-# ⚠ {words(said)}")
    return lines


def _party(key: str, party: int | None) -> Text:
    """The first is A; None: drawn by lot."""
    return text(f"{key}.draw") if party is None else text(key, letter=ascii_uppercase[party])


def _party_rows(record: Session, game: AnyGame, words: Words) -> list[Part]:
    parties = game.parties(expected(record, game))
    if not parties:
        return []
    return ui.rows(
        ui.button(
            words(_party("lobby.button.party", party)),
            Lobby(record.id, Action.PARTY, "draw" if party is None else str(party)),
        )
        for party in (*range(len(parties)), None)
    )


# -- for who manages it -------------------------------------------------------------------------

MOST_AT_ONCE = 10
"""People that are invited in one go."""


def computers(record: Session, game: AnyGame, words: Words) -> Screen:
    """To seat computers of a chosen strength, and to change or remove each of them."""
    full = len(record.seats) + len(record.kept) >= max(game.seats)
    adding = []
    for strength in () if full else STRENGTHS:
        label = words(text("computers.add", strength=text(f"strength.{strength}")))
        press = Lobby(record.id, Action.ADD, strength)
        adding.append(ui.button(label, press, ButtonStyle.primary))
    seated = [_computer(record.id, seat, words) for seat in record.seats if seat.user_id is None]
    heading = ui.paragraph(
        f"### {words(text('computers.title'))}",
        *(f"-# {words(text(f'strength.{strength}.help'))}" for strength in STRENGTHS),
    )
    return Screen(ui.container(heading, *ui.rows(adding), *seated))


def options(
    record: Session, game: AnyGame, words: Words, languages: Mapping[str, str], language: str
) -> Screen:
    """The variants that matter and the language as selects, for the host.

    `languages` are all names by tag, `language` is the table's.
    """
    chosen = options_of(game, record).model_dump()
    parts: list[Part] = []
    for name in applying(record, game):
        labels = {
            str(value).lower(): value_label(game, name, value, words)
            for value in values_of(game.Options.model_fields[name])
        }
        press = Lobby(record.id, Action.SET, name)
        parts.append(_about(f"{game.name}.option.{name}", words))
        parts.append(ui.choice(press, labels, str(chosen[name]).lower()))
    return Screen(
        ui.container(
            ui.paragraph(f"### {words(text('lobby.options'))}"),
            *parts,
            _about("lobby.speed", words),
            ui.select(Lobby(record.id, Action.SPEED), _speeds(record.speed, words)),
            _about("lobby.takebacks", words, f"game.{game.name}.takebacks"),
            _switch(record, Action.TAKEBACKS, ("on", "off"), words, now=record.takebacks),
            _about("lobby.suggestions", words),
            _switch(record, Action.SUGGESTIONS, ("off", "on"), words, now=record.suggestions),
            _about("lobby.language", words),
            ui.choice(Lobby(record.id, Action.LANGUAGE), languages, language),
        )
    )


def _about(key: str, words: Words, meaning: str = "") -> Part:
    """What a select sets, and what that means."""
    return ui.display(f"-# **{words(text(key))}.** {words(text(meaning or f'{key}.help'))}")


def _switch(
    record: Session, what: Action, values: Iterable[str], words: Words, *, now: bool
) -> Part:
    labels = {value: words(text(f"lobby.{what}.{value}")) for value in values}
    return ui.choice(Lobby(record.id, what), labels, "on" if now else "off")


def spans(record: Session, words: Words) -> Form:
    """A form for a speed of one's own."""
    speed = record.speed or RELAXED
    return Form(
        words(text("spans.title")),
        str(Lobby(record.id, Action.SPANS)),
        (
            Field("nudge", words(text("spans.nudge")), words(span(speed.nudge))),
            Field("limit", words(text("spans.limit")), words(span(speed.limit))),
        ),
    )


def known_speeds(chosen: str, words: Words) -> list[Part]:
    """By name, what happens when below it: a phone cuts a long label."""
    return [
        ui.select_option(
            words(text(f"speed.{name}")),
            name,
            default=name == chosen,
            detail="" if speed is None else words(_happens(speed)),
        )
        for name, speed in SPEEDS.items()
    ]


def _speeds(speed: Speed | None, words: Words) -> list[Part]:
    named = name_of(speed)
    offered = known_speeds(named, words)
    if speed is None or named != OWN:
        return [*offered, ui.select_option(words(text("speed.own")), OWN, default=False)]
    # Closed, a menu shows the label alone.
    chosen = text("speed.own.chosen", nudge=span(speed.nudge), limit=span(speed.limit))
    own = ui.select_option(words(chosen), OWN, default=True, detail=words(_happens(speed)))
    return [*offered, own]


def manage(record: Session, words: Words, *, movable: bool) -> Screen:
    """Who is invited, who may join, who has to go, and the way to a thread."""

    def action(action: Action, key: str, value: str | None = None) -> Part:
        return ui.button(words(text(f"manage.{key}")), Lobby(record.id, action, value))

    if record.invited_only:
        further = [action(Action.INVITED_ONLY, "everybody", "off")]
    else:
        further = [action(Action.INVITED_ONLY, "invited_only", "on")]
    if movable:
        further.append(action(Action.MOVE, "move"))
    title, help_ = words(text("manage.title")), words(text("manage.invite.help"))
    # Another custom_id after each change: clients keep what was chosen in a select.
    invite = Lobby(record.id, Action.INVITE, str(len(record.invitations)))
    return Screen(
        ui.container(
            ui.paragraph(f"### {title}", f"-# {help_}"),
            ui.user_select(invite, words(text("manage.invite")), most=MOST_AT_ONCE),
            *_take_back(record, words),
            *ui.rows(further),
        )
    )


def ended(table: Table, words: Words) -> Screen:
    """What stays of each of these once the lobby is none any more."""
    said = text("lobby.begun" if table.started else "lobby.cancelled")
    return ui.notice(words(said), ui.to_board(table.record, words))


def really_cancel(record: Session, others: int, words: Words) -> Screen:
    """Whether to close a table at which others sit."""
    return _really(text("cancel.really", n=others), Lobby(record.id, Action.CLOSE), words)


def really_leave(record: Session, words: Words) -> Screen:
    """Whether to leave a table that closes as its last person leaves."""
    return _really(text("cancel.really_last"), Lobby(record.id, Action.LEAVE, REALLY), words)


def _really(said: Text, yes: Lobby, words: Words) -> Screen:
    close = ui.button(words(text("cancel.yes")), yes, ButtonStyle.danger)
    keep = ui.button(words(text("cancel.no")), Lobby(yes.session, Action.KEEP))
    return ui.notice(words(said), close, keep)


def really_start(record: Session, viewer: int, words: Words) -> Screen:
    """Whether to begin without those who are invited and haven't come; `viewer` may be of them."""
    names = [
        words(text("begin.you")) if one.user_id == viewer else bold(one.name)
        for one in record.awaited
    ]
    said = words(text("begin.really", names=", ".join(names)))
    begin = ui.button(words(text("begin.yes")), Lobby(record.id, Action.BEGIN), ButtonStyle.success)
    return ui.notice(said, begin, ui.button(words(text("begin.no")), Lobby(record.id, Action.KEEP)))


def _computer(session_id: int, seat: Seat, words: Words) -> Part:
    labels = {
        strength: words(text("computers.is", name=seat.name, strength=text(f"strength.{strength}")))
        for strength in STRENGTHS
    }
    labels[REMOVE] = words(text("computers.remove", name=seat.name))
    return ui.choice(Lobby(session_id, Action.COMPUTER, seat.name), labels, seat.strength)


def _take_back(record: Session, words: Words) -> list[Part]:
    labels = {
        str(seat.user_id): words(text("manage.take.seat", name=plain(seat.name)))
        for seat in record.seats
        if seat.user_id not in (None, record.host_id)
    }
    for asked in record.awaited:
        what = "kept" if asked.kept else "invitation"
        labels[str(asked.user_id)] = words(text(f"manage.take.{what}", name=plain(asked.name)))
    if not labels:
        return []
    press = Lobby(record.id, Action.TAKE_BACK, str(len(labels)))
    labels = dict(islice(labels.items(), MOST_VALUES))  # the others, as these are taken back
    return [ui.choice(press, labels, placeholder=words(text("manage.take")))]


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
    name = ui.game(record.game)
    said = text("thread.opened", game=name, where=f"<#{record.channel_id}>")
    return ui.notice(words(said), ui.to_board(record, words))


def joined(record: Session, words: Words) -> Screen:
    """To somebody who joined elsewhere than on the board."""
    said = text("again.joined", game=ui.game(record.game))
    return ui.notice(words(said), ui.to_board(record, words))
