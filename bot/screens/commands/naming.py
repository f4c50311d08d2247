"""What commands are called, in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypedDict, TypeVar

import discord
from discord import app_commands

from bot.languages import FALLBACK, Languages, Words
from engine.text import text

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
        spoken = {locale: languages.pick(locale.value) for locale in discord.Locale}
        self._words = {
            locale: languages.words(language)
            for locale, language in spoken.items()
            if language != FALLBACK
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
