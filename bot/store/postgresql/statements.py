"""The store's SQL as asyncpg wants it, and what PostgreSQL's errors mean."""

from __future__ import annotations

import itertools
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, TypeVar, cast

import asyncpg
from greenlet import getcurrent, greenlet

from bot.store.sql import Database, Rows, Values


class StatementFailed(Exception):
    """A statement wasn't carried out; what asyncpg says of it is the cause."""


class NothingDone(StatementFailed):
    """There was no connection, or it was lost before the end: nothing was carried out."""


class Unheard(StatementFailed):
    """The connection was lost, or took too long, at the end: all was carried out, or nothing."""


SERVER = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError)
"""All that asyncpg may raise of a server or the way to it."""
UNREACHABLE = (StatementFailed, *SERVER)
"""The same, of statements too."""

# What two transactions at once can do to each other; the second finds what the first has done.
_SERIALIZATION, _DEADLOCK, _UNIQUE = "40001", "40P01", "23505"
_OVERTAKEN = frozenset({_SERIALIZATION, _DEADLOCK, _UNIQUE})
_CONNECTION_ENDED = ("08", "57P", "25P03")
"""How those begin that tell of it: lost, shut down, silent for too long within a transaction."""
_PASSING = (*_CONNECTION_ENDED, "53", _SERIALIZATION, _DEADLOCK)
"""The same of what passes by itself."""

_BROKEN_OFF = "the connection broke off, or what answers there is no PostgreSQL server"
_MEANING = {
    "08": _BROKEN_OFF,
    "28P01": "it refuses the password",
    "28": "it refuses the user",
    "3D000": "there is no such database",
    _SERIALIZATION: "it was being changed by others; try again",
    "3F": "it has no schema in which the user may keep tables",
    "42501": "the user may not do that there",
    "42": "its tables aren't those of this Guildhall",
    "53100": "its disk is full",
    "53300": "it has no connection left",
    "53": "it has no room left",
    "57P03": "it is starting up",
    "57": "it is shutting down, or was told to stop",
    "58": "its disk fails",
    "XX": "it is damaged, or fails by itself",
}
"""By the state's five characters, or the two of its class (PostgreSQL, appendix A)."""


def overtaken(error: BaseException) -> bool:
    """Whether the transaction failed because of another one alone, with nothing changed."""
    return _state(error) in _OVERTAKEN


def lost(error: BaseException) -> bool:
    """Whether the connection is gone, rather than that the server is slow or refuses something."""
    reported = _reported(error)
    if isinstance(reported, asyncpg.PostgresError):
        return (_state(error) or "").startswith(_CONNECTION_ENDED)
    return not isinstance(reported, TimeoutError)


def passes(error: BaseException | None) -> bool:
    """Whether whoever waits may do it yet: the server is away, begins, or has no room."""
    reported = None if error is None else _reported(error)
    if isinstance(reported, asyncpg.PostgresError):
        return (_state(reported) or "").startswith(_PASSING)
    return isinstance(reported, OSError | asyncpg.InternalClientError)


@contextmanager
def nothing_done() -> Iterator[None]:
    """Within this nothing counts yet: raises NothingDone where the connection is gone."""
    try:
        yield
    except UNREACHABLE as error:
        if lost(error):
            raise NothingDone from _reported(error)
        raise


def unheard(error: BaseException) -> bool:
    """Whether the server may have done what was asked all the same: it has said nothing of it."""
    return lost(error) or isinstance(error, TimeoutError)


def meaning(error: BaseException) -> str:
    """An error in a few plain words, without what was written or asked."""
    reported = _reported(error)
    if isinstance(reported, OSError):
        return reported.strerror or "it doesn't answer"
    if isinstance(reported, asyncpg.ClientConfigurationError):
        return "its address can't be used"
    state = _state(error)
    if state is None:
        return _BROKEN_OFF
    return _MEANING.get(state) or f"{_MEANING.get(state[:2], 'it refuses that')} ({state})"


def _state(error: BaseException) -> str | None:
    """The five characters of SQL's standard, if the server has said anything."""
    state: str | None = getattr(_reported(error), "sqlstate", None)
    return state


def _reported(error: BaseException) -> BaseException | None:
    return error.__cause__ if isinstance(error, StatementFailed) else error


T = TypeVar("T")


async def carried_out(work: Callable[[], T]) -> T:
    """What `work` gives; whatever it waits for is awaited here."""
    working = greenlet(work)
    working.gr_context = getcurrent().gr_context
    given: Any = working.switch()
    while not working.dead:
        try:
            value = await given
        except BaseException as error:  # noqa: BLE001 - it is the work's to deal with
            given = working.throw(error)
        else:
            given = working.switch(value)
    return cast("T", given)


def waited(wanted: Awaitable[T]) -> T:
    """What comes of it, for who is being carried out; raises what it raises."""
    outside = getcurrent().parent
    if outside is None:
        raise RuntimeError("nobody is there to await it")
    return cast("T", outside.switch(wanted))


_GIVES_ROWS = re.compile(r"\s*(SELECT|WITH)\b|.*\bRETURNING\b", re.IGNORECASE | re.DOTALL)


class Found(list[Any]):
    """What a statement gave; `rowcount`: how many rows it gave, or changed."""

    def __init__(self, rows: Sequence[Any], rowcount: int) -> None:
        super().__init__(rows)
        self.rowcount = rowcount

    def fetchone(self) -> Any:  # noqa: ANN401  (a row, or None)
        """The first row."""
        return self[0] if self else None

    def fetchall(self) -> Sequence[Any]:
        """All rows."""
        return self


class Statements(Database):
    """Carries out statements on a connection, for work that is `carried_out`."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Values = (), /) -> Rows:
        """Carry out one statement; raises StatementFailed."""
        numbered, gives_rows = translated(sql)
        if gives_rows:
            records = _given(self._connection.fetch(numbered, *parameters))
            return Found([tuple(record) for record in records], len(records))
        # How many rows were changed, by what the server says of it: `UPDATE 2`.
        number = _given(self._connection.execute(numbered, *parameters)).rpartition(" ")[2]
        return Found((), int(number) if number.isdecimal() else 0)

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> None:
        """Carry out one statement with each of these values."""
        every = [tuple(values) for values in parameters]
        if len(every) == 1:
            self.execute(sql, *every)
        elif every:
            _given(self._connection.executemany(translated(sql)[0], every))

    def is_damage(self, error: Exception) -> bool:
        """The server looks after that."""
        return False


@lru_cache(maxsize=1024)
def translated(sql: str) -> tuple[str, bool]:
    """With `$1`, `$2` and so on in place of every `?`, and whether it gives rows."""
    numbers = itertools.count(1)
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
    return numbered, _GIVES_ROWS.match(sql) is not None


def _given(wanted: Awaitable[T]) -> T:
    try:
        return waited(wanted)
    except SERVER as error:
        # Some of them are ValueErrors, as what a damaged row raises.
        raise StatementFailed from error
