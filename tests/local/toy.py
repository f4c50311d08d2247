"""A toy bot that uses every way of answering which the real one uses."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator

import discord
from discord import app_commands
from PIL import Image

from bot.local import LocalDiscord, point_discord_at


def picture(colour: str = "teal") -> io.BytesIO:
    data = io.BytesIO()
    Image.new("RGB", (40, 20), colour).save(data, "png")
    data.seek(0)
    return data


class Board(discord.ui.LayoutView):
    def __init__(self, text: str, count: int) -> None:
        super().__init__(timeout=None)
        box = discord.ui.Container[Board](accent_colour=0x3F8F6B)
        box.add_item(discord.ui.TextDisplay(text))
        gallery = discord.ui.MediaGallery[Board]()
        gallery.add_item(media="attachment://board.png", description=f"A board, {count} pressed")
        box.add_item(gallery)
        self.add_item(box)
        row = discord.ui.ActionRow[Board]()
        row.add_item(Pick(count))
        row.add_item(discord.ui.Button(label="Ask", custom_id="ask"))
        row.add_item(discord.ui.Button(label="Hand", custom_id="hand"))
        row.add_item(discord.ui.Button(label="Slow", custom_id="slow"))
        self.add_item(row)
        cards = discord.ui.Select[Board](
            custom_id="cards", placeholder="Cards", min_values=1, max_values=2
        )
        for name in ("Artisans", "Bakers", "Clerks"):
            cards.add_option(label=name, value=name.lower())
        self.add_item(discord.ui.ActionRow[Board](cards))


class Pick(discord.ui.DynamicItem[discord.ui.Button["Board"]], template=r"pick:(?P<n>\d+)"):
    """Counts its presses in its custom_id."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label="Pick", custom_id=f"pick:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, _interaction, _item, match, /):
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        n = self.n + 1
        await interaction.response.edit_message(
            view=Board(f"Pressed {n}", n), attachments=[kept(interaction.message)]
        )


class Kept:
    """A picture of a message, to be kept by an edit: discord.py asks attachments only for this."""

    def __init__(self, number: int, filename: str) -> None:
        self._number, self._filename = number, filename

    def to_dict(self) -> dict[str, object]:
        return {"id": self._number, "filename": self._filename}


def kept(message: discord.Message) -> Kept:
    """The board's picture; a message's attachments don't list what its components show."""
    box = message.components[0]
    assert isinstance(box, discord.Container)
    gallery = box.children[1]
    assert isinstance(gallery, discord.MediaGalleryComponent)
    return Kept(gallery.items[0].media.attachment_id, "board.png")


class Question(discord.ui.Modal, title="A question"):
    answer = discord.ui.Label(text="Answer", component=discord.ui.TextInput(max_length=20))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        text = self.answer.component.value
        await interaction.response.send_message(f"You said {text}", ephemeral=True)


class ToyBot(discord.Client):
    def __init__(self) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(intents=intents, guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[str] = []
        self.interactions: list[discord.Interaction] = []
        self.resumed = 0
        for command in (board, hand, think, letter, silent, colour):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Pick)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id, *, initial=False) -> None:
        """The library's own waits five seconds before it identifies again."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.interactions.append(interaction)
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = interaction.data["custom_id"]
        if custom_id == "ask":
            await interaction.response.send_modal(Question())
        elif custom_id == "hand":
            await interaction.response.send_message("Only you see this", ephemeral=True)
        elif custom_id == "slow":
            await interaction.response.defer()
            await interaction.edit_original_response(
                view=Board("Slowly done", 0),
                attachments=[discord.File(picture("red"), "board.png")],
            )
        elif custom_id == "cards":
            chosen = " and ".join(interaction.data["values"])
            await interaction.response.send_message(f"Chose {chosen}")


@app_commands.command(description="Post a board")
async def board(interaction: discord.Interaction, title: str = "A board") -> None:
    file = discord.File(picture(), "board.png", description="A board")
    await interaction.response.send_message(view=Board(title, 0), file=file)


@app_commands.command(description="Your hand")
async def hand(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Your hand", ephemeral=True)
    await interaction.followup.send("And this", ephemeral=True)


@app_commands.command(description="Think first")
async def think(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    message = await interaction.followup.send("First thought", wait=True)
    await message.edit(content="Second thought")


@app_commands.command(description="A letter to somebody")
@app_commands.describe(to="Who", times="How often")
async def letter(
    interaction: discord.Interaction, to: discord.Member, times: app_commands.Range[int, 1, 3] = 1
) -> None:
    await interaction.response.defer(ephemeral=True)
    try:
        for _ in range(times):
            await to.send(f"Dear {to.display_name}")
    except discord.Forbidden as error:
        await interaction.edit_original_response(content=f"Closed: {error.code}")
        return
    await interaction.edit_original_response(content="Sent")


@app_commands.command(description="Never answers")
async def silent(interaction: discord.Interaction) -> None:
    """Discord shows "interaction failed" for this."""


@app_commands.command(description="Choose a colour")
async def colour(interaction: discord.Interaction, name: str) -> None:
    await interaction.response.send_message(name)


@colour.autocomplete("name")
async def colours(interaction: discord.Interaction, typed: str):
    return [
        app_commands.Choice(name=name.title(), value=name)
        for name in ("red", "rose", "teal")
        if name.startswith(typed)
    ]


class ShardedToyBot(ToyBot, discord.AutoShardedClient):
    """The toy bot on as many shards as it is told to use."""


@contextlib.asynccontextmanager
async def running(
    discord_server: LocalDiscord, make: type[ToyBot] = ToyBot
) -> AsyncIterator[ToyBot]:
    """The toy bot, connected and ready."""
    point_discord_at(discord_server.url)
    async with make() as bot:
        task = asyncio.create_task(bot.start(discord_server.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if task.done():
            task.result()
        yield bot
        await bot.close()
        await task
