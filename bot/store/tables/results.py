"""How games ended, who played them, the ratings that follow, and reviews, in SQL."""

from __future__ import annotations

from bot.store import ratings
from bot.store.ratings import ANCHORS, Rated, Rating
from bot.store.records.play import COMPUTER, Move, Reviewed, made
from bot.store.records.sessions import Outcome, Standing
from bot.store.sql import Columns, Database, Table, finds, ids
from bot.store.tables.finding import SEATS
from engine.parts.values import placed

_UNRATED = """
SELECT session_id, counted FROM result
WHERE coalesce(guild_id, 0) = ? AND game = ? AND (NOT counted OR NOT rated)
ORDER BY ended_at, session_id
"""
_LATEST = """
SELECT mu, sigma FROM standing JOIN result USING (session_id)
WHERE user_id = ? AND coalesce(guild_id, 0) = ? AND game = ? AND mu IS NOT NULL
ORDER BY ended_at DESC, session_id DESC LIMIT 1
"""
_LATEST_END = """
SELECT max(ended_at) FROM result
WHERE guild_id = (SELECT guild_id FROM session WHERE id = ?)
    AND game = (SELECT game FROM session WHERE id = ?)
"""
_NEXT = 0.001
"""Seconds between two games of which one ended after the other."""
_STANDING = Columns(Standing, rating=Columns(Rating))


def add(db: Database, session_id: int, ended: Outcome, at: float) -> None:
    """Remember how a game has ended at that moment, as its seats, turns and log are now.

    Ratings follow in the order of these moments: by a clock that was set back it ends right after
    the server's latest one, also where that was ahead.
    """
    (latest,) = db.execute(_LATEST_END, (session_id, session_id)).fetchone()
    db.execute(
        "INSERT INTO result (session_id, guild_id, game, ended_at, counted, rated, awards)"
        " SELECT id, guild_id, game, ?, FALSE, FALSE, '[]' FROM session WHERE id = ?",
        (at if latest is None else max(at, latest + _NEXT), session_id),
    )
    count(db, session_id, ended)


def count(db: Database, session_id: int, ended: Outcome) -> None:
    """Remember how a game ended that is over; nothing if that is known already."""
    counted = db.execute(
        "UPDATE result SET counted = TRUE, rated = ?, awards = ?"
        " WHERE session_id = ? AND NOT counted",
        (not ended.counts, ended.awards, session_id),
    )
    if not counted.rowcount:
        return
    if ended.counts:
        _add_standings(db, session_id, ended)
    guild_id, game = db.execute(
        "SELECT coalesce(guild_id, 0), game FROM result WHERE session_id = ?", (session_id,)
    ).fetchone()
    _rate(db, guild_id, game)


uncounted = finds("SELECT session_id FROM result WHERE NOT counted ORDER BY ended_at, session_id")
"""Ids of the games that were over before results were kept, the oldest first."""


def standings(db: Database, guild_id: int, *, user_id: int | None = None) -> list[Standing]:
    """How people stood in a server's games, the oldest first; all people or one."""
    which = "user_id IS NOT NULL" if user_id is None else "user_id = ?"
    rows = db.execute(
        f"{_STANDING.select} FROM standing JOIN result USING (session_id)"
        f" WHERE guild_id = ? AND {which} ORDER BY ended_at, session_id, seat",
        (guild_id,) if user_id is None else (guild_id, user_id),
    )
    return [_STANDING.read(row) for row in rows]


def owe_result(db: Database, session_id: int) -> None:
    """A game is over: its result is to be told where its server wants to read results."""
    db.execute(
        "INSERT INTO result_due (session_id, channel_id)"
        " SELECT id, results_channel_id FROM session JOIN server USING (guild_id)"
        " WHERE id = ? AND results_channel_id IS NOT NULL ON CONFLICT DO NOTHING",
        (session_id,),
    )


results_due = finds("SELECT session_id FROM result_due ORDER BY session_id")
"""Ids of the sessions whose results are still to be told in their servers, in order."""


def result_due(db: Database, session_id: int) -> int | None:
    """The channel in which a session's result is still to be told."""
    row = db.execute(
        "SELECT channel_id FROM result_due WHERE session_id = ?", (session_id,)
    ).fetchone()
    return None if row is None else int(row[0])


def result_told(db: Database, session_id: int) -> None:
    """Remember that a result was told, or never will be."""
    db.execute("DELETE FROM result_due WHERE session_id = ?", (session_id,))


def _add_standings(db: Database, session_id: int, ended: Outcome) -> None:
    places = placed(ended.places, ended.parties)
    party_of = {seat: min(party) for party in ended.parties for seat in party}
    away = ids(db, "SELECT seat FROM turn WHERE session_id = ? AND away", (session_id,))
    chosen = _choices(db, session_id)
    for seat in SEATS.of(db, session_id):
        by = chosen.get(seat.seat, ())
        # Or who left the seat to a computer.
        people = (who for who in reversed(by) if who is not None and who > COMPUTER)
        user_id = seat.user_id or next(people, None)
        present = seat.user_id is not None and seat.seat not in away
        own = sum(who in (None, user_id) for who in by) if user_id else 0
        db.execute(
            "INSERT INTO standing (session_id, seat, user_id, strength, party, place, score,"
            " choices, own, present) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(session_id, seat.seat, user_id, seat.strength),
                *(party_of.get(seat.seat, seat.seat), places[seat.seat], ended.scores[seat.seat]),
                *(len(by), own, present),
            ),
        )


def _choices(db: Database, session_id: int) -> dict[int, list[int | None]]:
    """By seat, who made its choices, without those that were taken back."""
    rows = db.execute(
        "SELECT number, seat, chosen_by, back_to FROM move WHERE session_id = ? ORDER BY number",
        (session_id,),
    )
    log = [Move(number, seat, (), back_to, None, by) for number, seat, by, back_to in rows]
    by_seat: dict[int, list[int | None]] = {}
    for choice in made(log):
        by_seat.setdefault(choice.seat, []).append(choice.chosen_by)
    return by_seat


def _rate(db: Database, guild_id: int, game: str) -> None:
    """Have the ratings follow that are still due, one game after the other.

    They wait for earlier games whose standings aren't known yet.
    """
    for session_id, counted in db.execute(_UNRATED, (guild_id, game)).fetchall():
        if not counted:
            return
        _rate_game(db, session_id, guild_id, game)
        db.execute("UPDATE result SET rated = TRUE WHERE session_id = ?", (session_id,))


def _rate_game(db: Database, session_id: int, guild_id: int, game: str) -> None:
    seats: dict[int, Rated] = {}
    people: list[int] = []
    for seat, user_id, strength, party, place, choices, own, present in db.execute(
        "SELECT seat, user_id, strength, party, place, choices, own, present FROM standing"
        " WHERE session_id = ? ORDER BY seat",
        (session_id,),
    ).fetchall():
        before = ANCHORS.get(strength or "", Rating())
        if user_id is not None:
            people.append(seat)
            latest = db.execute(_LATEST, (user_id, guild_id, game)).fetchone()
            before = Rating(*latest) if latest else Rating()
        share = own / choices if choices else 1.0
        seats[seat] = Rated(party, place, before, share, bool(present))
    after = dict(zip(seats, ratings.after([*seats.values()]), strict=True))
    db.executemany(
        "UPDATE standing SET mu = ?, sigma = ? WHERE session_id = ? AND seat = ?",
        [(after[seat].mu, after[seat].sigma, session_id, seat) for seat in people],
    )


# -- reviews, each for the person whose choices they are about ---------------------------------

_REVIEWS = Table(Reviewed, "review", key="session_id, user_id", of="session_id")


def review(db: Database, session_id: int, user_id: int) -> Reviewed | None:
    """Somebody's review of a game, if it was ever begun."""
    return next((one for one in _REVIEWS.of(db, session_id) if one.user_id == user_id), None)


_PLAYED = """
SELECT 1 FROM seat WHERE session_id = ? AND user_id = ?
UNION ALL SELECT 1 FROM departed WHERE session_id = ? AND user_id = ?
"""


def begin_review(db: Database, session_id: int, reviewed: Reviewed) -> None:
    """Add a review, unless it is there; nothing of whoever was forgotten meanwhile."""
    about = session_id, reviewed.user_id
    if review(db, *about) is None and db.execute(_PLAYED, (*about, *about)).fetchone():
        _REVIEWS.add(db, [reviewed], session_id)


def save_review(db: Database, session_id: int, reviewed: Reviewed, before: str) -> bool:
    """Keep what is read by now; False where it isn't what was found `before` any more: another
    process has read on, or it is gone with its game or its person."""
    changed = db.execute(
        "UPDATE review SET done = ?, found = ? WHERE session_id = ? AND user_id = ? AND found = ?",
        (reviewed.done, reviewed.found, session_id, reviewed.user_id, before),
    )
    return bool(changed.rowcount)


def tell_of_review(db: Database, session_id: int, user_id: int, wanted: bool) -> None:  # noqa: FBT001
    """Note whether the person wants to be told when it is done; not any more once that is so."""
    db.execute(
        "UPDATE review SET tell = ? WHERE session_id = ? AND user_id = ?",
        (wanted, session_id, user_id),
    )


def unfinished_reviews(db: Database) -> list[tuple[int, int]]:
    """Session and person of the reviews that are still being read, or to be told of."""
    rows = db.execute(
        "SELECT session_id, user_id FROM review WHERE NOT done OR tell ORDER BY session_id, user_id"
    )
    return [*rows]


def reviews_of(db: Database, user_id: int, most: int) -> list[tuple[str, str]]:
    """A person's finished reviews, the latest game first: which game, and what was found."""
    rows = db.execute(
        "SELECT game, found FROM review JOIN session ON id = session_id"
        " WHERE user_id = ? AND done ORDER BY session_id DESC LIMIT ?",
        (user_id, most),
    )
    return [*rows]
