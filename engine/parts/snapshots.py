"""Clones of a state, and snapshots of it as JSON, from the annotations of its fields.

A state is a dataclass. Its lists are changed in place, so that a clone has its own, and of a
list of lists those too; everything else is replaced as a whole, and clones share it. Fields that
aren't compared (what was told, caches) are in no snapshot and come last.

A compiled class keeps no more of its annotations than `list` or `tuple`, so that they are read
from the source, which stands beside it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import IntEnum
from functools import partial
from importlib.resources import files
from operator import attrgetter, itemgetter
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import orjson
from pydantic import BaseModel

from engine.parts.rng import Rng
from engine.parts.values import IncompatibleState

S = TypeVar("S")


def cloner(kind: type[S]) -> Callable[[S], S]:
    """A function that makes an independent copy of such a state; its `told` is None."""
    hints = of_fields(kind)
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    lines = [f"    other.{name} = {_copied(name, hints[name])}" for name in names]
    source = "\n".join(["def clone(state):", "    other = new(kind)", *lines, "    return other"])
    made: dict[str, Any] = {"new": kind.__new__, "kind": kind}
    # `play` clones at each choice, and a loop over the fields would take six times as long.
    exec(source, made)  # noqa: S102 - nothing goes in but names of fields
    clone: Callable[[S], S] = made["clone"]
    return clone


def _copied(name: str, hint: object) -> str:
    if name == "told":
        return "None"
    if get_origin(hint) is not list:
        return f"state.{name}"
    if get_origin(get_args(hint)[0]) is list:
        return f"[each[:] for each in state.{name}]"
    return f"state.{name}[:]"


def of_fields(kind: type) -> dict[str, Any]:
    """The types of a class's fields, by name, as `typing.get_type_hints` gives them."""
    if not hasattr(kind, "__mypyc_attrs__"):
        return get_type_hints(kind)
    package, _, name = kind.__module__.rpartition(".")
    source = files(package).joinpath(f"{name}.py").read_text(encoding="utf-8")
    written = next(
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    names = vars(sys.modules[kind.__module__])
    return {
        line.target.id: eval(ast.unparse(line.annotation), names)  # noqa: S307 - our own source
        for line in written.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
    }


Reader: TypeAlias = Callable[[Any], Any]

_TO_LETTERS: Final = bytes((ord("a") + card) % 256 for card in range(256))
_TO_CARDS: Final = bytes((letter - ord("a")) % 256 for letter in range(256))


class Shared(Protocol):
    """Components that the states of a game share; a dump names them and fits no others."""

    @property
    def digest(self) -> str: ...


class Earlier(NamedTuple, Generic[S]):
    """What is to be done with dumps of earlier rules."""

    fields: Callable[[dict[str, Any]], None]
    """Makes the fields of such a dump those of now, as JSON."""
    go_on: Callable[[S], None]
    """Brings the state to where these rules ask."""


def _nothing(_: object) -> None:
    pass


class Snapshot(Generic[S]):
    """States of one kind as JSON and back.

    `cards`: how many numbers a card in `bytes` may have. `box`: the value of the field of its
    type, in all states. `derive` fills in the fields that follow from the others. `earlier`:
    what dumps of earlier rules need, where some can still be loaded.
    """

    def __init__(
        self,
        kind: type[S],
        cards: int = 0,
        box: Shared | None = None,
        derive: Callable[[S], None] = _nothing,
        earlier: Earlier[S] | None = None,
    ) -> None:
        hints = of_fields(kind)
        self._kind, self._derive = kind, derive
        self._earlier = earlier or Earlier(_nothing, _nothing)
        compared = (field for field in fields(kind) if field.compare)  # type: ignore[arg-type]
        self._names = tuple(field.name for field in compared)
        self._values, self._in_order = attrgetter(*self._names), itemgetter(*self._names)
        readers = {name: _reader(hints[name], cards) for name in self._names}
        self._readers = {name: read for name, read in readers.items() if read is not None}
        if box is not None:
            held = (name for name in self._names if hints[name] is type(box))
            self._readers |= {name: partial(_same_box, box) for name in held}

    def dump(self, state: S, rules_version: int) -> str:
        """The whole state."""
        written = dict(zip(self._names, self._values(state), strict=True))
        written["rules_version"] = rules_version
        return orjson.dumps(written, default=_plain).decode()

    def load(self, dump: str, rules_version: int, since: int | None = None) -> S:
        """The state of a dump; raises IncompatibleState for whatever doesn't fit.

        `since`: the first rules whose dumps are loaded, if not these.
        """
        try:
            found = orjson.loads(dump)
            version = found.pop("rules_version")
            if not (since or rules_version) <= version <= rules_version:
                raise IncompatibleState("played by other rules")
            if version < rules_version:
                self._earlier.fields(found)
            if len(found) != len(self._names):
                raise IncompatibleState("not the fields of this game")
            for name, read in self._readers.items():
                found[name] = read(found[name])
            state = self._kind(*self._in_order(found))
            self._derive(state)
            if version < rules_version:
                self._earlier.go_on(state)
        except (AttributeError, ValueError, LookupError, TypeError) as error:
            raise IncompatibleState("not a dump of this game") from error
        return state


def _plain(value: object) -> object:
    """What JSON has no word for; a seed as text, since JSON's numbers end below 2**256."""
    match value:
        case bytes():
            return value.translate(_TO_LETTERS).decode("ascii")
        case BaseModel():
            return vars(value)
        case Rng():
            return [hex(value.seed), value.position]
        case object(digest=str(digest)):
            return digest
    raise TypeError(type(value))


def _same_box(box: Shared, digest: object) -> Shared:
    if digest != box.digest:
        raise IncompatibleState("played with other components")
    return box


def _reader(hint: object, cards: int) -> Reader | None:
    """What turns JSON back into a value of this type; None where it is one already."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        inner = _reader(next(part for part in parts if part is not NoneType), cards)
        return inner and (lambda value: None if value is None else inner(value))
    if origin is tuple:
        return _tuple_reader(parts, cards)
    if origin in (list, Sequence):
        each = _reader(parts[0], cards)
        return each and (lambda values: list(map(each, values)))
    if hint is bytes:
        return _letters_reader(cards)
    if hint is Rng:
        return lambda value: Rng(int(value[0], 16), value[1])
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return hint.model_validate
    return hint if isinstance(hint, type) and issubclass(hint, IntEnum) else None


def _tuple_reader(parts: Sequence[Any], cards: int) -> Reader:
    if parts[1:] == (...,):
        each = _reader(parts[0], cards)
        return tuple if each is None else lambda values: tuple(map(each, values))
    readers = [_reader(part, cards) or (lambda value: value) for part in parts]
    return lambda values: tuple(read(value) for read, value in zip(readers, values, strict=True))


def _letters_reader(cards: int) -> Reader:
    known = bytes(range(cards)).translate(_TO_LETTERS)

    def read(letters: str) -> bytes:
        raw = letters.encode()
        if raw.translate(None, known):
            raise ValueError(letters)
        return raw.translate(_TO_CARDS)

    return read
