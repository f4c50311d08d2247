"""Forms that a person fills in and hands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import discord
from discord import ui

from bot.screens.parts.parts import button, notice
from bot.screens.parts.screen import Screen
from engine.text import Text, text
from images.words import Words

LONGEST_TITLE = 45
LONGEST_ANSWER = 60
_BETWEEN = "|"
_LONGEST_TOGETHER = 60
"""What a button can carry beside what it is about."""


def together(written: Iterable[str]) -> str:
    """What somebody has written in a form's fields, for a button that opens it with that."""
    return _BETWEEN.join(part.replace(_BETWEEN, " ") for part in written)[:_LONGEST_TOGETHER]


@dataclass(frozen=True, slots=True)
class Field:
    """A line to be written: its name, what is asked, and what stands there at first."""

    name: str
    label: str
    value: str
    required: bool = True


@dataclass(frozen=True, slots=True)
class Form:
    """A form of up to five lines; it comes back under `custom_id`, also after a restart."""

    title: str
    custom_id: str
    fields: tuple[Field, ...]

    def filled(self, written: str | None) -> Form:
        """The same with what somebody has written in it, as `together` has it; None: as it is."""
        if written is None:
            return self
        values = zip(self.fields, written.split(_BETWEEN), strict=False)
        return replace(self, fields=tuple(replace(field, value=value) for field, value in values))

    @property
    def modal(self) -> ui.Modal:
        """The form as discord.py opens it. What is handed in arrives by custom_id."""
        modal = ui.Modal(title=self.title[:LONGEST_TITLE], custom_id=self.custom_id)
        for field in self.fields:
            line: ui.TextInput[ui.Modal] = ui.TextInput(
                custom_id=field.name,
                default=field.value[:LONGEST_ANSWER] or None,
                max_length=LONGEST_ANSWER,
                required=field.required,
                style=discord.TextStyle.short,
            )
            modal.add_item(ui.Label(text=field.label[:LONGEST_TITLE], component=line))
        modal.stop()
        return modal


def refilled(why: Text, again: object, words: Words) -> Screen:
    """Why a form was refused, and the way back to it with what was written; `again`: its press."""
    return notice(words(why), button(words(text("form.again")), again))
