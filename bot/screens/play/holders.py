"""Who plays the seats of a running game, and how one is ended: also of one set apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from discord import ButtonStyle

from bot.people import bold, plain
from bot.screens import parts as ui
from bot.screens.custom_ids import Abandon, Change, Holding
from bot.screens.play import ways
from bot.screens.screen import Part, Screen
from bot.sessions.holding import takes_newcomers
from bot.sessions.refusals import why_apart
from bot.sessions.table.table import Table
from bot.store.records.play import Seat
from bot.store.records.sessions import Outline, Session
from engine.text import text
from images.words import Words

Stage: TypeAlias = Literal["asked", "offered", "overruled"]
"""What a player is told of the own seat: that it may be offered, is, or is in spite of all."""


def really_leave(table: Table, words: Words) -> Screen:
    """Whether to leave; the last person is told that the game ends."""
    record = table.record
    last = len(table.people()) == 1
    yes = ui.button(
        words(text("leave.yes")), Holding(record.id, Change.LEAVE_NOW), ButtonStyle.danger
    )
    no = ui.button(words(text("leave.no")), Holding(record.id, Change.STAY))
    return ui.notice(words(text("leave.really_last" if last else "leave.really")), yes, no)


def departed(table: Table, user_id: int, words: Words) -> Screen:
    """To somebody who held a seat: who plays on, and the way back where a computer does."""
    number = next(gone.seat for gone in table.record.departed if gone.user_id == user_id)
    seat = table.record.seats[number]
    said = words(text("refused.seat_passed_on", name=bold(seat.name)))
    if seat.user_id is not None or table.record.status != "playing":
        return ui.notice(said)
    back = ui.button(words(text("seats.back")), Holding(table.record.id, Change.TAKE, str(number)))
    return ui.notice(said, back)


def computers(record: Session, seats: Sequence[Seat], words: Words) -> Screen:
    """These seats of computers, each to be taken."""
    return ui.notice(words(text("seats.which")), *(_take(record, seat, words) for seat in seats))


def taken(record: Session, seat: Seat, words: Words) -> Screen:
    """To somebody who has just taken a seat."""
    hand = ways.show(record, "hand", words, ButtonStyle.primary)
    return ui.notice(words(text("seats.taken", name=bold(seat.name))), hand)


def which(record: Session, words: Words) -> Screen:
    """Which seat is to be offered."""
    seats = {str(seat.seat): _named(seat, words) for seat in record.seats}
    asked, press = words(text("replace.seat")), Holding(record.id, Change.REPLACE)
    menu = ui.choice(press, seats, placeholder=asked)
    return Screen(ui.container(ui.paragraph(words(text("replace.which"))), menu))


def to_whom(table: Table, number: int, words: Words) -> Screen:
    """To whom a seat is to be offered; one whose player has left the server, also a computer."""
    record, seat, value = table.record, table.record.seats[number], str(number)
    buttons = [ui.button(words(text("replace.all")), Holding(record.id, Change.OFFER_ALL, value))]
    if any(offer.seat == seat.seat for offer in record.offers):
        label = words(text("replace.withdraw"))
        buttons.append(ui.button(label, Holding(record.id, Change.WITHDRAW, value)))
    if table.turn(seat.seat).gone:
        buttons.append(_stand_in(record, seat, words))
    menu = ui.user_select(
        Holding(record.id, Change.OFFER, value), words(text("replace.person")), most=1
    )
    said = [words(text("replace.to_whom", name=bold(seat.name)))]
    if not takes_newcomers(record, number):
        said.append(f"-# {words(text('refused.may_know_another.other'))}")
    return Screen(ui.container(ui.paragraph(*said), menu, *ui.rows(buttons)))


def offer(record: Session, seat: Seat, whom: int | None, by: str, words: Words) -> Screen:
    """Offers a seat in the channel, or by direct message, and notifies whom it is offered."""
    key = "letter.offer_all" if whom is None else "letter.offer"
    person, host, name = f"<@{whom}>", bold(by), bold(seat.name)
    game, where = ui.game(record.game), f"<#{record.channel_id}>"
    said = text(key, person=person, host=host, name=name, game=game, where=where)
    press = Holding(record.id, Change.ACCEPT, str(seat.seat))
    accept = ui.button(words(text("replace.accept")), press, ButtonStyle.success)
    mentions = () if whom is None else (whom,)
    wanted = ui.push(record, words, "offer_all" if whom is None else "offer")
    there = ui.to_board(record, words)
    return ui.notice(words(said), accept, there, mentions=mentions, push=wanted)


def own_offer(
    record: Session,
    seat: Seat,
    whom: int | None,
    by: str,
    stage: Stage,
    words: Words,
    player: str = "",
) -> Screen:
    """To whoever plays a seat that somebody else offers, or would; `by` is that one's name."""
    game, where = ui.game(record.game), f"<#{record.channel_id}>"
    person = text("replace.anybody") if whom is None else f"<@{whom}>"
    said = text(f"letter.own_{stage}", host=bold(by), game=game, where=where, whom=person)
    answers = []
    if stage == "asked":
        agree = Holding(record.id, Change.AGREE, written(seat.seat, whom))
        answers.append(ui.button(words(text("replace.agree")), agree, ButtonStyle.danger))
    if stage != "overruled":
        keep = Holding(record.id, Change.KEEP, str(seat.seat))
        answers.append(ui.button(words(text("replace.keep")), keep, ButtonStyle.primary))
    answers.append(ui.to_board(record, words))
    return ui.notice(player + words(said), *answers, push=ui.push(record, words, f"own_{stage}"))


def asked_first(
    record: Session, seat: Seat, whom: int | None, words: Words, *, moderator: bool
) -> Screen:
    """To whoever would offer the seat of somebody who plays; a moderator may nevertheless."""
    said = words(text("replace.asked_first", name=bold(seat.name)))
    if not moderator:
        return ui.notice(said)
    overrule = Holding(record.id, Change.OVERRULE, f"{written(seat.seat, whom)}~{seat.user_id}")
    return ui.notice(said, ui.button(words(text("replace.overrule")), overrule))


def written(number: int, whom: int | None) -> str:
    """A seat's number and for whom it is, as a button carries them."""
    return str(number) if whom is None else f"{number}-{whom}"


def offer_ended(record: Session, whom: int, words: Words, *, invited: bool) -> Screen:
    """What stays of a seat that was offered to somebody or kept, and isn't any more.

    `whom` below 0: it was offered in the channel. `invited`: to the lobby.
    """
    if record.status == "abandoned" and record.seed is None:
        key = "letter.kept_closed"
    elif record.status not in ("playing", "lobby"):
        key = "letter.offer_game_over"
    elif any(seat.user_id == whom for seat in record.seats):
        key = "letter.offer_yours"
    elif whom < 0:
        key = "replace.withdrawn"
    elif invited and record.status == "playing":
        key = "letter.offer_begun"
    else:
        key = "letter.offer_over"
    said = text(key, game=ui.game(record.game), where=f"<#{record.channel_id}>")
    return ui.notice(words(said), ui.to_board(record, words))


def gone(record: Session, seat: Seat, words: Words, host: str = "") -> Screen:
    """To the host: somebody has left the server, and what can be done about the seat."""
    game, where = ui.game(record.game), f"<#{record.channel_id}>"
    said = text("letter.gone", name=bold(seat.name), game=game, where=where)
    answers = _stand_in(record, seat, words), ui.to_board(record, words)
    return ui.notice(host + words(said), *answers, push=ui.push(record, words, "gone"))


def passed_on(before: Seat, after: Seat, words: Words) -> Screen:
    """What stays of that, of /replace or of an offer, once somebody else has the seat."""
    key = "stands_in" if after.user_id is None else "accepted"
    said = text(f"replace.{key}", before=bold(before.name), name=bold(after.name))
    return ui.notice(words(said))


def replaced(record: Session, after: Seat, words: Words) -> Screen:
    """To somebody whose seat was given to another."""
    game, where = ui.game(record.game), f"<#{record.channel_id}>"
    said = text("letter.replaced", name=bold(after.name), game=game, where=where)
    return ui.notice(words(said), push=ui.push(record, words, "replaced"))


def _named(seat: Seat, words: Words) -> str:
    if seat.user_id is not None:
        return plain(seat.name)
    strength = text(f"strength.{seat.strength}")
    return words(text("computers.is", name=plain(seat.name), strength=strength))


def _stand_in(record: Session, seat: Seat, words: Words) -> Part:
    label = words(text("replace.stand_in"))
    return ui.button(label, Holding(record.id, Change.STAND_IN, str(seat.seat)))


def _take(record: Session, seat: Seat, words: Words) -> Part:
    strength = text(f"strength.{seat.strength}")
    label = words(text("seats.take", name=plain(seat.name), strength=strength))
    return ui.button(label, Holding(record.id, Change.TAKE, str(seat.seat)))


def set_apart(outline: Outline, words: Words, *, ending: bool) -> Screen:
    """What stays of a board or hand that is set apart; `ending`: with a button to end the game."""
    end = ui.button(words(text("abandon.yes")), Abandon(outline.id, "ask"), ButtonStyle.danger)
    return ui.notice(words(why_apart(outline)), *([end] if ending and outline.live else []))


def really_end(outline: Outline, words: Words) -> Screen:
    """Whether it should really be ended, for the host or a moderator."""
    kept = "abandon.no" if outline.set_apart is None else "abandon.leave"
    yes = ui.button(words(text("abandon.yes")), Abandon(outline.id, "yes"), ButtonStyle.danger)
    no = ui.button(words(text(kept)), Abandon(outline.id, "no"))
    return ui.notice(words(text("abandon.really")), yes, no)
