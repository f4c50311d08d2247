"""Forms that a person fills in and hands in."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import ui

LONGEST_TITLE = 45
LONGEST_ANSWER = 60


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
