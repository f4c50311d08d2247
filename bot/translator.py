"""Names and descriptions of commands in every language, for Discord to show."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.languages import Languages
from engine.text import text

SPOKEN = "en"
"""The language in which the commands are written; the others are translations of it."""


def said(key: str, spoken: str) -> app_commands.locale_str:
    """A name or description: as written in code, with its key of the language files."""
    return app_commands.locale_str(spoken, key=key)


class CommandTranslator(app_commands.Translator):
    """Finds a command's texts in the language files."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in Discord's locale; None where we don't speak it."""
        language = self._languages.pick(locale.value)
        key = string.extras.get("key")
        if key is None or language == SPOKEN:
            return None
        return self._languages.words(language)(text(key))
