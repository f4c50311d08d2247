"""What PostgreSQL's errors mean: for whoever runs the bot, and whether to try again."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

UNREACHABLE = (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
"""All that a server or the way to it may raise."""

# What two transactions at once can do to each other; the second finds what the first has done.
_SERIALIZATION, _DEADLOCK, _UNIQUE = "40001", "40P01", "23505"
_OVERTAKEN = frozenset({_SERIALIZATION, _DEADLOCK, _UNIQUE})

_MEANING = {
    "28P01": "it refuses the password",
    "28000": "it refuses the user",
    "3D000": "there is no such database",
    _SERIALIZATION: "it was being changed by others; try again",
    "42501": "the user may not do that there",
    "53100": "its disk is full",
    "53300": "it has no connection left",
    "57P01": "it is shutting down",
    "57P03": "it is starting up",
}


def overtaken(error: BaseException) -> bool:
    """Whether the transaction failed because of another one alone, with nothing changed."""
    return isinstance(error, DBAPIError) and _state(error) in _OVERTAKEN


def meaning(error: BaseException) -> str:
    """An error in a few plain words, without what was written or asked."""
    if isinstance(error, OSError):
        return error.strerror or "it doesn't answer"
    state = _state(error)
    return _MEANING.get(state or "") or f"PostgreSQL reports {state or type(error).__name__}"


def _state(error: BaseException) -> str | None:
    """The five characters of SQL's standard, if the server has said anything."""
    reported = error.orig if isinstance(error, DBAPIError) else error
    state: str | None = getattr(reported, "sqlstate", None)
    return state
