"""The slash commands: whatever is typed reaches its command, or is answered kindly."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import aiohttp
import discord
import orjson
import structlog
from discord import app_commands

from bot.store.store import Store, StoreFailed

if TYPE_CHECKING:
    from bot.running.client import Guildhall

_log = structlog.get_logger(__name__)

Tree: TypeAlias = "app_commands.CommandTree[Guildhall]"

REGISTERED: Final = "commands"
"""Of what the store remembers: which commands Discord was told of."""
LONGEST_PAUSE = 600.0
"""Seconds between two tries to register the commands, in the end."""


class Commands(app_commands.CommandTree["Guildhall"]):
    """The tree in which discord.py finds the command that was typed."""

    async def interaction_check(self, interaction: discord.Interaction[Guildhall], /) -> bool:
        """Everybody may type everything; what they may do is found out later."""
        if not self.client.comes_in(interaction):
            return False
        if interaction.type is discord.InteractionType.autocomplete:
            if self._completes(interaction):
                return True
            # No command of ours completes that: it is one of another version.
            await interaction.response.autocomplete([])
            return False
        with suppress(StoreFailed):
            await self._attend(interaction)
        return True

    def _completes(self, interaction: discord.Interaction[Guildhall]) -> bool:
        """Whether the option that is being typed is one that its command completes."""
        data: Any = interaction.data or {}
        command = self.get_command(str(data.get("name")))
        typed = [one for one in data.get("options", ()) if one.get("focused")]
        if not isinstance(command, app_commands.Command):
            return False
        known = {option.name for option in command.parameters if option.autocomplete}
        return bool(typed) and all(
            one.get("name") in known and isinstance(one.get("value"), str) for one in typed
        )

    async def _attend(self, interaction: discord.Interaction[Guildhall]) -> None:
        """Whoever types anything in a table's channel is there, as by a press."""
        services = self.client.services
        outline = await services.store.outline_in(interaction.channel_id or 0)
        if outline is not None and outline.set_apart is None:
            await services.delivery.attended(outline.id, interaction.user.id)

    async def _call(self, interaction: discord.Interaction[Guildhall]) -> None:
        try:
            await super()._call(interaction)
        except (KeyError, TypeError, ValueError) as stumbled:
            # discord.py takes the options for those of the command as it is here.
            raise app_commands.AppCommandError("typed for another version") from stumbled
        completed = interaction.type is discord.InteractionType.autocomplete
        if interaction.command is not None and not completed:
            self.client.went(interaction, f"/{interaction.command.name}")


async def registered(store: Store) -> dict[str, int]:
    """The numbers by which Discord knows the commands, by name: what a mention of one needs."""
    return _told(await store.fact(REGISTERED))[1]


async def forget_registered(store: Store) -> None:
    """Have the next start tell Discord of all commands, whatever it was told before."""
    await store.save_fact(REGISTERED, "")


async def digest(tree: Tree) -> str:
    """Equal digests, equal commands of the same application, in every language."""
    translator = tree.translator
    said = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    written = orjson.dumps([tree.client.application_id, said], option=orjson.OPT_SORT_KEYS)
    return blake2b(written, digest_size=16).hexdigest()


async def register(
    tree: Tree,
    store: Store,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    *,
    surely: bool = False,
) -> None:
    """Tell Discord of the commands, until it takes them.

    Only if they have changed since it was told of them, unless `surely`. Raises nothing: what
    was registered before goes on working, and games do so in any case.
    """
    seconds = 1.0
    while True:
        try:
            await _registered(tree, store, surely=surely)
        except app_commands.CommandSyncFailure as refused:
            _log.error("commands refused", reason=str(refused))
            return
        except (discord.DiscordException, aiohttp.ClientError, OSError, StoreFailed) as error:
            _log.warning("commands not registered", error=str(error), again_in=seconds)
        else:
            return
        await pause(seconds)
        seconds = min(2 * seconds, LONGEST_PAUSE)


async def _registered(tree: Tree, store: Store, *, surely: bool) -> None:
    now = await digest(tree)
    if not surely and _told(await store.fact(REGISTERED))[0] == now:
        return
    numbers = {command.name: command.id for command in await tree.sync()}
    await store.save_fact(REGISTERED, orjson.dumps([now, numbers]).decode())
    _log.info("commands registered")


def _told(fact: str | None) -> tuple[str, dict[str, int]]:
    """Of which commands Discord was told, and their numbers; older programs noted no numbers."""
    if not (fact or "").startswith("["):
        return "", {}
    digested, numbers = orjson.loads(fact or "")
    return digested, numbers
