"""A game that is over as a file: of its own (`engine/saved.py`), or as BG Stats takes it.

The makers of that app describe it at bgstatsapp.com, "Push plays to BG Stats from other apps or
websites".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from urllib.parse import quote

import orjson

from bot import VERSION
from bot.people import bare
from bot.sessions.table.table import AnyGame, Table
from bot.store.records.play import Move
from bot.store.records.sessions import Session
from engine.game import Event
from engine.log import Moment
from engine.parts.values import placed
from engine.saved import FORMAT, Saved, SavedEntry, SavedSeat, Told, ended, written
from engine.text import Seat, Text, text
from images.words import Words


def saved(
    record: Session, game: AnyGame, moves: Sequence[Move], passed: Sequence[Moment], words: Words
) -> bytes:
    """The file; `passed`: where the game stood before its first move, and after each.

    It has the names of those who sat there in the end, and no ids of theirs.
    """
    return written(
        Saved(
            guildhall_game=FORMAT,
            guildhall=VERSION,
            game=game.name,
            title=words(text(f"game.{game.name}.name")),
            language=words.language,
            rules_version=game.rules_version,
            components=game.components,
            options=orjson.loads(record.options),
            seats=tuple(
                SavedSeat(name=words.name(seat.seat), computer=seat.computer)
                for seat in record.seats
            ),
            seed=str(record.seed),
            opening=_told(passed[0].told, words),
            moves=tuple(
                SavedEntry(
                    seat=move.seat,
                    picks=move.picks,
                    back_to=move.back_to,
                    told=_of(move, moment, words),
                )
                for move, moment in zip(moves, passed[1:], strict=True)
            ),
            end=ended(game, passed[-1].state),
        )
    )


def name_of(record: Session) -> str:
    """The file's name."""
    return f"{record.game}-{record.id}.json"


def _of(move: Move, moment: Moment, words: Words) -> tuple[Told, ...]:
    if move.back_to is None:
        return _told(moment.told, words)
    return (_said(text("told.takes_back", player=Seat(move.seat)), None, words),)


def _told(events: Iterable[Event], words: Words) -> tuple[Told, ...]:
    return tuple(_said(event.text, event.seat, words) for event in events)


def _said(what: Text, seat: int | None, words: Words) -> Told:
    return Told(text=words(what), seat=seat)


_SOURCE = "Guildhall"
_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def bg_stats_play(table: Table, words: Words) -> bytes:
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
            "sourcePlayerId": _player_id(record, seat.seat),
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


def _player_id(record: Session, number: int) -> str:
    """Of a computer's name the same in each game; a former player is somebody else in each."""
    seat = record.seats[number]
    if seat.former:
        return f"former {record.id}-{number}"
    return str(seat.user_id or f"computer {seat.strength} {seat.name}")


def bg_stats_address(written: bytes) -> str:
    """Where the app, or its page, takes the play over."""
    return _ADDRESS + quote(written, safe="")
