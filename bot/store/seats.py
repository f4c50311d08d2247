"""Who sits at a session, who is asked to it, who has left it, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.records.seats import Departed, Invitation, Offer, Seat
from bot.store.sql import Database


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
