"""Who sits at a session, who is asked to it, who has left it, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.records.seats import Departed, Invitation, Offer, Seat
from bot.store.sql import Database


def of_session(db: Database, session_id: int) -> tuple[Seat, ...]:
    """The seats of a session, in order."""
    rows = db.execute(
        "SELECT seat, user_id, name, strength, party, computer_name, computer_strength FROM seat"
        " WHERE session_id = ? ORDER BY seat",
        (session_id,),
    )
    return tuple(Seat(*row) for row in rows)


def invitations(db: Database, session_id: int) -> tuple[Invitation, ...]:
    """Those asked to a session, by id."""
    rows = db.execute(
        "SELECT user_id, name, kept FROM invitation WHERE session_id = ? ORDER BY user_id",
        (session_id,),
    )
    return tuple(Invitation(user_id, name, bool(kept)) for user_id, name, kept in rows)


def departed(db: Database, session_id: int) -> tuple[Departed, ...]:
    """Those who have left a running game, by id."""
    rows = db.execute(
        "SELECT user_id, seat FROM departed WHERE session_id = ? ORDER BY user_id", (session_id,)
    )
    return tuple(Departed(*row) for row in rows)


def offers(db: Database, session_id: int) -> tuple[Offer, ...]:
    """The seats that somebody may take, in order."""
    rows = db.execute(
        "SELECT seat, user_id FROM offer WHERE session_id = ? ORDER BY seat", (session_id,)
    )
    return tuple(Offer(*row) for row in rows)


def save(db: Database, session_id: int, seats: Sequence[Seat]) -> None:
    """Replace the seats."""
    db.execute("DELETE FROM seat WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO seat (session_id, seat, user_id, name, strength, party, computer_name,"
        " computer_strength) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(session_id, seat.seat, seat.user_id, seat.name, seat.strength, seat.party),
                *(seat.computer_name, seat.computer_strength),
            )
            for seat in seats
        ],
    )


def save_invitations(db: Database, session_id: int, invitations: Sequence[Invitation]) -> None:
    """Replace the invitations."""
    db.execute("DELETE FROM invitation WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO invitation (session_id, user_id, name, kept) VALUES (?, ?, ?, ?)",
        [(session_id, asked.user_id, asked.name, asked.kept) for asked in invitations],
    )


def save_departed(db: Database, session_id: int, departed: Sequence[Departed]) -> None:
    """Replace those who have left."""
    db.execute("DELETE FROM departed WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO departed (session_id, user_id, seat) VALUES (?, ?, ?)",
        [(session_id, gone.user_id, gone.seat) for gone in departed],
    )


def save_offers(db: Database, session_id: int, offers: Sequence[Offer]) -> None:
    """Replace the seats that somebody may take."""
    db.execute("DELETE FROM offer WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO offer (session_id, seat, user_id) VALUES (?, ?, ?)",
        [(session_id, offer.seat, offer.user_id) for offer in offers],
    )
