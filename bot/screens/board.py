"""The message in the channel: the board, what happened, who is awaited; at the end the result."""

from __future__ import annotations

from collections.abc import Mapping

from discord import ButtonStyle

from bot.custom_ids.looks import Show
from bot.custom_ids.play import Vote
from bot.custom_ids.seats import Action, Change, Holding, Lobby
from bot.screens import open_hands, takebacks, ways
from bot.screens.guiding import learning_lines
from bot.screens.parts import (
    NOTHING_DUE,
    button,
    container,
    gallery,
    message_url,
    moment,
    paragraph,
    rows,
)
from bot.screens.screen import Part, Screen
from bot.sessions.endings import awards_of
from bot.sessions.pauses import needed
from bot.sessions.table import Table
from bot.store.records.messages import Attachment
from bot.store.records.sessions import Session
from engine.game import Outcome, View
from engine.text import Seat, Text, text
from images.pictures import Picture
from images.words import Words

NAME = "board.png"
_TOLD = 12


def board(
    table: Table,
    view: View,
    words: Words,
    *,
    due: Mapping[int, int] = NOTHING_DUE,
    until: int | None = None,
    picture: Picture | Attachment | None = None,
    parts: bool = False,
) -> Screen:
    """The public view of a running game, with its picture if it could be drawn.

    `due`: by seat, when the computer chooses for it, in Unix time, as `until`: until when the
    pause lasts at most, or a take-back is decided. `parts`: the board is large and can be looked
    at more closely.
    """
    show = ["hand", *(["closer"] if parts else []), "text", "history", "rules"]
    if table.has_topics:
        show.append("topics")
    looks = [_show_button(table, what, words) for what in show]
    if table.record.guild_id is not None:
        looks.append(ways.watch(table.record.id, words))
    above, below = public(table, view, words, due=due, until=until)
    frame = container(
        *above,
        shown(picture, words),
        *below,
        *rows([*looks, *_seats(table, words)]),
        *rows([*_votes(table, words), *takebacks.board_buttons(table, words)]),
    )
    people = awaited_people(table, view)
    return Screen(frame, picture, NAME, mentions=people)


def public(
    table: Table,
    view: View,
    words: Words,
    *,
    due: Mapping[int, int] = NOTHING_DUE,
    until: int | None = None,
) -> tuple[list[Part | None], list[Part | None]]:
    """What everybody may know of a running game: above its picture, and below.

    Without buttons; arguments as for `board`.
    """
    above = [
        paragraph(f"## {_title(table, words)}", words(view.headline)),
        paragraph(*learning_lines(table.record, words)),
    ]
    below = [
        paragraph(_last_step(table, words)),
        paragraph(_awaited(table, view, words, due), *_late(table, words)),
        paragraph(*_pause(table, words, until)),
        paragraph(*takebacks.board_lines(table, until, words)),
    ]
    return above, below


def shown(picture: Picture | Attachment | None, words: Words) -> Part | None:
    """The picture, or that it couldn't be drawn."""
    if picture is None:
        return paragraph(words(text("hand.no_picture")))
    return gallery(NAME, picture.alt)


def ended(table: Table, words: Words) -> Part | None:
    """That a game is over, above its picture."""
    return paragraph(f"## {_title(table, words)}", words(text("board.over")))


def result(
    table: Table, view: View, words: Words, *, picture: Picture | Attachment | None = None
) -> Screen:
    """The end: picture, ranking, what was remarkable, and another game."""
    frame = container(
        ended(table, words),
        None if picture is None else gallery(NAME, picture.alt),
        *standings(table.record, view, words),
        paragraph(*open_hands.lines(table, words)),
        *rows(
            [
                button(
                    words(text("board.again")),
                    Lobby(table.record.id, Action.AGAIN),
                    ButtonStyle.success,
                ),
                ways.replay(table.record.id, words),
                _show_button(table, "text", words),
                _show_button(table, "history", words),
                _show_button(table, "rules", words),
                _show_button(table, "bg_stats", words),
            ]
        ),
        *rows(open_hands.buttons(table, words)),
    )
    return Screen(frame, picture, NAME)


def told_result(table: Table, view: View, words: Words) -> Screen:
    """The end in a line, told elsewhere in the server."""
    record = table.record
    url = message_url(record.guild_id, record.channel_id, record.board_message_id)
    name, places = f"[{_title(table, words)}]({url})", ", ".join(ranking(record.game, view, words))
    return Screen(container(paragraph(words(text("result.told", game=name, places=places)))))


def abandoned(table: Table, words: Words) -> Screen:
    """What stays of a game that was given up."""
    return Screen(
        container(paragraph(f"## {_title(table, words)}", words(text("board.abandoned"))))
    )


def moved(table: Table, words: Words, url: str) -> Screen:
    """What stays of a board that was posted afresh further down."""
    said = words(text("board.moved", url=url))
    return Screen(container(paragraph(f"-# {_title(table, words)} · {said}")))


def standings(record: Session, view: View, words: Words) -> list[Part | None]:
    """Who came where, and what was remarkable."""
    return [
        paragraph(*ranking(record.game, view, words)),
        paragraph(*(f"🏅 {words(award)}" for award in awards_of(record))),
    ]


def ranking(game: str, view: View, words: Words) -> list[str]:
    """A line a place, shared places with the same number."""
    if view.outcome is None:
        return []
    lines, number = [], 1
    for place in view.outcome.places:
        for seat in place:
            score = words(scored(game, view.outcome, seat))
            # Escaped: Discord would number a list itself, also where a place is shared.
            lines.append(f"{number}\\. {words.name(seat)} · {score}")
        number += len(place)
    return lines or [words(text("hand.nobody_won"))]


def scored(game: str, outcome: Outcome, seat: int) -> Text:
    """What a seat has in the end."""
    return outcome.scored.get(seat) or text(f"game.{game}.score", n=outcome.scores[seat])


def owing(table: Table, view: View) -> tuple[int, ...]:
    """The seats that are waited for: computers choose at once after the last person has chosen."""
    computers = set(table.computers())
    people = tuple(seat for seat in view.awaited if seat not in computers)
    return people or view.awaited


def awaited_people(table: Table, view: View) -> tuple[int, ...]:
    """The ids of the people who owe a choice."""
    seats = {seat.seat: seat.user_id for seat in table.record.seats}
    return tuple(user for seat in view.awaited if (user := seats[seat]) is not None)


def _last_step(table: Table, words: Words) -> str:
    """What was told last, one sentence after the other: the picture above is to stay in sight."""
    told = [words(said) for said in table.told_last()[-_TOLD:]]
    return f"-# {' '.join(told)}" if told else ""


def _show_button(table: Table, what: str, words: Words) -> Part:
    style = ButtonStyle.primary if what == "hand" else ButtonStyle.secondary
    return button(words(text(f"show.{what}")), Show(table.record.id, what), style)


def _seats(table: Table, words: Words) -> list[Part]:
    """The way to the computers' seats, where there are any."""
    people = all(seat.user_id is not None for seat in table.record.seats)
    if people or table.record.lesson is not None:
        return []
    return [button(words(text("show.seats")), Holding(table.record.id, Change.COMPUTERS))]


def _awaited(table: Table, view: View, words: Words, due: Mapping[int, int]) -> str:
    people = {seat.seat: seat.user_id for seat in table.record.seats}
    names = [
        (f"<@{user}>" if (user := people[seat]) is not None else words.name(seat))
        + (f" ({moment(due[seat])})" if seat in due else "")
        for seat in owing(table, view)
    ]
    return words(text("board.waiting_for", n=len(names), names=", ".join(names))) if names else ""


def _pause(table: Table, words: Words, until: int | None) -> list[str]:
    """That the game is paused, and who would change that."""
    pause, people = table.record.pause, table.voters()
    lines = []
    if pause.at is not None and until is not None:
        lines.append(words(text("board.paused_by_host", when=moment(until))))
    elif pause.at is not None:
        lines.append(words(text("board.paused")))
    votes = [f"<@{user_id}>" for user_id in pause.votes if user_id in people]
    if votes:
        key = "board.would_pause" if pause.at is None else "board.would_resume"
        said = text(key, names=", ".join(votes), n=len(votes), needed=needed(people))
        lines.append(f"-# {words(said)}")
    return lines


def _votes(table: Table, words: Words) -> list[Part]:
    pause = table.record.pause
    if pause.at is None and not pause.votes:
        return []
    what = "pause" if pause.at is None else "resume"
    return [button(words(text(f"vote.{what}")), Vote(table.record.id, what))]


def _late(table: Table, words: Words) -> list[str]:
    """For whom the computer has chosen, and whose seat it has."""
    return [
        f"-# {words(text('board.away' if turn.away else 'board.missed', player=Seat(turn.seat)))}"
        for turn in table.record.turns
        if turn.away or turn.missed
    ] + absences(table, words)


def absences(table: Table, words: Words) -> list[str]:
    """Who has left the server, that the host is away, and what can be done."""
    lines = [
        words(text("board.gone", player=Seat(turn.seat)))
        for turn in table.record.turns
        if turn.gone
    ]
    if table.record.host_away:
        host = f"<@{table.record.host_id}>"
        lines.append(words(text("board.host_away", host=host)))
    return [f"-# ⚠ {line}" for line in lines]


def _title(table: Table, words: Words) -> str:
    return words(text(f"game.{table.record.game}.name"))
