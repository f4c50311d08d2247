"""Somebody's games in a list: which wait for whom, why one stands still and what brings it back."""

from __future__ import annotations

from bot.screens.board import absences
from bot.screens.parts import message_url
from bot.sessions.table import Table
from bot.store.records import Outline
from engine.text import Seat, Text, text
from images.words import Words


def line(table: Table, user_id: int, obstacle: Text | None, words: Words) -> tuple[bool, str]:
    """A game in a line or two, and whether it waits for others: those come last.

    `words` with the names of the session.
    """
    record, seat = table.record, table.seat_of(user_id)
    asked = () if not table.started or table.paused else table.people_asked()
    mine = seat in asked
    url = message_url(record.guild_id, record.channel_id, record.board_message_id)
    name = words(text(f"game.{record.game}.name"))
    said = [f"- [{name}]({url}) <#{record.channel_id}> · {words(_status(table, asked, mine))}"]
    if obstacle is not None:
        said.append(f"  -# ⚠ {words(obstacle)}")
    elif record.pause.at is not None:
        by = "by_host" if record.pause.by_host else "by_vote"
        said.append(f"  -# ⏸ {words(text(f'games.pause.{by}'))}")
    said += [f"  {absence}" for absence in absences(table, words)]
    return not mine, "\n".join(said)


def apart(outline: Outline, words: Words) -> str:
    """A game that can't be read any more."""
    url = message_url(outline.guild_id, outline.channel_id, outline.board_message_id)
    where = f"- [{words(text('games.apart'))}]({url}) <#{outline.channel_id}>"
    return f"{where}\n  -# ⚠ {words(text('games.apart.help'))}"


def _status(table: Table, asked: tuple[int, ...], mine: bool) -> Text:  # noqa: FBT001
    if table.paused:
        return text("games.paused")
    if mine:
        return text("games.your_turn")
    if asked:
        return text("games.waiting", names=tuple(Seat(seat) for seat in asked))
    return text(f"games.{table.record.status}")
