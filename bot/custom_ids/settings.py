"""Presses about one's own settings and data, and the server's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """A person's own setting; its value is the select's."""

    name: str

    def __str__(self) -> str:
        return f"setting:{self.name}"


@dataclass(frozen=True, slots=True)
class Own:
    """What is to become of all that is stored of whoever presses: "forget" or "keep" it."""

    what: str

    def __str__(self) -> str:
        return f"own:{self.what}"


@dataclass(frozen=True, slots=True)
class Operate:
    """That the operator is sure: to "end" the game of this number, or to "block" the server."""

    what: str
    id: int

    def __str__(self) -> str:
        return f"admin:{self.what}:{self.id}"


@dataclass(frozen=True, slots=True)
class ServerSetting:
    """A setting of the server in which it is pressed, or "page": all of them."""

    name: str

    def __str__(self) -> str:
        return f"server:{self.name}"
