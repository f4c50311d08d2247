"""The slash commands: what they are called; what is typed reaches one, or is answered kindly."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict, TypeVar

import aiohttp
import discord
import orjson
import structlog
from discord import app_commands

from bot.languages import FALLBACK, Languages, Words
from bot.people import name_there
from bot.store.store import Store, StoreFailed
from engine.text import text

if TYPE_CHECKING:
    from bot.running.client import Guildhall

_log = structlog.get_logger(__name__)

Tree: TypeAlias = "app_commands.CommandTree[Guildhall]"
Command: TypeAlias = app_commands.Command[Any, ..., None]

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
            # Whoever types anything in a table's channel is there, as by a press.
            services = self.client.services
            outline = await services.store.outline_in(interaction.channel_id or 0)
            if outline is not None and outline.set_apart is None:
                who = interaction.user.id, name_there(interaction)
                await services.delivery.attended(outline.id, *who)
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


# -- what they are called ---------------------------------------------------------------------

T = TypeVar("T")


def said(key: str, english: Words | None = None) -> app_commands.locale_str:
    """A command's name or description: in English, which Discord shows where we speak no better.

    `english`: needed for texts that packages bring.
    """
    return app_commands.locale_str((english or _english())(text(key)), key=key)


class Called(TypedDict):
    """What a command is called, as Discord's library takes it."""

    name: app_commands.locale_str
    description: app_commands.locale_str


def called(command: str) -> Called:
    """A command's name and description, by its texts."""
    return Called(
        name=said(f"command.{command}.name"), description=said(f"command.{command}.description")
    )


def with_options(command: str, *options: str) -> Callable[[T], T]:
    """Gives a command's options their names and descriptions, by their texts."""
    named, described = (
        {option: said(f"command.{command}.{option}.{what}") for option in options}
        for what in ("name", "description")
    )
    return lambda callback: app_commands.describe(**described)(
        app_commands.rename(**named)(callback)
    )


def anywhere(command: T) -> T:
    """Lets a command be typed in servers, and in direct messages with us."""
    allowed = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    return allowed(command)


def choices_of(games: Iterable[str], languages: Languages) -> list[app_commands.Choice[str]]:
    """These games, by what each is called in every language."""
    english = languages.words(FALLBACK)
    return [
        app_commands.Choice(name=said(f"game.{name}.name", english), value=name) for name in games
    ]


@lru_cache(maxsize=1)
def _english() -> Words:
    return Languages.load().words(FALLBACK)


class CommandTranslator(app_commands.Translator):
    """Finds a command's texts in the language files."""

    def __init__(self, languages: Languages) -> None:
        self._words = {
            locale: languages.words(language)
            for locale in discord.Locale
            if (language := languages.pick(locale.value)) != FALLBACK
        }

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in Discord's locale; None where we don't speak it."""
        key, words = string.extras.get("key"), self._words.get(locale)
        return None if key is None or words is None else words(text(key))
