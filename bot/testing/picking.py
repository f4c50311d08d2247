"""Choices that are made on messages, without a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TypeAlias

from discord import ButtonStyle

from bot.local.world.records import Message
from bot.screens.custom_ids import OF_GROUP
from bot.testing.driver import Person, buttons, selects

Choose: TypeAlias = Callable[[Sequence[str]], str]
"""Which of a message's buttons somebody presses."""


async def pick_anything(person: Person, message: Message, choose: Choose = itemgetter(0)) -> None:
    """Answer the prompt on a message, whatever it is."""
    if kinds := _kinds_on(message):
        chosen = choose([*kinds, *picks_on(message)])
        await person.press(chosen, message)
        if chosen not in kinds:
            return
    menus = {
        option["value"]: menu["custom_id"]
        for menu in selects(message)
        if menu["custom_id"].rpartition(":")[2].startswith(OF_GROUP)
        for option in menu["options"]
    }
    if menus:
        chosen = choose([*menus, *picks_on(message)])
        if chosen in menus:
            await person.choose([chosen], message, menus[chosen])
        else:
            await person.press(chosen, message)
        return
    offered = picks_on(message)
    if offered:
        await person.press(choose(offered), message)
        return
    select = next(s for s in selects(message) if s["custom_id"].startswith("pick:"))
    values = [option["value"] for option in select["options"]]
    await person.choose(values[: max(1, select.get("min_values", 1))], message, select["custom_id"])


def picks_on(message: Message) -> list[str]:
    """The custom_ids of the buttons that make a choice."""
    pressable = [b.get("custom_id") or "" for b in buttons(message)]
    return [custom_id for custom_id in pressable if custom_id.startswith("pick:")]


def _kinds_on(message: Message) -> list[str]:
    """The custom_ids of the ways to the kinds of choices, where those are to be learned first."""
    ways = [b for b in buttons(message) if (b.get("custom_id") or "").startswith("page:")]
    return [way["custom_id"] for way in ways if way["style"] == ButtonStyle.primary.value]


def asked(message: Message) -> bool:
    """Whether a message has a choice to make."""
    return any(
        (component.get("custom_id") or "").startswith("pick:")
        for component in [*buttons(message), *selects(message)]
    )
