"""The games that commands offer."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.languages.languages import FALLBACK, Languages
from bot.languages.translator import said


def of_games(names: Iterable[str], languages: Languages) -> list[app_commands.Choice[str]]:
    """These games, by what each is called in every language."""
    english = languages.words(FALLBACK)
    return [
        app_commands.Choice(name=said(f"game.{name}.name", english), value=name) for name in names
    ]
