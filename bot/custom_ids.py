"""What buttons and selects carry: the names of presses, made and read in one place.

pick:<session>:<step>[:<option>]   a choice; without option, the values of a select
page:<session>:<step>:<page>       another page of a long prompt
show:<session>:<what>              hand, text, rules, topics, closer
look:<session>:<what>:<part>       another topic, place, or page of a text
lobby:<session>:<action>[:<value>] join, leave, add, remove, options, start, cancel, again ...
abandon:<session>:<answer>         yes or no
setting:<name>                     one's own setting; the values of a select
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

NO_OPTION = "-"
"""Picks nothing, where a prompt allows that."""
LONGEST_NUMBER = 18
"""Digits of a session's id; the store's numbers end there."""
TICKED = "+"
"""Picks every option that is ticked at first."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice; `option` None: the options are the values of the select."""

    session: int
    step: int
    option: str | None

    def __str__(self) -> str:
        tail = "" if self.option is None else f":{self.option}"
        return f"pick:{self.session}:{self.step}{tail}"


@dataclass(frozen=True, slots=True)
class Page:
    """Another page of a prompt with many options."""

    session: int
    step: int
    page: int

    def __str__(self) -> str:
        return f"page:{self.session}:{self.step}:{self.page}"


@dataclass(frozen=True, slots=True)
class Show:
    """Something to look at: "hand", "text", "rules", "topics" or "closer"."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"show:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Look:
    """Something further to look at, in the message that is pressed.

    "topic" and "closer": the value of a select; `part` tells the selects of a message apart.
    "own" and "public": `part` is the page of a view in words.
    """

    session: int
    what: str
    part: int

    def __str__(self) -> str:
        return f"look:{self.session}:{self.what}:{self.part}"


@dataclass(frozen=True, slots=True)
class Lobby:
    """A change of the lobby; `value` None: the value of the select, if any."""

    session: int
    action: str
    value: str | None = None

    def __str__(self) -> str:
        tail = "" if self.value is None else f":{self.value}"
        return f"lobby:{self.session}:{self.action}{tail}"


@dataclass(frozen=True, slots=True)
class Abandon:
    """The answer to "really?"."""

    session: int
    answer: str

    def __str__(self) -> str:
        return f"abandon:{self.session}:{self.answer}"


@dataclass(frozen=True, slots=True)
class Setting:
    """A person's own setting; its value is the select's."""

    name: str

    def __str__(self) -> str:
        return f"setting:{self.name}"


Press = Pick | Page | Show | Look | Lobby | Abandon | Setting


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for; None if it is none of ours."""
    kind, *parts = custom_id.split(":", 3)
    if parts and len(parts[0]) > LONGEST_NUMBER:
        return None
    match kind, parts:
        case "pick", [session, step, *option] if session.isdecimal() and step.isdecimal():
            return Pick(int(session), int(step), option[0] if option else None)
        case "page", [session, step, page] if (session + step + page).isdecimal():
            return Page(int(session), int(step), int(page))
        case "show", [session, what] if session.isdecimal():
            return Show(int(session), what)
        case "look", [session, what, part] if (session + part).isdecimal():
            return Look(int(session), what, int(part))
        case "lobby", [session, action, *value] if session.isdecimal():
            return Lobby(int(session), action, value[0] if value else None)
        case "abandon", [session, answer] if session.isdecimal():
            return Abandon(int(session), answer)
        case "setting", [name]:
            return Setting(name)
        case _:
            return None


def carried(interaction: discord.Interaction) -> tuple[str, list[str]]:
    """The custom_id of a pressed component, and the values of a select."""
    data: dict[str, object] = dict(interaction.data or {})
    values = data.get("values", [])
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    return str(data.get("custom_id", "")), chosen
