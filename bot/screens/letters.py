"""Messages that tell somebody something once: an invitation, a seat lost, that a table waits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from discord import ButtonStyle

from bot.people import bold
from bot.screens import parts as ui
from bot.screens.custom_ids import CALLED, Action, Lobby
from bot.screens.play import ways
from bot.screens.screen import Part, Screen
from bot.sessions.table.table import Table
from bot.store.records.sessions import Session
from engine.game import View
from engine.text import Text, text
from images.words import Words

Occasion: TypeAlias = Literal["start", "turn", "over"]


def called(record: Session, people: Sequence[int], by: str, words: Words, *, kept: bool) -> Screen:
    """Names those who are invited, or whose seats are kept, in the channel: all that are awaited.

    `people`: those who are mentioned, as they aren't yet.
    """
    awaited = [one.user_id for one in record.invitations if record.asks(one.user_id)]
    names = ", ".join(f"<@{user_id}>" for user_id in dict.fromkeys((*people, *awaited)))
    host, game = bold(by), ui.game(record.game)
    said = text(
        "letter.called_again" if kept else "letter.called", people=names, host=host, game=game
    )
    return _invitation(record, said, words, CALLED, kept=kept, mentions=tuple(people))


def invited(record: Session, by: str, words: Words, *, kept: bool) -> Screen:
    """The same to one of them, by direct message."""
    host, game, where = bold(by), ui.game(record.game), f"<#{record.channel_id}>"
    said = text("letter.kept" if kept else "letter.invited", host=host, game=game, where=where)
    return _invitation(record, said, words, None, kept=kept)


def _invitation(
    record: Session,
    said: Text,
    words: Words,
    value: str | None,
    *,
    kept: bool,
    mentions: tuple[int, ...] = (),
) -> Screen:
    label = words(text(f"lobby.button.{'in' if kept else 'join'}"))
    here = ui.button(label, Lobby(record.id, Action.IN, value), ButtonStyle.success)
    wanted, there = "kept" if kept else "invited", ui.to_board(record, words)
    push = ui.push(record, words, wanted)
    return ui.notice(words(said), here, there, push=push, mentions=mentions)


def removed(record: Session, words: Words) -> Screen:
    """To somebody whose seat was taken away."""
    said = text("letter.removed", game=ui.game(record.game), where=f"<#{record.channel_id}>")
    return ui.notice(words(said), push=ui.push(record, words, "removed"))


def reviewed(record: Session, words: Words, whom: int | None = None) -> Screen:
    """To whoever wants to know: the review of a game is done; `whom`: called in the channel."""
    way = ways.review(record.id, words)
    if whom is None:
        line = ui.push(record, words, "reviewed")
        return ui.notice(line, way, push=line)
    said = words(text("review.call", game=ui.game(record.game)))
    return ui.notice(f"<@{whom}> {said}", way, mentions=(whom,), push=said)


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
    said = words(text(f"call.{occasion}", game=ui.game(record.game)))
    hand = [] if occasion == "over" else [_hand(record, words)]
    timed, there = occasion == "turn", ui.to_board(record, words)
    push = ui.turn(record, words, left) if timed else ui.push(record, words, occasion)
    return ui.notice(f"{names}\n{said}", *hand, there, mentions=users, push=push)


def _hand(record: Session, words: Words) -> Part:
    return ways.show(record, "hand", words, ButtonStyle.primary)


class Due(NamedTuple):
    """When the computer chooses, in Unix time, and in how many seconds that is."""

    at: int
    left: float


def reminder(
    table: Table, view: View, words: Words, server: str, due: Due, hand: str | None
) -> Screen:
    """To the view's own player. `hand`: the address of the message in which to choose."""
    where = f"<#{table.record.channel_id}>"
    place = f"{bold(server)} · {where}" if server else where
    there = [] if hand is None else [ui.link(words(text("reminder.to_hand")), hand)]
    asked = "" if view.prompt is None else words(view.prompt.ask).splitlines()[0]
    frame = ui.container(
        ui.paragraph(f"### {_title(table, words)}", f"-# {place}"),
        ui.paragraph(asked, *_waiting(table, view, words, due)),
        ui.row(*there, ui.to_board(table.record, words)),
    )
    return Screen(frame, push=ui.turn(table.record, words, due.left, "waiting"))


def reminding_mention(table: Table, view: View, words: Words, user_id: int, due: Due) -> Screen:
    """In the channel, where everybody reads it."""
    said = [f"<@{user_id}> {_title(table, words)}", *_waiting(table, view, words, due)]
    return ui.notice(
        "\n".join(said),
        _hand(table.record, words),
        ui.to_board(table.record, words),
        mentions=(user_id,),
        push=ui.turn(table.record, words, due.left, "waiting"),
    )


def _title(table: Table, words: Words) -> str:
    return words(text("reminder.title", game=ui.game(table.record.game)))


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
