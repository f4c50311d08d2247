"""Presses read from what Discord sends."""

from __future__ import annotations

from typing import Any

import discord

from bot.custom_ids.looks import (
    PUBLIC,
    Browse,
    Learn,
    Listed,
    OpeningHands,
    Record,
    Replaying,
    Show,
    Watch,
)
from bot.custom_ids.play import Abandon, Due, Page, Pick, Suggest, Sure, TakingBack, Vote
from bot.custom_ids.seats import Action, Change, Holding, Lobby
from bot.custom_ids.settings import Operate, Own, ServerSetting, Setting

LONGEST_NUMBER = 18
"""Digits; the store's numbers end there."""
LONGEST_BITS = 60
LARGEST_ID = 2**63 - 1
"""The store's numbers end there, and Discord's as well."""
_ACTIONS = frozenset(Action)
_CHANGES = frozenset(Change)

Press = (
    Pick
    | Sure
    | Page
    | Show
    | Browse
    | Lobby
    | Holding
    | Abandon
    | Due
    | Vote
    | TakingBack
    | OpeningHands
    | Watch
    | Replaying
    | Listed
    | Suggest
    | Learn
    | Setting
    | ServerSetting
    | Own
    | Operate
    | Record
)


def read(custom_id: str) -> Press | None:  # noqa: C901, PLR0911, PLR0912  (one for each kind)
    """The press that a custom_id stands for; None if it is none of ours."""
    kind, *parts = custom_id.split(":", 3)
    try:
        match kind, parts:
            case "pick", [session, step, *option]:
                return Pick(_number(session), _number(step), option[0] if option else None)
            case "sure", [session, step, options]:
                return Sure(_number(session), _number(step), _bits(options))
            case "page", [session, step, page]:
                return Page(_number(session), _number(step), _number(page))
            case "show", [session, what]:
                return Show(_number(session), what)
            case "look", [session, what, part]:
                return Browse(_number(session), what, _number(part))
            case "lobby", [session, action, *value] if action in _ACTIONS:
                return Lobby(_number(session), Action(action), value[0] if value else None)
            case "holding", [session, change, *value] if change in _CHANGES:
                return Holding(_number(session), Change(change), value[0] if value else None)
            case "abandon", [session, answer]:
                return Abandon(_number(session), answer)
            case "due", [session, what, step]:
                return Due(_number(session), what, _number(step))
            case "vote", [session, what]:
                return Vote(_number(session), what)
            case "takeback", [session, what, number]:
                return TakingBack(_number(session), what, _number(number))
            case "hands", [session, what]:
                return OpeningHands(_number(session), what)
            case "watch", [session, what]:
                return Watch(_number(session), what)
            case "replay", [session, way, place]:
                step, _, seat = place.partition(":")
                viewer = None if seat == PUBLIC else _number(seat)
                return Replaying(_number(session), way, _number(step), viewer)
            case "games", [what]:
                return Listed(what)
            case "suggest", [session, step]:
                return Suggest(_number(session), _number(step))
            case "suggest", [session, step, page]:
                return Suggest(_number(session), _number(step), _number(page))
            case "learn", [game]:
                return Learn(game)
            case "setting", [name]:
                return Setting(name)
            case "record", [what, *value] if len(value) < 2:
                return Record(what, value[0] if value else None)
            case "own", [what]:
                return Own(what)
            case "admin", ["end" | "block" as what, digits]:
                return Operate(what, _id(digits))
            case "server", [name]:
                return ServerSetting(name)
    except ValueError:
        pass
    return None


def _number(digits: str) -> int:
    """The number as we write it; raises ValueError for whatever else `int` would take."""
    if not digits.isascii() or not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        raise ValueError("no number of ours")
    return int(digits)


def _id(digits: str) -> int:
    """An id of Discord's, or a number; raises ValueError."""
    found = number(digits)
    if found is None:
        raise ValueError("no id")
    return found


def _bits(digits: str) -> int:
    """The bits of `Sure`, as we write them; raises ValueError."""
    if len(digits) > LONGEST_BITS or not set(digits) <= set("0123456789abcdef"):
        raise ValueError("no bits of ours")
    return int(digits, 16)


def number(value: str) -> int | None:
    """The id or number that a select's value is; None for whatever else."""
    if not value.isascii() or not value.isdecimal() or len(value) > len(str(LARGEST_ID)):
        return None
    return found if (found := int(value)) <= LARGEST_ID else None


def filled_in(interaction: discord.Interaction) -> dict[str, str]:
    """The texts of a form that was handed in, by custom_id."""
    data: Any = interaction.data or {}
    texts: dict[str, str] = {}
    for held in data.get("components") or []:
        for field in [*(held.get("components") or []), held.get("component") or {}]:
            if isinstance(field.get("value"), str):
                texts[str(field.get("custom_id"))] = field["value"]
    return texts


def carried(interaction: discord.Interaction) -> tuple[str, list[str]]:
    """The custom_id of a pressed component, and the values of a select."""
    data: dict[str, object] = dict(interaction.data or {})
    values = data.get("values", [])
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    return str(data.get("custom_id", "")), chosen
