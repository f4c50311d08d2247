"""How presses are written as custom_ids, and read from what Discord sends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import partial
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import discord

LONGEST_NUMBER = 18
"""Digits; the store's numbers end there."""
LONGEST_BITS = 60
LARGEST_ID = 2**63 - 1
"""The store's numbers end there, and Discord's as well."""
PUBLIC = "-"
"""No seat's view of a game that is over: the public's."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How a field is written, and read: that raises ValueError for whatever we don't write."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _number(digits: str) -> int:
    """The number as we write it; `int` would take more."""
    if not digits.isascii() or not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        raise ValueError("no number of ours")
    return int(digits)


def number(value: str) -> int | None:
    """The id or number that a select's value is; None for whatever else."""
    if not value.isascii() or not value.isdecimal() or len(value) > len(str(LARGEST_ID)):
        return None
    return found if (found := int(value)) <= LARGEST_ID else None


def _id(digits: str) -> int:
    found = number(digits)
    if found is None:
        raise ValueError("no id of Discord's")
    return found


def _bits(digits: str) -> int:
    if len(digits) > LONGEST_BITS or not set(digits) <= set("0123456789abcdef"):
        raise ValueError("no bits of ours")
    return int(digits, 16)


def _one_of(known: tuple[str, ...], part: str) -> str:
    if part not in known:
        raise ValueError("none of our words")
    return part


def _word(part: str) -> str:
    if ":" in part:
        raise ValueError("more than a word")
    return part


Id: TypeAlias = Annotated[int, _Form(str, _id)]
"""Of Discord's: longer than our numbers."""
Bits: TypeAlias = Annotated[int, _Form("{:x}".format, _bits)]
"""In hexadecimal."""
Seen: TypeAlias = Annotated[
    int | None,
    _Form(
        lambda seat: PUBLIC if seat is None else str(seat),
        lambda part: None if part == PUBLIC else _number(part),
    ),
]
"""As which seat; None: as the public."""


def _form(hint: Any) -> _Form:  # noqa: ANN401  (whatever a field is)
    """How a field of this type is written; a last word that may lack is all that comes."""
    if own := getattr(hint, "__metadata__", ()):
        form: _Form = own[0]
        return form
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Form(str, hint)
    if get_origin(hint) is Literal:
        return _Form(str, partial(_one_of, get_args(hint)))
    return {int: _Form(str, _number), str: _Form(str, _word)}.get(hint, _Form(str, str))


@dataclass_transform(frozen_default=True)
class Press:
    """A press of a button or select, by its `kind`.

    Its custom_id is the kind and the fields, in order, with colons between them; a last field is
    left out where it has its default. Messages stay for months with what is written here today.
    """

    kinds: ClassVar[dict[str, type[Press]]] = {}
    kind: ClassVar[str]
    _forms: ClassVar[dict[str, _Form]]
    _written: ClassVar[tuple[tuple[str, Callable[[Any], str]], ...]]
    _left_out: ClassVar[tuple[Any, ...]]
    """The default of the last field, if there is one."""

    def __init_subclass__(cls, kind: str = "") -> None:
        dataclass(frozen=True)(cls)
        hints = get_type_hints(cls, include_extras=True)
        own = fields(cls)  # type: ignore[arg-type]  # mypy takes the decorator's word, but here
        cls._forms = {field.name: _form(hints[field.name]) for field in own}
        cls._written = tuple((name, form.write) for name, form in cls._forms.items())
        cls._left_out = tuple(field.default for field in own if field.default is not MISSING)
        if kind:
            cls.kind = kind
            cls.kinds[kind] = cls

    def __str__(self) -> str:
        parts, value = [self.kind], None
        for name, write in self._written:
            value = getattr(self, name)
            parts.append(write(value))
        if value in self._left_out:
            parts.pop()
        return ":".join(parts)


class OfSession(Press):
    """A press about a session."""

    session: int


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for; None if it is none of ours."""
    kind = Press.kinds.get(custom_id.partition(":")[0])
    if kind is None:
        return None
    forms = kind._forms  # noqa: SLF001  (the other side of `__str__`)
    parts = custom_id.split(":", len(forms))[1:]
    if len(parts) + len(kind._left_out) < len(forms):  # noqa: SLF001
        return None
    try:
        return kind(*(form.read(part) for form, part in zip(forms.values(), parts, strict=False)))
    except ValueError:
        return None


def filled_in(interaction: discord.Interaction) -> dict[str, str]:
    """The texts of a form that was handed in, by custom_id."""
    data: Any = interaction.data or {}
    texts: dict[str, str] = {}
    for held in data.get("components") or []:
        for field in [*(held.get("components") or []), held.get("component") or {}]:
            if isinstance(field.get("value"), str):
                texts[str(field.get("custom_id"))] = field["value"]
    return texts


def custom_id(interaction: discord.Interaction) -> str:
    """Of the component that was pressed, or of the form that was handed in."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def chosen(interaction: discord.Interaction) -> list[str]:
    """The values of a select."""
    data: Any = interaction.data or {}
    values = data.get("values")
    return [str(value) for value in values] if isinstance(values, list) else []


def chosen_first(interaction: discord.Interaction) -> str:
    """The first value of a select; empty if there is none."""
    return next(iter(chosen(interaction)), "")
