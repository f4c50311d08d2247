"""Somebody's games in a list: which wait for whom, why one stands still and what brings it back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.custom_ids.looks import Listed
from bot.people import plain
from bot.screens.parts.parts import (
    LONGEST_VALUE_LABEL,
    board_url,
    container,
    paragraph,
    select,
    select_option,
    shortened,
)
from bot.screens.parts.screen import Screen
from bot.screens.play.board import absences
from bot.sessions.refusals import why_apart
from bot.sessions.table.retractions import missing
from bot.sessions.table.table import Table
from bot.store.records.sessions import Outline, PastGame
from engine.text import Seat, Text, text
from images.words import Words


def line(table: Table, user_id: int, obstacle: Text | None, words: Words) -> tuple[bool, str]:
    """A game in a line or two, and whether it waits for others: those come last.

    `words` with the names of the session.
    """
    record, seat = table.record, table.seat_of(user_id)
    asked = () if not table.started or table.paused else table.people_asked()
    answers = not table.paused and user_id in missing(table)
    mine = seat in asked
    status = text("games.your_answer") if answers and not mine else _status(table, asked, mine)
    url = board_url(record)
    name = words(text(f"game.{record.game}.name"))
    where = "" if record.guild_id is None else f" <#{record.channel_id}>"
    said = [f"- [{name}]({url}){where} · {words(status)}"]
    if obstacle is not None:
        said.append(f"  -# ⚠ {words(obstacle)}")
    elif record.pause.at is not None:
        by = "by_host" if record.pause.by_host else "by_vote"
        said.append(f"  -# ⏸ {words(text(f'games.pause.{by}'))}")
    said += [f"  {absence}" for absence in absences(table, words)]
    return not (mine or answers), "\n".join(said)


def apart(outline: Outline, words: Words, *, installed: bool) -> str:
    """A game that is set apart; `installed`: whether it has a name that can be said."""
    url = board_url(outline)
    name = words(text(f"game.{outline.game}.name" if installed else "games.unknown"))
    where = f"- [{name}]({url}) <#{outline.channel_id}> · {words(text('games.apart'))}"
    return f"{where}\n  -# ⚠ {words(why_apart(outline))}"


def ended(game: PastGame, words: Words, *, installed: bool) -> str:
    """A game that is over, to be chosen by its name, its players and its day."""
    name = words(text(f"game.{game.game}.name" if installed else "games.unknown"))
    day = words(_day(datetime.fromtimestamp(game.ended_at, UTC)))
    names = ", ".join(plain(one) if one else words(text("seat.former")) for one in game.names)
    said = text("replay.choice", game=name, day=day, names=names)
    return shortened(words(said), LONGEST_VALUE_LABEL)


def _day(day: datetime) -> Text:
    month = text(f"month.{day.month}")
    return text("date", day=str(day.day), month=month, year=str(day.year))


def running(mine: Sequence[str], others: Sequence[tuple[Table, Words]], words: Words) -> Screen:
    """Somebody's own games, and those of the server at which anybody may look on.

    `others` with the names of each session.
    """
    lines = ["\n".join(mine) or words(text("games.none"))]
    if not others:
        return Screen(container(*map(paragraph, lines)))
    lines.append("\n".join([words(text("games.here")), *(_other(*one) for one in others)]))
    options = [
        select_option(_label(table, there), str(table.record.id), default=False)
        for table, there in others
    ]
    watch = select(Listed("watch"), options, words(text("games.watch")))
    return Screen(container(*map(paragraph, lines), watch))


def _other(table: Table, words: Words) -> str:
    record = table.record
    url = board_url(record)
    names = ", ".join(words.name(seat.seat) for seat in record.seats)
    return f"- [{words(text(f'game.{record.game}.name'))}]({url}) <#{record.channel_id}> · {names}"


def _label(table: Table, words: Words) -> str:
    names = ", ".join(plain(seat.name) for seat in table.record.seats)
    return f"{words(text(f'game.{table.record.game}.name'))} · {names}"


def _status(table: Table, asked: tuple[int, ...], mine: bool) -> Text:  # noqa: FBT001
    if table.paused:
        return text("games.paused")
    if mine:
        return text("games.your_turn")
    if asked:
        return text("games.waiting", names=tuple(Seat(seat) for seat in asked))
    return text(f"games.{table.record.status}")
