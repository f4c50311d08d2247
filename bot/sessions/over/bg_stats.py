"""A game that ended in the form in which the app BG Stats takes plays from other programs.

Its makers describe it at bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
"""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import orjson

from bot.people import bare
from bot.sessions.table.table import Table
from engine.text import text
from engine.values import placed
from images.words import Words

_SOURCE = "Guildhall"
_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play(table: Table, words: Words) -> bytes:
    """The play as JSON; `words` with names as they are. The game must have ended."""
    record, outcome = table.record, table.view(None).outcome
    if outcome is None:
        raise ValueError("the game isn't over")
    parties = table.game.parties(len(record.seats))
    place_of = placed(outcome.places, parties)
    players = []
    for seat in record.seats:
        player = {
            "name": bare(words.name(seat.seat)),
            "sourcePlayerId": str(seat.user_id or f"computer {seat.strength}"),
            "winner": seat.seat in outcome.places[0],
            "score": outcome.scores[seat.seat],
            "rank": place_of[seat.seat],
        }
        teams = [str(number) for number, party in enumerate(parties, 1) if seat.seat in party]
        players.append(player | ({"team": teams[0]} if teams else {}))
    return orjson.dumps(
        {
            "sourceName": _SOURCE,
            "sourcePlayId": f"{record.guild_id or 0}-{record.id}",
            "playDate": f"{datetime.fromtimestamp(record.updated_at, UTC):%Y-%m-%d %H:%M:%S}",
            "game": {
                "name": words(text(f"game.{record.game}.name")),
                "sourceGameId": record.game,
                "highestWins": True,
                "noPoints": False,
            },
            "players": players,
        }
    )


def address(written: bytes) -> str:
    """Where the app, or its page, takes the play over."""
    return _ADDRESS + quote(written, safe="")
