"""Tokens of presses, which let their messages be edited for free, in SQL.

Secrets: they are in no log and no export, and worth nothing a quarter of an hour later.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.records.messages import PressToken
from bot.store.sql import Database, replacing

LIFETIME = 14 * 60
"""Seconds that a token is used; Discord kills it after fifteen minutes."""

_SAVE = replacing("press_token", "message_id", "user_id, application_id, token, follows, expires")


def note(db: Database, tokens: Mapping[int, PressToken | None]) -> None:
    """Remember the last token of these messages, none where Discord has refused it."""
    refused = [(message_id,) for message_id, token in tokens.items() if token is None]
    if refused:
        db.executemany("DELETE FROM press_token WHERE message_id = ?", refused)
    kept = [token for token in tokens.values() if token is not None]
    if not kept:
        return
    drop_expired(db, max(token.expires for token in kept) - LIFETIME)
    db.executemany(
        _SAVE,
        [
            (
                token.message_id,
                token.user_id,
                token.application_id,
                token.token,
                token.follows,
                token.expires,
            )
            for token in kept
        ],
    )


def known(
    message_id: int | None,
    user_id: int,
    application_id: int,
    token: str,
    follows: object,
    expires: float,
) -> PressToken | None:
    """The token of a row; `message_id`: None where there is none."""
    if message_id is None:
        return None
    return PressToken(message_id, user_id, application_id, token, bool(follows), expires)


def drop_expired(db: Database, now: float) -> None:
    """Delete what has expired by that time of day."""
    db.execute("DELETE FROM press_token WHERE expires <= ?", (now,))
