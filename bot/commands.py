"""The slash commands: whatever is typed reaches its command, or is answered kindly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.client import Guildhall


class Commands(app_commands.CommandTree["Guildhall"]):
    """The tree in which discord.py finds the command that was typed."""

    async def interaction_check(self, interaction: discord.Interaction[Guildhall], /) -> bool:
        """Everybody may type everything; what they may do is found out later."""
        self.client.comes_in(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            # No command of ours completes anything: it is one of another version.
            await interaction.response.autocomplete([])
            return False
        return True

    async def _call(self, interaction: discord.Interaction[Guildhall]) -> None:
        try:
            await super()._call(interaction)
        except (KeyError, TypeError, ValueError) as stumbled:
            # discord.py takes the options for those of the command as it is here.
            raise app_commands.AppCommandError("typed for another version") from stumbled
