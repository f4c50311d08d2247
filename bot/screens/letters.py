"""Messages that tell somebody something once: an invitation, a seat lost, that a table waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from discord import ButtonStyle

from bot.people import bold
from bot.screens import parts as ui
from bot.screens.custom_ids import CALLED, Action, Lobby, Show
from bot.screens.play.ways import review
from bot.screens.screen import Part, Screen
from bot.sessions.table.table import Table
from bot.store.records.sessions import Session
from engine.game import View
from engine.text import text
from images.words import Words

Occasion: TypeAlias = Literal["start", "turn", "over"]


def called(record: Session, people: Sequence[int], by: str, words: Words, *, kept: bool) -> Screen:
    """Names those who are invited, or whose seats are kept, in the channel: all that are awaited.

    `people`: those who are mentioned, as they aren't yet.
    """
    awaited = [one.user_id for one in record.invitations if record.asks(one.user_id)]
    said = words(
        text(
            "letter.called_again" if kept else "letter.called",
            people=", ".join(f"<@{user_id}>" for user_id in dict.fromkeys((*people, *awaited))),
            host=bold(by),
            game=text(f"game.{record.game}.name"),
        )
    )
    wanted = ui.push(record, words, "kept" if kept else "invited")
    screen = ui.notice(said, _here(record, words, CALLED, kept=kept), ui.to_board(record, words))
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
    wanted = ui.push(record, words, "kept" if kept else "invited")
    here = _here(record, words, None, kept=kept)
    return replace(ui.notice(said, here, ui.to_board(record, words)), push=wanted)


def _here(record: Session, words: Words, value: str | None, *, kept: bool) -> Part:
    label = words(text(f"lobby.button.{'in' if kept else 'join'}"))
    return ui.button(label, Lobby(record.id, Action.IN, value), ButtonStyle.success)


def removed(record: Session, words: Words) -> Screen:
    """To somebody whose seat was taken away."""
    said = text(
        "letter.removed", game=text(f"game.{record.game}.name"), where=f"<#{record.channel_id}>"
    )
    return replace(ui.notice(words(said)), push=ui.push(record, words, "removed"))


def reviewed(record: Session, words: Words, whom: int | None = None) -> Screen:
    """To whoever wants to know: the review of a game is done; `whom`: called in the channel."""
    line = ui.push(record, words, "reviewed")
    if whom is None:
        return replace(ui.notice(line, review(record.id, words)), push=line)
    said = words(text("review.call", game=text(f"game.{record.game}.name")))
    called = ui.notice(f"<@{whom}> {said}", review(record.id, words))
    return replace(called, mentions=(whom,), push=said)


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
    ways = [ui.to_board(record, words)]
    if occasion != "over":
        hand = Show(record.id, "hand")
        ways.insert(0, ui.button(words(text("show.hand")), hand, ButtonStyle.primary))
    return Screen(
        ui.container(ui.paragraph(names, said), ui.row(*ways)),
        mentions=users,
        push=ui.turn(record, words, left)
        if occasion == "turn"
        else ui.push(record, words, occasion),
    )


class Due(NamedTuple):
    """When the computer chooses, in Unix time, and in how many seconds that is."""

    at: int
    left: float


def reminder(
    table: Table, view: View, words: Words, server: str, due: Due, hand: str | None
) -> Screen:
    """To the view's own player. `hand`: the address of the message in which to choose."""
    game = words(text(f"game.{table.record.game}.name"))
    where = f"<#{table.record.channel_id}>"
    place = f"{bold(server)} · {where}" if server else where
    ways = [] if hand is None else [ui.link(words(text("reminder.to_hand")), hand)]
    asked = "" if view.prompt is None else words(view.prompt.ask).splitlines()[0]
    return Screen(
        ui.container(
            ui.paragraph(f"### {words(text('reminder.title', game=game))}", f"-# {place}"),
            ui.paragraph(asked, *_waiting(table, view, words, due)),
            ui.row(*ways, ui.to_board(table.record, words)),
        ),
        push=ui.turn(table.record, words, due.left, "waiting"),
    )


def reminding_mention(table: Table, view: View, words: Words, user_id: int, due: Due) -> Screen:
    """In the channel, where everybody reads it."""
    game = words(text(f"game.{table.record.game}.name"))
    hand = ui.button(words(text("show.hand")), Show(table.record.id, "hand"), ButtonStyle.primary)
    said = f"<@{user_id}> {words(text('reminder.title', game=game))}"
    return Screen(
        ui.container(
            ui.paragraph(said, *_waiting(table, view, words, due)),
            ui.row(hand, ui.to_board(table.record, words)),
        ),
        mentions=(user_id,),
        push=ui.turn(table.record, words, due.left, "waiting"),
    )


def _waiting(table: Table, view: View, words: Words, due: Due) -> list[str]:
    """Who waits, whether for this one alone, and for how long yet."""
    computers = set(table.computers())
    seats = [seat.seat for seat in table.record.seats if seat.seat not in computers]
    waiting = [seat for seat in seats if seat not in view.awaited]
    lines = []
    if waiting:
        lines.append(words(text("reminder.waiting", n=len(waiting))))
    # Where one plays after the other, those who wait haven't all had their turn.
    alone = [seat for seat in view.awaited if seat in seats] == [view.viewer]
    if waiting and alone and view.simultaneous:
        lines.append(words(text("reminder.last")))
    return [*lines, f"-# {words(text('hand.due', when=ui.moment(due.at)))}"]
