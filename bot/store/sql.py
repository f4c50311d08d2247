"""The SQL that both databases understand, what carries it out, and which columns a record has.

What is asked for, read and written of a record is made of one declaration. A field stands in the
column of its name, unless another is declared. Its type says how: a `bool` as a flag, a tuple as
JSON, all else as it is. A record within a record has its columns in the same row; where it may be
None, it is that as soon as one of them is NULL.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import orjson

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Values = Sequence[Any]


class Rows(Protocol):
    """What a statement gave, or how many rows it changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...  # noqa: ANN401  (a row, or None)

    def fetchall(self) -> Sequence[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """Carries out statements within one transaction; values stand for `?`, in order.

    Flags are compared as flags (`NOT away`, `FALSE`), and counted with CASE.
    """

    def execute(self, sql: str, parameters: Values = ..., /) -> Rows: ...

    def executemany(self, sql: str, parameters: Iterable[Values], /) -> object: ...

    def is_damage(self, error: Exception) -> bool:
        """Whether what was read is broken, and not the disk or the moment."""
        ...


def replacing(table: str, key: str, others: str) -> str:
    """Adds a row, or replaces all else of the one with its key; columns as in SQL, in order."""
    values = ", ".join("?" for _ in f"{key}, {others}".split(", "))
    new = ", ".join(f"{column} = excluded.{column}" for column in others.split(", "))
    return (
        f"INSERT INTO {table} ({key}, {others}) VALUES ({values})"  # noqa: S608
        f" ON CONFLICT ({key}) DO UPDATE SET {new}"
    )


def inserted(rows: Rows) -> int:
    """The id that an `INSERT ... RETURNING id` has given."""
    (number,) = rows.fetchone()
    return int(number)


def ids(db: Database, sql: str, values: Values = ()) -> list[int]:
    """What a statement finds that asks for ids alone."""
    return [number for (number,) in db.execute(sql, values)]


def finds(sql: str) -> Callable[[Database], list[int]]:
    """Asks for the ids that a statement finds."""
    return lambda db: ids(db, sql)


def check_finite(row: Values) -> None:
    """Raise ValueError for a number without an end: whatever reckons with it would fail."""
    if any(isinstance(value, float) and not math.isfinite(value) for value in row):
        raise ValueError


Begin = Callable[[], AbstractContextManager[Database]]
"""Begins a transaction, which is committed at the end of the context."""


# -- records ----------------------------------------------------------------------------------

R = TypeVar("R", bound="DataclassInstance")


class Column(NamedTuple):
    """A column, and how a field's value is read from it and written to it; None: as it is."""

    name: str
    read: Callable[[Any], Any] | None = None
    write: Callable[[Any], Any] | None = None


class Columns(Generic[R]):
    """The columns of a record, in the order of its fields; `names` are as SQL has them."""

    names: tuple[str, ...]

    def __init__(
        self, record: type[R], table: str = "", /, **declared: str | Column | Columns[Any] | None
    ) -> None:
        """`table`: put before the names of columns that don't name one themselves.

        `declared`: by field; None: in no column, as the last fields may be that have a default.
        """
        self.table = table
        self._record = record
        self._fields: list[tuple[str, Column | Columns[Any], Sequence[str]]] = []
        self._read: list[tuple[int, Callable[[Any], Any]]] = []
        self._parts: list[tuple[slice, Callable[[Sequence[Any]], Any]]] = []
        names: list[str] = []
        for field in fields(record):
            how = declared.pop(field.name, field.name)
            if how is None:
                continue
            if isinstance(how, str):
                how = _column(how, str(field.type))
            if isinstance(how, Columns):
                own = [_named(how.table or table, name) for name in how.names]
                whole = slice(len(names), len(names) + len(own))
                optional = str(field.type).endswith("| None")
                self._parts.insert(0, (whole, how.read_any if optional else how.read))
            else:
                own = [_named(table, how.name)]
                if how.read is not None:
                    self._read.append((len(names), how.read))
            self._fields.append((field.name, how, own))
            names += own
        if declared:
            raise TypeError(f"{record.__name__} has no {', '.join(declared)}")
        self._values = attrgetter(*(name for name, *_ in self._fields))
        self.names = tuple(names)
        self.select = f"SELECT {', '.join(names)}"

    def read(self, row: Sequence[Any]) -> R:
        """The record of a row of these columns; raises TypeError and ValueError."""
        values = list(row)
        for place, convert in self._read:
            values[place] = convert(values[place])
        for whole, part in self._parts:  # the last first: those before it keep their places
            values[whole] = [part(values[whole])]
        return self._record(*values)

    def read_any(self, row: Sequence[Any]) -> R | None:
        """The record, unless a column is NULL."""
        return None if None in row else self.read(row)

    def row(self, record: R) -> list[Any]:
        """What stands in these columns."""
        values: list[Any] = []
        for name, how, _ in self._fields:
            values += _written(how, getattr(record, name))
        return values

    def changed(self, before: R, after: R) -> dict[str, Any]:
        """What is to be written, by column, where one record stood and another is to stand."""
        found: dict[str, Any] = {}
        pairs = zip(self._values(before), self._values(after), strict=True)
        for (old, new), (_, how, columns) in zip(pairs, self._fields, strict=True):
            if new is old or new == old:
                continue
            written = zip(columns, _written(how, old), _written(how, new), strict=True)
            found |= {column: is_now for column, was, is_now in written if is_now != was}
        return found


class Table(Columns[R]):
    """A table, each row of which is a record."""

    def __init__(
        self,
        record: type[R],
        table: str,
        /,
        key: str,
        of: str = "",
        **declared: str | Column | Columns[Any] | None,
    ) -> None:
        """`key`: what tells its rows apart; `of`: the first of it, where no field has that."""
        super().__init__(record, **declared)
        self.table = table
        own = [name for name in key.split(", ") if name != of]
        self.order = attrgetter(*(own or self.names))
        names = (of, *self.names) if of else self.names
        others = [name for name in names if name not in key.split(", ")]
        marks = ", ".join("?" for _ in names)
        new = ", ".join(f"{name} = excluded.{name}" for name in others)
        self._of = f"{self.select} FROM {table} WHERE {of or key} = ? ORDER BY {key}"
        self._delete = f"DELETE FROM {table} WHERE {of or key} = ?"  # noqa: S608
        self._add = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
        self._save = f"{self._add} ON CONFLICT ({key}) DO UPDATE SET {new}"

    def of(self, db: Database, whose: int) -> tuple[R, ...]:
        """All of a session, say, in order."""
        return tuple(map(self.read, db.execute(self._of, (whose,)).fetchall()))

    def find(self, db: Database, key: int) -> R | None:
        """The one with this key, if there is one."""
        return next(iter(self.of(db, key)), None)

    def add(self, db: Database, records: Iterable[R], *whose: int) -> None:
        """Add them: none of their keys is there."""
        db.executemany(self._add, [(*whose, *self.row(record)) for record in records])

    def save(self, db: Database, records: Iterable[R], *whose: int) -> None:
        """Add them, or replace those with their keys."""
        db.executemany(self._save, [(*whose, *self.row(record)) for record in records])

    def replace(self, db: Database, records: Iterable[R], whose: int) -> None:
        """Have these, and no others of the same session."""
        db.execute(self._delete, (whose,))
        self.add(db, records, whose)


def _written(how: Column | Columns[Any], value: Any) -> list[Any]:  # noqa: ANN401  (of a field)
    if isinstance(how, Column):
        return [value if how.write is None else how.write(value)]
    return [None] * len(how.names) if value is None else how.row(value)


def _column(name: str, kind: str) -> Column:
    """`kind`: as the annotation is written, which needs not be compiled at every start."""
    if kind == "bool":
        return Column(name, bool)
    if kind.startswith("tuple["):
        return Column(
            name,
            lambda stored: tuple(orjson.loads(stored)),
            lambda value: orjson.dumps(value).decode(),
        )
    return Column(name)


def _named(table: str, column: str) -> str:
    return f"{table}.{column}" if table and "." not in column else column
