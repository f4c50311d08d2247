"""`python -m tests.bench.bare URL TOKEN CHANNEL BUTTONS`: the least discord.py does for a press.

A DynamicItem is pressed, its message edited; no game, no store. A picture is sent as it is at hand.
"""

from __future__ import annotations

import asyncio
import io
import re
import sys
from functools import partial
from random import Random
from typing import Self

import discord
from discord import ui

from tests.bench.apart import answer, point_at, ready, spent

PICTURES = 5
PICTURE = Random(1).randbytes(30_000)
"""As heavy as a hand or a board, and as little can be packed of it."""


class Choice(ui.DynamicItem[ui.Button], template=r"pick:(?P<name>.+)"):
    """A button that says what was pressed last."""

    buttons = 2

    def __init__(self, name: str) -> None:
        super().__init__(ui.Button(label=name, custom_id=f"pick:{name}"))

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, __: ui.Item, match: re.Match[str], /
    ) -> Self:
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction) -> None:
        said = f"Kept: {self.item.label}."
        await interaction.response.edit_message(view=message(said, self.buttons))


def message(content: str, buttons: int) -> ui.LayoutView:
    """A line of text, and rows of buttons."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(content))
    choices = [Choice(f"card {number}") for number in range(buttons)]
    for start in range(0, buttons, 5):
        view.add_item(ui.ActionRow(*choices[start : start + 5]))
    return view


class Bare(discord.Client):
    """A client with nothing but the button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), max_messages=None)
        self.connected = asyncio.Event()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Choice)

    async def on_ready(self) -> None:
        self.connected.set()


async def illustrate(asked: discord.Message, buttons: int) -> None:
    """Edit a message so many times, each time with another upload."""
    for _ in range(PICTURES):
        view = message("Choose", buttons)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://picture.png")))
        await asked.edit(view=view, attachments=[discord.File(io.BytesIO(PICTURE), "picture.png")])


async def main(url: str, token: str, channel: str, buttons: str) -> None:
    """Answer presses until standard input ends."""
    point_at(url)
    Choice.buttons = int(buttons)
    async with Bare() as bot:
        running = asyncio.create_task(bot.start(token))
        await bot.connected.wait()
        place = bot.get_partial_messageable(int(channel))
        asked = await place.send(view=message("Choose", int(buttons)))
        illustrated = partial(illustrate, asked, int(buttons))
        await answer({"ready": ready, "cpu": spent, "illustrate": illustrated})
        await bot.close()
        running.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
