"""Reviews of games that are over, each for the person whose choices they are about, in SQL."""

from __future__ import annotations

from bot.store.records.play import Reviewed
from bot.store.sql import Database
from bot.store.tables.columns import Table

_REVIEWS = Table(Reviewed, "review", key="session_id, user_id", of="session_id")


def review(db: Database, session_id: int, user_id: int) -> Reviewed | None:
    """Somebody's review of a game, if it was ever begun."""
    return next((one for one in _REVIEWS.of(db, session_id) if one.user_id == user_id), None)


def begin(db: Database, session_id: int, reviewed: Reviewed) -> None:
    """Add a review, unless it is there."""
    if review(db, session_id, reviewed.user_id) is None:
        _REVIEWS.add(db, [reviewed], session_id)


def save(db: Database, session_id: int, reviewed: Reviewed) -> bool:
    """Keep what is read by now; False where the review is gone, with its game or its person."""
    changed = db.execute(
        "UPDATE review SET done = ?, found = ? WHERE session_id = ? AND user_id = ?",
        (reviewed.done, reviewed.found, session_id, reviewed.user_id),
    )
    return bool(changed.rowcount)


def tell(db: Database, session_id: int, user_id: int, wanted: bool) -> None:  # noqa: FBT001
    """Note whether the person wants to be told when it is done; not any more once that is so."""
    db.execute(
        "UPDATE review SET tell = ? WHERE session_id = ? AND user_id = ?",
        (wanted, session_id, user_id),
    )


def unfinished(db: Database) -> list[tuple[int, int]]:
    """Session and person of the reviews that are still being read, or to be told of."""
    rows = db.execute(
        "SELECT session_id, user_id FROM review WHERE NOT done OR tell ORDER BY session_id, user_id"
    )
    return [(session_id, user_id) for session_id, user_id in rows]


def done_of(db: Database, user_id: int, most: int) -> list[tuple[str, str]]:
    """A person's finished reviews, the latest game first: which game, and what was found."""
    rows = db.execute(
        "SELECT game, found FROM review JOIN session ON id = session_id"
        " WHERE user_id = ? AND done ORDER BY session_id DESC LIMIT ?",
        (user_id, most),
    )
    return [(game, found) for game, found in rows]
